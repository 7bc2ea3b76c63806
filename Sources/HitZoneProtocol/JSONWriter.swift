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
        word("null")
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) {
        word(value ? "true" : "false")
    }

    /// Writes `value` in decimal.
    public mutating func integer(_ value: some FixedWidthInteger) {
        self.value(room: JSONText.roomOfInteger) { $0.append(integer: value) }
    }

    /// Writes `value` as a number of at most two decimals: rounded to the nearest, a tie away from zero; no
    /// exponent, no `-0`, no zeros at the end. Beyond ±90,071,992,547,409.92 the limit is written, and `null`
    /// for NaN.
    public mutating func coordinate(_ value: Double) {
        self.value(room: JSONText.roomOfCoordinate) { $0.append(coordinate: value) }
    }

    /// Writes `value` with all its digits; `null` when it is not finite. Allocates, unlike `coordinate`.
    public mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        // The shortest text that gives the same value again; 1e-05 is JSON as well.
        word(value.description)
    }

    /// Writes `value` in quotes, with what JSON demands escaped and all else as UTF-8.
    public mutating func string(_ value: String) {
        let text = value.utf8Span.span
        self.value(room: JSONText.room(bytes: text.count)) { $0.append(quoted: text) }
    }

    /// Writes a value that is JSON text already.
    package mutating func json(_ value: [UInt8]) {
        separate()
        bytes.append(contentsOf: value)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    /// Writes a value that `write` adds, of at most `room` bytes.
    @inline(__always)
    mutating func value(room: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        let hasComma = needsComma
        bytes.append(addingCapacity: room + 1) { output in
            if hasComma { output.append(UInt8(ascii: ",")) }
            write(&output)
        }
        needsComma = true
    }

    /// Writes a value that needs no quotes.
    private mutating func word(_ text: String) {
        let text = text.utf8Span.span
        value(room: text.count) { $0.append(text) }
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
