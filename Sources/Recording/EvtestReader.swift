import TouchModel

/// Reads the text that evtest prints, as users paste it: a description, where it was not left out, then
/// `Event: time …` lines. Lines of other programs among them are left out with a warning; quotation marks of
/// mail before a line are overlooked.
struct EvtestReader {
    private(set) var device = DeviceBuilder(firstLine: 1)
    private var text = DescriptionText()
    private var losses = EventLosses()
    private var foreignFirst = 0
    private var foreignCount = 0

    mutating func consume(
        _ line: Span<UInt8>, number: Int, warnings: inout WarningList
    ) throws(Malformed) {
        var scanner = LineScanner()
        Self.skipQuotation(line, &scanner)
        if scanner.peek(line) == nil { return }
        if scanner.skip("Event: time ", line) {
            endForeignRun(&warnings)
            return try event(line, &scanner, number: number, warnings: &warnings)
        }
        if text.consume(line, from: scanner.position, into: &device) || Self.isPrologue(line) {
            return endForeignRun(&warnings)
        }
        if foreignCount == 0 { foreignFirst = number }
        foreignCount += 1
    }

    /// The device, when all lines have been read.
    mutating func finish(line: Int, warnings: inout WarningList) -> DeviceBuilder {
        endForeignRun(&warnings)
        if losses.isLosing, let last = device.last {
            losses.end(at: last.time, line: line, device: &device, warnings: &warnings)
        }
        return device
    }

    private mutating func endForeignRun(_ warnings: inout WarningList) {
        if foreignCount == 0 { return }
        let count = foreignCount == 1 ? "a line that is" : "\(foreignCount) lines that are"
        warnings.add(line: foreignFirst, "\(count) not evtest's, left out")
        foreignCount = 0
    }

    /// Steps over indentation and the `>` of quoted mail.
    static func skipQuotation(_ line: Span<UInt8>, _ scanner: inout LineScanner) {
        while let byte = scanner.peek(line), byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: ">") {
            scanner.position += 1
        }
    }

    /// Whether evtest prints `line` before the events without describing the device by it.
    static func isPrologue(_ line: Span<UInt8>) -> Bool {
        var scanner = LineScanner()
        skipQuotation(line, &scanner)
        let beginnings = [
            "No device specified", "Not running as root", "Available devices", "/dev/input/event",
            "Select the device event number", "Input driver version", "Supported events:",
            "Key repeat handling:", "Properties:", "Testing ...", "Grab succeeded", "*****",
        ]
        return beginnings.contains { scanner.skip($0, line) }
    }

    /// What follows `Event: time `.
    @inline(__always)
    private mutating func event(
        _ line: Span<UInt8>, _ scanner: inout LineScanner, number: Int, warnings: inout WarningList
    ) throws(Malformed) {
        let time = try scanner.time(line)
        try comma(line, &scanner)
        let event: InputEvent
        if scanner.skip("type ", line) {
            let type = try numbered(line, &scanner, "the type")
            try comma(line, &scanner)
            guard scanner.skip("code ", line) else { throw Self.cut() }
            let code = try numbered(line, &scanner, "the code")
            try comma(line, &scanner)
            guard scanner.skip("value ", line) else { throw Self.cut() }
            let value = try value(line, &scanner, type: type, code: code)
            event = InputEvent(time: time, type: type, code: code, value: value)
        } else {
            event = InputEvent(
                time: time, type: EventType.syn, code: try border(line, &scanner), value: 0)
        }
        losses.pass(event, line: number, device: &device, warnings: &warnings)
    }

    private static func cut() -> Malformed {
        Malformed(message: "an event reads 'type N (NAME), code N (NAME), value N' after its time")
    }

    @inline(__always)
    private func comma(_ line: Span<UInt8>, _ scanner: inout LineScanner) throws(Malformed) {
        scanner.skipBlanks(line)
        guard scanner.skip(UInt8(ascii: ","), line) else { throw Self.cut() }
        scanner.skipBlanks(line)
    }

    /// A number and the name in parentheses after it, which old versions spell otherwise or leave out.
    @inline(__always)
    private func numbered(
        _ line: Span<UInt8>, _ scanner: inout LineScanner, _ what: String
    ) throws(Malformed) -> UInt16 {
        guard let wide = scanner.unsigned(line), let number = UInt16(exactly: wide) else {
            throw Malformed(message: "expected \(what), a decimal number up to 65535")
        }
        scanner.skipBlanks(line)
        if scanner.skip(UInt8(ascii: "("), line), !scanner.skip(past: UInt8(ascii: ")"), line) {
            throw Self.cut()
        }
        return number
    }

    /// The value; evtest prints those of MSC_RAW and MSC_SCAN, alone, in base 16.
    @inline(__always)
    private func value(
        _ line: Span<UInt8>, _ scanner: inout LineScanner, type: UInt16, code: UInt16
    ) throws(Malformed) -> Int32 {
        let value: Int32
        if type == 4, code == 3 || code == 4 {
            guard let bits = scanner.hexadecimal(line) else {
                throw Malformed(message: "expected the value, a hexadecimal number")
            }
            value = Int32(bitPattern: bits)
        } else {
            value = try scanner.value(line, "the value")
        }
        scanner.skipBlanks(line)
        guard scanner.peek(line) == nil else {
            throw Malformed(message: "nothing may follow the event's value")
        }
        return value
    }

    /// `-------------- SYN_REPORT ------------` and its like. Where old versions print no code's name, the
    /// marks tell the code.
    private func border(_ line: Span<UInt8>, _ scanner: inout LineScanner) throws(Malformed) -> UInt16 {
        guard let mark = scanner.peek(line) else { throw Self.cut() }
        while scanner.skip(mark, line) {}
        guard scanner.skip(UInt8(ascii: " "), line) else { throw Self.cut() }
        if scanner.skip("SYN_REPORT", line) || scanner.skip("Report Sync", line) { return SynCode.report }
        if scanner.skip("SYN_MT_REPORT", line) { return SynCode.mtReport }
        if scanner.skip("SYN_DROPPED", line) { return SynCode.dropped }
        if scanner.skip("SYN_CONFIG", line) || scanner.skip("Config Sync", line) { return 1 }
        switch mark {
        case UInt8(ascii: "-"): return SynCode.report
        case UInt8(ascii: "+"): return SynCode.mtReport
        case UInt8(ascii: ">"): return SynCode.dropped
        default: throw Self.cut()
        }
    }
}
