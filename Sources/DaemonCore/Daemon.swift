import Configuration
import Glibc
import HitZoneProtocol
public import LinuxIO
import Naming
public import Replay
import TouchEngine
import TouchModel

/// Why the daemon could not start or go on.
public enum DaemonError: Error, CustomStringConvertible {
    /// A system call failed.
    case system(SystemError)
    /// The recording cannot be replayed.
    case replay(ReplayError)

    /// What happened and what to do.
    public var description: String {
        switch self {
        case .system(let error): error.description
        case .replay(let error): error.description
        }
    }
}

/// The daemon: one thread, one loop. A turn of the loop takes in what is ready, carries out what is due, and
/// then sends everyone what is theirs.
public struct Daemon: ~Copyable {
    /// How many calls of one connection a turn answers, so that none delays the panels.
    private static let callsATurn = 16
    /// How long accepting rests when descriptors have run out.
    private static let acceptPause: Int64 = 100_000
    /// The least time between two words to the manager on how things stand.
    private static let statusInterval: Int64 = 1_000_000
    /// How long subscribers have to take the last events.
    private static let farewell: Int64 = 1_000_000

    let options: DaemonOptions
    /// The configuration in use.
    var configuration: Configuration
    var control: ControlPolicy
    let manager = ServiceManager()
    var statistics = Statistics()
    /// Tells of changes of the configuration's file; nil where it is not watched.
    var configurationWatch: DirectoryWatch?
    /// When to load the configuration again, after its file has changed, and when at the latest.
    var reloadDue: Int64?
    var reloadDeadline: Int64?
    /// When to tell the manager that the loop goes round.
    private var watchdogDue: Int64?
    /// What the manager was told last, and since when it may be told more: clients must not keep it busy.
    private var told = (panels: -1, subscribers: -1)
    private var nextStatus: Int64 = 0
    private var statusDue: Int64?
    var hub = Hub()
    var screens: [ScreenRun]
    var poller: Poller
    /// The live panels; nil in a replay.
    var panels: PanelTable?
    /// What a panel tells, until its engine has it.
    var input: [InputEvent] = []
    private let timer: Timer
    private let signals: SignalDescriptor
    private let listener: UnixListener
    var replay: (source: ReplaySource, screen: Int, panel: PanelDescription)?
    /// What an engine tells, until it is published.
    var output: [TouchEvent] = []
    /// Whether someone waits to be accepted.
    private var hasVisitors = false
    /// When to accept again, while it rests.
    private var acceptAgain: Int64?
    /// Whether the log has this shortage of descriptors already.
    private var hasToldShortage = false
    /// When to end, once it is ending.
    private(set) var endBy: Int64?
    /// What the timer is set to.
    private var armed: Int64?
    let notes = Log()

    /// Listens and prepares; nothing is read yet.
    public static func start(_ options: DaemonOptions) throws(DaemonError) -> Daemon {
        var daemon = try Self.listening(options)
        do throws(ReplayError) {
            try daemon.prepareReplay()
            return daemon
        } catch {
            daemon.listener.removeFile()
            throw .replay(error)
        }
    }

    private static func listening(_ options: DaemonOptions) throws(DaemonError) -> Daemon {
        do throws(SystemError) {
            return try Daemon(options)
        } catch {
            throw .system(error)
        }
    }

    private init(_ options: DaemonOptions) throws(SystemError) {
        // All in one answer, so that a client's end is known when the next one comes.
        let poller = try Poller(capacity: 2 * Limits.connections)
        let timer = try Timer()
        let signals = try SignalDescriptor(SignalSet([SIGTERM, SIGINT, SIGHUP]))
        let listener = try Self.listener(options)
        try poller.add(listener.descriptor, for: .readable, token: Token(.listener).rawValue)
        try poller.add(signals.descriptor, for: .readable, token: Token(.signals).rawValue)
        try poller.add(timer.descriptor, for: .readable, token: Token(.timer).rawValue)
        self.poller = poller
        self.timer = timer
        self.signals = signals
        self.listener = listener
        self.options = options
        configuration = options.configuration
        control = ControlPolicy(options.configuration.control, Log())
        screens = options.configuration.screens.map(ScreenRun.init)
    }

