import HitZoneProtocol
import LinuxIO
import Naming
import TouchEngine
import TouchModel

/// The methods of the daemon's interfaces.
extension Daemon {
    /// Answers one call of a connection.
    mutating func answer(_ call: Call, of connection: Connection) {
        let mark = connection.output
        do throws(CallError) {
            try carryOut(try call.request.get(), for: connection)
        } catch {
            Reply.write(error, to: &connection.output)
        }
        if call.oneway { connection.output = mark }
    }

    private mutating func carryOut(_ request: Request, for connection: Connection) throws(CallError) {
        switch request {
        case .getInfo:
            Reply.write(information, to: &connection.output)
        case .getInterfaceDescription(let interface):
            Reply.write(interface, to: &connection.output)
        case .getState:
            Reply.write(state(sequence: hub.log.lastSequence), to: &connection.output)
        case .getLayout(let screen, let page):
            Reply.write(try layout(screen: screen, page: page), to: &connection.output)
        case .explain(let question):
            Reply.write(try explain(question), to: &connection.output)
        case .subscribe(let subscription):
            subscribe(connection, subscription)
        }
    }

    private var information: ServiceInfo {
        ServiceInfo(
            vendor: "hitzone", product: "hitzoned", version: options.version,
            url: "https://github.com/hitzone/hitzone")
    }

    private func state(sequence: UInt64) -> State {
        State(screens: screens.map(\.state), sequence: sequence, run: hub.run, version: options.version)
    }

    private mutating func subscribe(_ connection: Connection, _ request: Request.Subscription) {
        let now = Clock.monotonicMicroseconds()
        let isSameRun = request.run.map { $0 == hub.run } ?? true
        let subscription = Subscription(request, isSameRun: isSameRun, log: hub.log, now: now)
        Reply.write(.state(state(sequence: subscription.start)), to: &connection.output)
        connection.subscription = subscription
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
        return Explanation(point, page: page ?? run.engine.page, in: layout)
    }

    /// The screen of that name; without a name the only one.
    private func index(ofScreen name: String?) throws(CallError) -> Int {
        let found =
            name.map { name in screens.firstIndex { $0.name == name } } ?? (screens.count == 1 ? 0 : nil)
        guard let found else { throw .unknownScreen(screen: name) }
        return found
    }

    private func index(ofPage name: String, on screen: ScreenRun) throws(CallError) -> Int {
        guard let index = screen.engine.layout.index(ofPage: name) else {
            throw .unknownPage(screen: screen.name, page: name)
        }
        return index
    }
}
