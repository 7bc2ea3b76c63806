import Testing
import YAML

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
    @Test func `nodes have their content and places`() throws {
        let root = try #require(try YAMLNode.parse(Array("a: [1, 'é']\nb: &x {}\nc: *x\nd: [[], 5]\n".utf8)))
        let entries = try #require(root.mapping)
        #expect(root.location == .start && entries.count == 4)
        #expect(entries.map(\.key.text) == ["a", "b", "c", "d"])
        #expect(entries.map(\.key.location.line) == [1, 2, 3, 4])
        let items = try #require(root["a"]?.sequence)
        #expect(items.map(\.text) == ["1", "é"] && items.count == 2)
        #expect(items.map(\.location.column) == [5, 8])
        #expect(root["a"]?.location == SourceLocation(line: 1, column: 4))
        #expect(root["b"]?.mapping?.isEmpty == true && root["b"]?.sequence == nil && root["b"]?.text == nil)
        #expect(root["c"]?.location == SourceLocation(line: 2, column: 4))
        #expect(root["d"]?.sequence?.map { $0.sequence?.count } == [0, nil])
        #expect(root["e"] == nil && root["a"]?["a"] == nil)
    }

    @Test func `columns count characters, not bytes`() throws {
        let node = try #require(try YAMLNode.parse(Array("'äöü😀': x".utf8)))
        #expect(try #require(node.mapping).first?.value.location == SourceLocation(line: 1, column: 9))
    }

    @Test func `styles and tags are kept`() throws {
        let text = "- a\n- 'a'\n- \"a\"\n- !!str 5\n- !!int '5'\n- ! 7\n- |\n  a\n"
        let scalars = try #require(try YAMLNode.parse(Array(text.utf8))?.sequence).compactMap(\.scalar)
        #expect(scalars.map(\.style) == [.plain, .quoted, .quoted, .plain, .quoted, .plain, .block])
        #expect(scalars.map(\.tag) == [nil, nil, nil, .string, .integer, .string, nil])
        #expect(scalars.map(\.isUntyped) == [true, false, false, false, true, false, false])
        #expect(scalars.map(\.text) == ["a", "a", "a", "5", "5", "7", "a\n"])
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
        ("\ta: 1\n", 1, 1, "spaces, not with tabs"),
        ("a:\n  b: 1\n\tc: 2\n", 3, 1, "spaces, not with tabs"),
        ("a: |\n\tb\n", 2, 1, "spaces, not with tabs"),
        ("a:b\nc: 1\n", 2, 2, "a space after the colon"),
        ("a: x: y", 1, 5, "contains ': ' in quotes"),
        ("a: 'x': y", 1, 7, "contains ': ' in quotes"),
        ("a: {b: c: d}", 1, 9, "contains ': '"),
        ("a: `b", 1, 4, "begins with @, `, %"),
        ("a: %b", 1, 4, "begins with @, `, %"),
        ("%a: b", 1, 3, "begins with % in quotes"),
        ("%FOO\n---\na: 1", 1, 5, "begins with % in quotes"),
        ("%YAML 2.0\n---\na: 1", 1, 1, "leave the line with % out"),
        ("%YAML 1.1 foo\n---\na: 1", 1, 11, "leave the line with % out"),
        ("%TAG ! !\n%TAG ! !\n---\na: 1", 2, 1, "leave the line with % out"),
        ("...\n", 1, 1, "begin with a mapping"),
        ("a: !<tag:%C3%28> 1", 1, 13, "begins with ! in quotes"),
        ("a: &x [1, *x]", 1, 11, "name another anchor"),
        ("a: *b", 1, 4, "begins with * in quotes"),
        ("a: *.txt", 1, 5, "begins with * or & in quotes"),
        ("a: & b", 1, 5, "begins with * or & in quotes"),
        ("a: ? b", 1, 4, "begins with '? ' in quotes"),
        ("a: - b", 1, 4, "begins with '- ' in quotes"),
        ("a: > b", 1, 6, "begins with | or > in quotes"),
        ("a: |x\n  b", 1, 5, "begins with | or > in quotes"),
        ("a: !<x 1", 1, 7, "begins with ! in quotes"),
        ("a: \"b\nc: d\n", 3, 1, "close the quote"),
        ("a: 'x\n---\n", 2, 1, "close the quote"),
        ("a: 'it's'", 1, 8, "close a quote"),
        ("a: \"\\d\"", 1, 5, "single quotes"),
        ("a: \"\\xZZ\"", 1, 7, "single quotes"),
        ("a: [1, 2\n", 2, 1, "close the list with ]"),
        ("a: [1}", 1, 6, "close the list with ]"),
        ("a: {b: 1\nc: 2\n", 2, 2, "close the mapping with }"),
        ("a: {\n  b: 1\n  c: 2\n}", 3, 4, "a comma between the entries"),
        ("a: [1, 2]]", 1, 10, "bracket"),
        ("a: ]", 1, 4, "bracket too many"),
        ("a: [,]", 1, 5, "put a value here"),
        ("a:\n    b: 1\n  c: 2\n", 3, 3, "mend the indentation"),
        ("- a\nb: 1\n", 2, 1, "mend the indentation"),
        ("a: 1\n...\nb: 2\n", 3, 1, "leave what follows"),
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

    @Test(arguments: ["", "# nothing\n", "---\n"]) func `an empty text has no node or a null one`(
        text: String
    ) throws {
        let node = try YAMLNode.parse(Array(text.utf8))
        #expect(node == nil || node?.scalar?.isNull == true)
    }
}
