import AllocationCounter
import HitZoneProtocol
import ReplyReading
import Testing
import TouchModel

/// An event with everything that an event can have.
func fullEvent() -> Event {
    var event = Event(seq: 12, time: Timestamp(microseconds: 1_500_000), kind: .action)
    event.screen = "front"
    event.page = "home"
    event.region = "checkout/pay-button-with-a-long-name"
    event.action = "checkout.pay"
    event.trigger = .tap
    event.phase = .up
    event.reason = .debounce
    event.remaining = Interval(microseconds: 1)
    event.contact = 3
    event.x = 34.0625
    event.y = 0
    event.inside = .expansion
    event.count = 5
    return event
}

func read<Value: Decodable & Sendable>(_ json: String, as type: Value.Type) throws -> Value {
    try ReceivedReply<Value>(message: Array("{\"parameters\":\(json)}".utf8)).answer.get()
}

@Suite struct `Events` {
    @Test func `are written with their keys in order`() {
        let text = written { fullEvent().write(to: &$0) }
        #expect(
            text == #"{"seq":12,"time":1500000,"kind":"action","screen":"front","page":"home","#
                + #""region":"checkout/pay-button-with-a-long-name","action":"checkout.pay","trigger":"tap","#
                + #""phase":"up","reason":"debounce","remaining":1,"contact":3,"x":34.06,"y":0,"#
                + #""inside":"expansion","count":5}"#)
    }

    @Test func `what does not apply is absent`() {
        let event = Event(seq: 1, time: Timestamp(microseconds: -5), kind: .lost)
        #expect(written { event.write(to: &$0) } == #"{"seq":1,"time":-5,"kind":"lost"}"#)
    }

    @Test func `come back as they were written`() throws {
        var event = fullEvent()
        event.x = 34.06
        #expect(try read(written { event.write(to: &$0) }, as: Event.self) == event)
        let bare = Event(seq: .max, time: Timestamp(microseconds: .min), kind: .page)
        #expect(try read(written { bare.write(to: &$0) }, as: Event.self) == bare)
    }

    @Test func `of a newer daemon are read as far as they are known`() throws {
        let event = try read(
            #"{"seq":1,"time":2,"kind":"gesture","trigger":"swipe","phase":"paused","reason":"weather","#
                + #""inside":"margin","region":"pay","fingers":[1,2]}"#, as: Event.self)
        #expect(event.kind == .other("gesture"))
        #expect(event.kind.name == "gesture")
        #expect(event.trigger == nil && event.phase == nil && event.reason == nil && event.inside == nil)
        #expect(event.region == "pay")
        #expect(!EventFilter(kinds: .all).matches(event))
    }

    @Test(arguments: [
        #"{"time":2,"kind":"action"}"#, #"{"seq":-1,"time":2,"kind":"action"}"#, #"{"seq":1,"time":2}"#,
        #"{"seq":1,"time":2,"kind":7}"#, #"{"seq":1,"time":2,"kind":"action","x":"left"}"#,
    ])
    func `without number, time or kind, or with wrong types, are malformed`(json: String) {
        #expect(throws: ProtocolError.self) { try read(json, as: Event.self) }
    }

    @Test(arguments: ContactPhase.allCases)
    func `have every phase of a contact`(phase: ContactPhase) {
        #expect(EventPhase(phase).rawValue == phase.rawValue)
    }

    @Test func `every known kind has its name and its own bit`() {
        for kind in EventKind.known {
            #expect(EventKind(name: kind.name) == kind)
            #expect(EventKinds(kind).names == [kind.name])
        }
        #expect(EventKinds.all.names == ["action", "contact", "refused", "page", "panel", "layout", "lost"])
    }

    @Test(.enabled(if: allocation_counter_works(), "A sanitizer has the allocator for itself."))
    func `are written, sent and filtered without allocation`() throws {
        let event = fullEvent()
        let filter = try EventFilter(
            kinds: [.action, .contact], screens: ["fr*"], pages: ["home"],
            regions: ["nothing", "checkout/*"],
            actions: ["*.pay"])
        var writer = JSONWriter()
        writer.bytes.reserveCapacity(4_096)
        var matches = 0
        func round() {
            writer.removeAll()
            if filter.matches(event) { matches += 1 }
            event.write(to: &writer)
            writer.endMessage(UInt8(ascii: "\n"))
            Reply.write(.event(event), to: &writer)
        }
        round()
        allocation_counter_start()
        for _ in 0..<100 { round() }
        let allocations = allocation_counter_stop()
        #expect(allocations == 0)
        #expect(matches == 101)
    }
}

@Suite struct `The event filter` {
    private func event(
        _ kind: EventKind, screen: String? = nil, page: String? = nil, region: String? = nil,
        action: String? = nil
    ) -> Event {
        var event = Event(seq: 1, time: Timestamp(microseconds: 0), kind: kind)
        event.screen = screen
        event.page = page
        event.region = region
        event.action = action
        return event
    }

    @Test(arguments: EventKind.known)
    func `by default passes action and lost`(kind: EventKind) {
        #expect(EventFilter().matches(event(kind)) == (kind == .action || kind == .lost))
    }

    @Test func `takes the kinds as they are given, and lost besides`() throws {
        let filter = EventFilter(kinds: .page)
        #expect(filter.matches(event(.page)))
        #expect(!filter.matches(event(.action)))
        #expect(filter.matches(event(.lost)))
        #expect(EventFilter(kinds: []).matches(event(.lost)))
        #expect(try EventFilter(kinds: .page, screens: ["front"], actions: []).matches(event(.lost)))
    }

    @Test func `wants every list matched, and one pattern of each`() throws {
        let filter = try EventFilter(
            screens: ["front", "back"], pages: ["home*"], regions: ["pay"], actions: ["*.pay", "x"])
        let matching = event(.action, screen: "back", page: "home2", region: "pay", action: "checkout.pay")
        #expect(filter.matches(matching))
        for path in [\Event.screen, \Event.page, \Event.region, \Event.action] {
            var other = matching
            other[keyPath: path] = "other"
            #expect(!filter.matches(other))
            other[keyPath: path] = nil
            #expect(!filter.matches(other))
        }
    }

    @Test func `an empty list matches nothing`() throws {
        #expect(try !EventFilter(regions: []).matches(event(.action, region: "pay")))
    }

    @Test func `refuses what is no pattern, and names the list`() {
        #expect(throws: ProtocolError.invalidPattern(parameter: "pages", pattern: "[")) {
            try EventFilter(screens: ["a"], pages: ["b", "["])
        }
        let long = String(repeating: "a", count: Limits.patternBytes)
        #expect(throws: Never.self) { try EventFilter(actions: [long]) }
        #expect(throws: ProtocolError.self) { try EventFilter(actions: [long + "a"]) }
        let many = [String](repeating: "a", count: Limits.patterns)
        #expect(throws: Never.self) { try EventFilter(actions: many) }
        #expect(throws: ProtocolError.self) { try EventFilter(actions: many + ["a"]) }
    }
}
