import CommandOptions
import Configuration
import HitZoneProtocol
import TouchEngine

/// `hitzone check`: every finding about a configuration.
enum CheckCommand {
    struct Values: Sendable {
        var json = false
    }

    static let syntax = CommandSyntax<Values>(
        name: "hitzone check",
        summary: "Check a configuration and print what is wrong or perhaps not meant.",
        operands: Operands("FILE", count: 1...1),
        options: [
            .flag("json", help: "Print one JSON object a line: file, line, column, severity, code, message.")
            {
                $0.json = true
            }
        ],
        notes: """
            FILE is a configuration in YAML, '-' for standard input. The status is 1 when there are errors;
            warnings do not count.
            """)

    static func run(_ arguments: [String], _ streams: inout Streams) throws(CommandFailure) -> ExitStatus {
        guard let (values, operands) = try syntax.values(arguments, defaults: Values(), &streams) else {
            return .done
        }
        let diagnostics: [Diagnostic]
        let contents: String
        let name = operands[0] == "-" ? "<stdin>" : operands[0]
        do throws(ConfigurationFailure) {
            let configuration = try Configuration.load(path: operands[0])
            diagnostics = configuration.warnings
            contents = "\(configuration.size): "
        } catch {
            diagnostics = error.diagnostics
            contents = ""
        }
        let errors = diagnostics.count { $0.severity == .error }
        for diagnostic in diagnostics {
            if values.json {
                try streams.answer { diagnostic.write(to: &$0) }
            } else {
                try streams.answer(diagnostic.description)
            }
        }
        if !values.json {
            let tally = "\(counted(errors, "error")), \(counted(diagnostics.count - errors, "warning"))"
            try streams.answer("\(name): \(contents)\(tally)")
        }
        return errors == 0 ? .done : .wrongInput
    }
}

/// `no errors`, `1 error`, `2 errors`.
func counted(_ count: Int, _ noun: String) -> String {
    switch count {
    case 0: "no \(noun)s"
    case 1: "1 \(noun)"
    default: "\(count) \(noun)s"
    }
}

extension Configuration {
    /// `1 screen, 2 pages, 9 regions`.
    fileprivate var size: String {
        func count(_ regions: [RegionSettings]) -> Int {
            regions.reduce(0) { $0 + 1 + count($1.regions) }
        }
        let pages = screens.flatMap(\.settings.pages)
        let regions = pages.reduce(0) { $0 + count($1.regions) }
        return
            "\(counted(screens.count, "screen")), \(counted(pages.count, "page")), \(counted(regions, "region"))"
    }
}

extension Diagnostic {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("file")
        writer.string(file)
        writer.key("line")
        writer.integer(line)
        writer.key("column")
        writer.integer(column)
        writer.key("severity")
        writer.string(severity.rawValue)
        writer.key("code")
        writer.string(code)
        writer.key("message")
        writer.string(message)
        writer.endObject()
    }
}
