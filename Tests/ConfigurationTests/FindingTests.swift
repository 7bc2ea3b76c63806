import Testing

@testable import Configuration

/// A wrong text with the place and the words of its one finding.
struct Wrong: Sendable, CustomTestStringConvertible {
    var text: String
    var line: Int
    var column: Int
    var code: DiagnosticCode
    var parts: [String]

    init(_ text: String, _ line: Int, _ column: Int, _ code: DiagnosticCode, _ parts: String...) {
        (self.text, self.line, self.column, self.code, self.parts) = (text, line, column, code, parts)
    }

    /// A wrong region: `keys` begin at 7:34.
    static func region(_ keys: String, _ column: Int, _ code: DiagnosticCode, _ parts: String...) -> Wrong {
        var wrong = Wrong(page("{id: a, frame: [0, 0, 99, 99], \(keys)}"), 7, column + 41, code)
        wrong.parts = parts
        return wrong
    }

    /// A wrong key of a screen: `keys` begin at 8:5.
    static func screen(_ keys: String, _ column: Int, _ code: DiagnosticCode, _ parts: String...) -> Wrong {
        var wrong = Wrong(page("{id: a, frame: [0, 0, 99, 99]}", screen: keys), 8, column + 4, code)
        wrong.parts = parts
        return wrong
    }

    /// A wrong key of the file: `keys` begin at 9:1.
    static func root(_ keys: String, _ column: Int, _ code: DiagnosticCode, _ parts: String...) -> Wrong {
        var wrong = Wrong(page("{id: a, frame: [0, 0, 1, 1]}", root: keys), 9, column, code)
        wrong.parts = parts
        return wrong
    }

    var testDescription: String { "\(code.rawValue) \(line):\(column)" }
}

