import Testing
import YAML

/// The kinds of all events of `text`, or the error.
private func kinds(_ text: String, limits: YAMLLimits = .standard) throws(YAMLError) -> [YAMLEvent.Kind] {
    var parser = try YAMLParser(Array(text.utf8), limits: limits)
    var kinds: [YAMLEvent.Kind] = []
    while let event = try parser.next() { kinds.append(event.kind) }
    return kinds
}

/// The error that reading `text` as a tree ends in, if any.
func error(in text: String, limits: YAMLLimits = .standard) -> YAMLError? {
    error(in: Array(text.utf8), limits: limits)
}

/// The error that reading `bytes` as a tree ends in, if any.
func error(in bytes: [UInt8], limits: YAMLLimits = .standard) -> YAMLError? {
    do throws(YAMLError) {
        _ = try YAMLNode.parse(bytes, limits: limits)
        return nil
    } catch {
        return error
    }
}

@Suite struct YAMLParserTests {
    @Test func `events come one by one with their places`() throws {
        var parser = try YAMLParser(Array("a: [1, 'é']\nb: &x {}\nc: *x\n".utf8))
        var events: [YAMLEvent] = []
        while let event = try parser.next() { events.append(event) }
        let expected: [(YAMLEvent.Kind, Int, Int)] = [
            (.documentStart, 1, 1), (.mappingStart(anchor: nil), 1, 1),
            (.scalar(YAMLScalar(text: "a"), anchor: nil), 1, 1), (.sequenceStart(anchor: nil), 1, 4),
            (.scalar(YAMLScalar(text: "1"), anchor: nil), 1, 5),
            (.scalar(YAMLScalar(text: "é", style: .quoted), anchor: nil), 1, 8), (.sequenceEnd, 1, 11),
            (.scalar(YAMLScalar(text: "b"), anchor: nil), 2, 1), (.mappingStart(anchor: "x"), 2, 4),
            (.mappingEnd, 2, 8), (.scalar(YAMLScalar(text: "c"), anchor: nil), 3, 1), (.alias("x"), 3, 4),
            (.mappingEnd, 4, 1), (.documentEnd, 4, 1),
        ]
        #expect(
            events
                == expected.map { YAMLEvent(kind: $0.0, location: SourceLocation(line: $0.1, column: $0.2)) })
        #expect(try parser.next() == nil)
    }

    @Test func `columns count characters, not bytes`() throws {
        let node = try #require(try YAMLNode.parse(Array("'äöü😀': x".utf8)))
        #expect(try #require(node.mapping).first?.value.location == SourceLocation(line: 1, column: 9))
    }

    @Test func `styles and tags are kept`() throws {
        let scalars = try kinds("[a, 'a', \"a\", !!str 5, !!int '5', ! 7]").compactMap {
            kind -> YAMLScalar? in
            if case .scalar(let scalar, _) = kind { return scalar }
            return nil
        }
        #expect(scalars.map(\.style) == [.plain, .quoted, .quoted, .plain, .quoted, .plain])
        #expect(scalars.map(\.tag) == [nil, nil, nil, .string, .integer, .string])
        #expect(scalars.map(\.isUntyped) == [true, false, false, false, true, false])
    }

    @Test(arguments: ["", "~", "null", "!!null x"]) func `null in its forms is null`(text: String) throws {
        let node = try YAMLNode.parse(Array("a: \(text)".utf8))
        #expect(node?["a"]?.scalar?.isNull == true)
    }

    @Test(arguments: ["'~'", "\"\"", "!!str null", "nil"]) func `text that only looks like null is not`(
        text: String
    ) throws {
        let node = try YAMLNode.parse(Array("a: \(text)".utf8))
        #expect(node?["a"]?.scalar?.isNull == false)
    }

    @Test(arguments: [
        ("a: 1\n---\nb: 2\n", 2, 1, "second document"),
        ("a: 1\n...\n---\nb\n", 3, 1, "second document"),
        ("a: !mine 1", 1, 4, "'!mine'"),
        ("a: !!timestamp 2001-01-01", 1, 4, "!!str, !!int"),
        ("a: !!str [1]", 1, 4, "!!seq"),
        ("a: !e!x 1", 1, 4, "leave the tag out"),
        ("a:\n\t- b\n", 2, 1, "spaces, not with tabs"),
        ("é: 1\n\tb: 2\n", 2, 1, "spaces"),
        ("a: b: c", 1, 5, "quotes"),
        ("a: @b", 1, 4, "quotes"),
        ("a: [1, 2\nb: 3\n", 2, 2, "']'"),
        ("a: 'b\n", 2, 1, "close the quote"),
        ("a: 1\n b: 2\n", 2, 3, "indentation"),
        ("a: 1\nb\nc: 3\n", 3, 1, "space after the colon"),
        ("a: *x", 1, 4, "no anchor &x"),
        ("a: &x [1, *x]", 1, 11, "inside the node that it names"),
        ("a: \u{1}", 1, 4, "control characters"),
        ("é\n é\u{7f}", 2, 3, "control characters"),
    ])
    func `what is not understood names its place and the remedy`(
        text: String, line: Int, column: Int, part: String
    ) {
        let error = error(in: text)
        #expect(
            error?.location == SourceLocation(line: line, column: column),
            "\(error?.description ?? "no error")")
        #expect(error?.message.contains(part) == true, "\(error?.description ?? "no error")")
    }

    @Test func `invalid UTF-8 is an error at its line`() {
        #expect(error(in: Array("a: 1\nb: ".utf8) + [0xff])?.location == SourceLocation(line: 2, column: 4))
        #expect(error(in: Array("a: 1\nb: ".utf8) + [0xc3])?.line == 2)
    }

    @Test func `byte order marks, CRLF and UTF-16 are read`() throws {
        let plain = try YAMLNode.parse(Array("a: [1, é]\nb: x\n".utf8))
        #expect(plain != nil)
        #expect(try YAMLNode.parse([0xef, 0xbb, 0xbf] + Array("a: [1, é]\nb: x\n".utf8)) == plain)
        #expect(try YAMLNode.parse(Array("a: [1, é]\r\nb: x\r\n".utf8)) == plain)
        let units = Array("a: [1, é]\nb: x\n".utf16)
        #expect(
            try YAMLNode.parse([0xff, 0xfe] + units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) == plain)
        #expect(
            try YAMLNode.parse([0xfe, 0xff] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) == plain)
    }

    @Test func `an error in UTF-16 has its line too`() {
        let bytes = "a: 1\r\nb: \u{1}".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        #expect(error(in: [0xff, 0xfe] + bytes)?.location == SourceLocation(line: 2, column: 4))
    }

    @Test func `after an error there are no more events`() throws {
        var parser = try YAMLParser(Array("[a, !x b, c]".utf8))
        var failed = false
        var events = 0
        while true {
            do throws(YAMLError) {
                guard try parser.next() != nil else { break }
                events += 1
            } catch {
                failed = true
            }
        }
        #expect(failed)
        #expect(events == 3)
    }

    @Test(arguments: ["", "# nothing\n", "---\n"]) func `an empty text has no node or a null one`(
        text: String
    ) throws {
        let node = try YAMLNode.parse(Array(text.utf8))
        #expect(node == nil || node?.scalar?.isNull == true)
    }
}
