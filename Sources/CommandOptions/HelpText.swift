/// Where the texts of options begin, and where lines end.
private let helpColumn = 27
private let lineLength = 79

extension CommandSyntax {
    /// What `--help` prints.
    public var helpText: String {
        let required = options.filter(\.isRequired).map(\.usage)
        let optional = options.allSatisfy(\.isRequired) ? [] : ["[OPTION]..."]
        let usage = ([name] + required + optional + (operands.usage.isEmpty ? [] : [operands.usage]))
            .joined(separator: " ")
        var text = "Usage: \(usage)\n"
        text += wrapped(summary, from: 0) + "\n\nOptions:\n"
        for option in options {
            text += line(option.letter, option.usage, option.help)
        }
        for option in common {
            text += line(option.letter, "--\(option.name)", option.help)
        }
        for paragraph in notes.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "") {
            // A paragraph with indented lines is a table, which stays as it is.
            let isTable = paragraph.dropFirst().contains { $0.hasPrefix(" ") }
            text +=
                "\n"
                + (isTable
                    ? paragraph.joined(separator: "\n") : wrapped(paragraph.joined(separator: " "), from: 0))
                + "\n"
        }
        return text
    }

    /// `  -c, --config FILE      What it does.`
    private func line(_ letter: Character?, _ usage: String, _ help: String) -> String {
        let left = "  " + (letter.map { "-\($0), " } ?? "    ") + usage
        let gap =
            left.count <= helpColumn - 2
            ? String(repeating: " ", count: helpColumn - left.count)
            : "\n" + String(repeating: " ", count: helpColumn)
        return left + gap + wrapped(help, from: helpColumn) + "\n"
    }

    /// `text` in lines that begin at `column`, without the spaces before the first.
    private func wrapped(_ text: some StringProtocol, from column: Int) -> String {
        var lines: [String] = []
        var current = ""
        for word in text.split(separator: " ") {
            if !current.isEmpty && column + current.count + 1 + word.count > lineLength {
                lines.append(current)
                current = ""
            }
            current += (current.isEmpty ? "" : " ") + word
        }
        lines.append(current)
        return lines.joined(separator: "\n" + String(repeating: " ", count: column))
    }
}

/// An option as help, manuals and completion tell of it.
public struct OptionSummary: Hashable, Sendable {
    /// The name after `--`.
    public let name: String
    /// The letter after `-`, where it has one.
    public let letter: Character?
    /// What help calls its value; nil where it takes none.
    public let argument: String?
    /// What help says of it.
    public let help: String
}

extension CommandSyntax {
    /// All options, in the order of help.
    public var optionSummaries: [OptionSummary] {
        options.map { OptionSummary(name: $0.name, letter: $0.letter, argument: $0.argument, help: $0.help) }
            + common.map { OptionSummary(name: $0.name, letter: $0.letter, argument: nil, help: $0.help) }
    }
}