let wrongRegions: [Wrong] = [
    .region("expnad: 1", 1, .unknownKey, "'expnad'", "did you mean 'expand'?"),
    .region("bridge: 1", 1, .unknownKey, "'bridge'", "allowed are: id, frame"),
    .region("touchextendinset: 1", 1, .unknownKey, "did you mean 'touchExtendInset'?"),
    .region("clip: true, clip: true", 13, .duplicateKey, "'clip'", "first at 7:42"),
    .region("foo: 1, foo: 2", 1, .unknownKey, "'foo'"),
    .region("expand: 1, touchExtendInset: 2", 12, .conflict, "'expand'", "'touchExtendInset'"),
    .region("action: x, actions: {tap: y}", 12, .conflict, "'action'", "'actions'"),
    .region("expand: .nan", 9, .outOfRange, "not finite"),
    .region("expand: .inf", 9, .outOfRange, "not finite"),
    .region("expand: 1e999", 9, .outOfRange, "not finite"),
    .region("expand: 1000001", 9, .outOfRange, "out of range"),
    .region("expand: -1000001mm", 9, .outOfRange, "out of range"),
    .region("expand: 9cm", 9, .wrongValue, "'9cm'", "12px, 9mm"),
    .region("expand: 9 mm", 9, .wrongValue, "'9 mm'"),
    .region("expand: '9'", 9, .wrongValue, "in quotes"),
    .region("expand: 010", 9, .wrongValue, "octal"),
    .region("expand: 0x10", 9, .wrongValue, "not a decimal number"),
    .region("expand: 1_000", 9, .wrongValue, "not a decimal number"),
    .region("expand: {}", 9, .wrongValue, "all, left, top, right, bottom"),
    .region("expand: [1, 2]", 9, .wrongValue, "a list of 2"),
    .region("expand: {lfet: 2}", 10, .unknownKey, "did you mean 'left'?"),
    .region("expand: ", 9, .wrongValue, "is empty"),
    .region("minimum: -1", 10, .outOfRange, "negative"),
    .region("minimum: [1, 2, 3]", 10, .wrongValue, "a list of 3", "[width, height]"),
    .region("minimum: [1, -1mm]", 14, .outOfRange, "negative"),
    .region("minimum: nnoe", 10, .wrongValue, "none"),
    .region("retain: -1px", 9, .outOfRange, "negative"),
    .region("retain: none", 9, .wrongValue, "'none'"),
    .region("action: x, debounce: 300", 22, .wrongValue, "has no unit", "300ms"),
    .region("action: x, debounce: 60.000001s", 22, .outOfRange, "from 0 to 60s"),
    .region("action: x, debounce: 60001ms", 22, .outOfRange, "from 0 to 60s"),
    .region("action: x, debounce: -1s", 22, .outOfRange, "negative"),
    .region("action: x, debounce: 99999999999999999999s", 22, .outOfRange, "too long"),
    .region("action: x, debounce: 0.0001ms", 22, .wrongValue, "finer than a microsecond"),
    .region("action: x, debounce: 2min", 22, .wrongValue, "not a time"),
    .region("action: x, debounce: .5s", 22, .wrongValue, "not a time"),
    .region("action: x, debounce: {mode: quiet}", 22, .missingKey, "'interval'"),
    .region("action: x, debounce: {interval: 1s, mode: quite}", 43, .wrongValue, "fixed or quiet"),
    .region("group: paymnet", 8, .unknownName, "no group 'paymnet'", "there is none"),
    .region("opacity: 1.01", 10, .outOfRange, "from 0 to 1"),
    .region("opacity: -0.01", 10, .outOfRange, "from 0 to 1"),
    .region("hidden: yes", 9, .wrongValue, "written true"),
    .region("hidden: off", 9, .wrongValue, "written false"),
    .region("hidden: 'true'", 9, .wrongValue, "in quotes"),
    .region("hidden: 1", 9, .wrongValue, "true or false"),
    .region("regions: x", 10, .wrongValue, "a list of regions"),
    .region("regions: [x]", 11, .wrongValue, "a region is 'x'"),
    .region("regions: [{frame: [0, 0, 1, 1]}]", 11, .missingKey, "'id'"),
    .region("regions: [{id: a, frame: [0, 0, 1, 1]}]", 16, .duplicateRegion, "'a'", "at 7:16"),
    .region("action: -x", 9, .badName, "letter or digit"),
    .region("action: a b", 9, .badName, "other characters"),
    .region("action: é", 9, .badName, "letter or digit"),
    .region("action: [x]", 9, .wrongValue, "a list of 1"),
    .region("action: {page: p}", 9, .missingKey, "'name'"),
    .region("action: {name: x, page: q}", 25, .unknownName, "no page 'q'", "did you mean 'p'?"),
    .region("action: {name: x, after: 1s}", 19, .unusedKey, "'after'", "hold and repeat"),
    .region("actions: {}", 10, .wrongValue, "press, tap, release, hold, repeat"),
    .region("actions: {tpa: x}", 11, .unknownKey, "did you mean 'tap'?"),
    .region("actions: {hold: x, repeat: y}", 20, .conflict, "'hold'", "'repeat'"),
    .region("actions: {hold: {name: x, every: 1s}}", 27, .unusedKey, "'every'", "repeat"),
    .region("actions: {hold: {name: x, after: 9.999ms}}", 34, .outOfRange, "10ms"),
    .region("actions: {hold: {name: x, after: 60.1s}}", 34, .outOfRange, "60s"),
    .region("actions: {repeat: {name: x, every: 0}}", 36, .outOfRange, "10ms"),
    .region("<<: 1", 1, .unknownKey, "alias"),
    .region("[a]: 1", 1, .wrongValue, "a name"),
]

