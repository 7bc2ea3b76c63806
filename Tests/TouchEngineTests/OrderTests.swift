import TestSupport
import Testing
import TouchEngine
import TouchModel

/// Rules L12 and L13, and T1.
struct OrderTests {
    private let columns = (0..<8).map { region("r\($0)", Double($0) * 100, 0, 100, 480) }

    private func harness(_ regions: [RegionSettings]? = nil) -> EngineHarness {
        EngineHarness(screen([PageSettings(name: "home", regions: regions ?? columns)]))
    }

    @Test func `L12 in a frame ends come first, then downs, then moves, each by slot`() {
        let leaving = (0..<8).map { region("r\($0)", Double($0) * 100, 0, 100, 480, retain: 0) }
        var touch = harness(leaving)
        touch.frame(
            0, .down(slot: 3, id: 3, x: 350, y: 50), .down(slot: 2, id: 2, x: 250, y: 50),
            .down(slot: 1, id: 1, x: 150, y: 50), .down(slot: 0, id: 0, x: 50, y: 50))
        _ = touch.take()
        touch.frame(
            10, .move(slot: 1, y: 479), .move(slot: 3, x: 750), .down(slot: 5, id: 6, x: 550, y: 50),
            .down(slot: 4, id: 5, x: 450, y: 50), .move(slot: 1, x: 650), .up(slot: 2), .up(slot: 0))
        expect(
            &touch,
            """
            10.000 action tap r0 #1 (50,50) drawing
            10.000 contact up r0 #1 (50,50) drawing
            10.000 action tap r2 #3 (250,50) drawing
            10.000 contact up r2 #3 (250,50) drawing
            10.000 contact down r4 #5 (450,50) drawing
            10.000 contact down r5 #6 (550,50) drawing
            10.000 contact leave r1 #2 (650,479)
            10.000 contact leave r3 #4 (750,50)
            """)
    }

    @Test func `L12 timers fire in the order of their deadlines, before the frame of the same time`() {
        let holds = [(0, 700), (1, 500), (2, 600)].map { column, after in
            region("r\(column)", Double(column) * 100, 0, 100, 480) {
                $0.actions[.hold] = ActionSettings(name: "hold", after: .milliseconds(Int64(after)))
            }
        }
        var touch = harness(holds)
        touch.frame(
            0, .down(slot: 0, id: 1, x: 50, y: 50), .down(slot: 1, id: 2, x: 150, y: 50),
            .down(slot: 2, id: 3, x: 250, y: 50))
        #expect(touch.engine.nextDeadline == Timestamp(microseconds: 500_000))
        touch.frame(700, .up(slot: 0))
        expect(
            &touch, contacts: false,
            """
            500.000 action hold r1 #2 (150,50) drawing
            600.000 action hold r2 #3 (250,50) drawing
            700.000 action hold r0 #1 (50,50) drawing
            """)
    }

    @Test func `L12 repeats of two contacts alternate by deadline`() {
        var touch = harness([
            region("a", 0, 0, 100, 100, on: [.repeat]), region("b", 100, 0, 100, 100, on: [.repeat]),
        ])
        touch.frame(0, .down(slot: 0, id: 1, x: 50, y: 50))
        touch.frame(50, .down(slot: 1, id: 2, x: 150, y: 50))
        touch.advance(650)
        expect(
            &touch, contacts: false,
            """
            500.000 action repeat a #1 (50,50) drawing
            550.000 action repeat b #2 (150,50) drawing
            600.000 action repeat a #1 (50,50) drawing
            650.000 action repeat b #2 (150,50) drawing
            """)
    }

    @Test func `L12 a frame's time is that of its SYN_REPORT`() {
        var touch = harness()
        var events = touch.frames.frame(10, [.down(x: 50, y: 50)])
        for index in events.indices.dropLast() { events[index].time = Timestamp(microseconds: 3) }
        touch.feed(events)
        expect(&touch, "10.000 contact down r0 #1 (50,50) drawing")
    }

    @Test func `L12 nothing happens before SYN_REPORT`() {
        var touch = harness()
        touch.feed(Array(touch.frames.frame(10, [.down(x: 50, y: 50)]).dropLast()))
        expect(&touch, "")
        touch.frame(20)
        expect(&touch, "20.000 contact down r0 #1 (50,50) drawing")
    }

    @Test func `L13 contacts are numbered by their decision, refused and unowned ones too, others not`() {
        var touch = EngineHarness(
            region("a", 0, 0, 100, 100), region("off", 100, 0, 100, 100) { $0.enabled = false })
        touch.frame(
            0, .down(slot: 0, id: 1, x: nil, y: 50),  // waits
            .down(slot: 1, id: 2, x: -300, y: 50),  // dropped
            .down(slot: 2, id: 3, x: 150, y: 50), .down(slot: 3, id: 4, x: 500, y: 50))
        touch.frame(10, .move(slot: 0, x: 50))
        expect(
            &touch,
            """
            0.000 refused off #1 (150,50) drawing disabled
            0.000 contact down - #2 (500,50) unowned
            10.000 contact down a #3 (50,50) drawing
            """)
    }

    @Test func `C4 a refused contact is silent from then on, and falls through to nothing`() {
        var touch = EngineHarness(
            region("a", 0, 0, 300, 100, on: [.press, .tap, .release]),
            region("wall", 100, 0, 100, 100, on: []) { $0.block = true })
        touch.frame(0, .down(x: 150, y: 50))
        touch.frame(10, .move(x: 50))
        touch.frame(20, .up())
        expect(&touch, "0.000 refused wall #1 (150,50) drawing blocked")
    }

    @Test func `slots beyond the panel's declaration work, those beyond any reason are ignored`() {
        var touch = harness()
        touch.frame(0, .down(slot: 200, id: 1, x: 50, y: 50), .down(slot: 70_000, id: 2, x: 150, y: 50))
        touch.frame(10, .down(slot: -1, id: 3, x: 250, y: 50), .up(slot: 200))
        expect(
            &touch, contacts: false, "10.000 action tap r0 #1 (50,50) drawing")
    }

    @Test func `T1 the time is the events' own, however far from 0`() {
        var touch = harness([region("a", 0, 0, 100, 100, on: [.tap, .hold])])
        touch.frames.origin = 9_000_000_000_000_000
        touch.frame(0, .down(x: 50, y: 50))
        touch.frame(499.999, .up())
        expect(&touch, contacts: false, "499.999 action tap a #1 (50,50) drawing")
    }
}
