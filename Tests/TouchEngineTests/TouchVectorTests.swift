import TestSupport
import Testing
import TouchEngine
import TouchModel

/// Worked examples of contacts in time, with exact numbers: where the rules of chapters 5 and 6 meet.
struct TouchVectorTests {
    private func one(_ debounce: Int64, _ mode: DebounceMode = .fixed) -> EngineHarness {
        EngineHarness(region("A", 0, 0, 100, 100, debounce: debounce, mode: mode))
    }

    /// The downs whose taps fire.
    private func accepted(_ mode: DebounceMode, _ downs: [Double]) -> [Int] {
        var touch = one(300, mode)
        for down in downs { touch.tap(down, 50, 50) }
        return touch.events.filter { $0.kind == .action(.tap) }
            .map { Int($0.time.microseconds - 20_000) / 1_000 }
    }

    @Test func `9 fixed and quiet windows`() {
        #expect(accepted(.fixed, [0, 200, 400, 600]) == [0, 400])
        #expect(accepted(.quiet, [0, 200, 400, 600]) == [0])
        #expect(accepted(.fixed, [0, 320]) == [0, 320])
        #expect(accepted(.fixed, [0, 319.999]) == [0])
        #expect(accepted(.quiet, [0, 320]) == [0, 320])
        #expect(accepted(.quiet, [0, 319.999]) == [0])
    }

    @Test func `10 the window's last microsecond`() {
        var touch = one(2_000)
        touch.tap(980, 50, 50)
        touch.tap(2_999.999, 50, 50, hold: 0.0005)
        touch.tap(3_000, 50, 50)
        expect(
            &touch, contacts: false,
            """
            1000.000 action tap A #1 (50,50) drawing
            2999.999 refused A #2 (50,50) drawing debounce 0.001
            3020.000 action tap A #3 (50,50) drawing
            """)
    }

    @Test func `11 the window counts from the up of a long contact`() {
        var touch = one(300)
        touch.tap(0, 50, 50, hold: 5_000)
        touch.tap(5_200, 50, 50)
        touch.tap(5_300, 50, 50)
        expect(
            &touch, contacts: false,
            """
            5000.000 action tap A #1 (50,50) drawing
            5200.000 refused A #2 (50,50) drawing debounce 100.000
            5320.000 action tap A #3 (50,50) drawing
            """)
    }

    @Test func `11 the window counts from the up of a long hold too`() {
        var touch = EngineHarness(region("A", 0, 0, 100, 100, debounce: 300, on: [.hold]))
        touch.tap(0, 50, 50, hold: 5_000)
        touch.tap(5_200, 50, 50, hold: 50)
        touch.tap(5_300, 50, 50, hold: 600)
        expect(
            &touch, contacts: false,
            """
            500.000 action hold A #1 (50,50) drawing
            5200.000 refused A #2 (50,50) drawing debounce 100.000
            5800.000 action hold A #3 (50,50) drawing
            """)
    }

