import HitZoneProtocol
import TouchModel

/// The last events, each encoded once as the message that subscribers get. A ring: an event's place follows
/// from its number and that of the oldest.
struct EventLog {
    /// One event that is held.
    struct Entry {
        var event: Event
        /// The complete reply, its NUL included.
        var message = JSONWriter()
        /// When it was published, in microseconds of CLOCK_MONOTONIC.
        var published: Int64 = 0
    }

    /// The number of the last event; 0 before the first.
    private(set) var lastSequence: UInt64 = 0
    /// All entries are in use; from `first` on they go from the oldest to the latest, round the end.
    private var entries: [Entry] = []
    private var first = 0

    /// The number of the oldest event that is held; beyond the last one when none is.
    var oldestSequence: UInt64 { lastSequence + 1 - UInt64(entries.count) }

    /// The event of `sequence`, which must be held.
    subscript(sequence: UInt64) -> Entry {
        _read { yield entries[place(of: sequence)] }
    }

    /// The event whose entry one that comes `now` will overwrite: the oldest, when nobody may ask for it any more or
    /// when there is no more room. Nil when the log grows for it. So the log is as large as 10 s of events.
    func nextOverwritten(at now: Int64) -> UInt64? {
        guard !entries.isEmpty else { return nil }
        return entries.count == Limits.historyEvents || hasExpired(entries[first], at: now)
            ? oldestSequence : nil
    }

    /// Numbers an event, encodes it and holds it; the oldest makes room.
    mutating func append(_ event: Event, at now: Int64) {
        let place: Int
        if nextOverwritten(at: now) != nil {
            place = first
            first = (first + 1) % entries.count
        } else {
            place = entries.count
            turnToFirst()
            entries.append(Entry(event: event))
            entries[place].message.bytes.reserveCapacity(256)
        }
        lastSequence += 1
        entries[place].event = event
        entries[place].event.seq = lastSequence
        entries[place].published = now
        entries[place].message.removeAll()
        Reply.write(.event(entries[place].event), to: &entries[place].message)
    }

    /// The oldest event that `since` may still ask for.
    func oldestWithinAge(at now: Int64) -> UInt64 {
        var sequence = oldestSequence
        while sequence <= lastSequence, hasExpired(self[sequence], at: now) { sequence += 1 }
        return sequence
    }

    private func hasExpired(_ entry: Entry, at now: Int64) -> Bool {
        now - entry.published > Limits.historyAge.microseconds
    }

    private func place(of sequence: UInt64) -> Int {
        (first + Int(sequence - oldestSequence)) % entries.count
    }

    /// Brings the oldest to the front, so that one more can follow the latest.
    private mutating func turnToFirst() {
        if first == 0 { return }
        entries[..<first].reverse()
        entries[first...].reverse()
        entries.reverse()
        first = 0
    }
}
