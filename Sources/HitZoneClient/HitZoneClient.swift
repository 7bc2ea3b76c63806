@_exported public import HitZoneProtocol
@_exported public import TouchModel

/// A client of the daemon: it asks questions, changes what the screens do, and is told of events.
///
/// It is a value without a connection of its own, free to be copied and used from many tasks at once. Each
/// question and each iteration of a sequence has a connection for itself, which is closed when it is over or
/// its task is cancelled.
public struct HitZoneClient: Sendable {
    /// Where the daemon's socket is unless it was told otherwise.
    public static let defaultPath = "/run/hitzone/hitzone.sock"

    /// The daemon's socket.
    public let path: String
    /// What event sequences do when their connection ends. Questions are never asked twice.
    public var reconnection: Reconnection
    /// Called when an event sequence has lost its connection and is going to make another: once, until that
    /// has succeeded. The error is nil when the daemon closed the connection in good order.
    public var onLoss: (@Sendable (ClientError?) -> Void)?

    /// A client of the daemon at `path`, whether it runs already or not.
    public init(path: String = defaultPath, reconnection: Reconnection = .automatic) {
        self.path = path
        self.reconnection = reconnection
    }

    /// A client of the daemon at `path`, which runs and serves `io.hitzone`; else an error.
    public static func connect(
        path: String = defaultPath, reconnection: Reconnection = .automatic
    ) async throws(ClientError) -> HitZoneClient {
        let client = HitZoneClient(path: path, reconnection: reconnection)
        let info = try await client.info()
        guard info.interfaces.contains(VarlinkInterface.hitzone.name) else {
            throw .refused(.interfaceNotFound(interface: VarlinkInterface.hitzone.name))
        }
        return client
    }

    /// What happens from now on, or since `position`, as far as `filter` lets it pass. Where events are
    /// missing, also after the daemon was restarted, a `lost` event stands.
    ///
    /// Every iteration subscribes anew, at its first `next`. The loop's own pace is the pace of reading:
    /// events that it does not ask for wait in the daemon, which keeps the last 1,024 of them
    /// (`Limits.queuedEvents`).
    public func events(matching filter: EventFilter = EventFilter(), since position: Position? = nil)
        -> EventSequence
    {
        EventSequence(updates: updates(matching: filter, since: position))
    }

    /// As `events`, and besides the state of all screens: first of all, and again after each reconnection.
    public func updates(matching filter: EventFilter = EventFilter(), since position: Position? = nil)
        -> UpdateSequence
    {
        UpdateSequence(client: self, filter: filter, position: position)
    }

    /// What the screens show now. io.hitzone.GetState.
    public func state() async throws(ClientError) -> State {
        try await ask(.getState, as: StateAnswer.self).state
    }

    /// The layout, of one screen or page where they are named. io.hitzone.GetLayout.
    public func layout(screen: String? = nil, page: String? = nil) async throws(ClientError) -> LayoutReply {
        try await ask(.getLayout(screen: screen, page: page), as: LayoutReply.self)
    }

    /// Which region a contact at the point (`x`, `y`), in layout units, would have, and why. Without `screen`
    /// on the only one there is; without `page` on the one that shows. io.hitzone.Explain.
    public func explain(
        x: Double, y: Double, screen: String? = nil, page: String? = nil
    ) async throws(ClientError) -> Explanation {
        let question = Request.Question(screen: screen, page: page, x: x, y: y)
        return try await ask(.explain(question), as: ExplanationAnswer.self).explanation
    }

    /// Who the daemon is. org.varlink.service.GetInfo.
    public func info() async throws(ClientError) -> ServiceInfo {
        try await ask(.getInfo, as: ServiceInfo.self)
    }

    /// Asks over a connection of its own.
    func ask<Answer: Decodable & Sendable>(
        _ request: Request, as type: Answer.Type
    ) async throws(ClientError) -> Answer {
        if Task.isCancelled { throw .cancelled }
        return try await Connection(path: path).answer(to: request, as: type)
    }
}

/// A place in the sequence of a daemon's events.
public struct Position: Hashable, Sendable {
    /// The number of the last event that is known.
    public var sequence: UInt64
    /// The daemon's run that it belongs to (`State.run`); nil: the present one.
    public var run: String?

    /// The place after the event `sequence` of `run`.
    public init(sequence: UInt64, run: String? = nil) {
        self.sequence = sequence
        self.run = run
    }
}
