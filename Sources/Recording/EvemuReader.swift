import TouchModel

/// Reads evemu's lines: `N:`, `I:`, `P:`, `B:`, `A:`, `L:` and `S:` describe the device, `E:` are its events,
/// `#` begins a comment.
///
/// As in evemu's own tools, types, codes and masks are hexadecimal, while values are decimal however many
/// zeros lead them.
struct EvemuReader {
    var device = DeviceBuilder(firstLine: 1)
    private var isDescribed = false
    private var saidShortTime = false
    private var propertyBytes = 0
    /// Bytes of the mask read so far, by event type: each further line of a type continues its mask.
    private var maskBytes: [UInt16: Int] = [:]

    mutating func consume(
        _ line: Span<UInt8>, number: Int, warnings: inout WarningList
    ) throws(Malformed) {
        if let event = InputEvent(evemuLine: line) {
            device.append(event, line: number, warnings: &warnings)
            return
        }
        var scanner = LineScanner()
        scanner.skipBlanks(line)
        guard let letter = scanner.peek(line) else { return }
        if letter == UInt8(ascii: "#") {
            return try checkVersion(line, scanner, number: number, warnings: &warnings)
        }
        scanner.position += 1
        guard scanner.skip(UInt8(ascii: ":"), line) else { throw Self.foreign(line) }
        if letter == UInt8(ascii: "E") {
            return try event(line, &scanner, number: number, warnings: &warnings)
        }
        try description(letter, line, &scanner)
    }

    /// A line of the description, which is before the events: these may be in use when it comes.
    private mutating func description(
        _ letter: UInt8, _ line: Span<UInt8>, _ scanner: inout LineScanner
    ) throws(Malformed) {
        switch letter {
        case UInt8(ascii: "N"): try name(line, &scanner)
        case UInt8(ascii: "L"), UInt8(ascii: "S"): try state(line, &scanner)
        case _ where device.hasEvents:
            throw Malformed(message: "\(excerpt(line)) describes the device, and events came before it")
        case UInt8(ascii: "I"): try identity(line, &scanner)
        case UInt8(ascii: "P"): try property(line, &scanner)
        case UInt8(ascii: "B"): try mask(line, &scanner)
        case UInt8(ascii: "A"): try axis(line, &scanner)
        default: throw Self.foreign(line)
        }
    }

    private static func foreign(_ line: Span<UInt8>) -> Malformed {
        Malformed(message: "\(excerpt(line)) is not a line of evemu: N: I: P: B: A: L: S: E: or a # comment")
    }

    /// `# EVEMU 1.3`
    private func checkVersion(
        _ line: Span<UInt8>, _ start: LineScanner, number: Int, warnings: inout WarningList
    ) throws(Malformed) {
        var scanner = start
        guard scanner.skip("# EVEMU ", line) else { return }
        guard let major = scanner.unsigned(line), scanner.skip(UInt8(ascii: "."), line),
            let minor = scanner.unsigned(line)
        else { throw Malformed(message: "expected the version, as in '# EVEMU 1.3'") }
        guard major == 1 else {
            throw Malformed(message: "evemu \(major).\(minor) is not known; 1.0 to 1.3 are")
        }
        if minor > 3 {
            warnings.add(line: number, "evemu 1.\(minor) is newer than 1.3, and was read like it")
        }
    }

    /// `E: seconds.microseconds type code value`
    @inline(__always)
    private mutating func event(
        _ line: Span<UInt8>, _ scanner: inout LineScanner, number: Int, warnings: inout WarningList
    ) throws(Malformed) {
        scanner.skipBlanks(line)
        let start = scanner.position
        let time = try scanner.time(line)
        let timeEnd = scanner.position
        let type = try scanner.hexadecimal16(line, "the event's type")
        let code = try scanner.hexadecimal16(line, "the event's code")
        let value = try scanner.value(line, "the event's value")
        guard scanner.isAtEnd(line) else {
            throw Malformed(message: "after the event's value only a # comment may follow")
        }
        if !saidShortTime, hasShortFraction(line, from: start, to: timeEnd) {
            saidShortTime = true
            warnings.add(
                line: number, "the digits after the time's point are fewer than six; they count microseconds")
        }
        device.append(
            InputEvent(time: time, type: type, code: code, value: value), line: number, warnings: &warnings)
    }

