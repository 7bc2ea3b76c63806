import Glibc
import Testing
import TouchEngine
import TouchModel
import YAML

@testable import Configuration

/// Whether python3 with jsonschema is there to validate with (Debian's python3-jsonschema).
private let hasValidator =
    output(of: "python3 -W ignore -c 'import jsonschema' 2>/dev/null && echo yes") == "yes\n"

/// What the schema says of each JSON text: whether it is valid.
private func validate(_ samples: [String]) throws -> [Bool] {
    let path = "/tmp/hitzone-schema-\(getpid())-\(UInt32.random(in: 0 ... .max)).json"
    guard let file = unsafe fopen(path, "w") else { return [] }
    defer { _ = unsafe unlink(path) }
    _ = unsafe fputs("[" + samples.joined(separator: ",\n") + "]", file)
    _ = unsafe fclose(file)
    let program = """
        import json, sys, jsonschema
        schema = json.load(open(sys.argv[1]))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        print("".join("y" if validator.is_valid(sample) else "n" for sample in json.load(open(sys.argv[2]))))
        """
    let schema = packageRoot + "/config/hitzone.schema.json"
    let answer = try #require(output(of: "python3 -W ignore -c '\(program)' '\(schema)' '\(path)'"))
    return answer.filter { $0 == "y" || $0 == "n" }.map { $0 == "y" }
}

/// Wrong only by what a schema cannot tell: names that refer, places, times and lengths as numbers.
private let beyondSchema: Set<DiagnosticCode> = [
    .unknownName, .duplicateKey, .duplicateRegion, .samePanel, .syntax,
]
private let beyondSchemaWords = [
    "60.000001s", "60001ms", "99999999999999999999s", "0.0001ms", "9.999ms", "60.1s", "-1000001mm",
    "[1, 2, 0, 2, 4, 0]",
]

@Suite struct SchemaTests {
    private let schema: YAMLNode

    init() throws {
        schema = try #require(try YAMLNode.parse(projectFile("config/hitzone.schema.json")))
    }

    private func definition(_ name: String) throws -> YAMLNode { try #require(schema["$defs"]?[name]) }

    /// Holds an object of the schema against a table of keys.
    private func compare<Key: MappingKey>(_ object: YAMLNode, _: Key.Type) {
        #expect(object["properties"]?.mapping?.map(\.key.text) == Key.names.map { $0 })
        #expect((object["required"]?.sequence?.map(\.text) ?? []) == Key.required.map { $0.rawValue })
        #expect(object["additionalProperties"]?.text == "false")
        #expect(object["type"]?.text == "object")
    }

    @Test func `every mapping of the schema has the keys of the parser's table`() throws {
        compare(schema, RootKey.self)
        compare(try definition("defaults"), DefaultsKey.self)
        compare(try definition("group"), GroupKey.self)
        compare(try definition("control"), ControlKey.self)
        compare(try definition("screen"), ScreenKey.self)
        compare(try definition("panel"), PanelKey.self)
        compare(try definition("page"), PageKey.self)
        compare(try definition("region"), RegionKey.self)
        compare(try definition("edges"), EdgeKey.self)
        compare(try definition("debounceMapping"), DebounceKey.self)
        compare(try definition("actions"), Trigger.self)
    }

    @Test(arguments: Trigger.allCases) func `an action has the keys that its trigger gives a meaning`(
        trigger: Trigger
    ) throws {
        let reference = try #require(
            try definition("actions")["properties"]?[trigger.rawValue]?["$ref"]?.text)
        let action = try definition(String(reference.dropFirst("#/$defs/".count)))
        let mapping = try #require(action["anyOf"]?.sequence?.map(\.self).last?["$ref"]?.text)
        let keys = try definition(String(mapping.dropFirst("#/$defs/".count)))["properties"]?.mapping?.map(
            \.key.text)
        #expect(keys == ActionKey.allCases.filter { $0.triggers.contains(trigger) }.map(\.rawValue))
    }

