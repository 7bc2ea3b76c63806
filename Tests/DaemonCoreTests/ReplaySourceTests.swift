import Configuration
import HitZoneProtocol
import Naming
import Recording
import Replay
import TestSupport
import Testing
import TouchEngine
import TouchModel

@testable import DaemonCore

/// A recording in a panel's place (rules T1, L12): its pace changes nothing of what the engine is told.
struct ReplaySourceTests {
    private static let layout = """
        version: 1
        screens:
          front:
            size: [800, 480]
            start: home
            pages:
              home:
                - {id: tap, frame: [0, 0, 200, 480], debounce: 100ms, action: tap}
                - {id: hold, frame: [200, 0, 200, 480], debounce: 0s, actions: {hold: {name: hold, after: 90ms}}}
                - {id: more, frame: [400, 0, 200, 480], actions: {repeat: {name: more, after: 50ms, every: 30ms}}}
                - {id: next, frame: [600, 0, 200, 480], actions: {press: p, release: {name: r, page: other}}}
              other:
                - {id: back, frame: [0, 0, 800, 480], actions: {tap: {name: back, page: home}, press: p}}
        """

    /// Frames in up to four slots; `isOrderly` recordings never go back in time.
    private func recording(_ seed: UInt64, isOrderly: Bool) throws -> RecordedDevice {
        var generator = SeededGenerator(seed)
        var frames = FrameBuilder(.slots, unitsPerLayoutUnit: 1)
        frames.origin = 1_000_000_000
        var down: Set<Int32> = []
        var milliseconds = 0.0
        var events: [InputEvent] = []
        for id in Int32(1)...150 {
            milliseconds += Double.random(in: isOrderly ? 0...70 : -150...180, using: &generator)
            let slot = Int32.random(in: 0..<4, using: &generator)
            let x = Double(Int.random(in: 0..<800, using: &generator))
            let touch: Touch
            if !down.contains(slot) {
                touch = .down(slot: slot, id: id, x: x, y: 100)
                down.insert(slot)
            } else if Bool.random(using: &generator) {
                touch = .move(slot: slot, x: x)
            } else {
                touch = .up(slot: slot)
                down.remove(slot)
            }
            events += frames.frame(milliseconds, [touch])
        }
        return try device(events)
    }

    private func replayed(_ device: RecordedDevice, on screen: ScreenConfiguration) throws -> [Event] {
        var run = try ReplayRun(device, on: screen)
        var events: [Event] = []
        while let event = run.next() { events.append(event) }
        return events
    }

    /// Lets `source` run to its end, looking at the clock late by `delay` each time.
    private func run(
        _ source: inout ReplaySource, from start: Int64, engine: inout TouchEngine, delay: () -> Int64
    ) -> [TouchEvent] {
        var output: [TouchEvent] = []
        var now = start
        source.begin(at: now)
        while let due = source.nextDue(engine.nextDeadline) {
            now = max(now, due) + delay()
            if !source.run(until: now, engine: &engine, into: &output) { break }
        }
        return output
    }

    @Test(arguments: [1, 0.001, 0.37, 3, 1_000, 1e6], [true, false])
    func `whatever the pace and the turns, the events are those of the replay without a clock`(
        _ speed: Double, _ isOrderly: Bool
    ) throws {
        let screen = try screen(Self.layout)
        for seed in UInt64(1)...4 {
            let device = try recording(seed, isOrderly: isOrderly)
            let expected = try replayed(device, on: screen)
            #expect(expected.count > 50)
            var generator = SeededGenerator(seed)
            for latest in [0, 1, 5_000, 400_000, 100_000_000] as [Int64] {
                var engine = TouchEngine(screen.settings)
                _ = engine.attach(try device.panel(for: screen))
                var source = ReplaySource(device, speed: speed, loops: false)
                var output = run(&source, from: 77_000_000, engine: &engine) {
                    Int64.random(in: 0...latest, using: &generator)
                }
                engine.detach(at: source.lastTime, into: &output)
                #expect(output.map { Event($0, in: engine.layout) } == expected)
            }
        }
    }

    @Test func `nothing happens before its time`() throws {
        let frames = FrameBuilder(.slots, unitsPerLayoutUnit: 1)
        let device = try device(
            frames.frame(1_000, [.down(x: 500, y: 100)]) + frames.frame(1_200, [.up()]))
        let screen = try screen(Self.layout)
        var engine = TouchEngine(screen.settings)
        _ = engine.attach(try device.panel(for: screen))
        var source = ReplaySource(device, speed: 2, loops: false)
        var output: [TouchEvent] = []
        #expect(source.nextDue(nil) == nil)
        #expect(source.run(until: .max, engine: &engine, into: &output))
        source.begin(at: 500)
        #expect(source.nextDue(nil) == 500)
        #expect(source.run(until: 500, engine: &engine, into: &output))
        #expect(output.map(\.kind) == [.contact(.down)])
        // The first repeat comes 50 ms after the down, 25 ms at this speed.
        #expect(source.nextDue(engine.nextDeadline) == 25_500)
        #expect(source.run(until: 25_499, engine: &engine, into: &output))
        #expect(output.count == 1)
        #expect(source.run(until: 25_500, engine: &engine, into: &output))
        #expect(output.last?.kind == .action(.repeat))
        #expect(output.last?.time == Timestamp(microseconds: 1_050_000))
        #expect(source.nextDue(nil) == 100_500)
        #expect(source.run(until: 100_499, engine: &engine, into: &output))
        #expect(!source.run(until: 100_500, engine: &engine, into: &output))
        #expect(output.last?.kind == .contact(.up))
    }

