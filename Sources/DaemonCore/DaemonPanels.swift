import Configuration
import Evdev
import Glibc
import HitZoneProtocol
import LinuxIO
import PanelDiscovery
import TouchEngine
import TouchModel
import YAML

/// Live panels: found, opened, read, and gone again.
extension Daemon {
    /// An opening is tried again after this, then after twice as long, up to the most. udev's word of a
    /// change comes before.
    private static let firstRetry: Int64 = 100_000
    private static let lastRetry: Int64 = 10_000_000
    /// A grab that another process holds is tried again after this.
    private static let grabRetry: Int64 = 5_000_000
    /// Timers fire this much after their deadline, with the deadline as their time: an event that the kernel
    /// stamped before the deadline may still be on its way, and goes first.
    private static let timerSlack: Int64 = 2_000

    /// Begins to watch for panels and takes those that are there.
    mutating func startPanels() throws(SystemError) {
        let monitor = try PanelMonitor()
        if !monitor.isUdevRunning {
            notes(.warning, "udev does not run here: panels that come later may stay unseen")
        }
        try poller.add(
            rawDescriptor: monitor.rawDescriptor, for: .readable, token: Token(.panelMonitor).rawValue)
        panels = PanelTable(monitor, screens: screens.count)
        assignScreens(at: Clock.monotonicMicroseconds())
        for screen in screens.indices where panels?.live[screen] == nil {
            notes(.notice, "screen \(screens[screen].name) waits for its panel")
        }
    }

    /// Takes udev's word of panels that came, changed or went.
    mutating func receivePanelChanges() throws(SystemError) {
        guard let changes = try panels?.monitor.receive() else { return }
        let now = Clock.monotonicMicroseconds()
        for change in changes {
            switch change {
            case .added(let candidate), .changed(let candidate):
                // Its permissions may be right now.
                panels?.retries[candidate.syspath]?.due = now
            case .removed(let candidate):
                panels?.told[candidate.syspath] = nil
                panels?.retries[candidate.syspath] = nil
                if let screen = panels?.live.firstIndex(where: { $0?.candidate.syspath == candidate.syspath })
                {
                    closePanel(of: screen, at: now)
                }
            }
        }
        if !changes.isEmpty { assignScreens(at: now) }
    }

    /// Gives each screen the panel that it asks for, and logs what became of each candidate when that is new.
    mutating func assignScreens(at now: Int64) {
        guard let candidates = panels?.monitor.candidates else { return }
        let wishes = screens.indices.map { screen in
            PanelWish(
                screen: screens[screen].name, selector: screens[screen].configuration.panel,
                holds: panels?.live[screen]?.candidate.syspath)
        }
        let verdicts = assignPanels(candidates, to: wishes)
        for screen in screens.indices {
            guard let held = panels?.live[screen]?.candidate else { continue }
            if verdicts[held.syspath] != .taken(screen: screens[screen].name) {
                closePanel(of: screen, at: now)
            }
        }
        for candidate in candidates {
            guard let verdict = verdicts[candidate.syspath] else { continue }
            if panels?.told[candidate.syspath] != verdict { tell(verdict, on: candidate) }
            guard case .taken(let name) = verdict,
                let screen = screens.firstIndex(where: { $0.name == name }),
                panels?.live[screen] == nil, panels?.retries[candidate.syspath].map({ $0.due <= now }) ?? true
            else { continue }
            openPanel(candidate, for: screen, at: now)
        }
    }

    private mutating func tell(_ verdict: PanelVerdict, on candidate: PanelCandidate) {
        panels?.told[candidate.syspath] = verdict
        let level: LogLevel =
            switch verdict {
            case .taken, .secondNode: .notice
            case .noTouchscreen, .unwanted, .spare: .info
            case .ambiguous: .warning
            case .contested: .error
            }
        notes(level, "\(candidate.node) \"\(candidate.name)\": \(verdict)", by: .panels)
    }

    private mutating func openPanel(_ candidate: PanelCandidate, for screen: Int, at now: Int64) {
        do throws(DeviceError) {
            let device = try Device(path: candidate.node)
            let description = device.description
            let calibration = candidate.calibration.flatMap(Calibration.init)
            guard screens[screen].engine.attach(description, calibration: calibration) else {
                notes(
                    .error, "\(candidate.node): an axis has no extent, so positions mean nothing; not used",
                    by: .panels)
                panels?.retries[candidate.syspath] = PanelTable.Retry(due: .max, delay: 0, isTold: true)
                return
            }
            install(device, candidate, on: screen, at: now)
        } catch {
            retryLater(candidate, error, at: now)
        }
    }

    private mutating func install(
        _ device: consuming Device, _ candidate: PanelCandidate, on screen: Int, at now: Int64
    ) {
        guard let token = panels?.token(ofScreen: screen) else { return }
        let grabs = screens[screen].configuration.grab == .auto
        let description = device.description
        let panel = LivePanel(device, candidate: candidate, token: token, grabs: grabs)
        do throws(SystemError) {
            try poller.add(panel.device.descriptor, for: .readable, token: token.rawValue)
        } catch {
            retryLater(candidate, .system(error), at: now)
            return
        }
        panels?.retries[candidate.syspath] = nil
        panels?.live[screen] = panel
        let id = PanelID(vendor: description.id.vendor, product: description.id.product)
        screens[screen].panel = State.Panel(
            name: description.name, id: id.description, node: candidate.node)
        warnOfUnknownScale(screen, candidate)
        publishPanel(.added, of: screen, time: Timestamp(microseconds: now), at: now)
        readPanel(of: screen)
    }

