/// What a call asks for: a method with its parameters, checked.
public enum Request: Hashable, Sendable {
    /// org.varlink.service.GetInfo.
    case getInfo
    /// org.varlink.service.GetInterfaceDescription.
    case getInterfaceDescription(VarlinkInterface)
    /// io.hitzone.Subscribe.
    case subscribe(Subscription)
    /// io.hitzone.GetState.
    case getState
    /// io.hitzone.GetLayout: of one screen or page, or of all (nil).
    case getLayout(screen: String?, page: String?)
    /// io.hitzone.Explain.
    case explain(Question)
    /// io.hitzone.SetPage: of the screen, or of the only one (nil).
    case setPage(screen: String?, page: String)
    /// io.hitzone.SetRegion.
    case setRegion(RegionChange)
    /// io.hitzone.PutPage.
    case putPage(PagePut)
    /// io.hitzone.Lock: one screen, or all (nil).
    case lock(screen: String?)
    /// io.hitzone.Unlock: one screen, or all (nil).
    case unlock(screen: String?)
    /// io.hitzone.Reload.
    case reload
    /// io.hitzone.GetStats.
    case getStats

    /// The parameters of Subscribe.
    public struct Subscription: Hashable, Sendable {
        /// Which events are wanted.
        public var filter: EventFilter
        /// Go on after this event; nil: with the next that happens.
        public var since: UInt64?
        /// The run that `since` belongs to; nil: the present one. When it is another, the events since are
        /// lost.
        public var run: String?

        /// The subscription of these parameters.
        public init(filter: EventFilter, since: UInt64? = nil, run: String? = nil) {
            self.filter = filter
            self.since = since
            self.run = run
        }
    }

    /// The parameters of Explain.
    public struct Question: Hashable, Sendable {
        /// The screen; nil: the only one.
        public var screen: String?
        /// The page; nil: the one that the screen shows.
        public var page: String?
        /// The point, in layout units.
        public var x: Double
        /// The point, in layout units.
        public var y: Double

        /// The question about the point (`x`, `y`).
        public init(screen: String? = nil, page: String? = nil, x: Double, y: Double) {
            self.screen = screen
            self.page = page
            self.x = x
            self.y = y
        }
    }

    /// The method's full name.
    public var method: String {
        switch self {
        case .getInfo: "org.varlink.service.GetInfo"
        case .getInterfaceDescription: "org.varlink.service.GetInterfaceDescription"
        case .subscribe: "io.hitzone.Subscribe"
        case .getState: "io.hitzone.GetState"
        case .getLayout: "io.hitzone.GetLayout"
        case .explain: "io.hitzone.Explain"
        case .setPage: "io.hitzone.SetPage"
        case .setRegion: "io.hitzone.SetRegion"
        case .putPage: "io.hitzone.PutPage"
        case .lock: "io.hitzone.Lock"
        case .unlock: "io.hitzone.Unlock"
        case .reload: "io.hitzone.Reload"
        case .getStats: "io.hitzone.GetStats"
        }
    }

    /// Whether the method answers more than once.
    public var answersMore: Bool {
        if case .subscribe = self { true } else { false }
    }

    /// Writes the call as a message, its NUL included.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("method", method)
        writer.key("parameters")
        writer.beginObject()
        writeParameters(to: &writer)
        writer.endObject()
        if answersMore {
            writer.key("more")
            writer.bool(true)
        }
        writer.endObject()
        writer.endMessage()
    }

    private func writeParameters(to writer: inout JSONWriter) {
        switch self {
        case .getInfo, .getState, .reload, .getStats: break
        case .getInterfaceDescription(let interface): writer.member("interface", interface.name)
        case .subscribe(let subscription): subscription.writeMembers(to: &writer)
        case .getLayout(let screen, let page):
            writer.member("screen", screen)
            writer.member("page", page)
        case .explain(let question):
            writer.member("screen", question.screen)
            writer.member("page", question.page)
            writer.key("x")
            writer.number(question.x)
            writer.key("y")
            writer.number(question.y)
        case .setPage(let screen, let page):
            writer.member("screen", screen)
            writer.member("page", page)
        case .setRegion(let change): change.writeMembers(to: &writer)
        case .putPage(let put): put.writeMembers(to: &writer)
        case .lock(let screen), .unlock(let screen): writer.member("screen", screen)
        }
    }
}

extension Request.Subscription {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.list("kinds", filter.kinds.names)
        writer.list("screens", filter.screens)
        writer.list("pages", filter.pages)
        writer.list("regions", filter.regions)
        writer.list("actions", filter.actions)
        writer.member("since", since)
        writer.member("run", run)
    }
}

extension JSONWriter {
    fileprivate mutating func list(_ name: String, _ values: [String]?) {
        guard let values else { return }
        key(name)
        array(values) { $1.string($0) }
    }
}
