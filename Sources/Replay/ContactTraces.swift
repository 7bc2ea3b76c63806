public import Configuration
public import HitZoneProtocol
import Naming
public import Recording
public import TouchEngine
public import TouchModel

/// One contact of a recording, from down to its end.
public struct ContactTrace: Hashable, Sendable {
    /// What became of a contact.
    public enum Ending: Hashable, Sendable {
        /// It lifted inside its owner's zones.
        case lifted
        /// It lifted outside (rule L2).
        case left
        /// It was refused at down.
        case refused(Reason)
        /// Nothing was there at down.
        case unowned
        /// It ended without a release (rule L5).
        case cancelled(Reason)
    }

    /// The contact's number (rule L13).
    public var number: Int64
    /// The index of the page that it went down on.
    public var page: Int
    /// The id of the region that owned or refused it; nil where nothing was there.
    public var region: String?
    /// When it went down.
    public var time: Timestamp
    /// Where it was, in layout units; at least the point of down.
    public var path: [LayoutPoint]
    /// What fired, in order.
    public var triggers: [Trigger] = []
    /// What became of it.
    public var ending: Ending
}

/// A recording through the engine as paths of contacts, besides its events.
public struct ContactTraces: Sendable {
    /// The layout as resolved on the recorded panel.
    public let layout: Layout
    /// The contacts in the order of their numbers.
    public private(set) var traces: [ContactTrace] = []
    /// All events, numbered from 1, as a subscriber to all kinds gets them.
    public private(set) var events: [Event] = []
    /// What the engine dropped without an event.
    public private(set) var counters: TouchCounters
    private var indices: [Int64: Int] = [:]

    /// Runs all of `device` on `screen`.
    ///
    /// - Parameter range: The ranges of a recording that does not declare them.
    /// - Throws: Why the recording cannot be replayed on this screen, as `ReplayRun` does.
    public init(
        _ device: RecordedDevice, range: AxisRanges? = nil, on screen: ScreenConfiguration
    ) throws(ReplayError) {
        var engine = TouchEngine(screen.settings)
        _ = engine.attach(try device.panel(for: screen, range: range))
        layout = engine.layout
        counters = engine.counters
        var output: [TouchEvent] = []
        for event in device.events {
            engine.handle(event, into: &output)
            take(&output)
            guard event.type == EventType.syn, event.code == SynCode.report else { continue }
            engine.forEachContactDown { number, point in extend(number, to: point) }
        }
        if let last = device.events.last { engine.detach(at: last.time, into: &output) }
        take(&output)
        counters = engine.counters
    }

    private mutating func take(_ output: inout [TouchEvent]) {
        for touch in output {
            var event = Event(touch, in: layout)
            event.seq = UInt64(events.count + 1)
            events.append(event)
            note(touch, region: event.region)
        }
        output.removeAll(keepingCapacity: true)
    }

    private mutating func note(_ touch: TouchEvent, region: String?) {
        guard let number = touch.contact, let point = touch.point else { return }
        switch touch.kind {
        case .contact(.down), .refused:
            var ending = ContactTrace.Ending.lifted
            if touch.kind == .refused {
                ending = .refused(touch.reason ?? .blocked)
            } else if touch.reason == .unowned {
                ending = .unowned
            }
            indices[number] = traces.count
            traces.append(
                ContactTrace(
                    number: number, page: touch.page, region: region, time: touch.time, path: [point],
                    ending: ending))
        case .action(let trigger):
            if let index = indices[number] { traces[index].triggers.append(trigger) }
        case .contact(.up), .contact(.cancel):
            extend(number, to: point)
            guard let index = indices[number], traces[index].ending == .lifted else { return }
            if touch.kind == .contact(.cancel) {
                traces[index].ending = .cancelled(touch.reason ?? .dropped)
            } else if touch.reason == .left {
                traces[index].ending = .left
            }
        case .contact, .page:
            break
        }
    }

    /// The engine's points are exact, those of events have the edge taken off; the difference is no move.
    private mutating func extend(_ number: Int64, to point: LayoutPoint) {
        guard let index = indices[number], let last = traces[index].path.last else { return }
        if abs(last.x - point.x) > 0.01 || abs(last.y - point.y) > 0.01 { traces[index].path.append(point) }
    }
}
