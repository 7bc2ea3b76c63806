/// Writes JSON to the end of a buffer that its user keeps: nothing is allocated while the buffer has room.
///
/// Commas come by themselves; that begins and ends match is the user's to see to.
public struct JSONWriter: Sendable {
    /// What was written so far; the user may take bytes away from it at any time between two messages.
    public var bytes: [UInt8]
    private var needsComma = false

    /// A writer that goes on at the end of `bytes`.
    public init(_ bytes: consuming [UInt8] = []) {
        self.bytes = bytes
    }

    /// Forgets what was written and keeps the room.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Ends a message with `terminator`: NUL on the socket, a newline in a file of lines.
    public mutating func endMessage(_ terminator: UInt8 = 0) {
        bytes.append(terminator)
        needsComma = false
    }

    /// Writes `{`.
    public mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    /// Writes `}`.
    public mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Writes `[`.
    public mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
    }

    /// Writes `]`.
    public mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes a member's name and the colon; its value must follow.
    public mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes `null`.
    public mutating func null() {
        separate()
        append("null")
        needsComma = true
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) {
        separate()
        append(value ? "true" : "false")
        needsComma = true
    }

    /// Writes `value` in decimal.
    public mutating func integer(_ value: some FixedWidthInteger) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(UInt64(truncatingIfNeeded: value.magnitude))
        needsComma = true
    }

    /// Writes `value` as a number of at most two decimals: rounded to the nearest, a tie away from zero; no
    /// exponent, no `-0`, no zeros at the end. Beyond ±90,071,992,547,409.92 the limit is written, and `null`
    /// for NaN.
    public mutating func coordinate(_ value: Double) {
        guard !value.isNaN else { return null() }
        separate()
        let hundredths = JSONWriter.hundredths(min(max(value, -JSONWriter.greatest), JSONWriter.greatest))
        if hundredths < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, fraction) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        digits(whole)
        if fraction != 0 {
            bytes.append(UInt8(ascii: "."))
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / 10))
            if fraction % 10 != 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction % 10))
            }
        }
        needsComma = true
    }

    /// Writes `value` with all its digits; `null` when it is not finite. Allocates, unlike `coordinate`.
    public mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        separate()
        // The shortest text that gives the same value again; 1e-05 is JSON as well.
        append(value.description)
        needsComma = true
    }

    /// Writes `value` in quotes, with what JSON demands escaped and all else as UTF-8.
    public mutating func string(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        let text = value.utf8Span.span
        for index in text.indices { escape(text[index]) }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes a value that is JSON text already.
    package mutating func json(_ value: [UInt8]) {
        separate()
        bytes.append(contentsOf: value)
        needsComma = true
    }

    /// 2^53 hundredths: up to here a Double tells one hundredth from the next.
    private static let greatest = 90_071_992_547_409.92

    /// The number of hundredths nearest to the exact product; the product as a Double may have become a tie
    /// by rounding.
    private static func hundredths(_ value: Double) -> Int64 {
        let product = value * 100
        var nearest = product.rounded(.toNearestOrAwayFromZero)
        if abs(product - product.rounded(.towardZero)) == 0.5 {
            let error = (-product).addingProduct(value, 100)
            if error != 0 && (error < 0) == (product > 0) { nearest = product.rounded(.towardZero) }
        }
        return Int64(nearest)
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func append(_ text: String) {
        let text = text.utf8Span.span
        for index in text.indices { bytes.append(text[index]) }
    }

    private mutating func digits(_ value: UInt64) {
        var divisor: UInt64 = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case UInt8(ascii: "\n"): append("\\n")
        case UInt8(ascii: "\r"): append("\\r")
        case UInt8(ascii: "\t"): append("\\t")
        case 0..<0x20:
            append("\\u00")
            bytes.append(JSONWriter.hexadecimal(byte >> 4))
            bytes.append(JSONWriter.hexadecimal(byte & 0xf))
        default: bytes.append(byte)
        }
    }

    private static func hexadecimal(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

extension JSONWriter {
    /// Writes the member `name` unless `value` is nil.
    mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes the member `name` unless `value` is nil.
    mutating func member(_ name: String, _ value: (some FixedWidthInteger)?) {
        guard let value else { return }
        key(name)
        integer(value)
    }

    /// Writes the member `name` unless `value` is nil.
    mutating func member(_ name: String, _ value: Bool?) {
        guard let value else { return }
        key(name)
        bool(value)
    }

    /// Writes the member `name` unless `value` is nil.
    mutating func member(_ name: String, coordinate value: Double?) {
        guard let value else { return }
        key(name)
        coordinate(value)
    }

    /// Writes the member `name`, as null when `value` is nil.
    mutating func nullable(_ name: String, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    /// Writes `values` as an array.
    mutating func array<Element>(_ values: [Element], _ write: (Element, inout JSONWriter) -> Void) {
        beginArray()
        for value in values { write(value, &self) }
        endArray()
    }
}
