import TestSupport
import Testing
import TouchEngine
import TouchModel

/// Chapter 6, rules T2 to T7.
struct DebounceTests {
    private func one(_ mode: DebounceMode = .fixed, _ triggers: [Trigger] = [.tap]) -> EngineHarness {
        EngineHarness(region("a", 0, 0, 100, 100, debounce: 300, mode: mode, on: triggers))
    }

    // MARK: T2

    @Test func `T2 the window is open from the up to its last microsecond`() {
        var touch = one()
        touch.tap(0, 50, 50)
        touch.tap(319.999, 50, 50, hold: 0.0005)
        touch.tap(320, 50, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (50,50) drawing
            319.999 refused a #2 (50,50) drawing debounce 0.001
            340.000 action tap a #3 (50,50) drawing
            """)
    }

    @Test func `T2 the window opens at the press, and the up moves it`() {
        var touch = one(.fixed, [.press])
        touch.frame(0, .down(slot: 0, id: 1, x: 50, y: 50))
        touch.frame(200, .up(slot: 0))
        touch.tap(499.999, 50, 50, hold: 0.0005)
        touch.frame(500, .down(slot: 0, id: 2, x: 50, y: 50))
        expect(
            &touch, contacts: false,
            """
            0.000 action press a #1 (50,50) drawing
            499.999 refused a #2 (50,50) drawing debounce 0.001
            500.000 action press a #3 (50,50) drawing
            """)
    }

    @Test func `T2 the window counts from a release outside, which is an activation`() {
        var touch = one(.fixed, [.release])
        touch.frame(0, .down(x: 50, y: 50))
        touch.frame(10, .move(x: 700))
        touch.frame(20, .up())
        touch.tap(319.999, 50, 50, hold: 0.0005)
        touch.frame(320, .down(x: 50, y: 50))
        expect(
            &touch, contacts: false,
            """
            20.000 action release a #1 (700,50)
            319.999 refused a #2 (50,50) drawing debounce 0.001
            """)
        #expect(touch.engine.nextDeadline == nil)
    }

    @Test func `T2 a contact that went down before the window opened is not refused by it`() {
        let regions = [region("a", 0, 0, 100, 100, group: "g"), region("b", 100, 0, 100, 100, group: "g")]
        var touch = EngineHarness(
            screen(
                [PageSettings(name: "home", regions: regions)],
                groups: [GroupSettings(name: "g", debounce: Debounce(interval: .milliseconds(300)))]))
        touch.frame(0, .down(slot: 0, id: 1, x: 50, y: 50))
        touch.frame(10, .down(slot: 1, id: 2, x: 150, y: 50))
        touch.frame(20, .up(slot: 0))
        touch.frame(30, .up(slot: 1))
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (50,50) drawing
            30.000 action tap b #2 (150,50) drawing
            """)
    }

    @Test func `T2 a cancelled press keeps the window that it opened`() {
        var touch = one(.fixed, [.press])
        touch.frame(0, .down(x: 50, y: 50))
        touch.frame(10, .tool(ToolType.palm))
        touch.frame(20, .up())
        touch.frame(200, .down(id: 2, x: 50, y: 50), .tool(0))
        expect(
            &touch, contacts: false,
            """
            0.000 action press a #1 (50,50) drawing
            200.000 refused a #2 (50,50) drawing debounce 100.000
            """)
    }

    // MARK: T3 and T4

    @Test func `T3 fixed is not extended by a refused down`() {
        var touch = one(.fixed)
        touch.tap(0, 50, 50)
        touch.tap(200, 50, 50)
        touch.tap(320, 50, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (50,50) drawing
            200.000 refused a #2 (50,50) drawing debounce 120.000
            340.000 action tap a #3 (50,50) drawing
            """)
    }

    @Test func `T3 and T4 quiet starts again at the refused down, and the remaining time is the new one`() {
        var touch = one(.quiet)
        touch.tap(0, 50, 50)
        touch.tap(200, 50, 50)
        touch.tap(499.999, 50, 50, hold: 0.0005)
        touch.tap(799.999, 50, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (50,50) drawing
            200.000 refused a #2 (50,50) drawing debounce 300.000
            499.999 refused a #3 (50,50) drawing debounce 300.000
            819.999 action tap a #4 (50,50) drawing
            """)
    }

    @Test func `T4 a refused contact is silent to its up, holds nothing and falls through to nothing`() {
        var touch = EngineHarness(
            region("under", 0, 0, 300, 300),
            region("a", 0, 0, 100, 100, debounce: 300, on: [.press, .tap, .release, .hold]))
        touch.tap(0, 50, 50)
        _ = touch.take()
        touch.frame(100, .down(x: 50, y: 50))
        touch.frame(200, .move(x: 250))
        touch.frame(2_000, .up())
        expect(&touch, "100.000 refused a #2 (50,50) drawing debounce 220.000")
    }

