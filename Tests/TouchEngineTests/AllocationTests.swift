import AllocationCounter
import TestSupport
import Testing
import TouchEngine
import TouchModel

#if DEBUG
    private let isOptimised = false
#else
    private let isOptimised = true
#endif

/// In steady state the engine allocates nothing for a frame, whatever the panel's protocol: `swift test -c
/// release --filter Allocation`.
@Suite(
    .enabled(
        if: isOptimised, "A debug build allocates for generics and closures that a release build has none of."
    ),
    .enabled(if: allocation_counter_works(), "A sanitizer has the allocator for itself."))
struct AllocationTests {
    private static let settings: ScreenSettings = {
        let columns = (0..<8).map { column in
            region(
                "r\(column)", Double(column) * 100, 0, 90, 400, expand: 5, debounce: column == 0 ? 30 : 0,
                mode: .quiet, group: column < 2 ? "g" : nil, on: [.press, .tap, .release, .repeat])
        }
        let next = region(
            "next", 0, 420, 100, 60, debounce: 60_000, on: [.tap], turns: [.hold: "second", .press: "second"])
        let back = region("back", 700, 420, 100, 60, turns: [.tap: "first"])
        return screen(
            [
                PageSettings(name: "first", regions: columns + [next]),
                PageSettings(name: "second", overlap: .topmost, regions: [back]),
            ],
            groups: [
                GroupSettings(name: "g", debounce: Debounce(interval: .milliseconds(20)), exclusive: true)
            ],
            debounce: Debounce(interval: .milliseconds(1)))
    }()

    /// Ten milliseconds a frame: taps, slides, contacts on one another's region, a hold long enough for
    /// repeats.
    private func cycle(_ frames: FrameBuilder, at start: Double) -> [InputEvent] {
        let id = Int32(start / 1_000) % 60_000
        func touch(_ x: Double) -> [Touch] {
            switch frames.touchProtocol {
            case .slots:
                [.down(slot: 0, id: id, x: x, y: 100), .down(slot: 1, id: id + 1, x: x + 100, y: 100)]
            case .anonymous: [.key(1), .block(x: x, y: 100), .block(x: x + 100, y: 100)]
            case .single: [.down(x: x, y: 100)]
            }
        }
        let up: [Touch] =
            switch frames.touchProtocol {
            case .slots: [.up(slot: 1), .up(slot: 0)]
            case .anonymous: [.noBlock, .key(0)]
            case .single: [.up()]
            }
        var events: [InputEvent] = []
        for step in 0..<20 {
            events += frames.frame(start + Double(step) * 20, touch(Double(step) * 30))
            events += frames.frame(start + Double(step) * 20 + 10, up)
        }
        for step in 0..<60 {
            events += frames.frame(start + 400 + Double(step) * 10, touch(300 + Double(step)))
        }
        return events + frames.frame(start + 1_000, up)
    }

    @Test func `the counter counts`() {
        var kept: [[Int]] = []
        kept.reserveCapacity(10)
        allocation_counter_start()
        for size in 1...10 { kept.append(Array(repeating: size, count: size)) }
        #expect(allocation_counter_stop() == 10)
        #expect(kept.count == 10)
    }

    @Test(arguments: TouchProtocol.allCases)
    func `ten thousand frames allocate nothing`(_ kind: TouchProtocol) {
        let frames = FrameBuilder(kind)
        let cycles = (0..<110).map { cycle(frames, at: Double($0) * 2_000) }
        var engine = TouchEngine(Self.settings)
        _ = engine.attach(frames.panel())
        var output: [TouchEvent] = []
        output.reserveCapacity(10_000)
        for cycle in cycles.prefix(5) {
            for event in cycle { engine.handle(event, into: &output) }
        }
        let before = engine.counters.frames
        var told = 0
        allocation_counter_start()
        for cycle in cycles.dropFirst(5) {
            output.removeAll(keepingCapacity: true)
            for event in cycle { engine.handle(event, into: &output) }
            _ = engine.nextDeadline
            told += output.count
        }
        let allocations = allocation_counter_stop()
        #expect(allocations == 0)
        #expect(engine.counters.frames - before > 10_000)
        #expect(told > 5_000)
    }

    @Test func `T6 pages that turn back and forth gather nothing`() {
        let frames = FrameBuilder(.slots)
        var engine = TouchEngine(Self.settings)
        _ = engine.attach(frames.panel())
        var output: [TouchEvent] = []
        output.reserveCapacity(20_000)
        for event in frames.frame(0, [.down(id: 1, x: 50, y: 450)]) + frames.frame(10, [.up()]) {
            engine.handle(event, into: &output)
        }
        #expect(engine.page == 1)
        allocation_counter_start()
        for step in 0..<5_000 {
            engine.show(page: step % 2, at: frames.time(20 + Double(step)), into: &output)
        }
        let allocations = allocation_counter_stop()
        #expect(allocations == 0)
        #expect(output.count > 5_000)
    }

    @Test func `a hit test among 100,000 regions allocates nothing`() throws {
        let regions = (0..<100_000).map { index in
            region("r\(index)", Double(index % 400) * 2, Double(index / 400) * 1.92, 1.5, 1.5, expand: 2)
        }
        let page = try #require(Layout(screen([PageSettings(name: "home", regions: regions)])).pages.first)
        var owned = 0
        allocation_counter_start()
        for step in 0..<10_000 {
            let point = LayoutPoint(x: Double(step % 100) * 8.03, y: Double(step / 100) * 4.79)
            if page.hitTest(point).owner != nil { owned += 1 }
        }
        #expect(allocation_counter_stop() == 0)
        #expect(owned > 9_000)
    }
}
