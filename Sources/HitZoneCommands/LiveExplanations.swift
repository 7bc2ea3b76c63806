import CommandOptions
import HitZoneClient
import HitZoneProtocol
import TouchEngine
import TouchModel

/// Follows the contacts of a daemon and says of each, in one line, what it meant and why.
struct LiveExplanations {
    /// A contact that is down.
    private struct Contact {
        /// What it means, as a sentence.
        var meaning: String
        /// The event of its down.
        var down: Event
        /// What it fired so far: `go.a (tap)`.
        var actions: [String] = []
    }

    /// Contacts are numbered by screen.
    private struct Key: Hashable {
        var screen: String?
        var contact: UInt64
    }

    let client: HitZoneClient
    let screen: String?
    let page: String?
    var count: Int64?
    let json: Bool
    private var contacts: [Key: Contact] = [:]

    init(client: HitZoneClient, screen: String?, page: String?, count: Int64?, json: Bool) {
        self.client = client
        self.screen = screen
        self.page = page
        self.count = count
        self.json = json
    }

    mutating func run(_ streams: inout Streams) async throws(CommandFailure) -> ExitStatus {
        endAtInterrupt()
        let syntax = ExplainCommand.syntax
        let filter: EventFilter
        do throws(ProtocolError) {
            filter = try EventFilter(
                kinds: [.contact, .action, .refused, .page], screens: screen.map { [$0] },
                pages: page.map { [$0] })
        } catch {
            throw .commandLine(syntax.failure("\(error)"))
        }
        // A daemon that is not there at first is worth an error; later the client waits for it.
        _ = try await syntax.ask { () async throws(ClientError) in try await client.state() }
        var updates = client.updates(matching: filter).makeAsyncIterator()
        while count != 0 {
            let update = try await syntax.ask { () async throws(ClientError) in try await updates.next() }
            switch update {
            case .state: contacts.removeAll()
            case .event(let event): try await take(event, &streams)
            case nil: return .done
            }
            try streams.flush()
        }
        return .done
    }

    private mutating func take(_ event: Event, _ streams: inout Streams) async throws(CommandFailure) {
        let key = event.contact.map { Key(screen: event.screen, contact: $0) }
        switch event.kind {
        case .action:
            if let key { contacts[key]?.actions.append(event.actionText) }
        case .refused:
            try tell("\(event.place) is refused: \(event.refusal).", event, &streams)
        case .contact:
            if let key { try await take(event, of: key, &streams) }
        case .page:
            if !json { try streams.answer("\(event.screen ?? "") shows \(event.page ?? "") now.") }
        case .lost:
            contacts.removeAll()
            streams.say("events are missing here; contacts that were down are not told of")
        case .panel, .layout, .other: break
        }
    }

    private mutating func take(
        _ event: Event, of key: Key, _ streams: inout Streams
    ) async throws(CommandFailure) {
        switch event.phase {
        case .down:
            let meaning = await meaning(of: event)
            if event.region == nil {
                try tell(meaning, event, &streams)
            } else {
                contacts[key] = Contact(meaning: meaning, down: event)
            }
        case .up, .cancel:
            guard let contact = contacts.removeValue(forKey: key) else { return }
            try tell("\(contact.meaning) \(event.ending(after: contact.actions))", contact.down, &streams)
        default: break
        }
    }

    /// Why the contact means what it means. The daemon is asked at once; where its layout is another by then, what
    /// the event itself says has to do.
    private func meaning(of event: Event) async -> String {
        let plain = event.region.map { "\(event.place) means \($0)." } ?? "\(event.place) means nothing."
        guard let x = event.x, let y = event.y else { return plain }
        let explanation: Explanation
        do throws(ClientError) {
            explanation = try await client.explain(x: x, y: y, screen: event.screen, page: event.page)
        } catch {
            // A daemon that has just ended is told of by the subscription.
            return plain
        }
        guard explanation.owner == event.region, explanation.result != .refused else { return plain }
        return explanation.text(overlap: explanation.likelyOverlap)
    }

    private mutating func tell(
        _ why: String, _ event: Event, _ streams: inout Streams
    ) throws(CommandFailure) {
        count = count.map { $0 - 1 }
        guard json else { return try streams.answer("contact \(event.contact ?? 0): \(why)") }
        try streams.answer { writer in
            writer.beginObject()
            writer.key("contact")
            writer.integer(event.contact ?? 0)
            writer.key("time")
            writer.integer(event.time.microseconds)
            for (key, value) in [("screen", event.screen), ("page", event.page), ("region", event.region)] {
                writer.key(key)
                if let value { writer.string(value) } else { writer.null() }
            }
            writer.key("why")
            writer.string(why)
            writer.endObject()
        }
    }
}

extension Event {
    /// `34.9,10 on front:home`.
    fileprivate var place: String {
        let point = [x, y].compactMap(\.self).map(coordinate).joined(separator: ",")
        return "\(point) on \(screen ?? ""):\(page ?? "")"
    }

    fileprivate var actionText: String { "\(action ?? "") (\(trigger?.rawValue ?? "unknown"))" }

    /// Why it is refused.
    fileprivate var refusal: String {
        let name = region ?? "the screen"
        switch reason {
        case .debounce:
            let rest = remaining.map { ", for \(trimmedSeconds($0)) s more" } ?? ""
            return "\(name) has just fired, and its debounce window is open\(rest)"
        case .busy: return "another contact is down on \(name), or on another region of its exclusive group"
        case .disabled: return "\(name) is disabled, itself or by what it lies in"
        case .blocked: return "\(name) has 'block' and no actions"
        case .locked: return "the screen is locked"
        case let other: return "\(name), \(other?.rawValue ?? "for an unknown reason")"
        }
    }

    /// What came of an accepted contact that fired `actions`.
    fileprivate func ending(after actions: [String]) -> String {
        let fired = actions.isEmpty ? nil : "It fired " + list(actions)
        if phase == .cancel {
            let cancelled = "was cancelled: \(cancellation)"
            return fired.map { "\($0), and \(cancelled)." } ?? "It \(cancelled)."
        }
        if let fired { return "\(fired)." }
        if reason == .left {
            return "It slipped out of the retain zone and lifted outside, so that it fired nothing."
        }
        return "It fired nothing: \(region ?? "it") has no action for what it did."
    }

    private func list(_ actions: [String]) -> String {
        guard actions.count > 4 else { return actions.joined(separator: ", ") }
        return "\(actions[0]), \(actions.count - 2) more, \(actions[actions.count - 1])"
    }

    private var cancellation: String {
        switch reason {
        case .page: "the screen shows another page"
        case .removed: "its region was removed, disabled or hidden"
        case .device: "the panel went away"
        case .dropped: "events of the panel were lost, or its position left the panel"
        case .palm: "the panel calls it a palm"
        case .reload: "the layout was replaced"
        case .locked: "the screen was locked"
        case let other: other?.rawValue ?? "for an unknown reason"
        }
    }
}
