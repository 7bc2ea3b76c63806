import TestSupport
import Testing
import TouchEngine
import TouchModel

/// Rule L11 on single-touch panels, and positions that come late.
struct SinglePanelTests {
    private let regions = [region("a", 0, 0, 400, 480), region("b", 400, 0, 400, 480)]

    private func single(pressure: AxisInfo? = nil) -> EngineHarness {
        let panel = FrameBuilder(.single).panel(
            keys: pressure == nil ? [KeyCode.touch] : [], pressure: pressure)
        return EngineHarness(screen([PageSettings(name: "home", regions: regions)]), .single, panel: panel)
    }

    @Test func `L11 BTN_TOUCH makes contacts of ABS_X and ABS_Y`() {
        var touch = single()
        touch.frame(0, .down(x: 100, y: 100))
        touch.frame(10, .move(x: 110))
        touch.frame(20, .up(x: 500, y: 400))
        touch.frame(30, .down(x: nil, y: nil))
        touch.frame(40, .up())
        expect(
            &touch,
            """
            0.000 contact down a #1 (100,100) drawing
            20.000 action tap a #1 (110,100) drawing
            20.000 contact up a #1 (110,100) drawing
            30.000 contact down b #2 (500,400) drawing
            40.000 action tap b #2 (500,400) drawing
            40.000 contact up b #2 (500,400) drawing
            """)
    }

    @Test func `L11 positions without BTN_TOUCH are no contact, nor is the up of one that was never down`() {
        var touch = single()
        touch.frame(0, .move(x: 100, y: 100))
        touch.frame(10, .up())
        touch.frame(20, .pressure(1_000))
        expect(&touch, "")
    }

    @Test func `L6 BTN_TOUCH 1 and 0 in one frame is one tap`() {
        var touch = single()
        touch.frame(0, .down(x: 100, y: 100), .up())
        expect(&touch, contacts: false, "0.000 action tap a #1 (100,100) drawing")
    }

    @Test func `L7 ABS_DISTANCE above 0 is hovering`() {
        var touch = single()
        touch.frame(0, .down(x: 100, y: 100), .distance(3))
        touch.frame(10, .distance(0))
        touch.frame(20, .up())
        expect(
            &touch,
            """
            10.000 contact down a #1 (100,100) drawing
            20.000 action tap a #1 (100,100) drawing
            20.000 contact up a #1 (100,100) drawing
            """)
    }

    @Test func `L8 a touch that is down when the panel opens is quarantined`() {
        var touch = single()
        touch.frame(0, .dropped, .down(x: 100, y: 100))
        touch.frame(10, .move(x: 110))
        touch.frame(20, .up())
        touch.tap(30, 100, 100)
        expect(&touch, contacts: false, "50.000 action tap a #1 (100,100) drawing")
    }

    @Test func `L11 pressure alone is on at 50 and off at 35 percent of its range`() {
        var touch = single(pressure: AxisInfo(minimum: 100, maximum: 300))
        touch.frame(0, .move(x: 100, y: 100), .pressure(199))
        expect(&touch, "")
        touch.frame(10, .pressure(200))
        expect(&touch, "10.000 contact down a #1 (100,100) drawing")
        touch.frame(20, .pressure(171))
        expect(&touch, "")
        touch.frame(30, .pressure(170))
        touch.frame(40, .pressure(199))
        expect(
            &touch,
            """
            30.000 action tap a #1 (100,100) drawing
            30.000 contact up a #1 (100,100) drawing
            """)
    }

    @Test func `L11 percents that fall between two values are not reached before them`() {
        // Of 255: 127.5 and 89.25.
        var touch = single(pressure: AxisInfo(minimum: 0, maximum: 255))
        touch.frame(0, .move(x: 100, y: 100), .pressure(127))
        expect(&touch, "")
        touch.frame(10, .pressure(128))
        touch.frame(20, .pressure(90))
        expect(&touch, "10.000 contact down a #1 (100,100) drawing")
        touch.frame(30, .pressure(89))
        expect(&touch, contacts: false, "30.000 action tap a #1 (100,100) drawing")
    }

    @Test func `L11 a panel with BTN_TOUCH does not go by pressure`() {
        let panel = FrameBuilder(.single).panel(pressure: AxisInfo(minimum: 0, maximum: 100))
        var touch = EngineHarness(
            screen([PageSettings(name: "home", regions: regions)]), .single, panel: panel)
        touch.frame(0, .down(x: 100, y: 100), .pressure(10))
        touch.frame(10, .pressure(0))
        touch.frame(20, .up())
        expect(&touch, contacts: false, "20.000 action tap a #1 (100,100) drawing")
    }

    // MARK: Type B

    @Test func `L11 a type B panel's BTN_TOUCH and ABS_X say nothing`() {
        var touch = EngineHarness(regions[0], regions[1])
        touch.frame(0, .key(1), .event(type: EventType.abs, code: AbsCode.x, value: 50_000))
        expect(&touch, "")
        touch.frame(10, .down(id: 1, x: 100, y: 100))
        touch.frame(20, .key(0), .event(type: EventType.abs, code: AbsCode.x, value: 50_000))
        touch.frame(30, .up())
        expect(&touch, contacts: false, "30.000 action tap a #1 (100,100) drawing")
    }

    @Test func `L11 a contact without a position waits, and is decided where it becomes known`() {
        var touch = EngineHarness(regions[0], regions[1])
        touch.frame(0, .down(id: 1, x: 500, y: nil))
        expect(&touch, "")
        touch.frame(10, .move(x: 100))
        touch.frame(20, .move(y: 100))
        touch.frame(30, .up())
        expect(
            &touch,
            """
            20.000 contact down a #1 (100,100) drawing
            30.000 action tap a #1 (100,100) drawing
            30.000 contact up a #1 (100,100) drawing
            """)
        #expect(touch.engine.counters.withoutPosition == 0)
    }

    @Test func `L11 a contact that lifts before its position is known is dropped, counted`() {
        var touch = EngineHarness(regions[0], regions[1])
        touch.frame(0, .down(id: 1, x: nil, y: 100))
        touch.frame(10, .up())
        touch.frame(20, .down(id: 2, x: nil, y: 100), .up())
        touch.frame(30, .down(id: 3, x: 100, y: nil))
        expect(&touch, "30.000 contact down a #1 (100,100) drawing")
        #expect(touch.engine.counters.withoutPosition == 2)
    }

    @Test func `L11 and L8 a contact that waits and whose position the state after a gap tells begins there`()
    {
        var touch = EngineHarness(regions[0], regions[1])
        touch.frame(0, .down(id: 1, x: nil, y: 100))
        touch.frame(10, .dropped, .down(id: 1, x: 100, y: 100))
        touch.frame(20, .up())
        expect(&touch, contacts: false, "20.000 action tap a #1 (100,100) drawing")
        #expect(touch.engine.counters.withoutPosition == 0)
    }

    @Test func `L8 and L11 a contact that waits and is lost in a gap is counted`() {
        var touch = EngineHarness(regions[0], regions[1])
        touch.frame(0, .down(id: 1, x: nil, y: 100))
        touch.frame(10, .dropped, .up())
        expect(&touch, "")
        #expect(touch.engine.counters.withoutPosition == 1)
    }
}
