import Testing
import TouchEngine
import TouchModel
import YAML

@testable import Configuration

/// A file whose defaults and groups differ from what holds without them.
private let file = """
    version: 1
    defaults: {minimum: 40, retain: 5, debounce: 80ms}
    groups: {payment: {debounce: 2s}}
    screens:
      front: {size: [800, 480], physical: [160, 96], pages: {home: [], pay: []}}
    """

@Suite struct `Pages from programs` {
    private let configuration: Configuration

    init() throws {
        configuration = try Configuration.parse(Array(file.utf8), file: "f")
    }

    private func read(_ json: String, as name: String = "home") throws(PageProblems) -> PageSettings {
        try configuration.page(named: name, json: Array(json.utf8), for: "front")
    }

    /// The problems as `member: message`.
    private func problems(_ json: String, as name: String = "home", for screen: String = "front") -> [String]
    {
        do throws(PageProblems) {
            _ = try configuration.page(named: name, json: Array(json.utf8), for: screen)
            return []
        } catch {
            return error.description.split(separator: "\n").map(String.init)
        }
    }

    @Test func `a list of regions is read with the file's defaults, groups and pages`() throws {
        let page = try read(
            #"[{"id":"a","frame":[1,2,3.5,4],"group":"payment","action":{"name":"go","page":"pay"},"#
                + "\n\t" + #""regions":[{"id":"b","frame":["1px",0,0,0],"minimum":"none","debounce":"2s"}]}]"#
        )
        #expect(page.name == "home" && page.overlap == .nearest)
        let region = try #require(page.regions.first)
        #expect(region.frame == LayoutRect(x: 1, y: 2, width: 3.5, height: 4))
        #expect(region.minimum == .size(width: .units(40), height: .units(40)))
        #expect(region.retain == .length(.units(5)))
        #expect(region.debounce == Debounce(interval: .milliseconds(80)))
        #expect(region.group == "payment")
        #expect(region.actions == [.tap: ActionSettings(name: "go", page: "pay")])
        let child = try #require(region.regions.first)
        #expect(child.minimum == MinimumSize.none && child.debounce == Debounce(interval: .seconds(2)))
    }

    @Test func `it is what the same page of the file would be`() throws {
        let regions =
            #"[{"id":"a","frame":[0,0,9,9],"expand":{"left":"1mm","all":-2},"actions":{"hold":"x"}}]"#
        let whole = file.replacing("pay: []", with: "pay: {overlap: topmost, regions: \(regions)}")
        let parsed = try Configuration.parse(Array(whole.utf8), file: "f").screens[0].settings.pages[1]
        #expect(try read(#"{"overlap":"topmost","regions":\#(regions)}"#, as: "pay") == parsed)
    }

