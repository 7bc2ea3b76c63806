import Spelling
import Testing
import TouchEngine
import TouchModel
import YAML

@testable import Configuration

@Suite struct RobustnessTests {
    private let example = projectFile("config/hitzone.yaml")

    @Test func `the example is right and has no warnings`() throws {
        let configuration = try Configuration.load(path: packageRoot + "/config/hitzone.yaml")
        #expect(configuration.warnings.map(\.description) == [])
        let screen = try #require(configuration.screens.first?.settings)
        #expect(screen.pages.map(\.name) == ["home", "pay", "admin"])
        #expect(screen.start == "home")
        #expect(screen.size == LayoutSize(width: 800, height: 480))
    }

    @Test(arguments: 0..<8) func `damaged examples end in findings with places, or work`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed &* 7919 &+ 1)
        var refused = 0
        for _ in 0..<300 {
            let found = findings(mutated(example, using: &generator))
            #expect(found.allSatisfy { $0.line >= 1 && $0.column >= 1 && !$0.message.isEmpty })
            #expect(found.allSatisfy { !$0.message.utf8.contains { $0 < 0x20 || $0 == 0x7f } })
            if found.contains(where: { $0.severity == .error }) { refused += 1 }
        }
        #expect(refused > 50)
        #expect(refused < 300)
    }

    @Test func `random bytes end in one finding`() {
        var generator = SeededGenerator(seed: 99)
        for _ in 0..<1_000 {
            let count = Int.random(in: 0...200, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(!findings(bytes).isEmpty)
        }
    }

    @Test func `every beginning of the example ends in findings, or works`() {
        for count in stride(from: 0, to: example.count, by: 11) {
            #expect(findings(Array(example[..<count])).allSatisfy { $0.line >= 1 })
        }
    }

    @Test func `findings without end are cut with a word`() {
        let text = "version: 1\n" + (0..<20_000).map { "k\($0): 1\n" }.joined()
        let found = findings(text)
        #expect(found.count == Bounds.diagnostics + 1)
        #expect(found.contains { $0.code == "too-many-errors" })
    }

    @Test func `warnings without end are cut too, hide no error, and are none`() {
        let silent = (0..<12_000).map { "{id: r\($0), frame: [0, 0, 9, 9], action: a, block: true}" }
        let list = silent.joined(separator: ",\n          ")
        let found = findings(page("{id: all, frame: [0, 0, 9, 9], regions: [\(list)]}"))
        #expect(found.count == Bounds.diagnostics + 1)
        #expect(found.allSatisfy { $0.severity == .warning })
        let wrong = findings(page("{id: all, frame: [0, 0, 9, 9], regions: [\(list), {id: x}]}"))
        #expect(wrong.filter { $0.severity == .error }.count == 1)
    }

    @Test func `every key is found by its bytes, and none by the bytes of another`() {
        func check<Key: MappingKey>(_ keys: Key.Type) {
            #expect(Key.table.count == Key.allCases.count)
            for key in Key.allCases {
                let name = Array(key.rawValue.utf8)
                #expect(Key.table.key(name[...]) == key)
                #expect(Key.table.key((name + [0])[...]) == nil)
                #expect(Key.table.key(([0] + name)[...]) == nil)
            }
        }
        check(RootKey.self)
        check(ControlKey.self)
        check(DefaultsKey.self)
        check(GroupKey.self)
        check(ScreenKey.self)
        check(PanelKey.self)
        check(PageKey.self)
        check(RegionKey.self)
        check(EdgeKey.self)
        check(DebounceKey.self)
        check(ActionKey.self)
    }

    @Test func `regions nest as deep as the parser's limit`() {
        func nested(_ depth: Int) -> String {
            let open = (0..<depth).map { "{id: r\($0), frame: [0, 0, 9, 9], regions: [" }.joined()
            return page(open + String(repeating: "]}", count: depth))
        }
        #expect(findings(nested(29)).isEmpty)
        #expect(findings(nested(40)).map(\.code) == ["syntax"])
    }

    @Test func `a layout of thousands of regions is read`() throws {
        let regions = (0..<5_000).map { "{id: r\($0), frame: [0, 0, 9, 9], action: a\($0)}" }
        let text = page(
            "{id: all, frame: [0, 0, 9, 9], regions: [\(regions.joined(separator: ",\n          "))]}")
        #expect(try firstRegion(text)?.regions.count == 5_000)
    }

    @Test(arguments: [
        ("/nonexistent/hitzone.yaml", "No such file"), ("/", "Is a directory"), ("/dev/zero", "larger than"),
        ("", "No such file"),
        ("/etc/passwd/x", "Not a directory"), ("a\0b", "NUL"),
    ])
    func `what cannot be read says why`(path: String, part: String) {
        do throws(ConfigurationFailure) {
            _ = try Configuration.load(path: path)
            Issue.record("it was read")
        } catch {
            #expect(error.diagnostics.count == 1)
            #expect(error.diagnostics.first?.message.contains(part) == true, "\(error)")
            #expect(error.diagnostics.first?.line == 1)
        }
    }

    @Test func `no more than the limit is read`() throws {
        #expect(try readFile(path: "/dev/zero", atMost: 100_000).count == 100_000)
        #expect(try readFile(path: "/dev/null", atMost: 10).isEmpty)
    }

    @Test(arguments: [
        ("expnad", "expand"), ("xepand", "expand"), ("Expand", "expand"), ("epand", "expand"), ("ids", "id"),
        ("retian", "retain"), ("debouncing", "debounce"), ("bridge", nil), ("", nil),
        (String(repeating: "x", count: 500), nil),
    ])
    func `the nearest name is offered only when it is near`(word: String, name: String?) {
        #expect(nearest(to: word, among: RegionKey.names) == name)
    }
}