    @Test func `12 a bounce on Next does not land on Pay`() {
        var touch = EngineHarness(
            screen([
                page("first", region("next", 0, 0, 100, 100, debounce: 300, turns: [.tap: "second"])),
                page("second", region("pay", 0, 0, 100, 100, debounce: 300)),
            ]))
        touch.tap(0, 50, 50)
        touch.tap(90, 50, 50)
        touch.tap(320, 50, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap next #1 (50,50) drawing
            20.000 page second
            90.000 refused pay #2 (50,50) drawing debounce 230.000
            340.000 action tap pay #3 (50,50) drawing
            """)
    }

    @Test func `13 a second contact on a region is busy, the first's tap fires where it was`() {
        var touch = one(0)
        touch.frame(0, .down(slot: 0, id: 1, x: 40, y: 50))
        touch.frame(10, .down(slot: 1, id: 2, x: 60, y: 50))
        touch.frame(20, .up(slot: 1))
        touch.frame(30, .up(slot: 0))
        expect(
            &touch, contacts: false,
            """
            10.000 refused A #2 (60,50) drawing busy
            30.000 action tap A #1 (40,50) drawing
            """)
    }

    @Test func `14 out of the retain zone and back into it is left, back inside the hit zone is a tap`() {
        func endAt(_ x: Double) -> String {
            var touch = EngineHarness(region("A", 100, 0, 100, 100, expand: 10, retain: 20))
            touch.frame(0, .down(x: 150, y: 50))
            touch.frame(10, .move(x: 300))
            touch.frame(20, .move(x: x))
            touch.frame(30, .up())
            return touch.take().split(separator: "\n").dropFirst(2).joined(separator: "\n")
        }
        #expect(endAt(220) == "30.000 contact up A #1 (220,50) left")
        #expect(
            endAt(205) == """
                20.000 contact enter A #1 (205,50) expansion
                30.000 action tap A #1 (205,50) expansion
                30.000 contact up A #1 (205,50) expansion
                """)
    }

    @Test func `15 another id in a live slot`() {
        var touch = EngineHarness(region("A", 0, 0, 100, 100), region("B", 100, 0, 100, 100))
        touch.frame(0, .down(slot: 0, id: 5, x: 50, y: 50))
        touch.frame(10, .move(slot: 0, x: 60))
        touch.frame(20, .down(slot: 0, id: 6, x: 150, y: 50))
        expect(
            &touch,
            """
            0.000 contact down A #1 (50,50) drawing
            20.000 action tap A #1 (60,50) drawing
            20.000 contact up A #1 (60,50) drawing
            20.000 contact down B #2 (150,50) drawing
            """)
    }

    @Test func `16 a new contact at the slot's last position`() {
        var touch = EngineHarness(region("A", 0, 0, 800, 480))
        touch.tap(0, 400, 240)
        touch.frame(400, .down(id: 900, x: nil, y: nil))
        touch.frame(420, .up())
        expect(
            &touch, contacts: false,
            """
            20.000 action tap A #1 (400,240) drawing
            420.000 action tap A #2 (400,240) drawing
            """)
    }

    @Test(arguments: [TouchProtocol.slots, .single])
    func `17 positions in the frame that lifts are ignored`(_ kind: TouchProtocol) {
        var touch = EngineHarness(region("A", 0, 0, 800, 480), touchProtocol: kind)
        touch.frame(0, .down(x: 100, y: 100))
        touch.frame(20, .up(x: 799, y: 479))
        expect(&touch, contacts: false, "20.000 action tap A #1 (100,100) drawing")
    }

    @Test func `18 fifty taps in one batch`() {
        var touch = one(0)
        var batch: [InputEvent] = []
        for tap in 0..<50 {
            batch += touch.frames.frame(Double(tap), [.down(id: Int32(tap), x: Double(tap), y: 50)])
            batch += touch.frames.frame(Double(tap) + 0.5, [.up()])
        }
        touch.feed(batch)
        let taps = touch.events.filter { $0.kind == .action(.tap) }
        #expect(taps.map(\.point?.x) == (0..<50).map { Double($0) })
        #expect(taps.map(\.contact) == (1...50).map { Int64($0) })
    }

    @Test func `18 fifty taps in one frame`() {
        var touch = one(0)
        touch.feed(touch.frames.frame(0, (0..<50).flatMap { [.down(id: $0, x: Double($0), y: 50), .up()] }))
        let taps = touch.events.filter { $0.kind == .action(.tap) }
        #expect(taps.map(\.point?.x) == (0..<50).map { Double($0) })
    }

    @Test func `19 BTN_TOUCH 0 without an id on type A`() {
        var touch = EngineHarness(region("A", 0, 0, 800, 480), touchProtocol: .anonymous)
        touch.frame(0, .key(1), .block(x: 400, y: 240))
        touch.frame(20, .key(0))
        expect(&touch, contacts: false, "20.000 action tap A #1 (400,240) drawing")
    }

    @Test(arguments: [(500.0, "500.000 action hold"), (499.999, "499.999 action tap")])
    func `21 up at the hold's moment, and just before`(_ up: Double, _ action: String) {
        var touch = EngineHarness(region("A", 0, 0, 100, 100, on: [.tap, .hold]))
        touch.tap(0, 50, 50, hold: up)
        expect(&touch, contacts: false, "\(action) A #1 (50,50) drawing")
    }

    @Test(arguments: TouchProtocol.allCases)
    func `22 a contact that was down when the recording starts`(_ kind: TouchProtocol) {
        var touch = EngineHarness(region("A", 0, 0, 800, 480), touchProtocol: kind)
        if kind == .anonymous {
            touch.frame(0, .block(x: 100, y: 100))
            touch.frame(10, .noBlock, .key(0))
            touch.frame(20, .key(1), .block(x: 200, y: 100))
            touch.frame(30, .noBlock, .key(0))
        } else {
            touch.frame(0, .move(x: 100, y: 100))
            touch.frame(10, .up())
            touch.tap(20, 200, 100, hold: 10)
        }
        expect(&touch, contacts: false, "30.000 action tap A #1 (200,100) drawing")
    }
}
