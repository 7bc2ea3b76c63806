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

/// The daemon: one thread, one loop. A turn of the loop takes in what is ready, carries out what is due, and then sends everyone what is theirs.
public struct Daemon: ~Copyable {
    /// How many calls of one connection a turn answers, so that none delays the panels.
    private static let callsATurn = 16
    /// How long accepting rests when descriptors have run out.
    private static let acceptPause: Int64 = 100_000
    /// How long subscribers have to take the last events.
    private static let farewell: Int64 = 1_000_000

    let options: DaemonOptions
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
    /// When to accept again, while it rests.
    private var acceptAgain: Int64?
    /// When to end, once it is ending.
    private var endBy: Int64?
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
        let poller = try Poller()
        let timer = try Timer()
        let signals = try SignalDescriptor(SignalSet([SIGTERM, SIGINT]))
        let listener = try UnixListener.bind(
            path: options.socketPath, mode: 0o660, group: Self.socketGroup(Log()))
        try poller.add(listener.descriptor, for: .readable, token: Token(.listener).rawValue)
        try poller.add(signals.descriptor, for: .readable, token: Token(.signals).rawValue)
        try poller.add(timer.descriptor, for: .readable, token: Token(.timer).rawValue)
        self.poller = poller
        self.timer = timer
        self.signals = signals
        self.listener = listener
        self.options = options
        screens = options.configuration.screens.map(ScreenRun.init)
        output.reserveCapacity(1_024)
        input.reserveCapacity(4_096)
    }

    /// The group whose members may connect: `hitzone`, where there is one and it may be given.
    private static func socketGroup(_ notes: Log) throws(SystemError) -> UInt32? {
        if let group = try Group.identifier(named: "hitzone") { return geteuid() == 0 ? group : nil }
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
            while try !isOver() { try turn() }
        } catch {
            throw .system(error)
        }
    }

    private func isOver() throws(SystemError) -> Bool {
        guard let endBy else { return false }
        return hub.isFlushed || Clock.monotonicMicroseconds() >= endBy
    }

    private mutating func turn() throws(SystemError) {
        try armTimer()
        let count = try poller.wait(milliseconds: hub.hasCalls ? 0 : nil)
        for index in 0..<count { try take(poller[index]) }
        carryOutDue(at: Clock.monotonicMicroseconds())
        serveConnections()
    }

    private mutating func take(_ readiness: Poller.Readiness) throws(SystemError) {
        switch Token(rawValue: readiness.token).kind {
        case .listener: try accept()
        case .signals: while try signals.next() != nil { end(at: Clock.monotonicMicroseconds()) }
        case .timer: _ = try timer.drain()
        case .connection: hub.receive(readiness)
        case .panelMonitor: try receivePanelChanges()
        case .panel:
            if let screen = panels?.screen(of: Token(rawValue: readiness.token)) { readPanel(of: screen) }
        case nil: break
        }
    }

    private mutating func accept() throws(SystemError) {
        do throws(SystemError) {
            while let socket = try listener.accept() { hub.accept(socket, poller) }
        } catch {
            guard error.isExhaustion else { throw error }
            // Those who wait keep the listener ready: look away, or the loop would spin.
            notes(.warning, "cannot accept connections for a moment: \(error)")
            try poller.remove(listener.descriptor)
            acceptAgain = Clock.monotonicMicroseconds() + Self.acceptPause
        }
    }

    private mutating func serveConnections() {
        for connection in hub.connections.all {
            var answered = 0
            while answered < Self.callsATurn, let call = hub.nextCall(of: connection) {
                answer(call, of: connection)
                answered += 1
            }
            hub.flush(connection, poller)
        }
    }

    // MARK: Time

    private mutating func armTimer() throws(SystemError) {
        let next = [replayDue, panelsDue(), acceptAgain, endBy].reduce(nil) { least, due in
            due.map { min(least ?? $0, $0) } ?? least
        }
        if next == armed { return }
        if let next { try timer.arm(atMicroseconds: next) } else { try timer.disarm() }
        armed = next
    }

    private var replayDue: Int64? {
        replay.flatMap { $0.source.nextDue(screens[$0.screen].engine.nextDeadline) }
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
        runReplay(at: now)
        carryOutPanelsDue(at: now)
    }

    /// Contacts are cancelled, subscribers get what waits for them, and then it is over.
    mutating func end(at now: Int64) {
        if endBy != nil { return }
        endBy = now + Self.farewell
        endReplay(at: now)
        endPanels(at: now)
    }

    // MARK: Events

    /// Publishes what the engine of a screen has told.
    mutating func publishOutput(of screen: Int, at now: Int64) {
        for index in output.indices {
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