    /// The socket that the manager handed over, or one of our own.
    private static func listener(_ options: DaemonOptions) throws(SystemError) -> UnixListener {
        if let inherited = ServiceManager.takeListeners().first {
            return try UnixListener(adopting: FileDescriptor(adopting: inherited), path: options.socketPath)
        }
        return try UnixListener.bind(
            path: options.socketPath, mode: 0o660, group: socketGroup(options, Log()))
    }

    /// The group whose members may connect: `hitzone`, where there is one and it may be given.
    private static func socketGroup(_ options: DaemonOptions, _ notes: Log) throws(SystemError) -> UInt32? {
        if let group = try Group.identifier(named: "hitzone") { return geteuid() == 0 ? group : nil }
        // Who chose another place has chosen who may enter it, too.
        guard options.socketPath == DaemonOptions.defaultSocketPath else { return nil }
        notes(
            .notice,
            "there is no group hitzone: only this user and its group may connect; `groupadd --system hitzone` makes it"
        )
        return nil
    }

    /// Runs until SIGTERM or SIGINT, or until a recording that does not loop is over.
    public mutating func run() throws(DaemonError) {
        defer { listener.removeFile() }
        do throws(SystemError) {
            if options.replay == nil {
                try startPanels()
            } else if options.replay?.waits == false {
                beginReplay(at: Clock.monotonicMicroseconds())
            }
            watchConfiguration()
            if manager.watchdogInterval != nil { watchdogDue = Clock.monotonicMicroseconds() }
            manager.notify("READY=1")
            tellStatus(at: Clock.monotonicMicroseconds())
            // After start memory was given back: room there would be pages that the start has written.
            output.reserveCapacity(1_024)
            input.reserveCapacity(4_096)
            while try !isOver() { try turn() }
        } catch {
            throw .system(error)
        }
    }

    private func isOver() throws(SystemError) -> Bool {
        guard let endBy else { return false }
        return hub.isFlushed || Clock.monotonicMicroseconds() >= endBy
    }

    /// Waits for what comes next and does all that it asks for.
    mutating func turn() throws(SystemError) {
        try armTimer()
        let count = try poller.wait(milliseconds: hub.isStirred ? 0 : nil)
        for index in 0..<count { try take(poller[index]) }
        let now = Clock.monotonicMicroseconds()
        carryOutDue(at: now)
        serveConnections()
        tellStatus(at: now)
        // Last, when those who have gone have left their places.
        if hasVisitors { try accept() }
    }

    private mutating func take(_ readiness: Poller.Readiness) throws(SystemError) {
        switch Token(rawValue: readiness.token).kind {
        case .listener: hasVisitors = true
        case .signals: try takeSignals()
        case .timer: _ = try timer.drain()
        case .connection: hub.receive(readiness)
        case .panelMonitor: try receivePanelChanges()
        case .configuration: try receiveConfigurationChanges()
        case .panel:
            if let screen = panels?.screen(of: Token(rawValue: readiness.token)) { readPanel(of: screen) }
        case nil: break
        }
    }

    private mutating func takeSignals() throws(SystemError) {
        while let signal = try signals.next() {
            let now = Clock.monotonicMicroseconds()
            // The caller of a reload by signal reads the log.
            if signal == SIGHUP { _ = reload(at: now) } else { end(at: now) }
        }
    }

    /// Tells the manager how things stand, when that has changed, at once or when it may be told again.
    private mutating func tellStatus(at now: Int64) {
        statusDue = nil
        var panels = 0
        for screen in screens.indices where screens[screen].hasPanel { panels += 1 }
        let subscribers = hub.connections.subscribers
        guard panels != told.panels || subscribers != told.subscribers else { return }
        if now < nextStatus {
            statusDue = nextStatus
            return
        }
        told = (panels, subscribers)
        nextStatus = now + Self.statusInterval
        manager.notify("STATUS=panels: \(panels) of \(screens.count), subscribers: \(subscribers)")
        // A start, a panel's description, a call: code and memory for what comes seldom.
        StartMemory.giveBack()
    }

