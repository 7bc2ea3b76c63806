import HitZoneProtocol
import TouchModel

/// A subscriber's place in the event log, and what it has missed.
///
/// A subscriber that keeps up is served from the log, and looks at it only when its turn comes. When the log is
/// about to overwrite an event that it still waits for, the event moves here. No more than `Limits.queuedEvents`
/// wait in both together: beyond, the oldest go and are counted as lost.
struct Subscription {
    let filter: EventFilter
    /// The number of the next event of the log to look at.
    private(set) var cursor: UInt64
    /// The number of the last event of the log that was noted.
    private var noted: UInt64
    /// How many noted events wait: those kept here, and those in the log from the cursor that match.
    private var waiting = 0
    /// Events that the log holds no more, oldest first from `firstKept`.
    private var kept: [Event] = []
    private var firstKept = 0
    private var gap: Gap?
    /// How many events were lost to slowness.
    private(set) var lost: UInt64 = 0

    /// Events that are missing before the next one.
    private struct Gap {
        /// Nil when nobody knows how many.
        var count: UInt64?
        /// Number and time of the last one.
        var sequence: UInt64
        var time: Timestamp
    }

    /// The number of the last event before those that follow.
    let start: UInt64

    /// Subscribes from now on, or after the event `since` of the run that `isSameRun` speaks of, as far as it
    /// is held.
    init(_ request: Request.Subscription, isSameRun: Bool, log: EventLog, now: Int64) {
        filter = request.filter
        cursor = log.lastSequence + 1
        if let since = request.since {
            let oldest = log.oldestWithinAge(at: now)
            let isKnown = isSameRun && since <= log.lastSequence
            cursor = isKnown ? max(since + 1, oldest) : oldest
            let time = cursor <= log.lastSequence ? log[cursor].event.time : Timestamp(microseconds: now)
            if !isKnown {
                gap = Gap(count: nil, sequence: cursor - 1, time: time)
            } else if cursor > since + 1 {
                gap = Gap(count: cursor - since - 1, sequence: cursor - 1, time: time)
            }
        }
        start = cursor - 1
        noted = start
        note(log)
    }

    /// Whether there is something to send, of what was noted.
    var hasWaiting: Bool { waiting > 0 || gap != nil }

    /// Notes the events that the log has taken since the last time.
    mutating func note(_ log: borrowing EventLog) {
        while noted < log.lastSequence {
            noted += 1
            guard log.isWanted(noted, by: filter) else { continue }
            waiting += 1
            if waiting > Limits.queuedEvents { loseOldest(in: log) }
        }
        if waiting == 0 { cursor = noted + 1 }
    }

    /// Keeps the event of `sequence`, which the log is about to overwrite, if it still waits.
    mutating func keep(_ sequence: UInt64, from log: borrowing EventLog) {
        guard cursor <= sequence else { return }
        note(log)
        // Noting may have lost it.
        guard cursor <= sequence else { return }
        cursor = sequence + 1
        if log.isWanted(sequence, by: filter) { kept.append(log[sequence].event) }
    }

    /// Adds the messages that wait to `output`, oldest first, until it holds `limit` bytes or nothing waits.
    mutating func take(into output: inout JSONWriter, upTo limit: Int, from log: inout EventLog) {
        if let gap {
            write(gap, to: &output)
            self.gap = nil
        }
        while firstKept < kept.count, output.bytes.count < limit {
            Reply.write(kept[firstKept], to: &output)
            dropFirstKept()
        }
        while waiting > 0, output.bytes.count < limit {
            if log.isWanted(cursor, by: filter) {
                log.write(messageOf: cursor, to: &output)
                waiting -= 1
            }
            cursor += 1
        }
        if waiting == 0 { cursor = noted + 1 }
    }

    private mutating func dropFirstKept() {
        waiting -= 1
        firstKept += 1
        if firstKept == kept.count {
            kept.removeAll()
            firstKept = 0
        } else if firstKept > Limits.queuedEvents {
            kept.removeFirst(firstKept)
            firstKept = 0
        }
    }

    private mutating func loseOldest(in log: borrowing EventLog) {
        if firstKept < kept.count {
            lose(kept[firstKept].seq, kept[firstKept].time)
            dropFirstKept()
            return
        }
        while !log.isWanted(cursor, by: filter) { cursor += 1 }
        lose(log[cursor].event.seq, log[cursor].event.time)
        cursor += 1
        waiting -= 1
    }

    private mutating func lose(_ sequence: UInt64, _ time: Timestamp) {
        lost += 1
        // A gap of unknown length stays one.
        let count = gap.map { $0.count.map { $0 + 1 } } ?? 1
        gap = Gap(count: count, sequence: sequence, time: time)
    }

    private func write(_ gap: Gap, to output: inout JSONWriter) {
        var event = Event(seq: gap.sequence, time: gap.time, kind: .lost)
        event.count = gap.count
        Reply.write(event, to: &output)
    }
}