    private func warnOfUnknownScale(_ screen: Int, _ candidate: PanelCandidate) {
        guard screens[screen].engine.layout.scale == nil,
            let place = screens[screen].configuration.locations.firstMillimetres
        else { return }
        notes(
            .warning,
            """
            screen \(screens[screen].name) has lengths in millimetres (line \(place.line)), but \(candidate.node) does not \
            tell its size: taking 44 units for 9 mm; give the screen `physical: [width, height]`
            """, by: .panels)
    }

    private mutating func retryLater(_ candidate: PanelCandidate, _ error: DeviceError, at now: Int64) {
        let last = panels?.retries[candidate.syspath]
        let delay = min((last?.delay).map { $0 * 2 } ?? Self.firstRetry, Self.lastRetry)
        if last?.isTold != true {
            notes(.warning, "cannot open a panel yet, trying again: \(error)", by: .panels)
        }
        panels?.retries[candidate.syspath] = PanelTable.Retry(due: now + delay, delay: delay, isTold: true)
    }

    /// Takes in what a screen's panel has.
    /// Whether that is all.
    @discardableResult
    mutating func readPanel(of screen: Int) -> Bool {
        guard let panel = panels?.live[screen] else { return true }
        let result: DrainResult
        do throws(DeviceError) {
            result = try panel.device.drain(into: &input)
        } catch {
            notes(.warning, "closing a panel: \(error)", by: .panels)
            result = .gone
        }
        for index in input.indices { screens[screen].engine.handle(input[index], into: &output) }
        input.removeAll(keepingCapacity: true)
        let now = Clock.monotonicMicroseconds()
        publishOutput(of: screen, at: now)
        if result == .gone {
            closePanel(of: screen, at: now)
            // udev will tell that it is gone; if it does not, the device may be there again.
            panels?.retries[panel.candidate.syspath] = PanelTable.Retry(
                due: now + Self.firstRetry * 10, delay: Self.firstRetry * 10, isTold: false)
        } else {
            grab(panel, of: screen, at: now)
        }
        return result != .more
    }

    /// Takes a panel for ourselves, if it is to be and nothing is down. When a try is due, the panel's word counts and not
    /// the engine's: while another process has the panel, the engine sees no contact lift.
    mutating func grab(_ panel: LivePanel, of screen: Int, at now: Int64) {
        guard let retry = panel.grab.retry else { return }
        let hasContacts = screens.span[screen].engine.hasContacts
        if retry > now, hasContacts || panel.grab.isBusy { return }
        let again = now + Self.grabRetry
        do throws(DeviceError) {
            switch try panel.device.grab() {
            case .grabbed:
                panel.grab = .held
                if hasContacts {
                    panel.device.forgetState()
                    readPanel(of: screen)
                }
            case .contactDown:
                panel.grab = .wanted(retry: again)
            case .busy:
                if !panel.grab.isBusy { tellOfGrab(panel.candidate.node) }
                panel.grab = .busy(retry: again)
            }
        } catch {
            notes(.warning, "cannot grab a panel, listening only: \(error)", by: .panels)
            panel.grab = .unwanted
        }
    }

    private func tellOfGrab(_ node: String) {
        notes(
            .warning,
            """
            \(node): another process has grabbed it, so it tells us nothing; stop that process, which `fuser \(node)` \
            names
            """, by: .panels)
    }

    /// A screen's panel is gone or let go: its contacts are cancelled at once (rule L10).
    mutating func closePanel(of screen: Int, at now: Int64) {
        guard let panel = panels?.live[screen] else { return }
        // Closing would do, but not while a copy of the descriptor lives anywhere.
        try? poller.remove(panel.device.descriptor)
        panels?.live[screen] = nil
        let time = Timestamp(microseconds: now)
        screens[screen].engine.detach(at: time, into: &output)
        publishOutput(of: screen, at: now)
        screens[screen].panel = nil
        publishPanel(.removed, of: screen, time: time, at: now)
    }

    /// Ends the use of all panels.
    mutating func endPanels(at now: Int64) {
        for screen in screens.indices { closePanel(of: screen, at: now) }
    }

    /// The moment of the next thing to do for panels: a timer of a contact, an opening, a grab.
    mutating func panelsDue() -> Int64? {
        var due: Int64?
        func consider(_ moment: Int64) { due = min(due ?? moment, moment) }
        for screen in screens.indices {
            guard let panel = panels?.live[screen] else { continue }
            if let deadline = screens.span[screen].engine.nextDeadline {
                consider((deadline + Interval(microseconds: Self.timerSlack)).microseconds)
            }
            if let retry = panel.grab.retry { consider(retry) }
        }
        if let retry = panels?.nextRetry { consider(retry) }
        return due
    }

    /// Does what is due at `now`. Before a contact's timer fires, its panel is read.
    mutating func carryOutPanelsDue(at now: Int64) {
        let fireUpTo = Timestamp(microseconds: now - Self.timerSlack)
        for screen in screens.indices {
            guard let panel = panels?.live[screen] else { continue }
            if let deadline = screens.span[screen].engine.nextDeadline, deadline <= fireUpTo {
                // A panel that has more to tell is read again in the next turn, and its timers wait for that.
                if readPanel(of: screen) {
                    screens[screen].engine.advance(to: fireUpTo, into: &output)
                    publishOutput(of: screen, at: now)
                }
            }
            if let retry = panel.grab.retry, retry <= now { grab(panel, of: screen, at: now) }
        }
        if let retry = panels?.nextRetry, retry <= now { assignScreens(at: now) }
    }
}

extension Calibration {
    /// The matrix of six numbers, row by row; nil for another count.
    fileprivate init?(_ numbers: [Double]) {
        guard numbers.count == 6 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }
}