    /// Whether fewer than six digits follow the point of the time that ends at `end`.
    @inline(__always)
    private func hasShortFraction(_ line: Span<UInt8>, from start: Int, to end: Int) -> Bool {
        end - start < 7 || line[end - 7] != UInt8(ascii: ".")
    }

    /// `N: name`, to the line's end.
    private mutating func name(_ line: Span<UInt8>, _ scanner: inout LineScanner) throws(Malformed) {
        if isDescribed || device.hasEvents {
            throw Malformed(message: "a second description begins here; a recording of evemu has one device")
        }
        isDescribed = true
        _ = scanner.skip(UInt8(ascii: " "), line)
        device.name = printable(line, from: scanner.position)
    }

    /// `I: bus vendor product version`
    private mutating func identity(_ line: Span<UInt8>, _ scanner: inout LineScanner) throws(Malformed) {
        device.id.bus = try scanner.hexadecimal16(line, "the bus")
        device.id.vendor = try scanner.hexadecimal16(line, "the vendor")
        device.id.product = try scanner.hexadecimal16(line, "the product")
        device.id.version = try scanner.hexadecimal16(line, "the version")
        try end(line, &scanner)
    }

    /// `P: byte …`, eight to a line.
    private mutating func property(_ line: Span<UInt8>, _ scanner: inout LineScanner) throws(Malformed) {
        repeat {
            let byte = try maskByte(line, &scanner)
            for bit in 0..<8 where byte & (1 << bit) != 0 {
                guard let number = UInt8(exactly: propertyBytes * 8 + bit) else {
                    throw Malformed(message: "a property beyond the 256th")
                }
                device.properties.insert(number)
            }
            propertyBytes += 1
        } while !scanner.isAtEnd(line)
    }

    /// `B: type byte …`, eight to a line.
    private mutating func mask(_ line: Span<UInt8>, _ scanner: inout LineScanner) throws(Malformed) {
        let type = try scanner.hexadecimal16(line, "the event's type")
        var position = maskBytes[type] ?? 0
        repeat {
            let byte = try maskByte(line, &scanner)
            for bit in 0..<8 where byte & (1 << bit) != 0 {
                guard let code = UInt16(exactly: position * 8 + bit) else {
                    throw Malformed(message: "a code beyond the 65536th")
                }
                declare(type: type, code: code)
            }
            position += 1
        } while !scanner.isAtEnd(line)
        maskBytes[type] = position
    }

    private mutating func declare(type: UInt16, code: UInt16) {
        if type == EventType.key { device.keys.insert(code) }
        if type == EventType.abs { device.declaredAxes |= bit(code) }
    }

    private func maskByte(_ line: Span<UInt8>, _ scanner: inout LineScanner) throws(Malformed) -> UInt8 {
        guard let byte = UInt8(exactly: try scanner.hexadecimal16(line, "a byte of the mask")) else {
            throw Malformed(message: "a byte of the mask is beyond ff")
        }
        return byte
    }

    /// `A: code minimum maximum fuzz flat [resolution]`
    private mutating func axis(_ line: Span<UInt8>, _ scanner: inout LineScanner) throws(Malformed) {
        let code = try scanner.hexadecimal16(line, "the axis")
        var info = AxisInfo(
            minimum: try scanner.value(line, "the minimum"), maximum: try scanner.value(line, "the maximum"),
            fuzz: try scanner.value(line, "the fuzz"), flat: try scanner.value(line, "the flat"))
        if !scanner.isAtEnd(line) { info.resolution = try scanner.value(line, "the resolution") }
        device.axes[code] = info
        try end(line, &scanner)
    }

    /// `L: led state` and `S: switch state`, which are of no use to a panel.
    private func state(_ line: Span<UInt8>, _ scanner: inout LineScanner) throws(Malformed) {
        _ = try scanner.hexadecimal16(line, "the code")
        _ = try scanner.value(line, "the state")
        try end(line, &scanner)
    }

    private func end(_ line: Span<UInt8>, _ scanner: inout LineScanner) throws(Malformed) {
        guard scanner.isAtEnd(line) else {
            throw Malformed(message: "more values than belong on such a line")
        }
    }
}
