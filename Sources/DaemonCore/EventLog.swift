import HitZoneProtocol
import TouchModel

/// The last events, each encoded once as the message that subscribers get. A ring: an event's place follows
/// from its number.
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
    private var entries: [Entry] = []

    init() {
        entries.reserveCapacity(Limits.historyEvents)
    }

    /// The number of the oldest event that is held; beyond the last one when none is.
    var oldestSequence: UInt64 { lastSequence + 1 - UInt64(entries.count) }

    /// The event of `sequence`, which must be held.
    subscript(sequence: UInt64) -> Entry {
        _read { yield entries[Self.place(of: sequence)] }
    }

    /// The entry that the next event will overwrite, or nil while there is room.
    var nextOverwritten: UInt64? { entries.count == Limits.historyEvents ? oldestSequence : nil }

    /// Numbers an event, encodes it and holds it; the oldest makes room.
    mutating func append(_ event: Event, at now: Int64) {
        lastSequence += 1
        let place = Self.place(of: lastSequence)
        if place == entries.count {
            entries.append(Entry(event: event))
            entries[place].message.bytes.reserveCapacity(256)
        }
        entries[place].event = event
        entries[place].event.seq = lastSequence
        entries[place].published = now
        entries[place].message.removeAll()
        Reply.write(.event(entries[place].event), to: &entries[place].message)
    }

    /// The oldest event that `since` may still ask for.
    func oldestWithinAge(at now: Int64) -> UInt64 {
        var sequence = oldestSequence
        while sequence <= lastSequence, now - self[sequence].published > Limits.historyAge.microseconds {
            sequence += 1
        }
        return sequence
    }

    private static func place(of sequence: UInt64) -> Int {
        Int((sequence - 1) % UInt64(Limits.historyEvents))
    }
}
