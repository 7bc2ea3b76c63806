public import TouchModel

/// What the daemon has counted since it started.
public struct Stats: Hashable, Sendable, Decodable {
    /// A screen's counts.
    public struct Screen: Hashable, Sendable {
        /// The screen's name.
        public var screen: String
        /// The page that it shows.
        public var page: String
        /// Whether it refuses all contacts.
        public var locked: Bool
        /// Complete frames of its panel.
        public var frames: UInt64 = 0
        /// Contacts that got a number (rule L13).
        public var contacts: UInt64 = 0
        /// Actions that triggers fired.
        public var actions: UInt64 = 0
        /// Contacts that nothing owned (rule C4).
        public var unowned: UInt64 = 0
        /// Refused contacts by their reason.
        public var refused: [Reason: UInt64] = [:]
        /// Cancelled contacts by their reason.
        public var cancelled: [Reason: UInt64] = [:]
        /// Contacts dropped because a raw value was more than 5 percent beyond its range (rule C6).
        public var outOfRange: UInt64 = 0
        /// Contacts that lifted before their position was known (rule L11).
        public var withoutPosition: UInt64 = 0
        /// Contacts that were down before they could be seen to go down (rule L8).
        public var quarantined: UInt64 = 0
        /// Times that the panel lost events.
        public var gaps: UInt64 = 0

        /// The counts of a screen that shows `page`, all 0.
        public init(screen: String, page: String, locked: Bool = false) {
            self.screen = screen
            self.page = page
            self.locked = locked
        }
    }

    /// The screens, in the order of the configuration.
    public var screens: [Screen]
    /// How many connections there are.
    public var connections: UInt64 = 0
    /// How many of them have subscribed.
    public var subscribers: UInt64 = 0
    /// Events that happened.
    public var events: UInt64 = 0
    /// Events that were told as lost, over all subscribers.
    public var lost: UInt64 = 0
    /// How often the configuration was loaded again.
    public var reloads: UInt64 = 0
    /// How often that failed.
    public var failedReloads: UInt64 = 0
    /// The time since the daemon started.
    public var uptime = Interval.zero

    /// The counts of these screens, all others 0.
    public init(screens: [Screen]) {
        self.screens = screens
    }

    /// Writes the counts as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("screens")
        writer.array(screens) { screen, writer in screen.write(to: &writer) }
        writer.member("connections", connections)
        writer.member("subscribers", subscribers)
        writer.member("events", events)
        writer.member("lost", lost)
        writer.member("reloads", reloads)
        writer.member("failedReloads", failedReloads)
        writer.member("uptime", uptime.microseconds)
        writer.endObject()
    }

    private enum Key: String, CodingKey {
        case screens, connections, subscribers, events, lost, reloads, failedReloads, uptime
    }

    /// Reads the object that `write(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        self.init(screens: try object.decode([Screen].self, forKey: .screens))
        connections = try object.decode(UInt64.self, forKey: .connections)
        subscribers = try object.decode(UInt64.self, forKey: .subscribers)
        events = try object.decode(UInt64.self, forKey: .events)
        lost = try object.decode(UInt64.self, forKey: .lost)
        reloads = try object.decode(UInt64.self, forKey: .reloads)
        failedReloads = try object.decode(UInt64.self, forKey: .failedReloads)
        uptime = Interval(microseconds: try object.decode(Int64.self, forKey: .uptime))
    }
}

extension Stats.Screen: Decodable {
    private enum Key: String, CodingKey {
        case screen, page, locked, frames, contacts, actions, unowned, refused, cancelled
        case outOfRange, withoutPosition, quarantined, gaps
    }

    /// Reads the object that `Stats.write(to:)` writes for a screen. Reasons that only a newer daemon knows
    /// are passed over.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        func count(_ key: Key) throws -> UInt64 { try object.decode(UInt64.self, forKey: key) }
        func reasons(_ key: Key) throws -> [Reason: UInt64] {
            let counts = try object.decode([String: UInt64].self, forKey: key)
            var known: [Reason: UInt64] = [:]
            for reason in Reason.allCases { known[reason] = counts[reason.rawValue] }
            return known
        }
        self.init(
            screen: try object.decode(String.self, forKey: .screen),
            page: try object.decode(String.self, forKey: .page),
            locked: try object.decode(Bool.self, forKey: .locked))
        frames = try count(.frames)
        contacts = try count(.contacts)
        actions = try count(.actions)
        unowned = try count(.unowned)
        refused = try reasons(.refused)
        cancelled = try reasons(.cancelled)
        outOfRange = try count(.outOfRange)
        withoutPosition = try count(.withoutPosition)
        quarantined = try count(.quarantined)
        gaps = try count(.gaps)
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("screen", screen)
        writer.member("page", page)
        writer.member("locked", locked)
        writer.member("frames", frames)
        writer.member("contacts", contacts)
        writer.member("actions", actions)
        writer.member("unowned", unowned)
        writer.reasons("refused", refused)
        writer.reasons("cancelled", cancelled)
        writer.member("outOfRange", outOfRange)
        writer.member("withoutPosition", withoutPosition)
        writer.member("quarantined", quarantined)
        writer.member("gaps", gaps)
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes the member `name` as an object of the counts that are not 0, in the order of `Reason.allCases`.
    fileprivate mutating func reasons(_ name: String, _ counts: [Reason: UInt64]) {
        key(name)
        beginObject()
        for reason in Reason.allCases {
            if let count = counts[reason], count > 0 { member(reason.rawValue, count) }
        }
        endObject()
    }
}
