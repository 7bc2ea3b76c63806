import Configuration
import HitZoneProtocol
import Recording
import Replay
import TouchEngine
import TouchModel

/// The recording in a panel's place.
extension Daemon {
    mutating func prepareReplay() throws(ReplayError) {
        guard let options = options.replay else { return }
        let screen = try self.options.configuration.screen(named: options.screen, for: options.device)
        let panel = try options.device.panel(for: screen, range: options.range)
        guard let index = screens.firstIndex(where: { $0.name == screen.settings.name }) else { return }
        let source = ReplaySource(options.device, speed: options.speed, loops: options.loops)
        replay = (source, index, panel)
    }

    /// Starts the recording, unless it runs already.
    mutating func beginReplay(at now: Int64) {
        guard replay?.source.hasStarted == false else { return }
        replay?.source.begin(at: now)
        addReplayedPanel(at: now)
    }

    private mutating func addReplayedPanel(at now: Int64) {
        guard let (source, screen, description) = replay, let options = options.replay else { return }
        // Its axes were found good when the daemon started.
        _ = screens[screen].engine.attach(description)
        let id = PanelID(vendor: description.id.vendor, product: description.id.product)
        screens[screen].panel = State.Panel(
            name: description.name, id: id.description, node: options.device.recording)
        publishPanel(.added, of: screen, time: source.firstTime, at: now)
    }

    mutating func runReplay(at now: Int64) {
        guard let screen = replay?.screen else { return }
        let goesOn = replay?.source.run(until: now, engine: &screens[screen].engine, into: &output) ?? true
        publishOutput(of: screen, at: now)
        if goesOn { return }
        // The panel of a recording goes with its last event, also when it comes again.
        removeReplayedPanel(at: replay?.source.lastTime, now: now)
        if replay?.source.restart() == true {
            addReplayedPanel(at: now)
        } else {
            end(at: now)
        }
    }

    /// Ends the recording where it is.
    mutating func endReplay(at now: Int64) {
        guard let source = replay?.source, source.hasStarted else { return }
        removeReplayedPanel(at: source.engineTime(at: now), now: now)
        replay = nil
    }

    private mutating func removeReplayedPanel(at time: Timestamp?, now: Int64) {
        guard let time, let screen = replay?.screen, screens[screen].panel != nil else { return }
        screens[screen].engine.detach(at: time, into: &output)
        publishOutput(of: screen, at: now)
        screens[screen].panel = nil
        publishPanel(.removed, of: screen, time: time, at: now)
    }
}
