import Configuration
import Evdev
import HitZoneProtocol
import PanelDiscovery

/// A panel that is open for a screen.
final class LivePanel {
    /// Whether it is ours alone.
    enum Grab: Hashable {
        /// It is not to be.
        case unwanted
        /// It is to be as soon as no contact is down; to be tried again at this moment of CLOCK_MONOTONIC in
        /// microseconds at the latest, for another process may have it and see the contact lift in our place.
        case wanted(retry: Int64)
        /// It is.
        case held
        /// Another process has it; to be tried again at this moment.
        case busy(retry: Int64)

        /// Another process has it.
        var isBusy: Bool { if case .busy = self { true } else { false } }

        /// When to try at the latest.
        var retry: Int64? {
            switch self {
            case .unwanted, .held: nil
            case .wanted(let retry), .busy(let retry): retry
            }
        }
    }

    var device: Device
    let candidate: PanelCandidate
    /// Where it is in the table.
    var token: Token
    var grab: Grab

    init(_ device: consuming Device, candidate: PanelCandidate, token: Token, grabs: Bool) {
        self.device = device
        self.candidate = candidate
        self.token = token
        grab = grabs ? .wanted(retry: 0) : .unwanted
    }

    /// Follows a change of the configuration.
    func follow(_ policy: GrabPolicy) {
        switch (policy, grab) {
        case (.auto, .unwanted):
            grab = .wanted(retry: 0)
        case (.never, .held):
            // What cannot be given back now is given back when the panel is closed.
            try? device.ungrab()
            grab = .unwanted
        case (.never, _):
            grab = .unwanted
        case (.auto, _):
            break
        }
    }
}

/// The panels that there are, and those that are open: one place for each screen.
struct PanelTable: ~Copyable {
    /// An opening that failed and is to be tried again.
    struct Retry {
        var due: Int64
        var delay: Int64
        var isTold: Bool
    }

    var monitor: PanelMonitor
    var live: [LivePanel?]
    /// What was logged of each candidate, by `syspath`.
    var told: [String: PanelVerdict] = [:]
    /// By `syspath`.
    var retries: [String: Retry] = [:]
    private var generation: UInt32 = 0

    init(_ monitor: consuming PanelMonitor, screens: Int) {
        self.monitor = monitor
        live = Array(repeating: nil, count: screens)
    }

    /// When an opening is to be tried again next.
    var nextRetry: Int64? { retries.values.lazy.map(\.due).filter { $0 < .max }.min() }

    mutating func token(ofScreen screen: Int) -> Token {
        generation &+= 1
        return Token(.panel, index: screen, generation: generation)
    }

    /// Puts the panels in the order of other screens: the place of each in the old order, nil for a new
    /// screen.
    mutating func arrange(_ places: [Int?]) {
        live = places.map { place in place.flatMap { live[$0] } }
        for screen in live.indices { live[screen]?.token = token(ofScreen: screen) }
    }

    /// The screen whose panel a token is of, unless that has gone.
    func screen(of token: Token) -> Int? {
        guard live.indices.contains(token.index), live[token.index]?.token == token else { return nil }
        return token.index
    }
}
