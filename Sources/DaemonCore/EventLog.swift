import HitZoneProtocol
import TouchModel

/// The last events. A ring: an event's place follows from its number and that of the oldest.
///
/// An event is encoded as the message that subscribers get when the first of them takes it: most events are of
/// kinds that nobody wants. The last messages are kept for the others.
struct EventLog {
    /// One event that is held.
    struct Entry {
        var event: Event
        /// The event's kind.
        var kind: EventKinds
        /// When it was published, in microseconds of CLOCK_MONOTONIC.
        var published: Int64
    }

    /// A complete reply, its NUL included, and the event that it is of.
    private struct Message {
        var sequence: UInt64 = 0
        var reply = JSONWriter()
    }

    /// How many messages are kept: more than a turn has, unless many contacts change at once.
    private static let keptMessages = 16

    /// The number of the last event; 0 before the first.
    private(set) var lastSequence: UInt64 = 0
    /// All entries are in use; from `first` on they go from the oldest to the latest, round the end.
    private var entries: [Entry] = []
    private var first = 0
    /// The message of an event is at its number modulo the count.
    private var messages: [Message]

    init() {
        messages = (0..<Self.keptMessages).map { _ in
            var message = Message()
            message.reply.bytes.reserveCapacity(1_024)
            return message
        }
    }

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
        return entries.count == Limits.historyEvents || hasExpired(entries[first].published, at: now)
            ? oldestSequence : nil
    }

    /// Numbers an event and holds it; the oldest makes room.
    mutating func append(_ event: consuming Event, at now: Int64) {
        let overwrites = nextOverwritten(at: now) != nil
        lastSequence += 1
        let kind = EventKinds(event.kind)
        if overwrites {
            entries[first].event = event
            entries[first].event.seq = lastSequence
            entries[first].kind = kind
            entries[first].published = now
            first = first + 1 == entries.count ? 0 : first + 1
        } else {
            turnToFirst()
            entries.append(Entry(event: event, kind: kind, published: now))
            entries[entries.count - 1].event.seq = lastSequence
        }
    }

    /// Whether `filter` wants the event of `sequence`, which must be held.
    func isWanted(_ sequence: UInt64, by filter: EventFilter) -> Bool {
        let place = place(of: sequence)
        guard filter.wants(entries[place].kind) else { return false }
        return !filter.hasPatterns || filter.matches(entries[place].event)
    }

    /// Adds the message of the event of `sequence`, which must be held, to `output`.
    mutating func write(messageOf sequence: UInt64, to output: inout JSONWriter) {
        let index = Int(truncatingIfNeeded: sequence % UInt64(Self.keptMessages))
        if messages[index].sequence != sequence {
            messages[index].sequence = sequence
            messages[index].reply.removeAll()
            Reply.write(entries[place(of: sequence)].event, to: &messages[index].reply)
        }
        output.bytes += messages[index].reply.bytes
    }

    /// The oldest event that `since` may still ask for.
    func oldestWithinAge(at now: Int64) -> UInt64 {
        var sequence = oldestSequence
        while sequence <= lastSequence, hasExpired(self[sequence].published, at: now) { sequence += 1 }
        return sequence
    }

    private func hasExpired(_ published: Int64, at now: Int64) -> Bool {
        now - published > Limits.historyAge.microseconds
    }

    private func place(of sequence: UInt64) -> Int {
        let place = first + Int(sequence - oldestSequence)
        return place < entries.count ? place : place - entries.count
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
