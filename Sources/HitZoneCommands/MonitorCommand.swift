import CommandOptions
import Glibc
import HitZoneClient
import LinuxIO

/// `hitzone monitor`: the events of a daemon as they happen.
enum MonitorCommand {
    struct Values: DaemonValues {
        var socket = HitZoneClient.defaultPath
        var kinds: EventKinds?
        var screens: [String]?
        var pages: [String]?
        var regions: [String]?
        var actions: [String]?
        var since: UInt64?
        var count: Int64?
        var json = false
        var reconnects = true
    }

    static let syntax = CommandSyntax<Values>(
        name: "hitzone monitor",
        summary:
            "Print the events of a daemon as they happen. On a terminal these are lines for people, into a "
            + "file or pipe one JSON object a line.",
        options: [
            .socket,
            .list(
                "kinds", letter: "k", argument: "KIND,...",
                help:
                    "The kinds of events: action (the default), contact, refused, page, panel, layout. Lost events are "
                    + "always told."
            ) { values, names throws(OptionValueError) in
                try values.kinds.add(names, among: EventKind.known)
            },
            patterns("screens", "screen") { $0.screens = ($0.screens ?? []) + $1 },
            patterns("pages", "page") { $0.pages = ($0.pages ?? []) + $1 },
            patterns("regions", "region") { $0.regions = ($0.regions ?? []) + $1 },
            patterns("actions", "action") { $0.actions = ($0.actions ?? []) + $1 },
            .value(
                "since", argument: "N",
                help: "Begin after event N, as far as the daemon still has it; 0 is all that it has."
            ) { values, text throws(OptionValueError) in
                values.since = UInt64(try OptionValue.integer(text, in: 0...Int64.max))
            },
            .value("count", letter: "n", argument: "N", help: "End after N events.") {
                values, text throws(OptionValueError) in
                values.count = try OptionValue.integer(text, in: 1...Int64.max)
            },
            .flag("json", letter: "j", help: "Print JSON on a terminal, too.") { $0.json = true },
            .flag("no-reconnect", help: "End with the daemon, instead of waiting until it is back.") {
                $0.reconnects = false
            },
        ],
        notes: """
            Patterns are those of a shell: *, ?, [a-z]. An event must match one of each list that is given. The
            status is 3 when there is no daemon; an interrupt ends the program with status 0.
            """)

    private static func patterns(
        _ name: String, _ noun: String, apply: @escaping @Sendable (inout Values, [String]) -> Void
    ) -> CommandOption<Values> {
        .list(name, argument: "GLOB,...", help: "Only events whose \(noun) matches.", apply: apply)
    }

    static func run(_ arguments: [String], _ streams: inout Streams) async throws(CommandFailure)
        -> ExitStatus
    {
        guard var (values, _) = try syntax.values(arguments, defaults: Values(), &streams) else {
            return .done
        }
        if !streams.output.isTerminal { values.json = true }
        endAtInterrupt()
        let filter = try filter(values)
        let client = try await connect(values)
        let position = values.since.map { Position(sequence: $0) }
        var updates = client.updates(matching: filter, since: position).makeAsyncIterator()
        var left = values.count
        var states = 0
        while left != 0, let update = try await next(&updates) {
            switch update {
            case .state:
                states += 1
                if states > 1 { streams.say("\(syntax.name): connected again") }
            case .event(let event):
                try print(event, values, &streams)
                left = left.map { $0 - 1 }
            }
        }
        return .done
    }

    /// A client of a daemon that is there.
    private static func connect(_ values: Values) async throws(CommandFailure) -> HitZoneClient {
        do throws(ClientError) {
            var client = try await HitZoneClient.connect(
                path: values.socket, reconnection: values.reconnects ? .automatic : .never)
            client.onLoss = tellLoss
            return client
        } catch {
            throw .unavailable("\(syntax.name): \(error)")
        }
    }

    private static func next(
        _ updates: inout UpdateSequence.Iterator
    ) async throws(CommandFailure) -> SubscriptionReply? {
        do throws(ClientError) {
            return try await updates.next()
        } catch {
            throw .unavailable("\(syntax.name): \(error)")
        }
    }

    /// Prints one event and sends it on its way, so that a program that reads it waits for nothing.
    private static func print(
        _ event: Event, _ values: Values, _ streams: inout Streams
    ) throws(CommandFailure) {
        if values.json {
            try streams.answer { event.write(to: &$0) }
        } else {
            try streams.answer(event.text)
        }
        try streams.flush()
    }

    private static func filter(_ values: Values) throws(CommandFailure) -> EventFilter {
        do throws(ProtocolError) {
            return try EventFilter(
                kinds: values.kinds ?? .action, screens: values.screens, pages: values.pages,
                regions: values.regions,
                actions: values.actions)
        } catch {
            throw .commandLine(syntax.failure("\(error)"))
        }
    }

    @Sendable private static func tellLoss(_ error: ClientError?) {
        guard var errors = try? TextOutput.standard(STDERR_FILENO) else { return }
        let reason = error.map { "\($0)" } ?? "the daemon has closed the connection"
        try? errors.write("\(syntax.name): \(reason); waiting until it is back\n")
        try? errors.flush()
    }
}

/// An interrupt is how a person ends a command that follows a daemon; all output is written by then.
func endAtInterrupt() {
    _ = signal(SIGINT) { _ in _exit(ExitStatus.done.rawValue) }
}
