import TestSupport
import Testing
import TouchEngine
import TouchModel

/// Rules L6 to L8 and L11 on type A panels.
struct AnonymousPanelTests {
    private func two(_ triggers: [Trigger] = [.tap], hasTouchKey: Bool = true) -> EngineHarness {
        let regions = [
            region("a", 0, 0, 400, 480, on: triggers), region("b", 400, 0, 400, 480, on: triggers),
        ]
        let panel = FrameBuilder(.anonymous).panel(keys: hasTouchKey ? [KeyCode.touch] : [])
        return EngineHarness(screen([PageSettings(name: "home", regions: regions)]), .anonymous, panel: panel)
    }

    enum Ending: CaseIterable {
        case touchKey, touchKeyAndNoBlock, noBlock, noExtent, idBelowZero, hovering
    }

    @Test(arguments: Ending.allCases)
    func `L11 each way to end a type A contact is an up at its last point`(_ ending: Ending) {
        var touch = two()
        touch.frame(0, .key(1), .block(x: 100, y: 100))
        switch ending {
        case .touchKey: touch.frame(10, .key(0))
        case .touchKeyAndNoBlock: touch.frame(10, .noBlock, .key(0))
        case .noBlock: touch.frame(10, .noBlock)
        case .noExtent: touch.frame(10, .block(x: 500, y: 0, major: 0))
        case .idBelowZero: touch.frame(10, .block(x: 500, y: 0, id: -1))
        case .hovering: touch.frame(10, .block(x: 500, y: 0, distance: 1))
        }
        expect(
            &touch,
            """
            0.000 contact down a #1 (100,100) drawing
            10.000 action tap a #1 (100,100) drawing
            10.000 contact up a #1 (100,100) drawing
            """)
        touch.frame(20, .key(1), .block(x: 500, y: 200))
        touch.frame(30, .key(0))
        expect(&touch, contacts: false, "30.000 action tap b #2 (500,200) drawing")
    }

    @Test func `L11 a frame that says nothing of contacts ends none`() {
        var touch = two()
        touch.frame(0, .key(1), .block(x: 100, y: 100))
        touch.frame(10)
        touch.frame(20, .event(type: EventType.abs, code: AbsCode.x, value: 5))
        expect(&touch, "0.000 contact down a #1 (100,100) drawing")
    }

