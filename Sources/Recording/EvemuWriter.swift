public import TouchModel

/// Writes recordings as evemu 1.3, which `evemu-device` and `evemu-play` take.
public enum EvemuWriter {
    /// The description of `panel`: the version, its name, identity, properties, masks and axes. Events follow
    /// it.
    ///
    /// evemu refuses a device without a name, so that `unnamed` stands for an empty one.
    public static func header(of panel: PanelDescription) -> [UInt8] {
        let name = panel.name.isEmpty ? "unnamed" : singleLine(panel.name)
        var bytes: [UInt8] = []
        bytes.append(contentsOf: "# EVEMU 1.3\n# Input device name: \"\(name)\"\n".utf8)
        bytes.append(contentsOf: "N: \(name)\nI:".utf8)
        for number in [panel.id.bus, panel.id.vendor, panel.id.product, panel.id.version] {
            bytes.append(UInt8(ascii: " "))
            appendHexadecimal(number, digits: 4, to: &bytes)
        }
        bytes.append(0x0a)
        appendMask(prefix: "P:", panel.properties.map { UInt16($0) }, count: 64, to: &bytes)
        appendMasks(of: panel, to: &bytes)
        for (code, axis) in panel.axes.sorted(by: { $0.key < $1.key }) {
            bytes.append(contentsOf: "A: ".utf8)
            appendHexadecimal(code, digits: 2, to: &bytes)
            let values = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
            bytes.append(contentsOf: values.map { " \($0)" }.joined().utf8)
            bytes.append(0x0a)
        }
        return bytes
    }

    /// Appends the line of `event`, with a comment that names it; allocates nothing but room in `bytes`.
    ///
    /// evemu knows no times before 0; such an event is written at 0.
    public static func append(_ event: InputEvent, to bytes: inout [UInt8]) {
        let time = UInt64(max(event.time.microseconds, 0))
        bytes.append(contentsOf: "E: ".utf8)
        appendDecimal(time / 1_000_000, width: 1, to: &bytes)
        bytes.append(UInt8(ascii: "."))
        appendDecimal(time % 1_000_000, width: 6, to: &bytes)
        bytes.append(UInt8(ascii: " "))
        appendHexadecimal(event.type, digits: 4, to: &bytes)
        bytes.append(UInt8(ascii: " "))
        appendHexadecimal(event.code, digits: 4, to: &bytes)
        bytes.append(UInt8(ascii: " "))
        appendValue(event.value, width: 4, to: &bytes)
        appendComment(event, to: &bytes)
        bytes.append(0x0a)
    }

    /// The recording of `device`: its description, where it has one, and its events.
    ///
    /// Reading that gives the same panel and the same events again.
    public static func text(of device: RecordedDevice) -> [UInt8] {
        let panel = device.panel
        let isDescribed =
            !panel.name.isEmpty || !panel.axes.isEmpty || !panel.properties.isEmpty || panel.id != InputID()
        var bytes = isDescribed ? header(of: panel) : []
        bytes.reserveCapacity(bytes.count + device.events.count * 64)
        for event in device.events { append(event, to: &bytes) }
        return bytes
    }

    /// `name` with its line ends replaced, which would end the line of the header too.
    private static func singleLine(_ name: String) -> String {
        String(decoding: name.utf8.map { $0 < 0x20 || $0 == 0x7f ? UInt8(ascii: "?") : $0 }, as: UTF8.self)
    }

    /// The masks of all types that evemu 1.3 lists, each as long as the kernel's codes of the type.
    private static func appendMasks(of panel: PanelDescription, to bytes: inout [UInt8]) {
        var types = [EventType.syn]
        if !panel.keys.isEmpty { types.append(EventType.key) }
        if !panel.axes.isEmpty { types.append(EventType.abs) }
        let counts: [(type: UInt16, codes: Int)] = [
            (0x00, 64), (0x01, 0x300), (0x02, 64), (0x03, 64), (0x04, 64), (0x05, 64), (0x11, 64), (0x12, 64),
            (0x14, 64), (0x15, 128),
        ]
        for (type, count) in counts {
            let codes: [UInt16] =
                switch type {
                case EventType.syn: types
                case EventType.key: Array(panel.keys)
                case EventType.abs: Array(panel.axes.keys)
                default: []
                }
            var prefix: [UInt8] = Array("B: ".utf8)
            appendHexadecimal(type, digits: 2, to: &prefix)
            appendMask(prefix: String(decoding: prefix, as: UTF8.self), codes, count: count, to: &bytes)
        }
    }

    /// Lines of eight bytes each that hold the first `count` bits.
    private static func appendMask(prefix: String, _ codes: [UInt16], count: Int, to bytes: inout [UInt8]) {
        var mask = [UInt8](repeating: 0, count: count / 8)
        for code in codes where Int(code) < count { mask[Int(code) / 8] |= 1 << (UInt8(code % 8)) }
        for (index, byte) in mask.enumerated() {
            if index % 8 == 0 { bytes.append(contentsOf: prefix.utf8) }
            bytes.append(UInt8(ascii: " "))
            appendHexadecimal(UInt16(byte), digits: 2, to: &bytes)
            if index % 8 == 7 { bytes.append(0x0a) }
        }
    }

    /// `# EV_ABS / ABS_MT_SLOT 0`, and for a frame's border a line of dashes.
    private static func appendComment(_ event: InputEvent, to bytes: inout [UInt8]) {
        guard let type = EventNames.type(event.type),
            let code = EventNames.code(type: event.type, code: event.code)
        else { return }
        bytes.append(UInt8(ascii: "\t"))
        if event.type == EventType.syn {
            let isContact = event.code == SynCode.mtReport
            bytes.append(contentsOf: (isContact ? "# ++++++++++++ " : "# ------------ ").utf8)
            bytes.append(contentsOf: code.utf8)
            bytes.append(contentsOf: " (".utf8)
            appendValue(event.value, width: 1, to: &bytes)
            bytes.append(contentsOf: (isContact ? ") ++++++++++" : ") ----------").utf8)
            return
        }
        bytes.append(contentsOf: "# ".utf8)
        bytes.append(contentsOf: type.utf8)
        bytes.append(contentsOf: " / ".utf8)
        bytes.append(contentsOf: code.utf8)
        for _ in min(code.utf8.count, 20)...20 { bytes.append(UInt8(ascii: " ")) }
        appendValue(event.value, width: 1, to: &bytes)
    }

    /// A number with leading zeros up to `width`, its sign included, as printf's `%04d`.
    private static func appendValue(_ value: Int32, width: Int, to bytes: inout [UInt8]) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        appendDecimal(UInt64(value.magnitude), width: value < 0 ? width - 1 : width, to: &bytes)
    }

    private static func appendDecimal(_ value: UInt64, width: Int, to bytes: inout [UInt8]) {
        var divisor: UInt64 = 1
        var digits = 1
        while digits < width || value / divisor >= 10 {
            divisor *= 10
            digits += 1
        }
        var rest = value
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor))
            rest %= divisor
            divisor /= 10
        }
    }

    private static func appendHexadecimal(_ value: UInt16, digits: Int, to bytes: inout [UInt8]) {
        for digit in (0..<max(digits, value > 0xff ? 4 : 2)).reversed() {
            let nibble = UInt8(truncatingIfNeeded: value >> UInt16(digit * 4)) & 0xf
            bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
        }
    }
}
