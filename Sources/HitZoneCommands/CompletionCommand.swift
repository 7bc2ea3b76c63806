import CommandOptions

/// `hitzone completion`: what a shell needs to complete `hitzone`, from the commands' own tables of options.
enum CompletionCommand {
    struct Values: Sendable {}

    static let syntax = CommandSyntax<Values>(
        name: "hitzone completion",
        summary: "Print a script that makes a shell complete command lines.",
        operands: Operands(Shell.usage, count: 1...1), options: [],
        notes: """
            The scripts are installed with hitzone. To try one: source <(hitzone completion bash) in bash, or hitzone
            completion fish | source in fish. In zsh write it to a file _hitzone in a directory of fpath.
            """)

    static func run(_ arguments: [String], _ streams: inout Streams) throws(CommandFailure) -> ExitStatus {
        guard let (_, operands) = try syntax.values(arguments, defaults: Values(), &streams) else {
            return .done
        }
        guard let shell = Shell(rawValue: operands[0]) else {
            throw .commandLine(
                syntax.failure("'\(operands[0])' is not a shell that is known; \(Shell.known)"))
        }
        let completion = ShellCompletion(
            of: "hitzone", HitZone.description,
            commands: HitZone.Command.allCases.map { ($0.rawValue, $0.description) }, madeBy: syntax.name)
        for line in completion.lines(for: shell) { try streams.answer(line) }
        return .done
    }
}