    @Test func `a loop goes on a second later in the recording's time`() throws {
        let screen = try screen(Self.layout)
        let device = try recording(3, isOrderly: true)
        let panel = try device.panel(for: screen)
        let last = try #require(device.events.last).time
        let length = last.microseconds - device.events[0].time.microseconds + 1_000_000

        var reference = TouchEngine(screen.settings)
        var expected: [TouchEvent] = []
        for pass in 0..<Int64(3) {
            _ = reference.attach(panel)
            for var event in device.events {
                event.time.microseconds += pass * length
                reference.handle(event, into: &expected)
            }
            reference.detach(at: Timestamp(microseconds: last.microseconds + pass * length), into: &expected)
        }

        var engine = TouchEngine(screen.settings)
        var source = ReplaySource(device, speed: 10, loops: true)
        var output: [TouchEvent] = []
        var now: Int64 = 5
        source.begin(at: now)
        for _ in 0..<3 {
            _ = engine.attach(panel)
            while let due = source.nextDue(engine.nextDeadline) {
                now = max(now, due) + 700
                if !source.run(until: now, engine: &engine, into: &output) { break }
            }
            engine.detach(at: source.lastTime, into: &output)
            let again = source.restart()
            #expect(again)
        }
        #expect(output == expected)
    }

    @Test func `without a loop there is no second time`() throws {
        var source = ReplaySource(try recording(1, isOrderly: true), speed: 1, loops: false)
        source.begin(at: 0)
        let again = source.restart()
        #expect(!again)
    }

    @Test(arguments: [true, false])
    func `a recording without events is over as soon as it begins`(_ loops: Bool) throws {
        var source = ReplaySource(try device([]), speed: 1, loops: loops)
        var engine = TouchEngine(try screen(Self.layout).settings)
        var output: [TouchEvent] = []
        source.begin(at: 40)
        #expect(source.nextDue(nil) == 40)
        #expect(!source.run(until: 40, engine: &engine, into: &output))
        let again = source.restart()
        #expect(!again)
    }

    @Test func `a turn takes a bounded number of frames, so that no one waits for all of them`() throws {
        let frames = FrameBuilder(.slots, unitsPerLayoutUnit: 1)
        var events: [InputEvent] = []
        for index in 0..<20_000 {
            events += frames.frame(Double(index), [index.isMultiple(of: 2) ? .down(x: 100, y: 100) : .up()])
        }
        let device = try device(events)
        let screen = try screen(Self.layout)
        var engine = TouchEngine(screen.settings)
        _ = engine.attach(try device.panel(for: screen))
        var source = ReplaySource(device, speed: 1, loops: false)
        source.begin(at: 0)
        var output: [TouchEvent] = []
        var turns = 0
        var most = 0
        while source.run(until: 100_000_000, engine: &engine, into: &output) {
            #expect(source.nextDue(engine.nextDeadline) ?? .max <= 100_000_000)
            turns += 1
            most = max(most, output.count)
            output.removeAll()
        }
        #expect(turns > 20)
        // Far from what a subscriber's queue holds.
        #expect(most < Limits.queuedEvents / 2)
    }

    @Test func `times at the end of all numbers end nothing but the recording`() throws {
        let frames = [Int64(0), 1, .max - 1, .max, 0].map { time in
            InputEvent(
                time: Timestamp(microseconds: time), type: EventType.syn, code: SynCode.report, value: 0)
        }
        var source = ReplaySource(try device(frames), speed: 1e6, loops: true)
        var engine = TouchEngine(try screen(Self.layout).settings)
        var output: [TouchEvent] = []
        source.begin(at: 1)
        var ends = 0
        for _ in 0..<30 {
            let due = try #require(source.nextDue(nil))
            if source.run(until: due, engine: &engine, into: &output) { continue }
            ends += 1
            let again = source.restart()
            #expect(again)
        }
        #expect(ends > 2)
        #expect(output.isEmpty)
    }

    @Test func `what happens beside the frames is never later than the next one`() throws {
        let frames = FrameBuilder(.slots, unitsPerLayoutUnit: 1)
        let recorded = frames.frame(1_000, [.down(id: 1, x: 50, y: 50)]) + frames.frame(2_000, [.up()])
        var source = ReplaySource(try device(recorded), speed: 1, loops: true)
        var engine = TouchEngine(try screen(Self.layout).settings)
        var output: [TouchEvent] = []
        #expect(source.engineTime(at: 9_000_000) == frames.time(1_000))
        source.begin(at: 0)
        #expect(source.engineTime(at: 0) == frames.time(1_000))
        #expect(source.engineTime(at: 9_000_000) == frames.time(1_000))
        _ = source.run(until: 0, engine: &engine, into: &output)
        #expect(source.engineTime(at: 999_999).microseconds == 1_999_999)
        #expect(source.engineTime(at: 1_000_001) == frames.time(2_000))
        _ = source.run(until: 1_000_000, engine: &engine, into: &output)
        #expect(source.engineTime(at: 9_000_000) == frames.time(2_000))
        let restarts = source.restart()
        #expect(restarts)
        // The recording begins anew a second after its end, and its panel is there already.
        #expect(source.engineTime(at: 1_000_000) == frames.time(3_000))
    }
}
