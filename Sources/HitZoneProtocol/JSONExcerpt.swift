/// Finds a value's text within a text whose structure is known to be JSON's: what a decoder forgets, such as
/// the order of members and which of them are given twice, is there for another reader.
struct JSONExcerpt {
    private let text: [UInt8]
    private var place = 0

    private init(_ text: [UInt8]) { self.text = text }

    /// The text of the value at the end of `path`, the names of members from the outside in; nil when there
    /// is none.
    static func value(of path: String..., in text: [UInt8]) -> [UInt8]? {
        var excerpt = JSONExcerpt(text)
        for name in path where !excerpt.enter(name) { return nil }
        let start = excerpt.place
        excerpt.skipValue()
        return Array(text[start..<excerpt.place])
    }

    private var next: UInt8? { place < text.count ? text[place] : nil }

    /// Goes to the value of the member `name` of the object that is next; false when it has none, or is no
    /// object.
    private mutating func enter(_ name: String) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: "{") else { return false }
        place += 1
        while true {
            skip { Self.isSpace($0) || $0 == UInt8(ascii: ",") }
            guard next == UInt8(ascii: "\"") else { return false }
            let start = place
            skipString()
            // A name may be written with escapes.
            let key = try? decodeMessage(String.self, Array(text[start..<place]))
            skip { Self.isSpace($0) || $0 == UInt8(ascii: ":") }
            if key == name { return true }
            skipValue()
        }
    }

    private mutating func skipValue() {
        var depth = 0
        repeat {
            skipSpace()
            switch next {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                place += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"): place += 1
            case nil: return
            default: skip { !Self.isSpace($0) && !",]}".utf8.contains($0) }
            }
        } while depth > 0
    }

    private mutating func skipString() {
        place += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            place += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        place = min(place + 1, text.count)
    }

    private mutating func skipSpace() { skip(while: Self.isSpace) }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        while let byte = next, condition(byte) { place += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }
}