    @Test func `L11 without ids a contact continues the nearest of the last frame`() {
        var touch = two(hasTouchKey: false)
        touch.frame(0, .block(x: 100, y: 100), .block(x: 500, y: 100))
        touch.frame(10, .block(x: 490, y: 110), .block(x: 110, y: 110))  // the other way round
        touch.frame(20, .block(x: 480, y: 120))  // the first has gone
        touch.frame(30, .noBlock)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (110,110) drawing
            30.000 action tap b #2 (480,120) drawing
            """)
    }

    @Test func `L11 of two blocks near one contact the nearer continues it`() {
        var touch = two(hasTouchKey: false)
        touch.frame(0, .block(x: 300, y: 100))
        touch.frame(10, .block(x: 420, y: 100), .block(x: 310, y: 100))
        touch.frame(20, .noBlock)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (310,100) drawing
            20.000 action tap b #2 (420,100) drawing
            """)
    }

    @Test func `L11 with ids the id tells, however far it moved`() {
        var touch = two(hasTouchKey: false)
        touch.frame(0, .block(x: 100, y: 100, id: 7), .block(x: 300, y: 100, id: 8))
        touch.frame(10, .block(x: 290, y: 100, id: 7))
        touch.frame(20, .noBlock)
        expect(
            &touch,
            """
            0.000 contact down a #1 (100,100) drawing
            0.000 refused a #2 (300,100) drawing busy
            20.000 action tap a #1 (290,100) drawing
            20.000 contact up a #1 (290,100) drawing
            """)
    }

    @Test func `L6 another id at the same place is an up and a down`() {
        var touch = two(hasTouchKey: false)
        touch.frame(0, .block(x: 100, y: 100, id: 0))
        touch.frame(10, .block(x: 100, y: 100, id: 1))
        touch.frame(20, .noBlock)
        expect(
            &touch, contacts: false,
            """
            10.000 action tap a #1 (100,100) drawing
            20.000 action tap a #2 (100,100) drawing
            """)
    }

    @Test func `L6 BTN_TOUCH 1 and 0 in one frame is one complete tap of each block`() {
        var touch = two()
        touch.frame(0, .key(1), .block(x: 100, y: 100), .block(x: 500, y: 100), .key(0))
        expect(
            &touch, contacts: false,
            """
            0.000 action tap a #1 (100,100) drawing
            0.000 action tap b #2 (500,100) drawing
            """)
    }

    @Test func `L7 palms, from the start, in one frame or later`() {
        var touch = two()
        touch.frame(0, .key(1), .block(x: 100, y: 100, tool: ToolType.palm))
        touch.frame(10, .key(0))
        touch.frame(20, .key(1), .block(x: 100, y: 100, tool: ToolType.palm), .key(0))
        expect(&touch, "")
        touch.frame(30, .key(1), .block(x: 100, y: 100))
        touch.frame(40, .block(x: 100, y: 100, tool: ToolType.palm))
        touch.frame(50, .key(0))
        expect(
            &touch,
            """
            30.000 contact down a #1 (100,100) drawing
            40.000 contact cancel a #1 (100,100) palm
            """)
    }

    // MARK: L8

    @Test func `L8 a contact before any BTN_TOUCH is quarantined, the next works`() {
        var touch = two()
        touch.frame(0, .block(x: 100, y: 100))
        touch.frame(10, .block(x: 110, y: 100))
        touch.frame(20, .noBlock, .key(0))
        touch.frame(30, .key(1), .block(x: 100, y: 100))
        touch.frame(40, .noBlock, .key(0))
        expect(&touch, contacts: false, "40.000 action tap a #1 (100,100) drawing")
        #expect(touch.engine.counters.quarantined == 1)
    }

    @Test func `L8 a panel that never sends its BTN_TOUCH loses its first contact alone`() {
        var touch = two()
        touch.frame(0, .block(x: 100, y: 100))
        touch.frame(10, .noBlock)
        touch.frame(20, .block(x: 100, y: 100))
        touch.frame(30, .noBlock)
        expect(&touch, contacts: false, "30.000 action tap a #1 (100,100) drawing")
    }

    @Test func `L8 after a gap with BTN_TOUCH 1 what is near continues and what is not is lost`() {
        var touch = two()
        touch.frame(0, .key(1), .block(x: 100, y: 100), .block(x: 500, y: 100))
        touch.frame(10, .dropped, .key(1))
        touch.frame(20, .block(x: 110, y: 100))
        touch.frame(30, .key(0))
        expect(
            &touch,
            """
            0.000 contact down a #1 (100,100) drawing
            0.000 contact down b #2 (500,100) drawing
            20.000 contact cancel b #2 (500,100) dropped
            30.000 action tap a #1 (110,100) drawing
            30.000 contact up a #1 (110,100) drawing
            """)
    }

    @Test func `L8 after a gap with BTN_TOUCH 0 all are lost and the next works`() {
        var touch = two()
        touch.frame(0, .key(1), .block(x: 100, y: 100))
        touch.frame(10, .dropped, .key(0))
        touch.frame(20, .key(1), .block(x: 100, y: 100))
        touch.frame(30, .key(0))
        expect(
            &touch,
            """
            0.000 contact down a #1 (100,100) drawing
            10.000 contact cancel a #1 (100,100) dropped
            20.000 contact down a #2 (100,100) drawing
            30.000 action tap a #2 (100,100) drawing
            30.000 contact up a #2 (100,100) drawing
            """)
    }

    @Test func `L8 a new contact in the first frame after a gap is quarantined`() {
        var touch = two()
        touch.frame(0, .dropped, .key(1))
        touch.frame(10, .block(x: 100, y: 100))
        touch.frame(20, .key(0))
        expect(&touch, "")
        #expect(touch.engine.counters.quarantined == 1)
    }

    @Test func `L8 when all lift right after a gap the next contact is not taken for an old one`() {
        var touch = two()
        touch.frame(0, .key(1), .block(x: 100, y: 100))
        touch.frame(10, .dropped, .key(1))
        touch.frame(20, .noBlock, .key(0))
        touch.frame(30, .key(1), .block(x: 500, y: 100))
        touch.frame(40, .key(0))
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (100,100) drawing
            40.000 action tap b #2 (500,100) drawing
            """)
    }

    @Test func `L8 a gap in a recording, which tells no state, leaves the next frame to tell it`() {
        var touch = two()
        touch.frame(0, .key(1), .block(x: 100, y: 100))
        touch.frame(10, .dropped)
        touch.frame(20, .block(x: 110, y: 100), .block(x: 500, y: 100))
        touch.frame(30, .key(0))
        expect(
            &touch,
            """
            0.000 contact down a #1 (100,100) drawing
            30.000 action tap a #1 (110,100) drawing
            30.000 contact up a #1 (110,100) drawing
            """)
        #expect(touch.engine.counters.quarantined == 1)
    }

    @Test func `L8 a gap without a contact before it leaves an old contact after it in quarantine`() {
        var touch = two()
        touch.frame(0, .key(1), .block(x: 100, y: 100))
        touch.frame(10, .key(0))
        touch.frame(20, .dropped)
        touch.frame(30, .block(x: 500, y: 100))  // its BTN_TOUCH 1 was lost
        touch.frame(40, .key(0))
        touch.frame(50, .key(1), .block(x: 500, y: 100))
        touch.frame(60, .key(0))
        expect(
            &touch, contacts: false,
            """
            10.000 action tap a #1 (100,100) drawing
            60.000 action tap b #2 (500,100) drawing
            """)
    }
}
