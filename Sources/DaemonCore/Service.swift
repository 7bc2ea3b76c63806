import HitZoneProtocol
import LinuxIO
import Naming
import TouchEngine
import TouchModel

/// The methods of the daemon's interfaces.
extension Daemon {
    /// Answers one call of a connection.
    mutating func answer(_ call: Call, of connection: Connection) {
        let mark = connection.outbox.output.bytes.count
        do throws(CallError) {
            let request = try call.request.get()
            if request.isChange { try authorise(connection, request) }
            // Of a subscription nothing is left when no reply is wanted.
            if call.oneway, request.answersMore { return }
            try carryOut(request, for: connection)
        } catch {
            Reply.write(error, to: &connection.outbox.output)
        }
        if call.oneway { connection.outbox.output.bytes.removeSubrange(mark...) }
    }

    private mutating func carryOut(_ request: Request, for connection: Connection) throws(CallError) {
        switch request {
        case .getInfo:
            Reply.write(information, to: &connection.outbox.output)
        case .getInterfaceDescription(let interface):
            Reply.write(interface, to: &connection.outbox.output)
        case .getState:
            Reply.write(state(sequence: hub.log.lastSequence), to: &connection.outbox.output)
        case .getLayout(let screen, let page):
            Reply.write(try layout(screen: screen, page: page), to: &connection.outbox.output)
        case .explain(let question):
            Reply.write(try explain(question), to: &connection.outbox.output)
        case .subscribe(let subscription):
            subscribe(connection, subscription)
        case .getStats:
            Reply.write(stats, to: &connection.outbox.output)
        case .setPage, .setRegion, .putPage, .lock, .unlock, .reload:
            try change(request)
            Reply.writeEmpty(to: &connection.outbox.output)
        }
    }

    private mutating func change(_ request: Request) throws(CallError) {
        switch request {
        case .setPage(let screen, let page): try setPage(screen: screen, page: page)
        case .setRegion(let change): try setRegion(change)
        case .putPage(let put): try putPage(put)
        case .lock(let screen): try lock(screen)
        case .unlock(let screen): try unlock(screen)
        case .reload:
            let problems = reload(at: Clock.monotonicMicroseconds())
            if !problems.isEmpty { throw .reloadFailed(diagnostics: problems) }
        case .getInfo, .getInterfaceDescription, .subscribe, .getState, .getLayout, .explain, .getStats: break
        }
    }

    private var stats: Stats {
        var stats = Stats(screens: screens.map(Stats.Screen.init))
        stats.connections = UInt64(hub.connections.count)
        stats.subscribers = UInt64(hub.connections.subscribers)
        stats.events = hub.log.lastSequence
        stats.lost = hub.lost
        stats.reloads = statistics.reloads
        stats.failedReloads = statistics.failedReloads
        stats.uptime = Interval(microseconds: Clock.monotonicMicroseconds() - statistics.start)
        return stats
    }

    private var information: ServiceInfo {
        ServiceInfo(
            vendor: "hitzone", product: "hitzoned", version: options.version,
            url: "file:///usr/share/doc/hitzone/README.md")
    }

    private func state(sequence: UInt64) -> State {
        State(screens: screens.map(\.state), sequence: sequence, run: hub.run, version: options.version)
    }

    private mutating func subscribe(_ connection: Connection, _ request: Request.Subscription) {
        let now = Clock.monotonicMicroseconds()
        let isSameRun = request.run.map { $0 == hub.run } ?? true
        let subscription = Subscription(request, isSameRun: isSameRun, log: hub.log, now: now)
        Reply.write(.state(state(sequence: subscription.start)), to: &connection.outbox.output)
        hub.subscribe(connection, subscription)
        beginReplay(at: now)
    }

    private func layout(screen: String?, page: String?) throws(CallError) -> LayoutReply {
        var replies: [LayoutReply.Screen] = []
        if screen == nil, page == nil {
            replies = screens.map { LayoutReply.Screen($0.engine.layout, showing: $0.engine.page) }
        } else {
            let run = screens[try index(ofScreen: screen)]
            let only = try page.map { name throws(CallError) in try index(ofPage: name, on: run) }
            replies = [LayoutReply.Screen(run.engine.layout, showing: run.engine.page, only: only)]
        }
        return LayoutReply(screens: replies)
    }

    private func explain(_ question: Request.Question) throws(CallError) -> Explanation {
        let run = screens[try index(ofScreen: question.screen)]
        let layout = run.engine.layout
        let page = try question.page.map { name throws(CallError) in try index(ofPage: name, on: run) }
        let point = LayoutPoint(x: question.x, y: question.y)
        guard point.x >= 0, point.x < layout.size.width else { throw .invalidParameter(parameter: "x") }
        guard point.y >= 0, point.y < layout.size.height else { throw .invalidParameter(parameter: "y") }
        return Explanation(point, page: page ?? run.engine.page, in: layout)
    }

    /// The screen of that name; without a name the only one.
    func index(ofScreen name: String?) throws(CallError) -> Int {
        let found =
            name.map { name in screens.firstIndex { $0.name == name } } ?? (screens.count == 1 ? 0 : nil)
        guard let found else { throw .unknownScreen(screen: name) }
        return found
    }

    func index(ofPage name: String, on screen: ScreenRun) throws(CallError) -> Int {
        guard let index = screen.engine.layout.index(ofPage: name) else {
            throw .unknownPage(screen: screen.name, page: name)
        }
        return index
    }
}
