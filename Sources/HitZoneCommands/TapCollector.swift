import Evdev
import Glibc
import LinuxIO
import TouchEngine
import TouchModel

/// The places where a person touched, one after the other. A touch that bounces counts once.
struct TouchedPoints {
    /// A contact that begins so soon after another has ended, and so near, in both axes, is its bounce.
    private static let bounce = (time: Interval.milliseconds(300), distance: 0.05)

    /// Fractions of the panel's surface, turned as the screen is.
    private(set) var points: [NormalizedPoint] = []
    private var lastEnd: Timestamp?

    /// Adds a contact that began at `begin`, where that is known, and ended at `time`.
    mutating func add(_ point: NormalizedPoint, from begin: Timestamp?, to time: Timestamp) {
        if let last = points.last, let lastEnd, let begin, begin - lastEnd < Self.bounce.time,
            abs(last.x - point.x) < Self.bounce.distance, abs(last.y - point.y) < Self.bounce.distance
        {
            points.removeLast()
        }
        points.append(point)
        lastEnd = time
    }
}

/// Where contacts ended on a panel, as fractions of its surface turned as the screen is. The engine tells it, on a
/// screen without regions, so that all kinds of panel and their gaps are understood as anywhere else.
struct TapCollector {
    let panel: PanelDescription
    private var engine: TouchEngine
    private var output: [TouchEvent] = []
    private var touched = TouchedPoints()
    private var begins: [Int64: Timestamp] = [:]

    /// A collector for `panel`; nil when one of its axes has no extent.
    init?(_ panel: PanelDescription, rotation: Rotation) {
        var screen = ScreenSettings(
            name: "panel", size: LayoutSize(width: 1, height: 1),
            pages: [PageSettings(name: "empty", regions: [])], start: "empty")
        screen.rotation = rotation
        // The panel's present calibration is not to be part of the new one.
        screen.calibration = .identity
        engine = TouchEngine(screen)
        guard engine.attach(panel) else { return nil }
        self.panel = panel
    }

    /// The last position of each contact, in their order.
    var points: [NormalizedPoint] { touched.points }

    /// Contacts that the engine dropped because they left the declared ranges.
    var outOfRange: Int64 { engine.counters.outOfRange }

    mutating func handle(_ event: InputEvent) {
        output.removeAll(keepingCapacity: true)
        engine.handle(event, into: &output)
        for event in output {
            guard let contact = event.contact, let point = event.point else { continue }
            switch event.kind {
            case .contact(.down): begins[contact] = event.time
            case .contact(.up):
                touched.add(NormalizedPoint(x: point.x, y: point.y), from: begins[contact], to: event.time)
            case .contact, .action, .refused, .page: break
            }
        }
    }

    /// Takes what `device` tells until there are `count` points. `ask` gets the number of those that there are,
    /// at first and after each.
    mutating func follow(
        _ device: inout Device, until count: Int, _ ask: (Int) -> Void
    ) throws(SystemError) {
        var poller = try Poller(capacity: 1)
        try poller.add(device.descriptor, for: .readable, token: 0)
        var events: [InputEvent] = []
        var asked = -1
        while points.count < count {
            let result: DrainResult
            do throws(DeviceError) {
                result = try device.drain(into: &events)
            } catch {
                if case .system(let system) = error { throw system }
                throw SystemError(code: error.code ?? 0, operation: "reading the panel")
            }
            for event in events { handle(event) }
            events.removeAll(keepingCapacity: true)
            if result == .gone { throw SystemError(code: ENODEV, operation: "the panel is gone") }
            guard points.count < count else { break }
            // Not before the panel's state at opening is known: a touch that is part of it does not count.
            if points.count != asked {
                ask(points.count)
                asked = points.count
            }
            _ = try poller.wait()
        }
    }
}
