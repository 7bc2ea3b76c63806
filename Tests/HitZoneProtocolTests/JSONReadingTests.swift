import FoundationEssentials
import HitZoneProtocol
import TestSupport
import Testing

/// Whether `text` is one JSON value to the daemon.
private func isValue(_ text: [UInt8]) -> Bool {
    (try? Request.PagePut(page: "p", regions: text).check()) != nil
}

private func isValue(_ text: String) -> Bool { isValue(Array(text.utf8)) }

/// The text that the daemon reads from `json`, a string with its quotation marks.
private func read(_ json: String) throws -> String? {
    let call = try Call(
        message: Array(#"{"method":"io.hitzone.SetPage","parameters":{"page":\#(json)}}"#.utf8))
    guard case .setPage(_, let page) = try call.request.get() else { return nil }
    return page
}

/// A value of which all is read: what is only stepped over, Foundation does not look into.
private struct WholeJSON: Decodable {
    init(from decoder: any Decoder) throws {
        if (try? decoder.container(keyedBy: Name.self)) != nil {
            _ = try [String: WholeJSON](from: decoder)
        } else if (try? decoder.unkeyedContainer()) != nil {
            _ = try [WholeJSON](from: decoder)
        } else {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() || (try? value.decode(Bool.self)) != nil { return }
            if (try? value.decode(Double.self)) == nil { _ = try value.decode(String.self) }
        }
    }

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// What the daemon reads is JSON by RFC 8259, no more and no less.
@Suite struct `JSON text` {
    @Test(arguments: [
        "0", "-0", "10", "-1.5", "0.0e-0", "1E+9", "1e999", "18446744073709551616", "null", "true", "false",
        #""""#, #""\"\\\/\b\f\n\r\t""#, #""ü\u00fC\ud83D\uDE00\u0000""#, "\"\u{7f}\"", "[]", "[ ]",
        "[1,[2], {}]",
        "{}", "{ }", #"{"a":1,"a":2}"#, " \t\r\n[\t\r\n1 , 2 ] ", #"{ "a" : { "b" : [ ] } }"#,
    ])
    func `of one value is read`(text: String) {
        #expect(isValue(text))
    }

    @Test(arguments: [
        "", " ", "00", "01", "-", "+1", ".5", "1.", "1.e1", "1e", "1e+", "0x1", "NaN", "Infinity", "nul",
        "nulll",
        "True", "\"", "\"\\\"", #""\x""#, #""\u12""#, #""\u123g""#, #""\ud83d""#, #""\ud83dx""#,
        #""\ud83d\n""#,
        #""\ud83d\ud83d""#, #""\ude00""#, "\"\u{1}\"", "\"\n\"", "'a'", "[", "]", "[1", "[1,", "[1,]", "[,1]",
        "[1 2]",
        "[1}", "{", "}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{a:1}"#, #"{1:1}"#, #"{"a" 1}"#,
        #"{"a":1 "b":2}"#,
        #"{"a":1]"#, "1 2", "[] []", "// a\n1", "/**/1", "\u{feff}1", "\u{a0}1", "1\u{c}",
    ])
    func `that is anything else is refused`(text: String) {
        #expect(!isValue(text))
    }

    @Test(arguments: [
        [0x22, 0xff, 0x22], [0x22, 0xc0, 0xaf, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22],
        [0x22, 0xe2, 0x82, 0x22],
    ])
    func `that is no UTF-8 is refused`(text: [UInt8]) {
        #expect(!isValue(text))
    }

    @Test func `is nested as deep as 512, and no deeper`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(isValue(nested(512)))
        #expect(!isValue(nested(513)))
        #expect(isValue("[" + String(repeating: "[],", count: 1_000) + "[]]"))
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u00fc\u20AC\ud83d\ude00!""#, "ü€😀!"),
        (#""\ud800\udc00\udbff\udfff""#, "\u{10000}\u{10ffff}"), ("\"ü€😀\"", "ü€😀"),
        (#""a\u0000b""#, "a\u{0}b"),
        (#""\\u0041""#, #"\u0041"#), (#""""#, ""),
    ])
    func `gives strings without their escapes`(json: String, text: String) throws {
        #expect(try read(json) == text)
    }

    @Test func `may escape the names of members`() throws {
        let call = try Call(
            message: Array(#"{"\u006dethod":"io.hitzone.Lock","parameters":{"scr\u0065en":"a"}}"#.utf8))
        #expect(try call.request.get() == .lock(screen: "a"))
    }

    @Test func `with two members of one name gives the first`() throws {
        let call = try Call(
            message: Array(#"{"method":"io.hitzone.Lock","parameters":{"screen":"a","screen":7}}"#.utf8))
        #expect(try call.request.get() == .lock(screen: "a"))
    }

    @Test(
        arguments: [
            ("0", 0), ("18446744073709551615", .max), ("18446744073709551616", nil), ("7.0", 7), ("1e2", 100),
            ("-1", nil),
            ("-0", 0), ("0.5", nil), ("1e999", nil), ("true", nil),
        ] as [(String, UInt64?)])
    func `gives whole numbers exactly`(json: String, number: UInt64?) throws {
        let call = try Call(
            message: Array(
                #"{"method":"io.hitzone.Subscribe","more":true,"parameters":{"since":\#(json)}}"#.utf8))
        guard let number else {
            #expect(call.request == .failure(.invalidParameter(parameter: "since")))
            return
        }
        #expect(
            call.request == .success(.subscribe(Request.Subscription(filter: EventFilter(), since: number))))
    }

    /// Swift compares strings by canonical equivalence, for which it sorts runs of combining marks: of this one for hours.
    @Test(arguments: ["method", "page", "name", "call"])
    func `costs no more for names of a million combining marks`(place: String) throws {
        let marks = String(repeating: "\u{301}\u{316}", count: 250_000)
        let text =
            switch place {
            case "method": #"{"method":"io.hitzone.\#(marks)"}"#
            case "page": #"{"method":"io.hitzone.SetPage","parameters":{"page":"\#(marks)"}}"#
            case "name": #"{"method":"io.hitzone.GetState","parameters":{"\#(marks)":1}}"#
            default: #"{"\#(marks)":1,"method":"io.hitzone.GetState"}"#
            }
        let call = try Call(message: Array(text.utf8))
        let unknown = String(repeating: "?", count: marks.utf8.count)
        switch place {
        case "method":
            #expect(call.request == .failure(.methodNotFound(method: "io.hitzone.\(unknown)")))
        case "page": #expect(call.request == .success(.setPage(screen: nil, page: unknown)))
        case "name": #expect(call.request == .failure(.invalidParameter(parameter: unknown)))
        default: #expect(call.request == .success(.getState))
        }
    }

    @Test func `gives the text of a page as it was sent`() throws {
        let regions = #"[{"id" : "\u0061", "id":1e5 } ]"#
        let call = try Call(
            message: Array(
                #"{"parameters":{"regions": \#(regions) ,"page":"p"},"method":"io.hitzone.PutPage"}"#.utf8))
        #expect(
            try call.request.get() == .putPage(Request.PagePut(page: "p", regions: Array(regions.utf8))))
    }

    /// Text that is nearly JSON is told from JSON as Foundation does it. It lets a comma pass before a bracket and
    /// refuses numbers that no Double holds, so there are no new commas and no exponents here.
    @Test func `is what Foundation reads`() {
        let seeds = [
            #"{"method":"io.hitzone.Subscribe","parameters":{"kinds":["a*"],"since":12},"more":true}"#,
            #"[-1.5, 0, "ü\ud83d\ude00\n", null, {"a":{}, "b":[[]]}]"#,
        ]
        let pieces = Array(#"{}[]:"\0123456789.-tfnruals/ "#.utf8)
        var random = RandomSource(seed: 8_259)
        var values = 0
        for round in 0..<20_000 {
            var text = Array(seeds[round % seeds.count].utf8)
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let place = text.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<3, using: &random) {
                case 0: text.remove(at: place)
                case 1: text.insert(pieces.randomElement(using: &random) ?? 0, at: place)
                default: text[place] = pieces.randomElement(using: &random) ?? 0
                }
            }
            let expected = (try? JSONDecoder().decode(WholeJSON.self, from: Data(text))) != nil
            #expect(isValue(text) == expected, "\(String(decoding: text, as: UTF8.self))")
            values += expected ? 1 : 0
        }
        #expect(values > 100)
    }
}
