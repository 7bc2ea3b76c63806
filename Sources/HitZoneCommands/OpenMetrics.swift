import HitZoneProtocol
import TouchModel

extension Stats {
    /// The lines of the counts as an OpenMetrics 1.0 text, for Prometheus and what else reads that. Every count stands there
    /// from the start, also where it is 0, so that the first increase is seen as one.
    var openMetrics: [String] {
        var text = OpenMetricsText()
        Screen.addCounts(of: screens, to: &text)
        text.counter("hitzone_events", "Events that happened.", events)
        text.counter("hitzone_events_lost", "Events told as lost, over all subscribers.", lost)
        text.gauge("hitzone_connections", "Connections to the socket.", connections)
        text.gauge("hitzone_subscribers", "Connections that have subscribed.", subscribers)
        text.counter("hitzone_reloads", "Times that the configuration was loaded again.", reloads)
        text.counter(
            "hitzone_reloads_failed", "Times that a changed configuration was not taken.", failedReloads)
        text.family("hitzone_uptime_seconds", .gauge, unit: "seconds", "Time since the daemon started.")
        text.sample(value: uptime.secondsText)
        text.end()
        return text.lines
    }
}

extension Stats.Screen {
    fileprivate static func addCounts(of screens: [Self], to text: inout OpenMetricsText) {
        text.counters("hitzone_frames", "Complete frames of a screen's panel.", of: screens, \.frames)
        text.counters("hitzone_contacts", "Contacts that were decided at down.", of: screens, \.contacts)
        text.counters("hitzone_actions", "Actions that triggers fired.", of: screens, \.actions)
        text.counters("hitzone_contacts_unowned", "Contacts that nothing owned.", of: screens, \.unowned)
        text.counters(
            "hitzone_contacts_refused", "Contacts that were refused.", of: screens,
            reasons: Reason.refusals, \.refused)
        text.counters(
            "hitzone_contacts_cancelled", "Contacts that were cancelled.", of: screens,
            reasons: Reason.cancellations, \.cancelled)
        text.counters(
            "hitzone_contacts_out_of_range", "Contacts dropped far outside of the panel's declared range.",
            of: screens, \.outOfRange)
        text.counters(
            "hitzone_contacts_without_position", "Contacts that lifted before their position was known.",
            of: screens, \.withoutPosition)
        text.counters(
            "hitzone_contacts_quarantined", "Contacts ignored because they were down already.", of: screens,
            \.quarantined)
        text.counters("hitzone_gaps", "Times that a panel lost events.", of: screens, \.gaps)
        text.family("hitzone_screen_locked", .gauge, "Whether a screen refuses all contacts.")
        for screen in screens { text.sample([("screen", screen.screen)], value: screen.locked ? "1" : "0") }
        text.family("hitzone_screen_page", .gauge, "The page that a screen shows, with the value 1.")
        for screen in screens {
            text.sample([("screen", screen.screen), ("page", screen.page)], value: "1")
        }
    }
}

/// An OpenMetrics text on its way: families of metrics one after the other, each with its samples.
/// The format: OpenMetrics 1.0.
struct OpenMetricsText {
    enum Kind: String {
        case counter, gauge
    }

    private(set) var lines: [String] = []
    /// What the samples of the present family are called.
    private var sampleName = ""

    /// Begins a family. A name ends in its unit, where it has one.
    mutating func family(_ name: String, _ kind: Kind, unit: String? = nil, _ help: String) {
        lines.append("# TYPE \(name) \(kind.rawValue)")
        if let unit { lines.append("# UNIT \(name) \(unit)") }
        lines.append("# HELP \(name) \(Self.escaped(help))")
        sampleName = kind == .counter ? name + "_total" : name
    }

    /// A sample of the present family.
    mutating func sample(_ labels: [(name: String, value: String)] = [], value: String) {
        let list = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        lines.append(sampleName + (list.isEmpty ? " " : "{\(list)} ") + value)
    }

    mutating func counter(_ name: String, _ help: String, _ value: UInt64) {
        family(name, .counter, help)
        sample(value: "\(value)")
    }

    mutating func gauge(_ name: String, _ help: String, _ value: UInt64) {
        family(name, .gauge, help)
        sample(value: "\(value)")
    }

    /// A counter with a sample a screen.
    mutating func counters(
        _ name: String, _ help: String, of screens: [Stats.Screen], _ value: (Stats.Screen) -> UInt64
    ) {
        family(name, .counter, help)
        for screen in screens { sample([("screen", screen.screen)], value: "\(value(screen))") }
    }

    /// A counter with a sample a screen and reason: `reasons`, and others that were counted all the same.
    mutating func counters(
        _ name: String, _ help: String, of screens: [Stats.Screen], reasons: [Reason],
        _ counts: (Stats.Screen) -> [Reason: UInt64]
    ) {
        family(name, .counter, help)
        for screen in screens {
            let counts = counts(screen)
            for reason in Reason.allCases where reasons.contains(reason) || counts[reason, default: 0] > 0 {
                sample(
                    [("screen", screen.screen), ("reason", reason.rawValue)],
                    value: "\(counts[reason, default: 0])")
            }
        }
    }

    mutating func end() { lines.append("# EOF") }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\"", with: "\\\"")
    }
}

extension Interval {
    /// The time in seconds with six decimals: `12.034567`.
    fileprivate var secondsText: String {
        let whole = max(microseconds, 0)
        let fraction = String(whole % 1_000_000)
        return "\(whole / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    }
}