    @Test func `a page may be new, and turn to itself`() throws {
        let page = try read(#"[{"id":"a","frame":[0,0,9,9],"action":{"name":"x","page":"new"}}]"#, as: "new")
        #expect(page.regions.first?.actions[.tap]?.page == "new")
        #expect(try read("[]", as: "new").regions.isEmpty)
    }

    @Test func `it may turn to pages that came from programs, too`() throws {
        let text = Array(#"[{"id":"a","frame":[0,0,9,9],"action":{"name":"x","page":"put"}}]"#.utf8)
        let page = try configuration.page(named: "home", json: text, for: "front", besides: ["put", "home"])
        #expect(page.regions.first?.actions[.tap]?.page == "put")
        let error = #expect(throws: PageProblems.self) {
            try configuration.page(named: "home", json: text, for: "front")
        }
        #expect(error?.problems.first?.message.hasSuffix("there are: home, pay") == true)
    }

    @Test func `all problems are told by their members, in order`() {
        let text = #"""
            [{"id": "a", "frame": [0, 0, -1, "x"], "expnad": 1},
             {"id": "a", "frame": [0, 0, 9, 9], "regions": [{"id": "c"}, 7, {"id": "a", "frame": [0, 0, 1]}]},
             {"id": "d", "frame": [0, 0, 9, 9], "id": "e", "action": {"name": "x", "page": "hom"}, "group": "pay"}]
            """#
        let found = problems(text)
        #expect(
            found.map { $0.prefix { $0 != ":" } } == [
                "regions[0].frame[2]", "regions[0].frame[3]", "regions[0].expnad", "regions[1].id",
                "regions[1].regions[0]", "regions[1].regions[1]", "regions[1].regions[2].id",
                "regions[1].regions[2].frame", "regions[2].id", "regions[2].action.page", "regions[2].group",
            ], "\(found.joined(separator: "\n"))")
        #expect(found[3].contains("already, at regions[0].id"))
        #expect(found[8] == "regions[2].id: the key 'id' is given twice; remove one")
        #expect(found[9].contains("did you mean 'home'?"))
    }

    @Test(arguments: [
        (#"{"regions":[{"id":"a"}]}"#, "regions.regions[0]", "needs the key 'frame'"),
        (#"{"overlap":"no","regions":[]}"#, "regions.overlap", "nearest or topmost"),
        (#"{"overlap":"nearest"}"#, "regions", "needs the key 'regions'"),
        (#"{"regoins":[],"regions":[]}"#, "regions.regoins", "did you mean 'regions'?"),
        ("7", "regions", "the page 'home' is '7'"), ("", "regions", "the page 'home' is empty"),
        ("null", "regions", "is empty"), (#"[{"id":"\q"}]"#, "regions", "1:9"), ("[", "regions", "1:"),
        ("[]\n---\n[]", "regions", "second document"),
        (#"[{"id":"a","frame":[0,0,9,9],"expand":{"lfet":1}}]"#, "regions[0].expand.lfet", "'left'"),
    ])
    func `a problem names its member and what is allowed`(json: String, member: String, part: String) {
        let found = problems(json)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix(member + ": ") == true, "\(found)")
        #expect(found.first?.contains(part) == true, "\(found)")
    }

    @Test func `a bad name of a page and an unknown screen are problems of their own`() {
        #expect(problems("[7]", as: "-").map { $0.prefix { $0 != ":" } } == ["page", "regions[0]"])
        #expect(problems("[]", for: "back") == ["screen: there is no screen 'back'"])
    }

    @Test func `warnings are none`() {
        let region = #"{"id":"a","frame":[0,0,20,20],"debounce":"1s"}"#
        #expect(findings(page(region)).map(\.code) == ["unused-key"])
        let many = (0..<Bounds.pageProblems + 5).map { region.replacing(#""a""#, with: "\"r\($0)\"") }
        #expect(problems("[\(many.joined(separator: ","))]") == [])
    }

    @Test(arguments: [0, 1, 50])
    func `of very many problems the last says so`(more: Int) {
        let items = [String](repeating: "0", count: Bounds.pageProblems + more).joined(separator: ",")
        let found = problems("[\(items)]")
        #expect(found.count == Bounds.pageProblems + min(more, 1))
        #expect(found.last?.contains("more than") == (more > 0))
    }

    @Test func `a path stays short however long its keys`() {
        let found = problems("[{\"\(String(repeating: "k", count: 100_000))\":1}]")
        #expect(found.allSatisfy { $0.utf8.count < 1_000 })
    }

    @Test(arguments: 0..<4) func `damaged pages end in problems, or work`(seed: UInt64) {
        let text =
            #"{"overlap":"nearest","regions":[{"id":"a","frame":[0,0,9,9],"action":"x","#
            + #""regions":[{"id":"b","frame":[1,2,3,4],"expand":{"all":"9mm"},"opacity":0.5}]}]}"#
        var generator = SeededGenerator(seed: seed &* 7919 &+ 1)
        for _ in 0..<300 {
            let bytes = mutated(Array(text.utf8), using: &generator)
            do throws(PageProblems) {
                _ = try configuration.page(named: "home", json: bytes, for: "front")
            } catch {
                #expect(!error.problems.isEmpty)
                #expect(error.problems.allSatisfy { $0.member.hasPrefix("regions") && !$0.message.isEmpty })
            }
        }
    }
}

@Suite struct `Who may change things` {
    @Test func `is read from control, numbers and names alike`() throws {
        let text = page(
            "{id: a, frame: [0, 0, 1, 1]}", root: "control: {users: [kiosk, 1000], groups: ['0']}")
        let configuration = try Configuration.parse(Array(text.utf8), file: "f")
        #expect(configuration.control == Control(users: ["kiosk", "1000"], groups: ["0"]))
    }

    @Test(arguments: ["", "control: {}", "control: {users: []}"])
    func `is nobody else by default`(root: String) throws {
        let text = page("{id: a, frame: [0, 0, 1, 1]}", root: root)
        #expect(try Configuration.parse(Array(text.utf8), file: "f").control == Control())
    }
}
