/// What the daemon says of itself in GetInfo.
public struct ServiceInfo: Hashable, Sendable, Decodable {
    /// Who made it.
    public var vendor: String
    /// The program.
    public var product: String
    /// The program's version.
    public var version: String
    /// Where to read more.
    public var url: String
    /// The names of the interfaces that it serves.
    public var interfaces: [String]

    /// The information of these properties; all interfaces by default.
    public init(
        vendor: String, product: String, version: String, url: String,
        interfaces: [String] = VarlinkInterface.allCases.map(\.name)
    ) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
        self.interfaces = interfaces
    }
}

/// A reply of Subscribe: the state first, then one event each.
public enum SubscriptionReply: Hashable, Sendable {
    /// The first reply: what the screens show, and the number of the last event before those that follow.
    case state(State)
    /// Each reply after it.
    case event(Event)
}

/// Replies as messages, their NUL included.
public enum Reply {
    /// Writes the first reply of Subscribe, or one of those after it.
    public static func write(_ reply: SubscriptionReply, to writer: inout JSONWriter) {
        switch reply {
        case .state(let state):
            begin(&writer)
            writer.key("state")
            state.write(to: &writer)
            end(&writer, continues: true)
        case .event(let event):
            write(event, to: &writer)
        }
    }

    private static let beforeEvent = Array(#"{"parameters":{"event":"#.utf8)
    private static let afterEvent = Array(#"},"continues":true}"#.utf8)

    /// Writes the reply of Subscribe that tells of an event. Allocates nothing while the buffer has room.
    public static func write(_ event: Event, to writer: inout JSONWriter) {
        let room = beforeEvent.count + event.room + afterEvent.count
        writer.value(room: room) { output in
            output.append(beforeEvent.span)
            event.encode(into: &output)
            output.append(afterEvent.span)
        }
        writer.endMessage()
    }

    /// Writes the reply of GetState.
    public static func write(_ state: State, to writer: inout JSONWriter) {
        begin(&writer)
        writer.key("state")
        state.write(to: &writer)
        end(&writer)
    }

    /// Writes the reply of GetLayout.
    public static func write(_ layout: LayoutReply, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("parameters")
        layout.write(to: &writer)
        writer.endObject()
        writer.endMessage()
    }

    /// Writes the reply of Explain.
    public static func write(_ explanation: Explanation, to writer: inout JSONWriter) {
        begin(&writer)
        writer.key("explanation")
        explanation.write(to: &writer)
        end(&writer)
    }

    /// Writes the reply of GetInfo.
    public static func write(_ info: ServiceInfo, to writer: inout JSONWriter) {
        begin(&writer)
        writer.member("vendor", info.vendor)
        writer.member("product", info.product)
        writer.member("version", info.version)
        writer.member("url", info.url)
        writer.key("interfaces")
        writer.array(info.interfaces) { $1.string($0) }
        end(&writer)
    }

    /// Writes the reply of GetStats.
    public static func write(_ stats: Stats, to writer: inout JSONWriter) {
        begin(&writer)
        writer.key("stats")
        stats.write(to: &writer)
        end(&writer)
    }

    /// Writes the reply of a method that answers nothing but that it is done.
    public static func writeEmpty(to writer: inout JSONWriter) {
        begin(&writer)
        end(&writer)
    }

    /// Writes the reply of GetInterfaceDescription.
    public static func write(_ interface: VarlinkInterface, to writer: inout JSONWriter) {
        begin(&writer)
        writer.member("description", interface.description)
        end(&writer)
    }

    /// Writes the reply of a call that fails.
    public static func write(_ error: CallError, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("error", error.name)
        writer.key("parameters")
        error.writeParameters(to: &writer)
        writer.endObject()
        writer.endMessage()
    }

    private static func begin(_ writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("parameters")
        writer.beginObject()
    }

    private static func end(_ writer: inout JSONWriter, continues: Bool = false) {
        writer.endObject()
        if continues {
            writer.key("continues")
            writer.bool(true)
        }
        writer.endObject()
        writer.endMessage()
    }
}

/// The parameters of the reply of GetState.
public struct StateAnswer: Hashable, Sendable, Decodable {
    /// The state.
    public var state: State
}

/// The parameters of the reply of Explain.
public struct ExplanationAnswer: Hashable, Sendable, Decodable {
    /// The explanation.
    public var explanation: Explanation
}

/// The parameters of the reply of GetStats.
public struct StatsAnswer: Hashable, Sendable, Decodable {
    /// The counts.
    public var stats: Stats
}

/// The parameters of a reply without any.
public struct EmptyAnswer: Hashable, Sendable, Decodable {
    /// The answer.
    public init() {}
}

extension SubscriptionReply: Decodable {
    private enum Key: String, CodingKey {
        case state, event
    }

    /// Reads the parameters of a reply of Subscribe.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        if let state = try object.decodeIfPresent(State.self, forKey: .state) {
            self = .state(state)
        } else {
            self = .event(try object.decode(Event.self, forKey: .event))
        }
    }
}