let wrongScreens: [Wrong] = [
    .screen("physical: [0, 1]", 12, .outOfRange, "above 0"),
    .screen("physical: [1, 100001]", 15, .outOfRange, "100000"),
    .screen("physical: 5", 11, .wrongValue, "[width, height]"),
    .screen("rotate: 45", 9, .wrongValue, "0, 90, 180, 270"),
    .screen("calibration: [1, 0, 0, 0, 1]", 14, .wrongValue, "a list of 5"),
    .screen("calibration: [1, 2, 0, 2, 4, 0]", 14, .outOfRange, "no inverse"),
    .screen("calibration: [1, 0, .inf, 0, 1, 0]", 21, .outOfRange, "not finite"),
    .screen("grab: always", 7, .wrongValue, "auto or never"),
    .screen("start: pp", 8, .unknownName, "did you mean 'p'?"),
    .screen("start: elsewhere", 8, .unknownName, "there are: p"),
    .screen("panel: {}", 8, .wrongValue, "name, id, path"),
    .screen("panel: {name: ''}", 15, .wrongValue, "not empty"),
    .screen("panel: {id: 0eef}", 13, .wrongValue, "hexadecimal"),
    .screen("panel: {id: 0eef:00001}", 13, .wrongValue, "hexadecimal"),
    .screen("panel: {id: 0eef:g}", 13, .wrongValue, "hexadecimal"),
    .screen("panel: {id: '0eef:+1'}", 13, .wrongValue, "hexadecimal"),
    .screen("debounce: 5", 11, .wrongValue, "has no unit"),
    .screen("output: uinput", 1, .unknownKey, "'output'"),
]

let wrongRoots: [Wrong] = [
    Wrong("", 1, 1, .missingKey, "empty", "version, screens"),
    Wrong("# nothing\n---\n", 3, 1, .missingKey, "empty"),
    Wrong("- a", 1, 1, .wrongValue, "the file is a list"),
    Wrong("version: 2\nfoo: 1", 1, 10, .outOfRange, "'2'", "does not know"),
    Wrong("version: '1'\nfoo: 1", 1, 10, .wrongValue, "in quotes"),
    Wrong("version: 1\n", 1, 1, .missingKey, "'screens'"),
    Wrong("version: 1\nscreens: {}\n", 2, 10, .wrongValue, "at least one"),
    Wrong("version: 1\nscreens: {a: 1}\n", 2, 14, .wrongValue, "the screen 'a'"),
    Wrong("version: 1\nscreens: {s: {size: [0, 1], pages: {p: []}}}", 2, 22, .outOfRange, "above 0"),
    Wrong("version: 1\nscreens: {s: {size: [1mm, 1], pages: {p: []}}}", 2, 22, .wrongValue, "millimetres"),
    Wrong("version: 1\nscreens: {s: {size: [1000001, 1], pages: {p: []}}}", 2, 22, .outOfRange, "1000000"),
    Wrong("version: 1\nscreens: {s: {pages: {p: []}}}", 2, 14, .missingKey, "'size'"),
    Wrong("version: 1\nscreens: {s: {size: [1, 1], pages: {}}}", 2, 36, .wrongValue, "at least one page"),
    Wrong(
        "version: 1\nscreens: {s: {size: [1, 1], pages: {p: {regions: [], overlap: no}}}}", 2, 63,
        .wrongValue, "nearest or topmost"),
    Wrong(
        "version: 1\nscreens: {s: {size: [1, 1], pages: {p: {overlap: nearest}}}}", 2, 40, .missingKey,
        "'regions'"),
    Wrong("version: 1\nscreens: {s: {size: [1, 1], pages: {p: [], p: []}}}", 2, 44, .duplicateKey, "2:37"),
    Wrong(
        "version: 1\nscreens: {s: {size: [1, 1], pages: {p: []}}, 't t': 1}", 2, 46, .badName,
        "the name of a screen"),
    Wrong(
        "version: 1\nscreens: {s: {size: [1, 1], pages: {p: []}}, t: {size: [1, 1], pages: {p: []}}}", 2, 46,
        .samePanel, "'s' (2:11)", "the one touchscreen"),
    Wrong(
        "version: 1\nscreens: {s: {panel: {id: 'A:1'}, size: [1, 1], pages: {p: []}}, t: {panel: {id: '000a:1'}, size: [1, 1], pages: {p: []}}}",
        2, 77, .samePanel, "the same panel"),
    Wrong(page("{id: a, frame: [0, 0, -1, 1]}"), 7, 33, .outOfRange, "0 or more"),
    Wrong(page("{id: a, frame: [0, 0, 1]}"), 7, 26, .wrongValue, "a list of 3"),
    Wrong(page("{id: a, frame: [-1000001, 0, 1, 1]}"), 7, 27, .outOfRange, "out of range"),
    Wrong(page("{id: a, frame: [0, 0, 1, 9mm]}"), 7, 36, .wrongValue, "millimetres"),
    Wrong(page("{id: a}"), 7, 11, .missingKey, "'frame'"),
    Wrong(page("{id: '', frame: [0, 0, 1, 1]}"), 7, 16, .badName, "letter or digit"),
    Wrong(page("{id: ~, frame: [0, 0, 1, 1]}"), 7, 16, .wrongValue, "is empty"),
    Wrong(
        page("{id: a, frame: [0, 0, 1, 1], group: pyament}", root: "groups: {payment: {}}"), 7, 47,
        .unknownName, "did you mean 'payment'?"),
    Wrong(page(root: "groups: {g: {exclusive: 2}}"), 6, 9, .wrongValue, "page 'p'"),
    Wrong(
        page("{id: a, frame: [0, 0, 1, 1]}", root: "defaults: {minimum: 3, mode: 1}"), 9, 24, .unknownKey,
        "minimum, retain, debounce"),
    Wrong(page("{id: a, frame: [0, 0, 1, 1]}", root: "cotnrol: 1"), 9, 1, .unknownKey, "'control'?"),
    .root("control: root", 10, .wrongValue, "'root'", "users, groups"),
    .root("control: {user: [a]}", 11, .unknownKey, "did you mean 'users'?"),
    .root("control: {users: root}", 18, .wrongValue, "a list of users"),
    .root("control: {groups: {a: b}}", 19, .wrongValue, "a list of groups"),
    .root("control: {users: [[a]]}", 19, .wrongValue, "a list of 1"),
    .root("control: {users: [~]}", 19, .wrongValue, "is empty"),
    .root("control: {users: ['']}", 19, .wrongValue, "is empty"),
    .root("control: {users: [-1]}", 19, .badName, "sign or space"),
    .root("control: {users: ['+1']}", 19, .badName, "sign or space"),
    .root("control: {users: ['a:b']}", 19, .badName, "colon"),
    .root("control: {users: [\"a\\tb\"]}", 19, .badName, "control character"),
    .root("control: {users: ['010']}", 19, .wrongValue, "begins with 0"),
    .root("control: {users: [a, 4294967295]}", 22, .outOfRange, "0 to 4294967294"),
    Wrong("a: b: c", 1, 5, .syntax, "quotes"),
    Wrong("version: 1\n---\nversion: 1", 2, 1, .syntax, "second document"),
]

