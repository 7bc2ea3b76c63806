import HitZoneProtocol
import Testing
import TouchModel

@testable import DaemonCore

/// A subscriber as chapter 8 describes it, without a thought for speed: a list of what waits, of which the
/// oldest goes when there are more than 1,024.
private struct ReferenceSubscriber {
    let filter: EventFilter
    /// All that it wanted so far; those from `next` on wait.
    private var wanted: [(event: Event, message: [UInt8])] = []
    private var next = 0
    private var lost: UInt64 = 0

    init(filter: EventFilter) { self.filter = filter }

    var isWaiting: Bool { next < wanted.count }

    mutating func publish(_ event: Event, _ message: [UInt8]) {
        guard filter.matches(event) else { return }
        wanted.append((event, message))
        if wanted.count - next > 1_024 {
            next += 1
            lost += 1
        }
    }

    mutating func take(upTo limit: Int) -> [UInt8] {
        var writer = JSONWriter()
        if lost > 0 {
            var event = Event(seq: wanted[next - 1].event.seq, time: wanted[next - 1].event.time, kind: .lost)
            event.count = lost
            Reply.write(.event(event), to: &writer)
            lost = 0
        }
        while isWaiting, writer.bytes.count < limit {
            writer.bytes += wanted[next].message
            next += 1
        }
        return writer.bytes
    }
}

/// A log with subscribers on it, published to as the hub does.
private struct Feed {
    var log = EventLog()
    var subscriptions: [Subscription] = []
    var references: [ReferenceSubscriber] = []

    mutating func subscribe(_ filter: EventFilter) {
        subscriptions.append(
            Subscription(Request.Subscription(filter: filter), isSameRun: true, log: log, now: 0))
        references.append(ReferenceSubscriber(filter: filter))
    }

    mutating func publish(_ event: Event) {
        if let overwritten = log.nextOverwritten(at: 0) {
            for index in subscriptions.indices { subscriptions[index].keep(overwritten, from: log) }
        }
        log.append(event, at: 0)
        // When it looks makes no difference.
        if log.lastSequence.isMultiple(of: 7) {
            for index in subscriptions.indices { subscriptions[index].note(log) }
        }
        let last = log[log.lastSequence].event
        var writer = JSONWriter()
        Reply.write(last, to: &writer)
        for index in references.indices { references[index].publish(last, writer.bytes) }
    }

    /// Lets a subscriber read, and gives what it and its reference got.
    mutating func take(_ index: Int, upTo limit: Int) -> (received: [UInt8], expected: [UInt8]) {
        var writer = JSONWriter()
        subscriptions[index].note(log)
        subscriptions[index].take(into: &writer, upTo: limit, from: &log)
        return (writer.bytes, references[index].take(upTo: limit))
    }
}

private func filters() throws -> [EventFilter] {
    [
        EventFilter(kinds: .all),
        EventFilter(),
        try EventFilter(kinds: .all, regions: ["a"]),
        try EventFilter(kinds: [.contact, .refused], regions: ["[ab]"]),
        try EventFilter(kinds: .action, actions: ["do.c"]),
        try EventFilter(kinds: .all, pages: []),
    ]
}

