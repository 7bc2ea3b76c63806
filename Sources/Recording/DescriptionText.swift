import TouchModel

/// Reads the description that evtest prints before the events and that `libinput record` writes as comments:
/// `Event type 3 (EV_ABS)`, then `Event code 0 (ABS_X)`, then `Min 0`, and so on.
struct DescriptionText {
    private var type: UInt64?
    private var axis: UInt16?
    private var info = AxisInfo(minimum: 0, maximum: 0)

    /// Reads the line from `start`, which is after all indentation and comment signs.
    ///
    /// - Returns: Whether it is a line of a description.
    mutating func consume(_ line: Span<UInt8>, from start: Int, into device: inout DeviceBuilder) -> Bool {
        var scanner = LineScanner(position: start)
        if scanner.skip("Event ", line) { return event(line, &scanner, &device) }
        if scanner.skip("Property ", line) { return property(line, &scanner, &device) }
        if scanner.skip("Input device name:", line) || scanner.skip("Name:", line) {
            device.name = Self.quoted(line, from: scanner.position)
            return true
        }
        if scanner.skip("Input device ID:", line) || scanner.skip("ID:", line) {
            return identity(line, &scanner, &device)
        }
        if scanner.skip("Repeat ", line) {
            (type, axis) = (nil, nil)
            return true
        }
        return range(line, &scanner, &device)
    }

    /// `type 3 (EV_ABS)` or `code 0 (ABS_X)`
    private mutating func event(
        _ line: Span<UInt8>, _ scanner: inout LineScanner, _ device: inout DeviceBuilder
    ) -> Bool {
        let isType = scanner.skip("type ", line)
        guard isType || scanner.skip("code ", line), let number = scanner.unsigned(line) else { return false }
        axis = nil
        if isType {
            type = number
        } else if let code = UInt16(exactly: number) {
            if type == UInt64(EventType.key) { device.keys.insert(code) }
            if type == UInt64(EventType.abs) {
                axis = code
                info = AxisInfo(minimum: 0, maximum: 0)
                device.declaredAxes |= bit(code)
            }
        }
        return true
    }

    /// `type 1 (INPUT_PROP_DIRECT)`, or without `type`.
    private func property(
        _ line: Span<UInt8>, _ scanner: inout LineScanner, _ device: inout DeviceBuilder
    ) -> Bool {
        scanner.skipBlanks(line)
        _ = scanner.skip("type ", line)
        guard let wide = scanner.unsigned(line), let number = UInt8(exactly: wide) else { return false }
        device.properties.insert(number)
        return true
    }

    /// `bus 0x18 vendor 0x6cb product 0xcd3e version 0x100`
    private func identity(
        _ line: Span<UInt8>, _ scanner: inout LineScanner, _ device: inout DeviceBuilder
    ) -> Bool {
        guard let bus = Self.number("bus", line, &scanner),
            let vendor = Self.number("vendor", line, &scanner),
            let product = Self.number("product", line, &scanner)
        else { return false }
        device.id = InputID(
            bus: bus, vendor: vendor, product: product, version: Self.number("version", line, &scanner) ?? 0)
        return true
    }

    private static func number(
        _ word: String, _ line: Span<UInt8>, _ scanner: inout LineScanner
    ) -> UInt16? {
        scanner.skipBlanks(line)
        guard scanner.skip(word, line) else { return nil }
        scanner.skipBlanks(line)
        _ = scanner.skip("0x", line)
        return scanner.hexadecimal(line).flatMap { UInt16(exactly: $0) }
    }

    /// `Min 0`, `Max 1212` …; `Value` alone may stand below a key's repetition too, where it means nothing
    /// here.
    private mutating func range(
        _ line: Span<UInt8>, _ scanner: inout LineScanner, _ device: inout DeviceBuilder
    ) -> Bool {
        let word = scanner.position
        while let byte = scanner.peek(line), byte | 0x20 >= 0x61 { scanner.position += 1 }
        let wordEnd = scanner.position
        guard let value = try? scanner.value(line, "the value"), scanner.isAtEnd(line) else { return false }
        switch printable(line, from: word, to: wordEnd) {
        case "Value": info.value = value
        case "Min": info.minimum = value
        case "Max": info.maximum = value
        case "Fuzz": info.fuzz = value
        case "Flat": info.flat = value
        case "Resolution": info.resolution = value
        default: return false
        }
        // Both bounds are printed always, the least first; the rest only where they are not 0.
        let hasBounds = axis.map { device.axes[$0] != nil } ?? false
        if let axis, hasBounds || line[word + 1] == UInt8(ascii: "a") && line[word + 2] == UInt8(ascii: "x") {
            device.axes[axis] = info
        }
        return true
    }

    /// The rest of the line, without the blanks about it and the quotes about that.
    static func quoted(_ line: Span<UInt8>, from start: Int) -> String {
        var (first, end) = (start, line.count)
        while first < end, line[first] == 0x20 || line[first] == 0x09 { first += 1 }
        while end > first, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
        let quote = first < end ? line[first] : 0
        if end - first >= 2, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), line[end - 1] == quote
        {
            (first, end) = (first + 1, end - 1)
        }
        return printable(line, from: first, to: end)
    }
}
