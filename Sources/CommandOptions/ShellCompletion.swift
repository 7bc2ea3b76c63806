/// A shell that can complete command lines.
public enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The shells as usage lines write them: `bash|zsh|fish`.
    public static var usage: String { allCases.map(\.rawValue).joined(separator: "|") }

    /// What to say of a name that is no shell of these.
    public static var known: String {
        "the shells are: \(allCases.map(\.rawValue).joined(separator: ", "))"
    }
}

/// A command without the type of its values, as help and completion tell of it.
public struct CommandDescription: Sendable {
    /// What it does, in a sentence or two.
    public let summary: String
    /// What it takes besides options, as the usage line writes it.
    public let operands: String
    /// Its options, the common ones included.
    public let options: [OptionSummary]

    /// The command that `syntax` describes.
    public init<Values>(_ syntax: CommandSyntax<Values>) {
        summary = syntax.summary
        operands = syntax.operands.usage
        options = syntax.optionSummaries
    }

    /// The first sentence of the summary.
    public var firstSentence: String { summary.prefix { $0 != "." } + "." }
}

/// The scripts that make a shell complete the command lines of a program, from its tables of options.
public struct ShellCompletion: Sendable {
    /// The program's name.
    let program: String
    /// What the program itself takes.
    let own: CommandDescription
    /// Its commands by name; empty for a program without.
    let commands: [(name: String, description: CommandDescription)]
    /// The command that prints the script, for its first line.
    let origin: String

    /// The completion of `program`.
    public init(
        of program: String, _ own: CommandDescription,
        commands: [(name: String, description: CommandDescription)] = [], madeBy origin: String
    ) {
        self.program = program
        self.own = own
        self.commands = commands
        self.origin = origin
    }

    /// The script's lines.
    public func lines(for shell: Shell) -> [String] {
        let remark = "# \(shell) completion for \(program); made by `\(origin) \(shell)`"
        return switch shell {
        case .bash: [remark] + bash
        case .zsh: ["#compdef \(program)", remark] + zsh
        case .fish: [remark] + fish
        }
    }
}

// MARK: bash

extension ShellCompletion {
    private var bash: [String] {
        let all = [(name: "", description: own)] + commands
        let search = [
            "    for ((i = 1; i < COMP_CWORD; i++)); do",
            "        case ${COMP_WORDS[i]} in -*) ;; *) command=${COMP_WORDS[i]}; break ;; esac",
            "    done",
        ]
        return [
            "_\(program)() {",
            "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command= words= files= i",
        ] + (commands.isEmpty ? [] : search) + ["    COMPREPLY=()", "    case $command,$prev in"]
            + all.flatMap { name, command in command.options.compactMap { bashValue(of: $0, name) } }
            + ["    *)", "        case $command in"] + all.map(bashWords)
            + [
                "        esac ;;",
                "    esac",
                "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")",
                "    [ -z \"$files\" ] || {",
                "        compopt -o filenames 2>/dev/null",
                "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$cur\")",
                "    }",
                "}",
                "complete -F _\(program) \(program)",
            ]
    }

    /// What completes the value of an option; nil where it takes none.
    private func bashValue(of option: OptionSummary, _ command: String) -> String? {
        guard let argument = option.argument else { return nil }
        let patterns = option.words.map { "\(command),\($0)" }.joined(separator: " | ")
        switch CompletedValue(argument) {
        case .files: return "    \(patterns)) files=1 ;;"
        case .words(let words): return "    \(patterns)) words='\(words.joined(separator: " "))' ;;"
        case .unknown: return "    \(patterns)) ;;"
        }
    }

    private func bashWords(of name: String, _ command: CommandDescription) -> String {
        let options = command.options.flatMap(\.words).joined(separator: " ")
        if name.isEmpty && !commands.isEmpty {
            let long = command.options.map { "--\($0.name)" }
            return "        '') words='\((commands.map(\.name) + long).joined(separator: " "))' ;;"
        }
        let operands =
            switch CompletedValue(command.operands) {
            case .files: "files=1"
            case .words(let words): "words='\(words.joined(separator: " "))'"
            case .unknown: ":"
            }
        let pattern = name.isEmpty ? "''" : name
        return "        \(pattern)) if [[ $cur == -* ]]; then words='\(options)'; else \(operands); fi ;;"
    }
}

// MARK: zsh