    @Test func `T4 and L4 a busy region says busy, and does not restart a quiet window`() {
        var touch = one(.quiet, [.press])
        touch.frame(0, .down(slot: 0, id: 1, x: 50, y: 50))
        touch.frame(100, .down(slot: 1, id: 2, x: 50, y: 50))
        touch.frame(110, .tool(slot: 0, ToolType.palm))
        touch.frame(120, .up(slot: 0), .up(slot: 1))
        touch.frame(300, .down(slot: 1, id: 3, x: 50, y: 50))
        expect(
            &touch, contacts: false,
            """
            0.000 action press a #1 (50,50) drawing
            100.000 refused a #2 (50,50) drawing busy
            300.000 action press a #3 (50,50) drawing
            """)
    }

    // MARK: T5

    private func three(_ screenRule: Debounce = .off, group: Debounce = .off) -> EngineHarness {
        let regions = [
            region("a", 0, 0, 100, 100, debounce: 100, group: "g"),
            region("b", 100, 0, 100, 100, debounce: 100, group: "g"),
            region("c", 200, 0, 100, 100),
        ]
        return EngineHarness(
            screen(
                [PageSettings(name: "home", regions: regions)],
                groups: [GroupSettings(name: "g", debounce: group)], debounce: screenRule))
    }

    @Test func `T5 a group's window refuses its members, a stranger is free`() {
        var touch = three(group: Debounce(interval: .milliseconds(200)))
        touch.tap(0, 50, 50)
        touch.tap(30, 250, 50, hold: 5)
        touch.tap(219.999, 150, 50, hold: 0.0005)
        touch.tap(220, 150, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (50,50) drawing
            35.000 action tap c #2 (250,50) drawing
            219.999 refused b #3 (150,50) drawing debounce 0.001
            240.000 action tap b #4 (150,50) drawing
            """)
    }

    @Test func `T5 the screen's window refuses all`() {
        var touch = three(Debounce(interval: .milliseconds(50)))
        touch.tap(0, 50, 50)
        touch.tap(69.999, 250, 50, hold: 0.0005)
        touch.tap(70, 250, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (50,50) drawing
            69.999 refused c #2 (250,50) drawing debounce 0.001
            90.000 action tap c #3 (250,50) drawing
            """)
    }

    @Test func `T4 and T5 the remaining time is the longest of the windows that refuse`() {
        var touch = three(
            Debounce(interval: .milliseconds(50)), group: Debounce(interval: .milliseconds(200)))
        touch.tap(0, 50, 50)
        touch.tap(40, 50, 50, hold: 5)
        touch.tap(110, 50, 50, hold: 5)
        touch.tap(130, 50, 50, hold: 5)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (50,50) drawing
            40.000 refused a #2 (50,50) drawing debounce 180.000
            110.000 refused a #3 (50,50) drawing debounce 110.000
            130.000 refused a #4 (50,50) drawing debounce 90.000
            """)
    }

    @Test func `T3 to T5 of several windows only a quiet one that refuses starts again`() {
        // The screen's window is quiet and past at 100, the group's is fixed and lasts to 220.
        var touch = three(
            Debounce(interval: .milliseconds(50), mode: .quiet), group: Debounce(interval: .milliseconds(200))
        )
        touch.tap(0, 50, 50)
        touch.tap(100, 150, 50, hold: 5)
        touch.tap(110, 250, 50, hold: 5)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (50,50) drawing
            100.000 refused b #2 (150,50) drawing debounce 120.000
            115.000 action tap c #3 (250,50) drawing
            """)
    }

    @Test func `T5 a contact that ends without a trigger opens no window`() {
        var touch = one()
        touch.frame(0, .down(x: 50, y: 50))
        touch.frame(10, .move(x: 700))
        touch.frame(20, .up())
        touch.tap(30, 50, 50)
        expect(&touch, contacts: false, "50.000 action tap a #2 (50,50) drawing")
    }

    @Test func `T5 an interval of 0 is off`() {
        var touch = EngineHarness(region("a", 0, 0, 100, 100))
        touch.tap(0, 50, 50, hold: 0)
        touch.tap(0, 50, 50, hold: 0)
        expect(
            &touch, contacts: false,
            """
            0.000 action tap a #1 (50,50) drawing
            0.000 action tap a #2 (50,50) drawing
            """)
    }

    // MARK: T7

    @Test func `T7 time that goes back by the interval keeps the window, by more resets it`() {
        var kept = one()
        kept.tap(980, 50, 50)
        kept.tap(700, 50, 50)
        expect(
            &kept, contacts: false,
            """
            1000.000 action tap a #1 (50,50) drawing
            700.000 refused a #2 (50,50) drawing debounce 600.000
            """)
        var reset = one()
        reset.tap(980, 50, 50)
        reset.tap(699.999, 50, 50)
        expect(
            &reset, contacts: false,
            """
            1000.000 action tap a #1 (50,50) drawing
            719.999 action tap a #2 (50,50) drawing
            """)
    }
}
