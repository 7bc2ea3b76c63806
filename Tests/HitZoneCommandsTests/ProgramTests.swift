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
