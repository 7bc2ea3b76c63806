import Testing
import YAML

@Suite struct YAMLLimitTests {
    @Test func `as many bytes as the limit are read, one more is refused`() {
        #expect(error(in: "a: 34", limits: YAMLLimits(bytes: 5)) == nil)
        #expect(
            error(in: "a: 345", limits: YAMLLimits(bytes: 5))?.message.contains("larger than the 5 bytes")
                == true)
    }

    @Test func `100 MB are refused at the standard limit`() {
        #expect(error(in: [UInt8](repeating: 0x61, count: 100_000_000))?.location == .start)
    }

    @Test func `as many nodes as the limit are read, one more is refused`() {
        #expect(error(in: "[1, 2, 3]", limits: YAMLLimits(nodes: 4)) == nil)
        #expect(
            error(in: "[1, 2, 3]", limits: YAMLLimits(nodes: 3))?.location
                == SourceLocation(line: 1, column: 8))
    }

    @Test func `an alias counts as all that it stands for`() {
        let text = "[&a [1, 2], *a]"
        #expect(error(in: text, limits: YAMLLimits(nodes: 7)) == nil)
        #expect(error(in: text, limits: YAMLLimits(nodes: 6))?.message.contains("aliases counted") == true)
    }

    @Test func `anchors that multiply are refused, not expanded`() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...60 {
            let aliases = [String](repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        #expect(error(in: text)?.message.contains("nodes") == true)
    }

    @Test func `collections as deep as the limit are read, one more is refused`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(error(in: nested(64)) == nil)
        #expect(error(in: nested(65))?.message.contains("more than 64 deep") == true)
    }

    @Test(arguments: ["[", "{a: ", "- ", "? ", "&a [", "{{", "[{"])
    func `deep nesting is an error, not a crash`(unit: String) {
        #expect(error(in: String(repeating: unit, count: 200_000)) != nil)
    }

    @Test func `an alias counts as deep as what it stands for`() {
        let deep = "[&a [[[1]]], [[*a]]]"
        #expect(error(in: deep, limits: YAMLLimits(depth: 6)) == nil)
        #expect(error(in: deep, limits: YAMLLimits(depth: 5))?.message.contains("5 deep") == true)
    }

    @Test func `an alias shares its node and the location of the anchor`() throws {
        let node = try #require(try YAMLNode.parse(Array("a: &x\n  - 1\nb: *x\n".utf8)))
        #expect(node["a"] == node["b"])
        #expect(node["b"]?.sequence?.first?.location == SourceLocation(line: 2, column: 5))
        let redefined = try #require(try YAMLNode.parse(Array("[&x 1, *x, &x 2, *x]".utf8)))
        #expect(redefined.sequence?.map(\.text) == ["1", "1", "2", "2"])
    }

    @Test func `mappings keep order and duplicate keys`() throws {
        let node = try #require(try YAMLNode.parse(Array("b: 1\na: 2\nb: 3\n".utf8)))
        #expect(node.mapping?.map(\.key.text) == ["b", "a", "b"])
        #expect(node.mapping?.map(\.key.location.line) == [1, 2, 3])
        #expect(node["b"]?.text == "1")
    }

    @Test func `quoting shortens text and keeps control characters out`() {
        #expect("a\u{1b}[1m\n".quoted == "'a?[1m?'")
        #expect(String(repeating: "x", count: 60).quoted == "'" + String(repeating: "x", count: 60) + "'")
        #expect(String(repeating: "x", count: 61).quoted == "'" + String(repeating: "x", count: 60) + "…'")
    }
}
