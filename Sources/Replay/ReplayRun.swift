public import Configuration
public import HitZoneProtocol
import Naming
public import Recording
public import TouchEngine
public import TouchModel
import YAML

/// A recording through the engine: what the daemon would have sent for it. No clock, no device; the same
/// input gives the same events.
public struct ReplayRun: Sendable {
    private var engine: TouchEngine
    private var events: [InputEvent]
    private var position = 0
    private var last: Timestamp?
    private var output: [TouchEvent] = []
    private var given = 0
    private var isOver = false

    /// Prepares `device` for `screen`.
    ///
    /// - Parameter range: The ranges of a recording that does not declare them.
    /// - Throws: Why the recording cannot be replayed as a touchscreen's on this screen, and what to do about
    ///   it.
    public init(
        _ device: RecordedDevice, range: AxisRanges? = nil, on screen: ScreenConfiguration
    ) throws(ReplayError) {
        engine = TouchEngine(screen.settings)
        _ = engine.attach(try device.panel(for: screen, range: range))
        events = device.events
    }

    /// The next event, numbered 0, or nil at the end. A contact that the recording leaves down is cancelled
    /// there, as the panel is gone.
    public mutating func next() -> Event? {
        next { _ in false }
    }

    /// The next event of a recording that is read as it is replayed, else as `next()`.
    ///
    /// - Parameter more: Replaces its argument by the events that follow; false when there are none.
    public mutating func next<Failure>(
        _ more: (inout [InputEvent]) throws(Failure) -> Bool
    ) throws(Failure) -> Event? {
        while given == output.count {
            if isOver { return nil }
            output.removeAll(keepingCapacity: true)
            given = 0
            if position < events.count {
                engine.handle(events[position], into: &output)
                position += 1
                continue
            }
            last = events.last?.time ?? last
            position = 0
            if try !more(&events) {
                isOver = true
                if let last { engine.detach(at: last, into: &output) }
            }
        }
        given += 1
        return Event(output[given - 1], in: engine.layout)
    }

    /// What the engine dropped so far without an event.
    public var counters: TouchCounters { engine.counters }
}

extension RecordedDevice {
    /// The recording's panel, good for `screen`: it is a touchscreen, its axes have an extent, and
    /// millimetres are known if the screen needs them.
    ///
    /// - Parameter range: The ranges of a recording that does not declare them.
    /// - Throws: What is missing and what to do about it.
    public func panel(
        for screen: ScreenConfiguration, range: AxisRanges? = nil
    ) throws(ReplayError) -> PanelDescription {
        let panel: PanelDescription
        do throws(RecordingError) {
            panel = try touchPanel(range: range)
        } catch {
            throw ReplayError(error.description)
        }
        if screen.settings.physical == nil, panel.physicalSize == nil,
            let place = screen.locations.firstMillimetres
        {
            throw ReplayError(
                """
                screen \(screen.settings.name) has lengths in millimetres (line \(place.line)), and the recorded \
                panel does not tell its size; give the screen `physical: [width, height]`
                """)
        }
        var engine = TouchEngine(screen.settings)
        guard engine.attach(panel) else {
            throw ReplayError("\(recording): an axis has no extent; give the ranges with --range X0,X1,Y0,Y1")
        }
        return panel
    }
}
