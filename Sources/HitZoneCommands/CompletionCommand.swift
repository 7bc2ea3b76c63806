import CommandOptions

/// `hitzone completion`: what a shell needs to complete `hitzone`, from the commands' own tables of options.
enum CompletionCommand {
    struct Values: Sendable {}

    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    static let syntax = CommandSyntax<Values>(
        name: "hitzone completion",
        summary: "Print a script that makes a shell complete command lines.",
        operands: Operands("bash|zsh|fish", count: 1...1), options: [],
        notes: """
            The scripts are installed with hitzone. To try one: source <(hitzone completion bash) in bash, or hitzone
            completion fish | source in fish. In zsh write it to a file _hitzone in a directory of fpath.
            """)

    static func run(_ arguments: [String], _ streams: inout Streams) throws(CommandFailure) -> ExitStatus {
        guard let (_, operands) = try syntax.values(arguments, defaults: Values(), &streams) else {
            return .done
        }
        guard let shell = Shell(rawValue: operands[0]) else {
            let known = Shell.allCases.map(\.rawValue).joined(separator: ", ")
            throw .commandLine(
                syntax.failure("'\(operands[0])' is not a shell that is known; they are: \(known)"))
        }
        let lines =
            switch shell {
            case .bash: bash
            case .zsh: zsh
            case .fish: fish
            }
        for line in lines { try streams.answer(line) }
        return .done
    }

    private static let commands = HitZone.Command.allCases.map { ($0.rawValue, $0.description) }
    private static let commonWords = ["--help", "--version"]

    // MARK: bash

