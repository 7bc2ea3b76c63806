import Configuration
import Evdev
import HitZoneProtocol
import LinuxIO
import TouchEngine
import TouchModel

/// Another configuration for the running daemon.
extension Daemon {
    /// After the last change of the file: editors write in several steps.
    private static let settling: Int64 = 100_000
    /// After the first one, though the file does not come to rest.
    private static let patience: Int64 = 1_000_000

    /// Begins to watch the configuration's file.
    mutating func watchConfiguration() {
        guard let path = options.configurationPath else { return }
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        do throws(SystemError) {
            let watch = try DirectoryWatch(directory)
            try poller.add(watch.descriptor, for: .readable, token: Token(.configuration).rawValue)
            configurationWatch = consume watch
        } catch {
            notes(.warning, "changes of \(path) will not be seen, reload by SIGHUP: \(error)")
        }
    }

    /// Takes word of changes beside the configuration; a change of the file itself is followed by a reload
    /// once it has come to rest.
    mutating func receiveConfigurationChanges() throws(SystemError) {
        guard let names = try configurationWatch?.changedNames(), let path = options.configurationPath else {
            return
        }
        let file = path.split(separator: "/").last.map(String.init)
        if names.contains(where: { $0 == nil || $0 == file }) {
            let now = Clock.monotonicMicroseconds()
            let deadline = reloadDeadline ?? now + Self.patience
            reloadDeadline = deadline
            reloadDue = min(now + Self.settling, deadline)
        }
    }

    /// Reads the file anew. It is checked whole before anything changes: on an error all goes on as it was,
    /// and the errors are logged and returned.
    mutating func reload(at now: Int64) -> [String] {
        reloadDue = nil
        reloadDeadline = nil
        if endBy != nil { return ["the daemon is about to end"] }
        guard let path = options.configurationPath else {
            let problem = "the configuration did not come from a file"
            notes(.error, "\(problem), so it cannot be loaded again")
            return [problem]
        }
        manager.notify("RELOADING=1\nMONOTONIC_USEC=\(now)")
        defer { manager.notify("READY=1") }
        do throws(ConfigurationFailure) {
            let configuration = try Configuration.load(path: path)
            for warning in configuration.warnings { notes(.warning, warning.description) }
            adopt(configuration, at: now)
            statistics.reloads += 1
            notes(.notice, "\(path) is in use")
            StartMemory.giveBack()
            return []
        } catch {
            statistics.failedReloads += 1
            for diagnostic in error.diagnostics {
                notes(diagnostic.severity == .error ? .error : .warning, diagnostic.description)
            }
            notes(.error, "\(path) cannot be used; the layout before it goes on")
            return error.diagnostics.filter { $0.severity == .error }.map(\.description)
        }
    }

    private mutating func adopt(_ configuration: Configuration, at now: Int64) {
        self.configuration = configuration
        control = ControlPolicy(configuration.control, notes)
        for screen in screens.indices {
            let name = screens[screen].name
            if let new = configuration.screens.first(where: { $0.settings.name == name }) {
                adopt(new, for: screen, at: now)
            } else {
                if replay?.screen == screen { endReplay(at: now) }
                closePanel(of: screen, at: now)
            }
        }
        arrangeScreens(as: configuration)
        for screen in screens.indices {
            publishLayout(of: screen, page: nil, at: now)
        }
        assignScreens(at: now)
    }

    private mutating func adopt(_ new: ScreenConfiguration, for screen: Int, at now: Int64) {
        screens[screen].changes.reconcile(from: screens[screen].configuration.settings, to: new.settings)
        screens[screen].configuration = new
        changeLayout(of: screen, .reload, at: now)
        guard let panel = panels?.live[screen] else { return }
        panel.follow(new.grab)
        grab(panel, of: screen, at: now)
    }

    /// Puts the screens in the order of the new configuration; each takes its panel along.
    private mutating func arrangeScreens(as configuration: Configuration) {
        let old = screens.map(\.name)
        let places = configuration.screens.map { screen in old.firstIndex(of: screen.settings.name) }
        let runs = zip(configuration.screens, places).map { screen, place in
            place.map { screens[$0] } ?? ScreenRun(screen)
        }
        if let screen = replay?.screen { replay?.screen = places.firstIndex(of: screen) ?? screen }
        screens = runs
        panels?.arrange(places)
        for screen in screens.indices {
            guard let panel = panels?.live[screen] else { continue }
            do throws(SystemError) {
                try poller.modify(panel.device.descriptor, for: .readable, token: panel.token.rawValue)
            } catch {
                notes(.warning, "closing a panel: \(error)")
                closePanel(of: screen, at: Clock.monotonicMicroseconds())
            }
        }
    }

    /// Resolves a screen's layout anew from its file and what clients have changed. Contacts whose regions
    /// stay where they are go on.
    mutating func changeLayout(of screen: Int, _ reason: Reason, at now: Int64) {
        let settings = screens[screen].changes.applied(to: screens[screen].configuration.settings)
        if settings == screens[screen].engine.settings { return }
        let time = catchUp(screen, at: now)
        let change = screens[screen].engine.change(to: settings)
        screens[screen].engine.cancelContacts(lostBy: change, reason, at: time, into: &output)
        // In the words of the layout that they were cancelled from.
        publishOutput(of: screen, at: now)
        screens[screen].engine.adopt(change, at: time, into: &output)
        publishOutput(of: screen, at: now)
    }

    /// What a screen's event clock shows: CLOCK_MONOTONIC, or the recording's time.
    func eventTime(of screen: Int, at now: Int64) -> Timestamp {
        if let replay, replay.screen == screen { return replay.source.engineTime(at: now) }
        return Timestamp(microseconds: now)
    }

    /// Lets a screen's engine have what came before `now`, so that what is done to it from outside comes after,
    /// and tells what its event clock shows.
    mutating func catchUp(_ screen: Int, at now: Int64) -> Timestamp {
        readPanel(of: screen)
        let time = eventTime(of: screen, at: now)
        if panels == nil {
            screens[screen].engine.advance(to: time, into: &output)
            publishOutput(of: screen, at: now)
        }
        return time
    }

    /// Tells that a screen's layout is another: of one page, or of all.
    mutating func publishLayout(of screen: Int, page: String?, at now: Int64) {
        var event = Event(seq: 0, time: eventTime(of: screen, at: now), kind: .layout)
        event.screen = screens[screen].name
        event.page = page
        event.phase = .reloaded
        hub.publish(event, at: now)
    }
}
