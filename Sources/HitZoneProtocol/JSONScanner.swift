/// Why text is no JSON value, and at which byte.
struct JSONProblem: Error, Hashable {
    var what: String
    var place: Int
}

/// Goes over JSON text and holds it to RFC 8259 on the way; it builds nothing and allocates nothing.
///
/// That the text is UTF-8 is for its user to see to.
struct JSONScanner {
    /// How deep arrays and objects may lie in one another.
    static let depthLimit = 512

    private let text: [UInt8]
    private(set) var place: Int
    private var depth = 0

    init(_ text: [UInt8], at place: Int = 0) {
        self.text = text
        self.place = place
    }

    /// The byte that comes, space left out; nil at the end.
    mutating func peek() -> UInt8? {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d { place += 1 }
        return next
    }

    /// Goes past a value; what is no value is a problem.
    mutating func skipValue() throws(JSONProblem) {
        switch peek() {
        case UInt8(ascii: "{"):
            try skipList(until: UInt8(ascii: "}")) { scanner throws(JSONProblem) in
                try scanner.skipName()
                try scanner.skipValue()
            }
        case UInt8(ascii: "["):
            try skipList(until: UInt8(ascii: "]")) { scanner throws(JSONProblem) in try scanner.skipValue() }
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "t"): try skipWord("true")
        case UInt8(ascii: "f"): try skipWord("false")
        case UInt8(ascii: "n"): try skipWord("null")
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): try skipNumber()
        default: throw problem("a value is missing")
        }
    }

    /// Goes past an object's or an array's bracket and all that follows up to its `end`; each item is for `body`.
    mutating func skipList(
        until end: UInt8, _ body: (inout JSONScanner) throws(JSONProblem) -> Void
    ) throws(JSONProblem) {
        if depth == Self.depthLimit { throw problem("it is nested too deep") }
        depth += 1
        place += 1
        if peek() != end {
            try body(&self)
            while peek() == UInt8(ascii: ",") {
                place += 1
                try body(&self)
            }
        }
        guard next == end else { throw problem("a comma or a bracket is missing") }
        place += 1
        depth -= 1
    }

    /// Goes past a member's name and the colon.
    mutating func skipName() throws(JSONProblem) {
        guard peek() == UInt8(ascii: "\"") else { throw problem("a member's name is missing") }
        try skipString()
        guard peek() == UInt8(ascii: ":") else { throw problem("a colon is missing") }
        place += 1
    }

    private var next: UInt8? { place < text.count ? text[place] : nil }

    private func problem(_ what: String) -> JSONProblem { JSONProblem(what: what, place: place) }

    private mutating func skipWord(_ word: String) throws(JSONProblem) {
        guard text[place...].starts(with: word.utf8) else { throw problem("a value is missing") }
        place += word.utf8.count
    }

    private mutating func skipNumber() throws(JSONProblem) {
        if next == UInt8(ascii: "-") { place += 1 }
        // No digit may follow a leading zero.
        if next == UInt8(ascii: "0") { place += 1 } else { try skipDigits() }
        if next == UInt8(ascii: ".") {
            place += 1
            try skipDigits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            place += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { place += 1 }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(JSONProblem) {
        let start = place
        while let byte = next, Self.isDigit(byte) { place += 1 }
        if place == start { throw problem("a digit is missing") }
    }

    private mutating func skipString() throws(JSONProblem) {
        place += 1
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                return
            case 0..<0x20: throw problem("a control character is not escaped")
            case UInt8(ascii: "\\"): _ = try takeEscape()
            default: place += 1
            }
        }
        throw problem("a quotation mark is missing")
    }

    /// Goes past a backslash and what belongs to it, and tells what it stands for.
    mutating func takeEscape() throws(JSONProblem) -> Unicode.Scalar {
        place += 1
        guard let byte = next else { throw problem("a quotation mark is missing") }
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try takeCodePoint()
        default: throw problem("an escape is unknown")
        }
    }

    /// The digits of `\u`, with the second half of a surrogate pair.
    private mutating func takeCodePoint() throws(JSONProblem) -> Unicode.Scalar {
        let first = try takeHexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xdc00, next == UInt8(ascii: "\\") {
            place += 1
            if next == UInt8(ascii: "u") {
                place += 1
                let second = try takeHexadecimal()
                if (0xdc00...0xdfff).contains(second) {
                    let offset = (UInt32(first) - 0xd800) << 10 + (UInt32(second) - 0xdc00)
                    if let scalar = Unicode.Scalar(0x10000 + offset) { return scalar }
                }
            }
        }
        throw problem("half of a surrogate pair is missing")
    }

    private mutating func takeHexadecimal() throws(JSONProblem) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap(Self.hexadecimal) else {
                throw problem("a hexadecimal digit is missing")
            }
            value = value << 4 | UInt16(digit)
            place += 1
        }
        return value
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
