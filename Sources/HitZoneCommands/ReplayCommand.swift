import CommandOptions
import Configuration
import HitZoneProtocol
import Recording
import Replay
import TouchEngine
import TouchModel

/// `hitzone replay`: what a daemon would send for a recording.
enum ReplayCommand {
    struct Values: RecordingValues {
        var config = ""
        var screen: String?
        var range: AxisRanges?
        var kinds: EventKinds?
        var device: String?
        var json = false
    }

    /// The kinds that come from touches.
    private static let touchKinds: [EventKind] = [.action, .contact, .refused, .page]

    static let syntax = CommandSyntax<Values>(
        name: "hitzone replay",
        summary:
            "Print what the touches of a recording mean on a layout. No daemon and no device is needed, and the "
            + "same input gives the same output.",
        operands: Operands("RECORDING", count: 1...1),
        options: [
            .value("config", letter: "c", argument: "FILE", isRequired: true, help: "The layout.") {
                $0.config = $1
            },
            .value(
                "screen", letter: "s", argument: "NAME",
                help:
                    "The screen of the layout; by default the only one, or the only one whose 'panel' fits the "
                    + "recorded device."
            ) { $0.screen = $1 },
            .device, .range,
            .list(
                "kinds", letter: "k", argument: "KIND,...",
                help: "The kinds of events to print: action (the default), contact, refused, page."
            ) { values, names throws(OptionValueError) in
                try values.kinds.add(names, among: touchKinds)
            },
            .flag("json", letter: "j", help: "Print one JSON object a line, as a subscriber gets it.") {
                $0.json = true
            },
        ],
        notes: """
            RECORDING is what evemu-record, 'libinput record' or evtest wrote, '-' for standard input. Times are
            the recording's own. Events are numbered as printed. evemu's recordings of panels with slots are
            read as they are replayed, so they may be of any length, and what comes before a malformed line is
            printed; others are read whole.
            """)

    static func run(_ arguments: [String], _ streams: inout Streams) throws(CommandFailure) -> ExitStatus {
        guard let (values, operands) = try syntax.values(arguments, defaults: Values(), &streams) else {
            return .done
        }
        if values.config == "-", operands[0] == "-" {
            throw .commandLine(
                syntax.failure("only one of layout and recording can come from standard input"))
        }
        let configuration = try Configuration.load(for: syntax.name, path: values.config)
        var stream: RecordingStream
        do throws(RecordingError) {
            stream = try RecordingStream(path: operands[0])
        } catch {
            throw .input("\(syntax.name): \(error.description)")
        }
        let recording = stream.beginning
        say(recording.warnings, of: recording.name, &streams)
        let device = try inputFailure(of: syntax.name) { () throws(RecordingError) in
            try recording.device(values.device)
        }
        var run = try inputFailure(of: syntax.name) { () throws(ReplayError) in
            try ReplayRun(
                device, range: values.range, on: configuration.screen(named: values.screen, for: device))
        }
        let count = try printEvents(of: &run, from: &stream, values, &streams)
        report(run.counters, printed: count, values, &streams)
        return .done
    }

    /// Prints the events that are asked for; returns how many.
    private static func printEvents(
        of run: inout ReplayRun, from stream: inout RecordingStream, _ values: Values,
        _ streams: inout Streams
    ) throws(CommandFailure) -> UInt64 {
        let kinds = values.kinds ?? .action
        var count: UInt64 = 0
        func more(_ events: inout [InputEvent]) throws(CommandFailure) -> Bool {
            var warnings: [RecordingWarning] = []
            let isMore = try inputFailure(of: syntax.name) { () throws(RecordingError) in
                try stream.read(into: &events, warnings: &warnings)
            }
            say(warnings, of: stream.beginning.name, &streams)
            return isMore
        }
        while var event = try run.next(more) {
            guard kinds.contains(EventKinds(event.kind)) else { continue }
            count += 1
            event.seq = count
            if values.json {
                try streams.answer { event.write(to: &$0) }
            } else {
                try streams.answer(event.text)
            }
        }
        return count
    }

    private static func say(
        _ warnings: [RecordingWarning], of recording: String, _ streams: inout Streams
    ) {
        for warning in warnings {
            streams.say("\(recording):\(warning.line): warning: \(warning.message)")
        }
    }

    /// Says which contacts no event tells of.
    static func reportSilent(_ counters: TouchCounters, for command: String, _ streams: inout Streams) {
        let silent = [
            (counters.quarantined, "ignored, being down before the recording shows them go down"),
            (
                counters.outOfRange,
                "dropped, their position being more than 5 percent beyond the axes' ranges"
            ),
            (counters.withoutPosition, "dropped, having lifted before their position was known"),
        ]
        for (count, fate) in silent where count > 0 {
            streams.say("\(command): contacts \(fate): \(count)")
        }
    }

    /// Says what the output does not show.
    private static func report(
        _ counters: TouchCounters, printed: UInt64, _ values: Values, _ streams: inout Streams
    ) {
        reportSilent(counters, for: syntax.name, &streams)
        if printed == 0 {
            streams.say(
                "\(syntax.name): no events of kind \((values.kinds ?? .action).names.joined(separator: ", ")) in "
                    + "\(counters.frames) frames of touches")
        }
    }
}
