import TouchModel

/// Reads the YAML that `libinput record` writes, line by line, as that program lays it out: one device after
/// another, each with a description and then its events, one `- [seconds, microseconds, type, code, value]`
/// to a line.
///
/// It is no YAML parser, for three reasons. Old versions give the axes' ranges in comments only, which a
/// parser drops. Events come in millions, of which no tree should be made. And a recording that a crash cut
/// off, or a device with a quote in its name, is not YAML any more, but as readable as before.
struct LibinputRecordReader {
    private(set) var devices: [DeviceBuilder] = []
    private var text = DescriptionText()
    private var part = Part.outside
    private var map = Map.none

    /// Which part of a device the line is in.
    private enum Part { case outside, description, other, events }
    /// Which map of the description the line is in.
    private enum Map { case none, codes, ranges }

    var hasEvents: Bool { devices.contains(where: \.hasEvents) }

    mutating func consume(
        _ line: Span<UInt8>, number: Int, warnings: inout WarningList
    ) throws(Malformed) {
        var scanner = LineScanner()
        scanner.skipBlanks(line)
        guard let first = scanner.peek(line) else { return }
        if first == UInt8(ascii: "#") {
            if part == .description { comment(line, &scanner) }
        } else if scanner.skip("- ", line) {
            scanner.skipBlanks(line)
            try item(line, &scanner, number: number, warnings: &warnings)
        } else if part != .events || scanner.position <= 2 {
            try key(line, &scanner)
        }
    }

    private mutating func comment(_ line: Span<UInt8>, _ scanner: inout LineScanner) {
        while scanner.skip(UInt8(ascii: "#"), line) {}
        scanner.skipBlanks(line)
        withLastDevice { device, text in _ = text.consume(line, from: scanner.position, into: &device) }
    }

    private mutating func withLastDevice(_ body: (inout DeviceBuilder, inout DescriptionText) -> Void) {
        if !devices.isEmpty { body(&devices[devices.count - 1], &text) }
    }

    /// Whether `line` may stand before what only libinput record writes: its comment may be lost on the way.
    static func isPrologue(_ line: Span<UInt8>) -> Bool {
        var scanner = LineScanner()
        return scanner.skip("version:", line)
    }

    /// An item of a list: a device, a group of events, or an event.
    @inline(__always)
    private mutating func item(
        _ line: Span<UInt8>, _ scanner: inout LineScanner, number: Int, warnings: inout WarningList
    ) throws(Malformed) {
        if scanner.skip("[", line) {
            if part != .events { return }
            let event = try event(line, &scanner)
            devices[devices.count - 1].append(event, line: number, warnings: &warnings)
        } else if scanner.skip("node:", line) {
            begin(number)
            devices[devices.count - 1].node = DescriptionText.quoted(line, from: scanner.position)
        } else if scanner.skip("evdev:", line) {
            // An excerpt may begin with the events.
            if devices.isEmpty { begin(number) }
            part = .events
        }
    }

    private mutating func begin(_ number: Int) {
        devices.append(DeviceBuilder(firstLine: number))
        text = DescriptionText()
        (part, map) = (.other, .none)
    }

    /// `seconds, microseconds, type, code, value]`
    @inline(__always)
    private func event(_ line: Span<UInt8>, _ scanner: inout LineScanner) throws(Malformed) -> InputEvent {
        let seconds = try field(line, &scanner, "the seconds")
        let microseconds = try field(line, &scanner, "the microseconds")
        let type = try field(line, &scanner, "the type")
        let code = try field(line, &scanner, "the code")
        let value = try scanner.value(line, "the value")
        scanner.skipBlanks(line)
        guard scanner.skip(UInt8(ascii: "]"), line), scanner.isAtEnd(line) else {
            throw Malformed(message: "an event is [seconds, microseconds, type, code, value]")
        }
        guard let type = UInt16(exactly: type), let code = UInt16(exactly: code) else {
            throw Malformed(message: "the type and the code of an event are 0 to 65535")
        }
        let time = try LineScanner.timestamp(seconds: seconds, microseconds: microseconds)
        return InputEvent(time: time, type: type, code: code, value: value)
    }