@Suite struct FindingTests {
    @Test(arguments: wrongRegions + wrongScreens)
    func `a wrong value is an error at its place with what is allowed`(
        wrong: Wrong
    ) {
        check(wrong, count: wrong.text.contains("foo: 2") ? 2 : 1)
    }

    @Test(arguments: wrongRoots) func `a wrong file is an error at its place with what is allowed`(
        wrong: Wrong
    ) {
        check(wrong, count: wrong.text.contains("exclusive: 2") ? 2 : 1)
    }

    private func check(_ wrong: Wrong, count: Int) {
        let found = findings(wrong.text)
        let shown = found.map(\.description).joined(separator: "\n")
        #expect(found.count == count, "\(shown)")
        guard let first = found.first else { return }
        #expect(first.severity == .error, "\(shown)")
        #expect(first.code == wrong.code.rawValue, "\(shown)")
        #expect("\(first.line):\(first.column)" == "\(wrong.line):\(wrong.column)", "\(shown)")
        for part in wrong.parts { #expect(first.message.contains(part), "\(shown)") }
    }

    @Test func `all errors come in one run, in the order of the file`() {
        let text = page(
            "{id: a, frame: [0, 0, -1, .nan], expnad: 1}",
            "{id: a, frame: [0, 0, 1, 1], opacity: 2, group: g}", screen: "strat: p",
            root: "defaults: {retain: -1}\ngroups: {h: {debounce: 1}}\nscrens: 1\n")
        #expect(
            findings(text).map { "\($0.line):\($0.column) \($0.code)" } == [
                "7:33 out-of-range", "7:37 out-of-range", "7:44 unknown-key", "8:16 duplicate-region",
                "8:49 out-of-range",
                "8:59 unknown-name", "9:5 unknown-key", "10:20 out-of-range", "11:24 wrong-value",
                "12:1 unknown-key",
            ])
    }