    private static var bash: [String] {
        [
            "# bash completion for hitzone; made by `hitzone completion bash`",
            "_hitzone() {",
            "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command= words= files= i",
            "    for ((i = 1; i < COMP_CWORD; i++)); do",
            "        case ${COMP_WORDS[i]} in -*) ;; *) command=${COMP_WORDS[i]}; break ;; esac",
            "    done",
            "    COMPREPLY=()",
            "    case $command,$prev in",
        ] + commands.flatMap { name, command in command.options.compactMap { bashValue(of: $0, name) } }
            + [
                "    *)",
                "        case $command in",
                "        '') words='\((commands.map(\.0) + commonWords).joined(separator: " "))' ;;",
            ] + commands.map(bashWords)
            + [
                "        esac ;;",
                "    esac",
                "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")",
                "    [ -z \"$files\" ] || {",
                "        compopt -o filenames 2>/dev/null",
                "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$cur\")",
                "    }",
                "}",
                "complete -F _hitzone hitzone",
            ]
    }

    /// What completes the value of an option; nil where it takes none.
    private static func bashValue(of option: OptionSummary, _ command: String) -> String? {
        guard let argument = option.argument else { return nil }
        let patterns = option.words.map { "\(command),\($0)" }.joined(separator: " | ")
        switch CompletedValue(argument) {
        case .files: return "    \(patterns)) files=1 ;;"
        case .words(let words): return "    \(patterns)) words='\(words.joined(separator: " "))' ;;"
        case .unknown: return "    \(patterns)) ;;"
        }
    }

    private static func bashWords(of name: String, _ command: CommandDescription) -> String {
        let options = command.options.flatMap(\.words).joined(separator: " ")
        let operands =
            switch CompletedValue(command.operands) {
            case .files: "files=1"
            case .words(let words): "words='\(words.joined(separator: " "))'"
            case .unknown: ":"
            }
        return "        \(name)) if [[ $cur == -* ]]; then words='\(options)'; else \(operands); fi ;;"
    }

    // MARK: zsh

    private static var zsh: [String] {
        [
            "#compdef hitzone",
            "# zsh completion for hitzone; made by `hitzone completion zsh`",
            "_hitzone() {",
            "    local -a commands=(",
        ] + commands.map { name, command in "        \(quoted("\(name):\(command.firstSentence)"))" }
            + [
                "    )",
                "    if (( CURRENT == 2 )); then",
                "        _describe command commands",
                "        compadd -- \(commonWords.joined(separator: " "))",
                "        return",
                "    fi",
                "    local command=$words[2]",
                "    shift words",
                "    (( CURRENT-- ))",
                "    case $command in",
            ] + commands.flatMap(zshArguments)
            + [
                "    esac",
                "}",
                "if [ \"$funcstack[1]\" = _hitzone ]; then _hitzone; else compdef _hitzone hitzone; fi",
            ]
    }

    private static func zshArguments(of name: String, _ command: CommandDescription) -> [String] {
        var specs: [String] = []
        for option in command.options {
            let help = "[" + option.help.replacing("[", with: "\\[").replacing("]", with: "\\]") + "]"
            let value = option.argument.map { ":\($0.replacing(":", with: " ")):" + zshValue($0) } ?? ""
            let others = option.words.count > 1 ? "(\(option.words.joined(separator: " ")))" : ""
            for word in option.words {
                let glue = option.argument == nil ? "" : word.hasPrefix("--") ? "=" : "+"
                specs.append(quoted(others + word + glue + help + value))
            }
        }
        if !command.operands.isEmpty {
            specs.append(
                quoted("*:\(command.operands.replacing(":", with: " ")):" + zshValue(command.operands)))
        }
        return ["    \(name))", "        _arguments -s \\"] + specs.dropLast().map { "            \($0) \\" }
            + specs.suffix(1).map { "            \($0) ;;" }
    }

    private static func zshValue(_ argument: String) -> String {
        switch CompletedValue(argument) {
        case .files: "_files"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .unknown: " "
        }
    }

    // MARK: fish

    private static var fish: [String] {
        ["# fish completion for hitzone; made by `hitzone completion fish`", "complete -c hitzone -f"]
            + commands.map { name, command in
                "complete -c hitzone -n __fish_use_subcommand -a \(name) -d \(fishQuoted(command.firstSentence))"
            } + ["complete -c hitzone -n __fish_use_subcommand -l help -s h -d 'Print help and exit.'"]
            + ["complete -c hitzone -n __fish_use_subcommand -l version -d 'Print the version and exit.'"]
            + commands.flatMap { name, command in
                let seen = "complete -c hitzone -n '__fish_seen_subcommand_from \(name)'"
                let operands =
                    switch CompletedValue(command.operands) {
                    case .files: ["\(seen) -F"]
                    case .words(let words): ["\(seen) -a '\(words.joined(separator: " "))'"]
                    case .unknown: [] as [String]
                    }
                return operands
                    + command.options.map { option in
                        let letter = option.letter.map { " -s \($0)" } ?? ""
                        return "\(seen)\(letter) -l \(option.name)\(fishValue(option.argument)) -d "
                            + fishQuoted(option.help)
                    }
            }
    }

    private static func fishValue(_ argument: String?) -> String {
        guard let argument else { return "" }
        switch CompletedValue(argument) {
        case .files: return " -r -F"
        case .words(let words): return " -x -a '\(words.joined(separator: " "))'"
        case .unknown: return " -x"
        }
    }

    /// As bash and zsh quote.
    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

    private static func fishQuoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}

/// What a shell can offer for a value, as the usage line names it.
private enum CompletedValue {
    case files
    case words([String])
    case unknown

    init(_ usage: String) {
        let names = ["FILE", "PATH", "RECORDING", "DEVICE"]
        let words = usage.split { " []|".contains($0) }.map(String.init)
        if words.contains(where: names.contains), !usage.contains("N|") {
            self = .files
        } else if usage.contains("|"), words.allSatisfy({ $0 == $0.lowercased() && $0 != "-" }) {
            self = .words(words)
        } else {
            self = .unknown
        }
    }
}

extension OptionSummary {
    /// `-c`, where it has a letter, and `--config`.
    fileprivate var words: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }
}

extension CommandDescription {
    fileprivate var firstSentence: String { summary.prefix { $0 != "." } + "." }
}