    @inline(__always)
    private func field(
        _ line: Span<UInt8>, _ scanner: inout LineScanner, _ what: String
    ) throws(Malformed) -> UInt64 {
        scanner.skipBlanks(line)
        guard let number = scanner.unsigned(line) else {
            throw Malformed(
                message: "expected \(what); an event is [seconds, microseconds, type, code, value]")
        }
        scanner.skipBlanks(line)
        guard scanner.skip(UInt8(ascii: ","), line) else {
            throw Malformed(
                message:
                    "expected a comma after \(what); an event is [seconds, microseconds, type, code, value]")
        }
        return number
    }

    /// A key of a map. Only those that describe the device matter; a number is a key of `codes` or `absinfo`.
    private mutating func key(_ line: Span<UInt8>, _ scanner: inout LineScanner) throws(Malformed) {
        guard !devices.isEmpty else { return }
        if part == .description, map != .none, let number = scanner.unsigned(line) {
            return try entry(line, &scanner, number)
        }
        map = .none
        if scanner.skip("events:", line) {
            part = .events
        } else if scanner.skip("evdev:", line) {
            part = .description
        } else if scanner.skip("udev:", line) || scanner.skip("hid:", line) || scanner.skip("quirks:", line) {
            part = .other
        } else if part == .description {
            try describe(line, &scanner)
        }
    }

    private mutating func describe(_ line: Span<UInt8>, _ scanner: inout LineScanner) throws(Malformed) {
        let last = devices.count - 1
        if scanner.skip("name:", line) {
            devices[last].name = DescriptionText.quoted(line, from: scanner.position)
        } else if scanner.skip("id:", line) {
            let numbers = try list(line, &scanner, "the identity").compactMap { UInt16(exactly: $0) }
            guard numbers.count == 4 else {
                throw Malformed(message: "an identity is [bus, vendor, product, version], each 0 to 65535")
            }
            devices[last].id = InputID(
                bus: numbers[0], vendor: numbers[1], product: numbers[2], version: numbers[3])
        } else if scanner.skip("properties:", line) {
            let numbers = try list(line, &scanner, "the properties")
            devices[last].properties.formUnion(numbers.compactMap { UInt8(exactly: $0) })
        } else if scanner.skip("codes:", line) {
            map = .codes
        } else if scanner.skip("absinfo:", line) {
            map = .ranges
        }
    }

    /// `3: [0, 1, 47]` below `codes`, or `0: [minimum, maximum, fuzz, flat, resolution]` below `absinfo`.
    private mutating func entry(
        _ line: Span<UInt8>, _ scanner: inout LineScanner, _ number: UInt64
    ) throws(Malformed) {
        guard scanner.skip(UInt8(ascii: ":"), line), let key = UInt16(exactly: number) else {
            throw Malformed(message: "expected a number and a colon")
        }
        let numbers = try list(line, &scanner, "the list")
        let last = devices.count - 1
        if map == .codes {
            let codes = numbers.compactMap { UInt16(exactly: $0) }
            if key == EventType.key { devices[last].keys.formUnion(codes) }
            if key == EventType.abs { for code in codes { devices[last].declaredAxes |= bit(code) } }
        } else {
            guard numbers.count == 5 else {
                throw Malformed(message: "an axis is [minimum, maximum, fuzz, flat, resolution]")
            }
            devices[last].axes[key] = AxisInfo(
                minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
                resolution: numbers[4])
        }
    }

    /// `[number, …]`
    private func list(
        _ line: Span<UInt8>, _ scanner: inout LineScanner, _ what: String
    ) throws(Malformed) -> [Int32] {
        scanner.skipBlanks(line)
        guard scanner.skip(UInt8(ascii: "["), line) else {
            throw Malformed(message: "\(what) should be numbers in brackets")
        }
        var numbers: [Int32] = []
        scanner.skipBlanks(line)
        if scanner.skip(UInt8(ascii: "]"), line) { return numbers }
        repeat {
            numbers.append(try scanner.value(line, "a number"))
            scanner.skipBlanks(line)
        } while scanner.skip(UInt8(ascii: ","), line)
        guard scanner.skip(UInt8(ascii: "]"), line) else {
            throw Malformed(message: "\(what) should end with a bracket")
        }
        return numbers
    }
}
