import CommandOptions
import Testing

struct `hitzone` {
    @Test(arguments: [
        (
            [], 2, "",
            "hitzone: an operand is missing; the operands are: COMMAND [ARGUMENT]...\nTry 'hitzone --help'.\n"
        ),
        (
            ["repaly"], 2, "",
            "hitzone: unknown command 'repaly', did you mean 'replay'?\nTry 'hitzone --help'.\n"
        ),
        (
            ["--hlep"], 2, "",
            "hitzone: unknown option '--hlep', did you mean '--help'?\nTry 'hitzone --help'.\n"
        ),
        (["--version"], 0, "hitzone \(Version.current)\n", ""),
        (["check", "--version"], 0, "hitzone \(Version.current)\n", ""),
    ])
    func `The command line decides the status`(
        arguments: [String], status: Int32, output: String, errors: String
    ) throws {
        #expect(
            try ProgramRun("hitzone", arguments) == ProgramRun(status: status, output: output, errors: errors)
        )
    }

    @Test func `Help lists every command, and every command has help`() throws {
        let help = try ProgramRun("hitzone", ["--help"])
        #expect(help.status == 0 && help.errors.isEmpty)
        let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false)
        let commands = lines.drop { !$0.hasPrefix("Commands") }.dropFirst().prefix { !$0.isEmpty }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(commands.count >= 3)
        #expect(lines.allSatisfy { $0.count <= 79 })
        for command in commands {
            let run = try ProgramRun("hitzone", [command, "--help"])
            #expect(run.status == 0 && run.errors.isEmpty)
            #expect(run.output.hasPrefix("Usage: hitzone \(command) "))
            #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 79 })
        }
    }

    @Test func `Help into a pipe that nobody reads ends quietly`() throws {
        #expect(
            try ProgramRun("hitzone", ["--help"], closedOutput: true)
                == ProgramRun(status: 0, output: "", errors: ""))
    }
}

struct `hitzone check` {
    private func check(_ text: String, _ arguments: String...) throws -> ProgramRun {
        let directory = try TemporaryDirectory()
        let file = try directory.write("layout.yaml", text)
        var run = try ProgramRun("hitzone", ["check"] + arguments + [file])
        run.output = run.output.replacing(file, with: "FILE")
        return run
    }

    @Test func `A layout without fault is counted`() throws {
        #expect(
            try check(layout)
                == ProgramRun(
                    status: 0, output: "FILE: 1 screen, 2 pages, 7 regions: no errors, no warnings\n",
                    errors: ""))
    }

    @Test func `Standard input is a file like others`() throws {
        let run = try ProgramRun("hitzone", ["check", "-"], input: layout)
        #expect(run.output == "<stdin>: 1 screen, 2 pages, 7 regions: no errors, no warnings\n")
    }

    @Test func `All errors are printed with their places, and fail`() throws {
        let text = layout.replacing("frame: [0, 0, 33, 33]", with: "fraem: [0, 0, 33, 33]")
            .replacing("debounce: 300ms", with: "debounce: 300")
        let run = try check(text)
        let lines = run.output.split(separator: "\n")
        #expect(lines.dropLast().allSatisfy { $0.hasPrefix("FILE:") && $0.contains(": error: ") })
        #expect(lines.contains { $0.hasPrefix("FILE:2:") })
        #expect(lines.contains { $0.hasPrefix("FILE:9:") && $0.contains("frame") })
        #expect(lines.last == "FILE: \(lines.count - 1) errors, no warnings")
        #expect(run.status == 1)
    }

    @Test func `A warning does not fail`() throws {
        let run = try check(
            layout.replacing("[0, 0, 33, 33], expand: 20", with: "[0, 0, 33, 33], expand: -20"))
        #expect(run.output.hasSuffix("\nFILE: 1 screen, 2 pages, 7 regions: no errors, 1 warning\n"))
        #expect(run.status == 0)
    }

    @Test func `JSON has one finding a line`() throws {
        let run = try check("version: 1\nscreens: 7\n", "--json")
        #expect(
            run.output.hasPrefix(
                #"{"file":"FILE","line":2,"column":10,"severity":"error","code":"wrong-value","message":""#))
        #expect(run.output.hasSuffix("\"}\n"))
        #expect(run.output.split(separator: "\n").count == 1)
        #expect(run.status == 1)
        #expect(try check(layout, "--json").output == "")
    }

    @Test func `A file that is not there is an error at its place`() throws {
        let run = try ProgramRun("hitzone", ["check", "/nonexistent"])
        #expect(run.output.hasPrefix("/nonexistent:1:1: error: "))
        #expect(run.status == 1)
    }
}