extension ShellCompletion {
    private var zsh: [String] {
        let start =
            "if [ \"$funcstack[1]\" = _\(program) ]; then _\(program); else compdef _\(program) \(program); fi"
        if commands.isEmpty { return ["_\(program)() {"] + zshArguments(of: own, ending: "") + ["}", start] }
        return ["_\(program)() {", "    local -a commands=("]
            + commands.map { name, command in "        \(quoted("\(name):\(command.firstSentence)"))" }
            + [
                "    )",
                "    if (( CURRENT == 2 )); then",
                "        _describe command commands",
                "        compadd -- \(own.options.map { "--\($0.name)" }.joined(separator: " "))",
                "        return",
                "    fi",
                "    local command=$words[2]",
                "    shift words",
                "    (( CURRENT-- ))",
                "    case $command in",
            ]
            + commands.flatMap { name, command in ["    \(name))"] + zshArguments(of: command, ending: " ;;")
            }
            + ["    esac", "}", start]
    }

    private func zshArguments(of command: CommandDescription, ending: String) -> [String] {
        var specs: [String] = []
        for option in command.options {
            let help = "[" + option.help.escaped(["[": "\\[", "]": "\\]"]) + "]"
            let value = option.argument.map { ":\($0.escaped([":": " "])):" + zshValue($0) } ?? ""
            let others = option.words.count > 1 ? "(\(option.words.joined(separator: " ")))" : ""
            for word in option.words {
                let glue = option.argument == nil ? "" : word.hasPrefix("--") ? "=" : "+"
                specs.append(quoted(others + word + glue + help + value))
            }
        }
        if !command.operands.isEmpty {
            specs.append(
                quoted("*:\(command.operands.escaped([":": " "])):" + zshValue(command.operands)))
        }
        return ["        _arguments -s \\"] + specs.dropLast().map { "            \($0) \\" }
            + specs.suffix(1).map { "            \($0)\(ending)" }
    }

    private func zshValue(_ argument: String) -> String {
        switch CompletedValue(argument) {
        case .files: "_files"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .unknown: " "
        }
    }

    /// As bash and zsh quote.
    private func quoted(_ text: String) -> String { "'" + text.escaped(["'": "'\\''"]) + "'" }
}

// MARK: fish

extension ShellCompletion {
    private var fish: [String] {
        let every = "complete -c \(program)"
        if commands.isEmpty { return ["\(every) -f"] + fishOptions(of: own, every) }
        let first = "\(every) -n __fish_use_subcommand"
        return ["\(every) -f"]
            + commands.map { name, command in "\(first) -a \(name) -d \(fishQuoted(command.firstSentence))" }
            + fishOptions(of: own, first)
            + commands.flatMap { name, command in
                let seen = "\(every) -n '__fish_seen_subcommand_from \(name)'"
                return fishOperands(of: command, seen) + fishOptions(of: command, seen)
            }
    }

    private func fishOperands(of command: CommandDescription, _ beginning: String) -> [String] {
        switch CompletedValue(command.operands) {
        case .files: ["\(beginning) -F"]
        case .words(let words): ["\(beginning) -a '\(words.joined(separator: " "))'"]
        case .unknown: []
        }
    }

    private func fishOptions(of command: CommandDescription, _ beginning: String) -> [String] {
        command.options.map { option in
            let letter = option.letter.map { " -s \($0)" } ?? ""
            return "\(beginning)\(letter) -l \(option.name)\(fishValue(option.argument)) -d "
                + fishQuoted(option.help)
        }
    }

    private func fishValue(_ argument: String?) -> String {
        guard let argument else { return "" }
        switch CompletedValue(argument) {
        case .files: return " -r -F"
        case .words(let words): return " -x -a '\(words.joined(separator: " "))'"
        case .unknown: return " -x"
        }
    }

    private func fishQuoted(_ text: String) -> String {
        "'" + text.escaped(["\\": "\\\\", "'": "\\'"]) + "'"
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
        if words.contains(where: names.contains), !words.contains("N") {
            self = .files
        } else if usage.contains("|" as Character), words.allSatisfy({ $0 == $0.lowercased() && $0 != "-" }) {
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

extension String {
    /// With other texts in the place of some characters. In place of `replacing`, which would bring the machinery of regular
    /// expressions into the daemon.
    fileprivate func escaped(_ replacements: [Character: String]) -> String {
        map { replacements[$0] ?? String($0) }.joined()
    }
}