/// Bounded queues (chapter 8): in order, each once, the newest 1,024 and a `lost` in the place of the others.
struct SubscriptionTests {
    @Test(arguments: 1...6)
    func `any sequence of publishing and reading gives what a plain list gives`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        var feed = Feed()
        for filter in try filters() { feed.subscribe(filter) }
        let kinds: [EventKind] = [.action, .action, .contact, .refused, .page]
        for step in 0..<24 {
            // Now and then more than the log holds, so that some overflow and some come close to it.
            let longest = [5, 300, 1_023, 1_024, 1_025, 3_000].randomElement(using: &generator) ?? 1
            for _ in 0..<Int.random(in: 0...longest, using: &generator) {
                let kind = kinds.randomElement(using: &generator) ?? .action
                let region = ["a", "b", "c", "d"].randomElement(using: &generator) ?? "a"
                feed.publish(event(kind, region, time: Int64(step)))
            }
            for index in feed.subscriptions.indices where Bool.random(using: &generator) {
                let limit = [1, 200, 5_000, 65_536, .max].randomElement(using: &generator) ?? 1
                let (received, expected) = feed.take(index, upTo: limit)
                if received != expected {
                    Issue.record("step \(step): \(messages(received)) in place of \(messages(expected))")
                    return
                }
                #expect(feed.subscriptions[index].hasWaiting == feed.references[index].isWaiting)
            }
        }
        for index in feed.subscriptions.indices {
            let (received, expected) = feed.take(index, upTo: .max)
            #expect(received == expected)
            #expect(!feed.subscriptions[index].hasWaiting)
        }
    }

    @Test(arguments: [(1_024, 0), (1_025, 1), (2_048, 1_024), (5_000, 3_976)])
    func `of more than 1,024 the newest are left and lost counts the others`(_ count: Int, _ lost: Int) {
        var feed = Feed()
        feed.subscribe(EventFilter())
        for _ in 0..<count { feed.publish(event()) }
        let received = messages(feed.take(0, upTo: .max).received)
        #expect(received.count == 1_024 + (lost > 0 ? 1 : 0))
        #expect(received.last?.contains("\"seq\":\(count),") == true)
        guard lost > 0 else { return }
        #expect(received[0].contains("\"seq\":\(lost),"))
        #expect(received[0].contains("\"kind\":\"lost\",\"count\":\(lost)}"))
        #expect(received[1].contains("\"seq\":\(lost + 1),"))
    }

    @Test func `events that a filter rejects never push out those that it wants`() throws {
        var feed = Feed()
        feed.subscribe(try EventFilter(regions: ["b"]))
        for _ in 0..<3 { feed.publish(event(.action, "b")) }
        for _ in 0..<10_000 { feed.publish(event(.action, "a")) }
        let received = messages(feed.take(0, upTo: .max).received)
        #expect(received.map { $0.contains("\"region\":\"b\"") } == [true, true, true])
    }

    // MARK: since

    private func replies(
        since: UInt64?, isSameRun: Bool = true, events: Int = 10, now: Int64 = 0,
        filter: EventFilter = EventFilter()
    ) -> (start: UInt64, [String]) {
        var feed = Feed()
        for index in 0..<events { feed.publish(event(.action, index.isMultiple(of: 2) ? "a" : "b")) }
        var subscription = Subscription(
            Request.Subscription(filter: filter, since: since), isSameRun: isSameRun, log: feed.log, now: now)
        var writer = JSONWriter()
        subscription.take(into: &writer, upTo: .max, from: &feed.log)
        let short = messages(writer.bytes).map { message in
            let fields = message.split { "{,}".contains($0) }
            return fields.filter {
                $0.hasPrefix("\"seq\"") || $0.hasPrefix("\"count\"") || $0.contains("lost")
            }
            .map { $0.filter { $0 != "\"" } }.joined(separator: " ")
        }
        return (subscription.start, short)
    }

    @Test func `without since a subscriber gets what comes`() {
        #expect(replies(since: nil) == (10, []))
    }

    @Test(arguments: [(0, 10), (1, 9), (9, 1), (10, 0)] as [(UInt64, Int)])
    func `since gives what came after that number`(_ since: UInt64, _ count: Int) {
        let (start, received) = replies(since: since)
        #expect(start == since)
        #expect(received == (0..<count).map { "seq:\(Int(since) + 1 + $0)" })
    }

    @Test func `since gives only what the filter wants`() throws {
        let filter = try EventFilter(regions: ["b"])
        #expect(replies(since: 4, filter: filter).1 == ["seq:6", "seq:8", "seq:10"])
    }

    @Test func `what is held no longer is lost, with the count`() {
        // 2,000 events: 977 is the oldest that is held.
        #expect(replies(since: 976, events: 2_000).1.first == "seq:977")
        #expect(
            Array(replies(since: 975, events: 2_000).1.prefix(2)) == ["seq:976 kind:lost count:1", "seq:977"])
        let (start, received) = replies(since: 0, events: 2_000)
        #expect(start == 976)
        #expect(Array(received.prefix(2)) == ["seq:976 kind:lost count:976", "seq:977"])
        #expect(received.count == 1_025)
    }

    @Test func `what is older than 10 s is lost too`() {
        #expect(replies(since: 4, now: 10_000_000).1.first == "seq:5")
        #expect(replies(since: 4, now: 10_000_001).1 == ["seq:10 kind:lost count:6"])
        #expect(replies(since: 10, now: 10_000_001).1 == [])
    }

    @Test(arguments: [11, .max] as [UInt64])
    func `a number beyond the last loses nobody knows how many and gives all that is held`(_ since: UInt64) {
        let (start, received) = replies(since: since)
        #expect(start == 0)
        #expect(received == ["seq:0 kind:lost"] + (1...10).map { "seq:\($0)" })
    }

    @Test func `a number of another run does so too`() {
        #expect(replies(since: 3, isSameRun: false).1 == ["seq:0 kind:lost"] + (1...10).map { "seq:\($0)" })
        #expect(replies(since: 0, isSameRun: false, events: 0).1 == ["seq:0 kind:lost"])
    }

    @Test func `a gap of unknown length stays unknown when more is lost`() {
        var feed = Feed()
        var subscription = Subscription(
            Request.Subscription(filter: EventFilter(), since: 9), isSameRun: false, log: feed.log, now: 0)
        for _ in 0..<1_030 {
            if let overwritten = feed.log.nextOverwritten(at: 0) {
                subscription.keep(overwritten, from: feed.log)
            }
            feed.log.append(event(), at: 0)
        }
        subscription.note(feed.log)
        var writer = JSONWriter()
        subscription.take(into: &writer, upTo: .max, from: &feed.log)
        let received = messages(writer.bytes)
        #expect(received.count == 1_025)
        #expect(received[0].contains("\"seq\":6,"))
        #expect(!received[0].contains("count"))
    }
}
