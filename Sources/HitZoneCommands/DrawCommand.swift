import CommandOptions
import Configuration
import Drawing
import Glibc
import LinuxIO
import Recording
import Replay
import TouchEngine
import TouchModel

/// `hitzone draw`: a layout as a picture, with a recording's contacts upon it.
enum DrawCommand {
    struct Values: RecordingValues {
        var config = ""
        var screen: String?
        var page: String?
        var touches: String?
        var device: String?
        var range: AxisRanges?
        var options = PictureOptions()
        var html = false
        var output = "-"
    }

    static let syntax = CommandSyntax<Values>(
        name: "hitzone draw",
        summary:
            "Draw a page with its hit zones. Shows who gets a contact where they overlap, and the contacts of a "
            + "recording.",
        options: [
            .value("config", letter: "c", argument: "FILE", isRequired: true, help: "The layout.") {
                $0.config = $1
            },
            .value(
                "screen", letter: "s", argument: "NAME",
                help:
                    "The screen; by default the only one, or the only one whose 'panel' fits the recorded device."
            ) { $0.screen = $1 },
            .value(
                "page", letter: "p", argument: "NAME", help: "The page; by default the one that shows first."
            ) { $0.page = $1 },
            .value(
                "touches", letter: "t", argument: "RECORDING",
                help: "Draw the contacts of this recording: paths, taps, refusals with their reason."
            ) { $0.touches = $1 },
            .device, .range,
            .flag("retain", letter: "r", help: "Draw the retain zones as well.") { $0.options.retain = true },
            .flag("heat", help: "With --touches: colour the places by how often they were touched.") {
                $0.options.heat = true
            },
            .flag(
                "html",
                help:
                    "Write one page for browsers: hover to see what a contact would mean, all pages, the recording step by step."
            ) { $0.html = true },
            .value(
                "output", letter: "o", argument: "FILE",
                help: "A file whose name ends in .svg, .png or .html; - is standard output, the default."
            ) { $0.output = $1 },
        ],
        notes: """
            The picture is SVG unless the name of the output or --html says otherwise. PNG needs the program
            rsvg-convert (Debian: librsvg2-bin). An existing file is overwritten.
            """)

    /// What is written.
    private enum Format {
        case svg, png, html
    }

    static func run(_ arguments: [String], _ streams: inout Streams) throws(CommandFailure) -> ExitStatus {
        guard let (values, _) = try syntax.values(arguments, defaults: Values(), &streams) else {
            return .done
        }
        let format = try format(values)
        try checkCombination(values)
        let configuration = try Configuration.load(for: syntax.name, path: values.config)
        let (screen, drawing) = try drawing(configuration, values, &streams)
        let page = try page(values.page, of: screen.settings)
        switch format {
        case .html: try write(drawing.html(showing: page), values, &streams)
        case .svg: try write(drawing.svg(page: page), values, &streams)
        case .png:
            try inputFailure(of: syntax.name) { () throws(RasterError) in
                try writePNG(drawing.svg(page: page), to: values.output)
            }
        }
        return .done
    }

    private static func format(_ values: Values) throws(CommandFailure) -> Format {
        let name = values.output
        if name.hasSuffix(".html") || name.hasSuffix(".htm") { return .html }
        guard name == "-" || name.hasSuffix(".svg") || name.hasSuffix(".png") else {
            throw .commandLine(
                syntax.failure("'\(name)' does not tell the format; let it end in .svg, .png or .html"))
        }
        guard values.html else { return name.hasSuffix(".png") ? .png : .svg }
        guard name == "-" else {
            throw .commandLine(syntax.failure("--html does not suit '\(name)'; let it end in .html"))
        }
        return .html
    }

    private static func checkCombination(_ values: Values) throws(CommandFailure) {
        if values.touches == nil {
            let extra = [
                (values.options.heat, "heat"), (values.device != nil, "device"),
                (values.range != nil, "range"),
            ]
            if let (_, option) = extra.first(where: { $0.0 }) {
                throw .commandLine(syntax.failure("option '--\(option)' needs '--touches RECORDING'"))
            }
        }
        if values.config == "-", values.touches == "-" {
            throw .commandLine(
                syntax.failure("only one of layout and recording can come from standard input"))
        }
    }

    private static func drawing(
        _ configuration: Configuration, _ values: Values, _ streams: inout Streams
    ) throws(CommandFailure) -> (ScreenConfiguration, LayoutDrawing) {
        guard let path = values.touches else {
            let screen = try choose(
                values.screen, in: configuration.screens, of: "screen", for: syntax.name,
                name: \.settings.name)
            if let note = screen.millimetresNote(values.config) { streams.say(note) }
            return (screen, LayoutDrawing(screen.settings, options: values.options))
        }
        let recording = try inputFailure(of: syntax.name) { () throws(RecordingError) in
            try Recording.load(path: path)
        }
        for warning in recording.warnings {
            streams.say("\(recording.name):\(warning.line): warning: \(warning.message)")
        }
        let device = try inputFailure(of: syntax.name) { () throws(RecordingError) in
            try recording.device(values.device)
        }
        let (screen, traces) = try inputFailure(of: syntax.name) { () throws(ReplayError) in
            let screen = try configuration.screen(named: values.screen, for: device)
            return (screen, try ContactTraces(device, range: values.range, on: screen))
        }
        ReplayCommand.reportSilent(traces.counters, for: syntax.name, &streams)
        return (screen, LayoutDrawing(screen.settings, traces: traces, options: values.options))
    }

    private static func page(_ name: String?, of screen: ScreenSettings) throws(CommandFailure) -> Int {
        let wanted = try name.map { name throws(CommandFailure) in
            try choose(name, in: screen.pages, of: "page", for: syntax.name, name: \.name).name
        }
        return screen.pages.firstIndex { $0.name == wanted ?? screen.start } ?? 0
    }

    private static func write(
        _ text: String, _ values: Values, _ streams: inout Streams
    ) throws(CommandFailure) {
        if values.output == "-" {
            do throws(OutputError) { try streams.output.write(text) } catch { throw .output(error) }
            return
        }
        var output: TextOutput
        do throws(SystemError) {
            output = TextOutput(
                try FileDescriptor.open(values.output, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644))
        } catch {
            throw .input("\(syntax.name): \(error)")
        }
        do throws(OutputError) {
            try output.write(text)
            try output.flush()
        } catch {
            throw .output(error)
        }
    }
}
