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
        /// The event's kind, which filters look at first.
        var kind: EventKinds
        /// When it was published, in microseconds of CLOCK_MONOTONIC.
        var published: Int64
    }

    /// A complete reply, its NUL included, and the event that it is of.
    private struct Message {
        var sequence: UInt64 = 0
        var bytes: [UInt8] = []
    }

    /// The places of a chunk.
    private static let chunk = 64
    /// How many messages are kept at first: more than a turn has, unless many contacts change at once.
    private static let fewMessages = 8
    /// Ten contacts that tap at once make 50 events. Only a daemon that was held up has more in a turn, and then encodes
    /// some of them for each subscriber.
    private static let mostMessages = 64

    /// The number of the last event; 0 before the first.
    private(set) var lastSequence: UInt64 = 0
    /// All places are in use; from `first` on they go from the oldest to the latest, round the end. They lie in chunks of
    /// equal size, so that growing leaves no smaller copies behind in the heap.
    private var chunks: [[Entry]] = []
    private var count = 0
    private var first = 0
    /// The message of an event is at its number modulo the count.
    private var messages: [Message] = []
    /// The number of the last event of the turns before.
    private var lastServed: UInt64 = 0

    /// Where messages are written: the writer wants more room than a message needs.
    private var scratch = JSONWriter()

    init() {
        scratch.bytes.reserveCapacity(1_024)
        makeMessages(Self.fewMessages)
    }

    /// To be called before a turn's subscribers are served: makes room for the messages of what the turn has published, so
    /// that an event is encoded once however many subscribers there are.
    mutating func prepareToServe() {
        let published = Int(lastSequence - lastServed)
        lastServed = lastSequence
        if published > messages.count, messages.count < Self.mostMessages {
            makeMessages(min(max(published, 2 * messages.count), Self.mostMessages))
        }
    }

    private mutating func makeMessages(_ count: Int) {
        messages = (0..<count).map { _ in
            var message = Message()
            message.bytes.reserveCapacity(256)
            return message
        }
    }

    /// The number of the oldest event that is held; beyond the last one when none is.
    var oldestSequence: UInt64 { lastSequence + 1 - UInt64(count) }

    /// The event of `sequence`, which must be held.
    subscript(sequence: UInt64) -> Entry { self[place: place(of: sequence)] }

    /// The event whose entry one that comes `now` will overwrite: the oldest, when nobody may ask for it any more or
    /// when there is no more room. Nil when the log grows for it. So the log is as large as 10 s of events.
    func nextOverwritten(at now: Int64) -> UInt64? {
        guard count > 0 else { return nil }
        return count == Limits.historyEvents || hasExpired(self[place: first].published, at: now)
            ? oldestSequence : nil
    }

    /// Numbers an event and holds it; the oldest makes room.
    mutating func append(_ event: consuming Event, at now: Int64) {
        let overwrites = nextOverwritten(at: now) != nil
        lastSequence += 1
        event.seq = lastSequence
        let kind = EventKinds(event.kind)
        if overwrites {
            self[place: first] = Entry(event: event, kind: kind, published: now)
            first = first + 1 == count ? 0 : first + 1
        } else {
            turnToFirst()
            grow(Entry(event: event, kind: kind, published: now))
        }
    }

    /// Whether `filter` wants the event of `sequence`, which must be held.
    func isWanted(_ sequence: UInt64, by filter: EventFilter) -> Bool {
        let place = place(of: sequence)
        guard filter.wants(self[place: place].kind) else { return false }
        return !filter.hasPatterns || filter.matches(self[place: place].event)
    }

    /// Adds the message of the event of `sequence`, which must be held, to `output`.
    mutating func write(messageOf sequence: UInt64, to output: inout JSONWriter) {
        let index = Int(truncatingIfNeeded: sequence % UInt64(messages.count))
        if messages[index].sequence != sequence {
            messages[index].sequence = sequence
            scratch.removeAll()
            Reply.write(self[sequence].event, to: &scratch)
            messages[index].bytes.removeAll(keepingCapacity: true)
            messages[index].bytes += scratch.bytes
        }
        output.bytes += messages[index].bytes
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
        return place < count ? place : place - count
    }

    private subscript(place place: Int) -> Entry {
        @inline(__always) get { chunks[place / Self.chunk][place % Self.chunk] }
        @inline(__always) set { chunks[place / Self.chunk][place % Self.chunk] = newValue }
    }

    private mutating func grow(_ entry: consuming Entry) {
        if count == chunks.count * Self.chunk {
            var chunk: [Entry] = []
            chunk.reserveCapacity(Self.chunk)
            chunks.append(chunk)
        }
        chunks[count / Self.chunk].append(entry)
        count += 1
    }

    /// Brings the oldest to the front, so that one more can follow the latest.
    private mutating func turnToFirst() {
        if first == 0 { return }
        reverse(0..<first)
        reverse(first..<count)
        reverse(0..<count)
        first = 0
    }

    private mutating func reverse(_ places: Range<Int>) {
        for offset in 0..<places.count / 2 {
            let (low, high) = (places.lowerBound + offset, places.upperBound - 1 - offset)
            (self[place: low], self[place: high]) = (self[place: high], self[place: low])
        }
    }
}
