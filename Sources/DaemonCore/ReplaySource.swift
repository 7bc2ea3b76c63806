import Recording
import TouchEngine
import TouchModel

/// A recording in a panel's place: its events come in its own time, or faster or slower, on the recording's
/// own clock.
struct ReplaySource {
    private let events: [InputEvent]
    private let speed: Double
    private let loops: Bool
    /// The index of the SYN_REPORT of the frame to come; `events.count` after the last.
    private var frameEnd = 0
    private var position = 0
    /// What is added to the recording's times, so that time goes on when it starts again.
    private var shift = Interval.zero
    /// The moment of CLOCK_MONOTONIC in microseconds, and of the event clock, at which it started; nil
    /// before.
    private var start: (monotonic: Int64, event: Timestamp)?

    /// The pause between the end of the recording and its next beginning.
    private static let pause = Interval.seconds(1)
    /// How many frames a turn of the loop takes, so that subscribers get them before their queues are full.
    private static let framesATurn = 64

    init(_ device: RecordedDevice, speed: Double, loops: Bool) {
        events = device.events
        self.speed = speed
        self.loops = loops
        findFrame()
    }

    var hasStarted: Bool { start != nil }

    /// The time of the recording's first event, with which it begins.
    var firstTime: Timestamp { (events.first?.time ?? Timestamp(microseconds: 0)) + shift }

    /// The time of its last event.
    var lastTime: Timestamp { events.last.map { $0.time + shift } ?? firstTime }

    mutating func begin(at now: Int64) {
        start = (now, firstTime)
    }

    /// When CLOCK_MONOTONIC must be for the next frame, or for the engine's `deadline` if that is earlier;
    /// after the last frame, for the end: at once. Nil before it has started.
    func nextDue(_ deadline: Timestamp?) -> Int64? {
        guard let start else { return nil }
        guard frameEnd < events.count else { return start.monotonic }
        var next = events[frameEnd].time + shift
        if let deadline { next = min(next, deadline) }
        let wait = Double((next - start.event).microseconds) / speed
        // A recording may name any time; beyond a century it makes no difference.
        return start.monotonic + Int64(min(max(wait, 0), 3e15).rounded(.up))
    }

    /// The event clock when CLOCK_MONOTONIC is `now`.
    func time(at now: Int64) -> Timestamp {
        guard let start else { return firstTime }
        let elapsed = Double(now - start.monotonic) * speed
        return start.event + Interval(microseconds: elapsed < 0x1p63 ? Int64(elapsed) : .max)
    }

    /// The event clock for what happens to the engine beside its frames: never beyond the next one, which may be
    /// late, nor before the recording's first event.
    func engineTime(at now: Int64) -> Timestamp {
        let clock = max(time(at: now), firstTime)
        return frameEnd < events.count ? min(clock, events[frameEnd].time + shift) : min(clock, lastTime)
    }

    /// Gives the engine the frames that are due, as many as a turn may, and fires the timers that are due
    /// before the next. False when the recording is over.
    mutating func run(until now: Int64, engine: inout TouchEngine, into output: inout [TouchEvent]) -> Bool {
        guard hasStarted else { return true }
        let clock = time(at: now)
        for _ in 0..<Self.framesATurn {
            guard frameEnd < events.count else { return false }
            guard events[frameEnd].time + shift <= clock else {
                // The engine fires the other timers itself, before the frame that is later than they are.
                engine.advance(to: clock, into: &output)
                return true
            }
            while position <= frameEnd {
                var event = events[position]
                event.time = event.time + shift
                engine.handle(event, into: &output)
                position += 1
            }
            findFrame()
        }
        return true
    }

    /// Starts the recording again if it loops. False when it does not.
    mutating func restart() -> Bool {
        guard loops, !events.isEmpty else { return false }
        shift = (lastTime + Self.pause) - (events[0].time)
        position = 0
        frameEnd = 0
        findFrame()
        return true
    }

    private mutating func findFrame() {
        frameEnd = position
        while frameEnd < events.count, !events[frameEnd].endsFrame { frameEnd += 1 }
    }
}

extension InputEvent {
    fileprivate var endsFrame: Bool { type == EventType.syn && code == SynCode.report }
}
