import CommandOptions
import HitZoneClient

/// `hitzone stats`: what a daemon has counted.
enum StatsCommand {
    struct Values: DaemonValues {
        var socket = HitZoneClient.defaultPath
        var json = false
        var openMetrics = false
    }

    static let syntax = CommandSyntax<Values>(
        name: "hitzone stats",
        summary: "Print what the daemon has counted since it started.",
        options: [
            .flag("json", letter: "j", help: "Print one JSON object.") { $0.json = true },
            .flag("openmetrics", help: "Print an OpenMetrics text, for Prometheus.") {
                $0.openMetrics = true
            },
            .socket,
        ])

    static func run(
        _ arguments: [String], _ streams: inout Streams
    ) async throws(CommandFailure) -> ExitStatus {
        try await syntax.run(arguments, defaults: Values(), &streams) {
            client, values, _, streams throws(CommandFailure) in
            if values.json && values.openMetrics {
                throw .commandLine(syntax.failure("--json and --openmetrics exclude one another"))
            }
            let stats = try await syntax.ask { () async throws(ClientError) in try await client.stats() }
            if values.json {
                try streams.answer { stats.write(to: &$0) }
            } else {
                for line in values.openMetrics ? stats.openMetrics : stats.lines {
                    try streams.answer(line)
                }
            }
        }
    }
}

extension Stats {
    /// The counts for people: a name and a value a line, what belongs to a screen indented below it.
    fileprivate var lines: [String] {
        screens.flatMap(\.lines) + [
            line("daemon", "up \(uptime.text)"),
            line("  connections", "\(connections), subscribed \(subscribers)"),
            line("  events", "\(events), lost \(lost)"),
            line("  reloads", "\(reloads), failed \(failedReloads)"),
        ]
    }
}

extension Stats.Screen {
    fileprivate var lines: [String] {
        [
            line("screen \(screen)", "page \(page)\(locked ? ", locked" : "")"),
            line("  frames", "\(frames)"),
            line("  contacts", "\(contacts)"),
            line("  actions", "\(actions)"),
            line("  unowned", "\(unowned)"),
            line("  refused", Self.text(refused)),
            line("  cancelled", Self.text(cancelled)),
            line("  out of range", "\(outOfRange)"),
            line("  without position", "\(withoutPosition)"),
            line("  quarantined", "\(quarantined)"),
            line("  gaps", "\(gaps)"),
        ]
    }

    /// `5: busy 2, locked 3`.
    private static func text(_ counts: [Reason: UInt64]) -> String {
        let parts = Reason.allCases.compactMap { reason in
            counts[reason].map { "\(reason.rawValue) \($0)" }
        }
        // What a daemon sends may be any number.
        let sum = counts.values.reduce(0) { $0.addingReportingOverflow($1).overflow ? .max : $0 + $1 }
        return "\(sum)" + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
    }
}

/// A name, and a value in the column of values.
private func line(_ name: String, _ value: String) -> String {
    name + String(repeating: " ", count: max(1, 20 - name.count)) + value
}

extension Interval {
    /// `2 d 03:04:05`, without the days where there are none.
    fileprivate var text: String {
        let seconds = max(microseconds, 0) / 1_000_000
        let clock = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map { part in
            part < 10 ? "0\(part)" : "\(part)"
        }
        let days = seconds / 86_400
        return (days > 0 ? "\(days) d " : "") + clock.joined(separator: ":")
    }
}
