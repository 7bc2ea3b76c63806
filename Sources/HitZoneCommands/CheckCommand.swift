import CommandOptions
import Configuration
import HitZoneProtocol
import Lints
import TouchEngine

/// `hitzone check`: every finding about a configuration.
enum CheckCommand {
    struct Values: Sendable {
        var json = false
        var strict = false
        var target: TargetSize? = .standard
    }

    static let syntax = CommandSyntax<Values>(
        name: "hitzone check",
        summary: "Check a layout and print what is wrong or perhaps not meant.",
        operands: Operands("FILE", count: 1...1),
        options: [
            .flag(
                "json", letter: "j",
                help: "Print one JSON object a line: file, line, column, severity, code, message."
            ) { $0.json = true },
            .flag("strict", help: "Warnings make the status 1, too.") { $0.strict = true },
            .value(
                "target", argument: "SIZE",
                help:
                    "The least size of a hit zone: a length (9mm, the default; 48dp, 24px), wcag-2.5.8 (24 pixels or "
                    + "spacing), wcag-2.5.5 (44 pixels), or none."
            ) { values, text throws(OptionValueError) in
                values.target = text == "none" ? nil : TargetSize(text)
                if text != "none", values.target == nil {
                    throw OptionValueError(
                        "give a length above 0 such as 9mm, 48dp or 24px, wcag-2.5.8, wcag-2.5.5, or none")
                }
            },
        ],
        notes: """
            FILE is a configuration in YAML, '-' for standard input. The status is 1 when there are errors;
            warnings count only with --strict. Warnings have these codes:

              zones-overlap  two hit zones compete for a place
              zone-cut       the screen or a region with 'clip' cuts a part off
              small-target   a hit zone is smaller than --target
              unreachable    no contact can mean the region
              empty-zone     'expand' shrinks the hit zone to nothing
              persist-alone  'persist' has no use, because one page only has it
              unused-key     a key has no use where it stands

            Pixels are layout units. Where a screen's millimetres are unknown, 44 units count as 9 mm.
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
            let lints = configuration.lints(file: name, target: values.target)
            diagnostics = (configuration.warnings + lints).inFileOrder
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
        return errors > 0 || values.strict && !diagnostics.isEmpty ? .wrongInput : .done
    }
}

extension [Diagnostic] {
    /// The findings by line and column, at one place in their present order.
    fileprivate var inFileOrder: [Diagnostic] {
        enumerated().sorted { left, right in
            (left.element.line, left.element.column, left.offset)
                < (right.element.line, right.element.column, right.offset)
        }.map(\.element)
    }
}

/// `no errors`, `1 error`, `2 errors`.
func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    switch count {
    case 0: "no \(plural ?? noun + "s")"
    case 1: "1 \(noun)"
    default: "\(count) \(plural ?? noun + "s")"
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