    @Test func `enumerations and limits are the parser's`() throws {
        func words(_ node: YAMLNode?) -> [String?] { node?["enum"]?.sequence?.map(\.text) ?? [] }
        let screen = try #require(try definition("screen")["properties"])
        #expect(words(screen["grab"]) == GrabPolicy.allCases.map(\.rawValue))
        #expect(words(screen["rotate"]) == Rotation.allCases.map { String($0.rawValue) })
        #expect(words(try definition("page")["properties"]?["overlap"]) == Overlap.allCases.map(\.rawValue))
        #expect(
            words(try definition("debounceMapping")["properties"]?["mode"])
                == DebounceMode.allCases.map(\.rawValue))
        #expect(try definition("name")["maxLength"]?.text == String(Bounds.nameLength))
        #expect(try definition("glob")["maxLength"]?.text == String(Bounds.globLength))
        #expect(try definition("account")["maxLength"]?.text == String(Bounds.accountLength))
        #expect(try definition("account")["maximum"]?.text == String(UInt32.max - 1))
        for name in ["units", "extent", "length", "signedLength"] {
            #expect(try definition(name)["maximum"]?.text == Bounds.text(Bounds.length))
        }
        for name in ["units", "signedLength"] {
            #expect(try definition(name)["minimum"]?.text == "-" + Bounds.text(Bounds.length))
        }
        #expect(screen["physical"]?["items"]?["maximum"]?.text == Bounds.text(Bounds.physical))
        #expect(screen["calibration"]?["items"]?["maximum"]?.text == Bounds.text(Bounds.calibration))
    }

    @Test(.enabled(if: hasValidator)) func `the schema takes what the parser takes`() throws {
        let regions = [
            "expand: 12", "expand: -.5", "expand: 5.", "expand: '7px'", "expand: +3", "expand: 1e2",
            "expand: {all: 1mm}",
            "touchExtendInset: {left: -3dp}", "minimum: none", "minimum: [1, 2pt]", "retain: 0", "action: on",
            "action: 7", "action: {name: 1.5, page: p}", "action: x, debounce: 0",
            "action: x, debounce: 1.5s",
            "action: x, debounce: {interval: 0.001ms, mode: quiet}", "actions: {hold: {name: x, after: 60s}}",
            "actions: {press: a, tap: b, release: c, repeat: {name: d, after: 10ms, every: 1s, page: p}}",
            "opacity: 0", "opacity: 1", "regions: []", "hidden: true, clip: false",
            "frame: [1px, -2px, 0, 0px]",
        ]
        let accounts = [
            "users: [root, 0, '1000', 4294967294, _a.b-c$]", "groups: [CORP\\\\Domain users, 7up, true]", "",
        ]
        var texts = regions.map { keys in
            page("{id: a, \(keys.hasPrefix("frame") ? "" : "frame: [0, 0, 9, 9], ")\(keys)}")
        }
        texts += accounts.map { page("{id: a, frame: [0, 0, 1, 1]}", root: "control: {\($0)}") }
        texts.append(String(decoding: projectFile("config/hitzone.yaml"), as: UTF8.self))
        texts.append(page("{id: a, frame: [0, 0, 1, 1]}", screen: "panel: {name: 7, id: 0eef:1, path: '*'}"))
        for text in texts {
            #expect(findings(text).allSatisfy { $0.severity == .warning }, "\(findings(text)) in \(text)")
        }
        let answers = try validate(try texts.map { try #require(try YAMLNode.parse(Array($0.utf8))?.json) })
        #expect(answers.count == texts.count)
        for (text, valid) in zip(texts, answers) { #expect(valid, "\(text)") }
    }

    @Test(.enabled(if: hasValidator))
    func `the schema refuses what the parser refuses, but for what it cannot tell`() throws {
        var texts: [String] = []
        var samples: [String] = []
        for wrong in wrongRegions + wrongScreens + wrongRoots where !beyondSchema.contains(wrong.code) {
            if beyondSchemaWords.contains(where: { wrong.text.contains($0) }) { continue }
            guard let json = try? YAMLNode.parse(Array(wrong.text.utf8))?.json else { continue }
            texts.append(wrong.text)
            samples.append(json)
        }
        #expect(texts.count > 80)
        let answers = try validate(samples)
        #expect(answers.count == texts.count)
        for (text, valid) in zip(texts, answers) { #expect(!valid, "\(text)") }
    }

    @Test(.enabled(if: hasValidator))
    func `the schema takes every damaged example that the parser still takes`() throws {
        var generator = SeededGenerator(seed: 2)
        let example = projectFile("config/hitzone.yaml")
        var samples: [String] = []
        for _ in 0..<300 {
            let bytes = mutated(example, using: &generator)
            guard (try? Configuration.parse(bytes, file: "f")) != nil else { continue }
            samples.append(try #require(try YAMLNode.parse(bytes)?.json))
        }
        #expect(samples.count > 30)
        let answers = try validate(samples)
        #expect(answers.count == samples.count)
        for (sample, valid) in zip(samples, answers) { #expect(valid, "\(sample)") }
    }
}
