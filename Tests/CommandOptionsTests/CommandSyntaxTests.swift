import Testing

@testable import CommandOptions

private struct Values: Hashable, Sendable {
    var config: String?
    var speed = 1.0
    var kinds: [String] = []
    var loop = false
    var json = false
    var device: String?
}

private let syntax = CommandSyntax<Values>(
    name: "hitzone play", summary: "Plays a recording.",
    operands: Operands("RECORDING [POINT]", count: 1...2),
    options: [
        .value("config", letter: "c", argument: "FILE", help: "The layout.") { $0.config = $1 },
        .value("speed", argument: "N", help: "How many times as fast as it was.") {
            values, text throws(OptionValueError) in
            values.speed = try OptionValue.number(text, in: 0.01...1000)
        },
        .list("kinds", letter: "k", argument: "KIND,...", help: "What to print.") { $0.kinds += $1 },
        .flag("loop", letter: "l", help: "Again and again.") { $0.loop = true },
        .flag("json", help: "One object a line.") { $0.json = true },
        .value("device", argument: "NAME", help: "Which device.") { $0.device = $1 },
    ])

private func parse(_ arguments: String...) throws(CommandLineError) -> (Values, [String])? {
    guard case .run(let values, let operands) = try syntax.parse(arguments, defaults: Values()) else {
        return nil
    }
    return (values, operands)
}

private func message(_ arguments: String...) -> String? {
    do throws(CommandLineError) {
        _ = try syntax.parse(arguments, defaults: Values())
        return nil
    } catch {
        return error.message
    }
}

struct `The command line` {
    @Test func `Options stand before and after operands, long, short and joined`() throws {
        let (values, operands) = try #require(
            try parse(
                "--config=a.yaml", "tap.evemu", "-lkaction,page", "--speed", "2.5", "-k", "contact", "7"))
        #expect(
            values
                == Values(config: "a.yaml", speed: 2.5, kinds: ["action", "page", "contact"], loop: true))
        #expect(operands == ["tap.evemu", "7"])
    }

    @Test func `A long name may be cut as long as one option is meant`() throws {
        let (values, _) = try #require(try parse("--conf", "a", "--lo", "-"))
        #expect(values == Values(config: "a", loop: true))
    }

    @Test func `A name that several options begin with is refused with all of them`() {
        let twins = CommandSyntax<Values>(
            name: "x", summary: "",
            options: [
                .flag("regions", help: "") { $0.loop = true }, .flag("region", help: "") { $0.json = true },
            ])
        #expect(
            throws: CommandLineError(
                command: "x", message: "option '--reg' may mean '--regions' or '--region'")
        ) {
            try twins.parse(["--reg"], defaults: Values())
        }
        #expect(throws: Never.self) { try twins.parse(["--region"], defaults: Values()) }
    }

    @Test func `Two dashes end the options and one is an operand`() throws {
        let (values, operands) = try #require(try parse("-", "--", "--loop"))
        #expect(values == Values())
        #expect(operands == ["-", "--loop"])
    }

    @Test func `The last of a value's repetitions counts`() throws {
        #expect(try parse("-ca", "x", "--config", "b")?.0.config == "b")
    }

    @Test func `An empty value is a value`() throws {
        #expect(try parse("--config=", "x")?.0.config == "")
    }

    @Test(arguments: [
        (["--jsn", "x"], "unknown option '--jsn', did you mean '--json'?"),
        (["--jsn=1", "x"], "unknown option '--jsn', did you mean '--json'?"),
        (["--quite-other", "x"], "unknown option '--quite-other'"),
        (["-lx", "x"], "unknown option '-x'"),
        (["-é", "x"], "unknown option '-é'"),
        (["x", "-5"], "'-5' is taken for an option; put '--' before operands that begin with '-'"),
        (["x", "--config"], "option '--config FILE' lacks its value"),
        (["x", "-c"], "option '--config FILE' lacks its value"),
        (["x", "--loop=yes"], "option '--loop' takes no value"),
        (["x", "--speed", "0"], "'0' does not suit option '--speed N': give a number from 0.01 to 1000"),
        (["x", "--speed", "nan"], "'nan' does not suit option '--speed N': give a number from 0.01 to 1000"),
        (
            ["x", "-k", "a,,b"],
            "'a,,b' does not suit option '--kinds KIND,...': separate the parts by single commas"
        ),
        ([], "an operand is missing; the operands are: RECORDING [POINT]"),
        (["a", "b", "c"], "'c' is too much; the operands are: RECORDING [POINT]"),
    ])
    func `An error names the option and what is allowed`(arguments: [String], expected: String) {
        #expect(throws: CommandLineError(command: "hitzone play", message: expected)) {
            try syntax.parse(arguments, defaults: Values())
        }
    }

    @Test func `A required option is asked for by name`() {
        let syntax = CommandSyntax<Values>(
            name: "x", summary: "",
            options: [.value("config", argument: "FILE", isRequired: true, help: "") { $0.config = $1 }])
        #expect(throws: CommandLineError(command: "x", message: "option '--config FILE' is missing")) {
            try syntax.parse([], defaults: Values())
        }
        #expect(throws: Never.self) { try syntax.parse(["--config", "a"], defaults: Values()) }
    }

    @Test func `An error after an error does not carry over into the next call`() throws {
        // The cluster stops in the middle of a word, where getopt_long would go on.
        #expect(message("-lxl", "a") == "unknown option '-x'")
        #expect(try parse("a", "-l")?.1 == ["a"])
        #expect(message("-cl") == "an operand is missing; the operands are: RECORDING [POINT]")
    }

    @Test func `Calls at the same time do not disturb one another`() async {
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<200 {
                group.addTask {
                    (try? parse("a\(index)", "-l", "--config", "\(index)", "-kx", "b"))?.1 == [
                        "a\(index)", "b",
                    ]
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test func `A program with commands leaves the options of the command alone`() throws {
        let program = CommandSyntax<Values>(
            name: "hitzone", summary: "", operands: Operands("COMMAND", count: 1...100),
            options: [.flag("loop", help: "") { $0.loop = true }], stopsAtOperand: true)
        guard case .run(let values, let operands) = try program.parse(["play", "--loop"], defaults: Values())
        else {
            Issue.record("nothing to run")
            return
        }
        #expect(!values.loop)
        #expect(operands == ["play", "--loop"])
    }

    @Test func `Help comes from the table`() throws {
        guard case .show(let text) = try syntax.parse(["--help", "--no-such"], defaults: Values()) else {
            Issue.record("no help")
            return
        }
        #expect(
            text == """
                Usage: hitzone play [OPTION]... RECORDING [POINT]
                Plays a recording.

                Options:
                  -c, --config FILE        The layout.
                      --speed N            How many times as fast as it was.
                  -k, --kinds KIND,...     What to print.
                  -l, --loop               Again and again.
                      --json               One object a line.
                      --device NAME        Which device.
                  -h, --help               Print this and exit.
                      --version            Print the version and exit.

                """)
    }

    @Test func `The version is the program's`() throws {
        guard case .show(let text) = try syntax.parse(["--version"], defaults: Values()) else {
            Issue.record("no version")
            return
        }
        #expect(text == "hitzone \(Version.current)\n")
    }

    @Test func `An error prints with the command and where help is`() {
        #expect(
            "\(CommandLineError(command: "hitzone play", message: "no"))"
                == "hitzone play: no\nTry 'hitzone play --help'.")
    }
}
