/// A value within JSON text that was found right as a whole. What it holds is read when it is asked for, so a
/// message costs no more than its own bytes, whatever is in it.
struct JSONValue {
    private let message: [UInt8]
    private let place: Range<Int>

    /// A member of an object.
    struct Member {
        var name: String
        var value: JSONValue
    }

    /// The one value that `text` is. Numbers and depth are as in RFC 8259, up to `JSONScanner.depthLimit`.
    init(_ text: [UInt8]) throws(ProtocolError) {
        guard (try? UTF8Span(validating: text.span)) != nil else { throw .malformed("it is not UTF-8") }
        var scanner = JSONScanner(text)
        do throws(JSONProblem) {
            self.init(text, try Self.next(&scanner))
        } catch {
            throw .malformed("it is not JSON: byte \(error.place): \(error.what)")
        }
        if scanner.peek() != nil { throw .malformed("it is not JSON: byte \(scanner.place): there is more") }
    }

    private init(_ message: [UInt8], _ place: Range<Int>) {
        self.message = message
        self.place = place
    }

    /// Where the value that comes is; the scanner goes past it.
    private static func next(_ scanner: inout JSONScanner) throws(JSONProblem) -> Range<Int> {
        _ = scanner.peek()
        let start = scanner.place
        try scanner.skipValue()
        return start..<scanner.place
    }

    /// The value's text.
    var text: [UInt8] { Array(message[place]) }

    /// Whether it is null.
    var isNull: Bool { first == UInt8(ascii: "n") }

    private var first: UInt8 { message[place.lowerBound] }

    /// The members of an object, in their order; nil when it is none.
    var members: [Member]? {
        guard first == UInt8(ascii: "{") else { return nil }
        var members: [Member] = []
        var scanner = JSONScanner(message, at: place.lowerBound)
        // The text is right, so nothing is thrown.
        try? scanner.skipList(until: UInt8(ascii: "}")) { scanner throws(JSONProblem) in
            _ = scanner.peek()
            let start = scanner.place
            try scanner.skipName()
            let name = JSONValue(message, start..<scanner.place)
            members.append(
                Member(name: name.name ?? "", value: JSONValue(message, try Self.next(&scanner))))
        }
        return members
    }

    /// The elements of an array; nil when it is none.
    var elements: [JSONValue]? {
        guard first == UInt8(ascii: "[") else { return nil }
        var elements: [JSONValue] = []
        var scanner = JSONScanner(message, at: place.lowerBound)
        try? scanner.skipList(until: UInt8(ascii: "]")) { scanner throws(JSONProblem) in
            elements.append(JSONValue(message, try Self.next(&scanner)))
        }
        return elements
    }

    /// The text of a string; nil when it is none. Comparing two takes time by the square of a run of combining marks in
    /// them, and strings come from anyone: for what is compared there is `name`.
    var string: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    /// The text of a string with `?` for what is not ASCII, which no name has that anything here is called; nil when it
    /// is none.
    var name: String? {
        bytes.map { bytes in
            String(decoding: bytes.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
        }
    }

    private var bytes: [UInt8]? {
        guard first == UInt8(ascii: "\"") else { return nil }
        var bytes: [UInt8] = []
        var place = place.lowerBound + 1
        while message[place] != UInt8(ascii: "\"") {
            if message[place] == UInt8(ascii: "\\") {
                var scanner = JSONScanner(message, at: place)
                guard let scalar = try? scanner.takeEscape() else { return nil }
                bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                place = scanner.place
            } else {
                bytes.append(message[place])
                place += 1
            }
        }
        return bytes
    }

    /// Whether it is true or false; nil when it is neither.
    var bool: Bool? {
        switch first {
        case UInt8(ascii: "t"): true
        case UInt8(ascii: "f"): false
        default: nil
        }
    }

    /// A number, infinite when it is beyond what a Double holds; nil when it is none.
    var number: Double? { digits.flatMap { Double($0) } }

    /// A number that is whole and not negative, however it is written; nil when it is another or none.
    var unsigned: UInt64? {
        guard let digits else { return nil }
        return UInt64(digits) ?? Double(digits).flatMap(UInt64.init(exactly:))
    }

    private var digits: String? {
        guard first == UInt8(ascii: "-") || JSONScanner.isDigit(first) else { return nil }
        return String(decoding: message[place], as: UTF8.self)
    }
}

/// What a parameter of a call can be read as.
protocol JSONReadable {
    /// nil when `json` is of another type or out of range.
    init?(json: JSONValue)
}

extension String: JSONReadable {
    /// As it is where it is short, else as a name.
    init?(json: JSONValue) {
        guard let string = json.string else { return nil }
        self = string.utf8.count <= Limits.patternBytes ? string : json.name ?? string
    }
}

extension Bool: JSONReadable {
    init?(json: JSONValue) {
        guard let bool = json.bool else { return nil }
        self = bool
    }
}

extension Double: JSONReadable {
    init?(json: JSONValue) {
        guard let number = json.number else { return nil }
        self = number
    }
}

extension UInt64: JSONReadable {
    init?(json: JSONValue) {
        guard let unsigned = json.unsigned else { return nil }
        self = unsigned
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    init?(json: JSONValue) {
        guard let elements = json.elements else { return nil }
        self = []
        for element in elements {
            guard let value = Element(json: element) else { return nil }
            append(value)
        }
    }
}
