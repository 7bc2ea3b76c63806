import HitZoneProtocol
import LinuxIO
import TouchEngine
import TouchModel

/// What a screen's events came to, by counting them.
struct ScreenCounters {
    private(set) var contacts: UInt64 = 0
    private(set) var actions: UInt64 = 0
    private(set) var unowned: UInt64 = 0
    private(set) var refused: [Reason: UInt64] = [:]
    private(set) var cancelled: [Reason: UInt64] = [:]

    init() {
        // All keys at once, so that counting allocates nothing.
        for reason in Reason.allCases {
            refused[reason] = 0
            cancelled[reason] = 0
        }
    }

    mutating func count(_ event: TouchEvent) {
        switch event.kind {
        case .action:
            actions += 1
        case .contact(.down):
            contacts += 1
            if event.reason == .unowned { unowned += 1 }
        case .contact(.cancel):
            if let reason = event.reason { cancelled[reason, default: 0] += 1 }
        case .refused:
            contacts += 1
            if let reason = event.reason { refused[reason, default: 0] += 1 }
        case .contact, .page:
            break
        }
    }
}

/// What the daemon has done since it started.
struct Statistics {
    /// When it started, in microseconds of CLOCK_MONOTONIC.
    let start = Clock.monotonicMicroseconds()
    var reloads: UInt64 = 0
    var failedReloads: UInt64 = 0
}

extension Stats.Screen {
    /// What a screen has come to.
    init(_ run: ScreenRun) {
        let counters = run.counters
        let engine = run.engine.counters
        self.init(screen: run.name, page: run.state.page, locked: run.engine.isLocked)
        frames = UInt64(engine.frames)
        contacts = counters.contacts
        actions = counters.actions
        unowned = counters.unowned
        refused = counters.refused
        cancelled = counters.cancelled
        outOfRange = UInt64(engine.outOfRange)
        withoutPosition = UInt64(engine.withoutPosition)
        quarantined = UInt64(engine.quarantined)
        gaps = UInt64(engine.gaps)
    }
}
