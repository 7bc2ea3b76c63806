import Spelling

/// What a command takes besides options.
public struct Operands: Sendable {
    /// As the usage line writes them: `RECORDING`.
    public let usage: String
    /// How many there may be.
    public let count: ClosedRange<Int>

    /// The operands that `usage` names, `count` of them.
    public init(_ usage: String, count: ClosedRange<Int>) {
        self.usage = usage
        self.count = count
    }

    /// No operands at all.
    public static let none = Operands("", count: 0...0)
}

/// What a command line asks for.
public enum ParsedCommand<Values: Sendable>: Sendable {
    /// The command's work, with these values.
    case run(Values, operands: [String])
    /// This text on standard output, and no more: help or version.
    case show(String)
}

/// A command: the one table from which its command line is parsed and its help is written. `--help` and
/// `--version` are added to the options.
public struct CommandSyntax<Values: Sendable>: Sendable {
    /// The command as the user calls it: `hitzone replay`.
    public let name: String
    /// What it does, in a sentence or two.
    public let summary: String
    /// What it takes besides options.
    public let operands: Operands
    /// Its own options, in the order of help.
    public let options: [CommandOption<Values>]
    /// What help says after the options: paragraphs with an empty line between; one with indented lines is a
    /// table.
    public let notes: String
    /// Whether what follows the first operand is left as it is, for a command of its own.
    public let stopsAtOperand: Bool

    /// The command `name`.
    public init(
        name: String, summary: String, operands: Operands = .none, options: [CommandOption<Values>],
        notes: String = "", stopsAtOperand: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.options = options
        self.notes = notes
        self.stopsAtOperand = stopsAtOperand
    }

    /// Parses `arguments`, which follow the command's name, into a copy of `defaults`. Options may be
    /// abbreviated and may stand after operands; `--` ends them; `-` is an operand. `--help` or `--version`
    /// wins over whatever else is there, errors after it included.
    public func parse(_ arguments: [String], defaults: Values) throws(CommandLineError) -> ParsedCommand<
        Values
    > {
        let scanned = scanOptions(
            arguments, names: common.map(\.scanned) + options.map(\.scanned), stopsAtOperand: stopsAtOperand)
        var values = defaults
        var seen: Set<Int> = []
        for found in scanned.options {
            switch found {
            case .option(0, _): return .show(helpText)
            case .option(1, _): return .show(versionText)
            case .option(let index, let argument):
                seen.insert(index - common.count)
                try apply(options[index - common.count], argument ?? "", to: &values)
            case .unknown(let word): throw unknown(word)
            case .missingArgument(let index):
                throw failure("option '\(usage(of: index))' lacks its value")
            case .unwantedArgument(let index):
                throw failure("option '\(usage(of: index))' takes no value")
            }
        }
        try checkOperands(scanned.operands)
        for (index, option) in options.enumerated() where option.isRequired && !seen.contains(index) {
            throw failure("option '\(option.usage)' is missing")
        }
        return .run(values, operands: scanned.operands)
    }

    /// The error `message` about a call of this command, for what only the command itself can check.
    public func failure(_ message: String) -> CommandLineError {
        CommandLineError(command: name, message: message)
    }

    private func apply(
        _ option: CommandOption<Values>, _ argument: String, to values: inout Values
    ) throws(CommandLineError) {
        do throws(OptionValueError) {
            try option.apply(&values, argument)
        } catch {
            throw failure("'\(argument)' does not suit option '\(option.usage)': \(error.message)")
        }
    }

    private func usage(of index: Int) -> String {
        index < common.count ? "--\(common[index].name)" : options[index - common.count].usage
    }

    private func checkOperands(_ given: [String]) throws(CommandLineError) {
        if given.count > operands.count.upperBound {
            let extra = given[operands.count.upperBound]
            let hint =
                operands.usage.isEmpty ? "it takes options only" : "the operands are: \(operands.usage)"
            throw failure("'\(extra)' is too much; \(hint)")
        }
        if given.count < operands.count.lowerBound {
            throw failure("an operand is missing; the operands are: \(operands.usage)")
        }
    }

    /// The error about `word`, with what was perhaps meant.
    private func unknown(_ word: String) -> CommandLineError {
        let names = common.map(\.name) + options.map(\.name)
        if word.hasPrefix("--") {
            let stem = String(word.dropFirst(2).prefix { $0 != "=" })
            let meant = names.filter { $0.hasPrefix(stem) }.map { "'--\($0)'" }
            if meant.count > 1 {
                return failure("option '--\(stem)' may mean \(meant.joined(separator: " or "))")
            }
            let hint = nearest(to: stem, among: names).map { ", did you mean '--\($0)'?" } ?? ""
            return failure("unknown option '--\(stem)'\(hint)")
        }
        let isNumber = word.dropFirst().first?.isNumber ?? false
        return failure(
            isNumber
                ? "'\(word)' is taken for an option; put '--' before operands that begin with '-'"
                : "unknown option '\(word)'")
    }
}

/// The options of every command.
struct CommonOption {
    var name: String
    var letter: Character?
    var help: String

    var scanned: ScannedName { ScannedName(name: name, letter: letter?.asciiValue, takesArgument: false) }
}

extension CommandSyntax {
    var common: [CommonOption] {
        [
            CommonOption(name: "help", letter: "h", help: "Print this and exit."),
            CommonOption(name: "version", letter: nil, help: "Print the version and exit."),
        ]
    }

    var versionText: String { "\(name.prefix { $0 != " " }) \(Version.current)\n" }
}

extension CommandOption {
    var scanned: ScannedName {
        ScannedName(name: name, letter: letter?.asciiValue, takesArgument: argument != nil)
    }
}