    @Test func `a finding is written as compilers write it`() {
        #expect(
            findings("version: 1\nscreens: {}\n").first?.description.hasPrefix(
                "f:2:10: error: screens is an empty mapping; allowed is ") == true)
    }

    @Test func `a name has at most 128 characters`() {
        func named(_ count: Int) -> String {
            page("{id: a, frame: [0, 0, 1, 1], action: \(String(repeating: "x", count: count))}")
        }
        #expect(findings(named(128)).isEmpty)
        #expect(findings(named(129)).map(\.code) == ["bad-name"])
    }

    @Test func `a value that an alias repeats is reported once`() {
        let text = page("{id: a, frame: &f [0, 0, -1, 1]}", "{id: b, frame: *f}")
        #expect(findings(text).count == 1)
    }

    @Test(arguments: [
        ("{id: a, frame: [0, 0, 20, 20], minimum: none, expand: {left: -21, right: 1}}", 57, "empty-zone"),
        ("{id: a, frame: [0, 0, 20, 20], minimum: none, expand: -10}", 57, "empty-zone"),
        ("{id: a, frame: [0, 0, 20, 20], touchExtendInset: 10}", 42, "empty-zone"),
        ("{id: a, frame: [0, 0, 20, 20], minimum: 40, expand: {top: -30}}", 55, "empty-zone"),
        ("{id: a, frame: [0, 0, 20, 20], debounce: 1s}", 42, "unused-key"),
        ("{id: a, frame: [0, 0, 20, 20], action: x, debounce: {mode: quiet, interval: 0}}", 64, "unused-key"),
        ("{id: a, frame: [0, 0, 20, 20], action: x, block: true}", 53, "unused-key"),
    ])
    func `Z3, T2: what can have no effect is a warning`(region: String, column: Int, code: String) {
        let found = findings(page(region))
        #expect(found.map(\.code) == [code])
        #expect(found.map(\.severity) == [.warning])
        #expect(found.map { [$0.line, $0.column] } == [[7, column]])
    }

    @Test(arguments: [
        "{id: a, frame: [0, 0, 20, 20], minimum: none, expand: -9.9}",
        "{id: a, frame: [0, 0, 0, 0], expand: 5}",
        "{id: a, frame: [0, 0, 0, 0], expand: 0}", "{id: a, frame: [0, 0, 20, 20], expand: {top: -30}}",
        "{id: a, frame: [0, 0, 20, 20], expand: -10mm}",
        "{id: a, frame: [0, 0, 20, 20], minimum: 40, expand: {top: -29.9}}",
        "{id: a, frame: [0, 0, 20, 20], block: true}",
        "{id: a, frame: [0, 0, 20, 20], action: x, debounce: 1s}",
    ])
    func `what may have an effect is no warning`(region: String) {
        #expect(findings(page(region)).map(\.description) == [])
    }

    @Test func `millimetres without a physical size are one warning a screen`() {
        let region = "{id: a, frame: [0, 0, 1, 1], retain: 2, expand: {top: 3mm, left: 2pt}}"
        #expect(findings(page(region)).isEmpty)
        let found = findings(page(region, screen: "rotate: 0"))
        #expect(found.map { "\($0.line):\($0.column) \($0.code)" } == ["7:65 needs-millimetres"])
    }

    @Test func `millimetres of the defaults count where a region takes them`() {
        let defaults = "defaults: {minimum: 3mm}"
        let taken = findings(page("{id: a, frame: [0, 0, 1, 1]}", screen: "rotate: 0", root: defaults))
        #expect(taken.map { "\($0.line):\($0.column) \($0.code)" } == ["9:21 needs-millimetres"])
        #expect(
            findings(page("{id: a, frame: [0, 0, 1, 1], minimum: 3}", screen: "rotate: 0", root: defaults))
                .isEmpty)
    }
}