    private mutating func accept() throws(SystemError) {
        hasVisitors = false
        do throws(SystemError) {
            while let socket = try listener.accept() {
                if hub.connections.isFull { try letGoWhoHasGone() }
                hub.accept(socket, poller)
            }
            hasToldShortage = false
        } catch {
            guard error.isExhaustion else { throw error }
            // Those who wait keep the listener ready: look away, or the loop would spin.
            if !hasToldShortage { notes(.warning, "cannot accept connections for now: \(error)") }
            hasToldShortage = true
            try poller.remove(listener.descriptor)
            acceptAgain = Clock.monotonicMicroseconds() + Self.acceptPause
        }
    }

    /// Who connects after another has gone gets the place, although this turn began before both.
    private mutating func letGoWhoHasGone() throws(SystemError) {
        let count = try poller.wait(milliseconds: 0)
        for index in 0..<count where Token(rawValue: poller[index].token).kind == .connection {
            hub.receive(poller[index])
        }
        serveConnections()
    }

    private mutating func serveConnections() {
        guard hub.isStirred else { return }
        if hub.hasCalls {
            for connection in hub.connections.all { answerCalls(of: connection) }
        }
        // Not before all are answered: what a call makes happen is for the subscribers before it as well.
        hub.flush(poller)
    }

    private mutating func answerCalls(of connection: Connection) {
        var answered = 0
        while answered < Self.callsATurn, let call = hub.nextCall(of: connection) {
            answer(call, of: connection)
            answered += 1
        }
    }

    // MARK: Time

    private mutating func armTimer() throws(SystemError) {
        var next = replayDue
        // One by one: a list of them would be an allocation each turn.
        func consider(_ due: Int64?) {
            if let due { next = min(next ?? due, due) }
        }
        consider(panelsDue())
        consider(acceptAgain)
        consider(reloadDue)
        consider(watchdogDue)
        consider(statusDue)
        consider(endBy)
        if next == armed { return }
        if let next { try timer.arm(atMicroseconds: next) } else { try timer.disarm() }
        armed = next
    }

    private var replayDue: Int64? {
        guard let screen = replay?.screen else { return nil }
        return replay?.source.nextDue(screens.span[screen].engine.nextDeadline)
    }

    private mutating func carryOutDue(at now: Int64) {
        armed = armed.flatMap { $0 <= now ? nil : $0 }
        if let again = acceptAgain, again <= now {
            acceptAgain = nil
            do throws(SystemError) {
                try poller.add(listener.descriptor, for: .readable, token: Token(.listener).rawValue)
            } catch {
                acceptAgain = now + Self.acceptPause
            }
        }
        if let due = watchdogDue, due <= now, let interval = manager.watchdogInterval {
            manager.notify("WATCHDOG=1")
            watchdogDue = now + interval / 2
        }
        if let due = reloadDue, due <= now { _ = reload(at: now) }
        runReplay(at: now)
        carryOutPanelsDue(at: now)
    }

    /// Contacts are cancelled, subscribers get what waits for them, and then it is over.
    mutating func end(at now: Int64) {
        if endBy != nil { return }
        endBy = now + Self.farewell
        manager.notify("STOPPING=1")
        endReplay(at: now)
        endPanels(at: now)
    }

    // MARK: Events

    /// Publishes what the engine of a screen has told.
    mutating func publishOutput(of screen: Int, at now: Int64) {
        for index in output.indices {
            screens[screen].counters.count(output.span[index])
            hub.publish(Event(output[index], in: screens[screen].engine.layout), at: now)
        }
        output.removeAll(keepingCapacity: true)
    }

    mutating func publishPanel(_ phase: EventPhase, of screen: Int, time: Timestamp, at now: Int64) {
        var event = Event(seq: 0, time: time, kind: .panel)
        event.screen = screens[screen].name
        event.phase = phase
        hub.publish(event, at: now)
    }
}
