import TestSupport
import Testing
import TouchModel

@testable import TouchEngine

/// Rules L6 to L8 on a panel with slots: identities, palms, gaps.
struct SlotTests {
    private func two(_ triggers: [Trigger] = [.tap]) -> EngineHarness {
        EngineHarness(region("a", 0, 0, 400, 480, on: triggers), region("b", 400, 0, 400, 480, on: triggers))
    }

    @Test func `only slots that had a contact are looked at, whatever the state at opening names`() {
        var touch = two()
        touch.frame(0, .dropped)
        #expect(touch.engine.usedSlots == 0..<0)
        touch.frame(10, .down(slot: 3, id: 5, x: 100, y: 100))
        #expect(touch.engine.usedSlots == 0..<4)
        touch.frame(20, .up(slot: 3))
        touch.detach(30)
        #expect(touch.engine.usedSlots == 0..<0)
        expect(&touch, contacts: false, "20.000 action tap a #1 (100,100) drawing")
    }

    // MARK: L6

    @Test func `L6 a new id in a live slot is an up at the last point, then a down`() {
        var touch = two()
        touch.frame(0, .down(id: 5, x: 100, y: 100))
        touch.frame(10, .down(id: 6, x: 500, y: 200))
        touch.frame(20, .up())
        expect(
            &touch,
            """
            0.000 contact down a #1 (100,100) drawing
            10.000 action tap a #1 (100,100) drawing
            10.000 contact up a #1 (100,100) drawing
            10.000 contact down b #2 (500,200) drawing
            20.000 action tap b #2 (500,200) drawing
            20.000 contact up b #2 (500,200) drawing
            """)
    }

    @Test func `L6 the same id again is a move`() {
        var touch = two()
        touch.frame(0, .down(id: 5, x: 100, y: 100))
        touch.frame(10, .down(id: 5, x: 110, y: 100))
        touch.frame(20, .up())
        expect(&touch, contacts: false, "20.000 action tap a #1 (110,100) drawing")
    }

    @Test func `L6 an id that ends and comes again in one frame is a new contact`() {
        var touch = two()
        touch.frame(0, .down(id: 5, x: 100, y: 100))
        touch.frame(10, .up(), .down(id: 5, x: 110, y: 100))
        touch.frame(20, .up())
        expect(
            &touch, contacts: false,
            """
            10.000 action tap a #1 (100,100) drawing
            20.000 action tap a #2 (110,100) drawing
            """)
    }

    @Test func `L6 positions in the frame that lifts are ignored, but are the slot's for the next contact`() {
        var touch = two()
        touch.frame(0, .down(id: 1, x: 100, y: 100))
        touch.frame(10, .up(x: 500, y: 479))
        touch.frame(20, .down(id: 2, x: nil, y: 300))
        touch.frame(30, .up())
        expect(
            &touch, contacts: false,
            """
            10.000 action tap a #1 (100,100) drawing
            30.000 action tap b #2 (500,300) drawing
            """)
    }

    @Test func `L6 a slot keeps its own last position, not another slot's`() {
        var touch = two()
        touch.frame(0, .down(slot: 0, id: 1, x: 100, y: 100), .down(slot: 1, id: 2, x: 500, y: 200))
        touch.frame(10, .up(slot: 0), .up(slot: 1))
        touch.frame(20, .down(slot: 0, id: 3, x: nil, y: nil))
        touch.frame(30, .up(slot: 0))
        expect(
            &touch, contacts: false,
            """
            10.000 action tap a #1 (100,100) drawing
            10.000 action tap b #2 (500,200) drawing
            30.000 action tap a #3 (100,100) drawing
            """)
    }

    @Test func `L6 a frame with both down and up is one complete tap`() {
        var touch = two([.press, .tap])
        touch.frame(0, .down(id: 1, x: 100, y: 100), .up())
        expect(
            &touch,
            """
            0.000 contact down a #1 (100,100) drawing
            0.000 action press a #1 (100,100) drawing
            0.000 action tap a #1 (100,100) drawing
            0.000 contact up a #1 (100,100) drawing
            """)
    }

    @Test func `L6 a position after both in the frame is the tap's`() {
        var touch = two()
        touch.tap(0, 500, 100)
        touch.frame(30, .down(id: 7, x: nil, y: nil), .up(x: 100, y: 200))
        expect(
            &touch, contacts: false,
            """
            20.000 action tap b #1 (500,100) drawing
            30.000 action tap a #2 (100,200) drawing
            """)
    }

    @Test func `L6 several taps of a slot in one frame are each one`() {
        var touch = two()
        touch.frame(
            0, .down(id: 1, x: 100, y: 100), .up(), .down(id: 2, x: 500, y: 100), .up(),
            .down(id: 3, x: 110, y: 100))
        touch.frame(10, .up())
        expect(
            &touch, contacts: false,
            """
            0.000 action tap a #1 (100,100) drawing
            0.000 action tap b #2 (500,100) drawing
            10.000 action tap a #3 (110,100) drawing
            """)
    }

    // MARK: L7

    @Test func `L7 a palm is cancelled, silent until it lifts, and its slot works again afterwards`() {
        var touch = two([.press, .tap, .release])
        touch.frame(0, .down(id: 1, x: 100, y: 100))
        touch.frame(10, .tool(ToolType.palm))
        touch.frame(20, .tool(0), .move(x: 120))
        touch.frame(30, .up())
        touch.frame(40, .down(id: 2, x: 100, y: 100))
        expect(
            &touch,
            """
            0.000 contact down a #1 (100,100) drawing
            0.000 action press a #1 (100,100) drawing
            10.000 contact cancel a #1 (100,100) palm
            40.000 contact down a #2 (100,100) drawing
            40.000 action press a #2 (100,100) drawing
            """)
    }

    @Test func `L7 a palm that lifts in the frame that names it is cancelled, not tapped`() {
        var touch = two([.tap, .release])
        touch.frame(0, .down(id: 1, x: 100, y: 100))
        touch.frame(10, .tool(ToolType.palm), .up())
        touch.frame(20, .down(id: 2, x: 100, y: 100), .tool(0))
        touch.frame(30, .up())
        expect(
            &touch,
            """
            0.000 contact down a #1 (100,100) drawing
            10.000 contact cancel a #1 (100,100) palm
            20.000 contact down a #2 (100,100) drawing
            30.000 action tap a #2 (100,100) drawing
            30.000 action release a #2 (100,100) drawing
            30.000 contact up a #2 (100,100) drawing
            """)
    }

    @Test func `L7 the tool of a new id does not make a palm of the contact that it ends`() {
        var touch = two()
        touch.frame(0, .down(id: 1, x: 100, y: 100))
        touch.frame(10, .down(id: 2, x: 100, y: 100), .tool(ToolType.palm))
        expect(&touch, contacts: false, "10.000 action tap a #1 (100,100) drawing")
    }

    @Test func `L7 a palm from the start is no contact`() {
        var touch = two([.press])
        touch.frame(0, .down(id: 1, x: 100, y: 100), .tool(ToolType.palm))
        touch.frame(10, .up())
        touch.frame(20, .down(id: 2, x: 100, y: 100), .tool(ToolType.palm), .up())
        expect(&touch, "")
    }

    @Test func `L7 and L12 a palm ends before a new contact of its frame begins`() {
        var touch = two()
        touch.frame(0, .down(slot: 1, id: 1, x: 100, y: 100))
        touch.frame(10, .down(slot: 0, id: 2, x: 120, y: 100), .tool(slot: 1, ToolType.palm))
        expect(
            &touch,
            """
            0.000 contact down a #1 (100,100) drawing
            10.000 contact cancel a #1 (100,100) palm
            10.000 contact down a #2 (120,100) drawing
            """)
    }

    @Test func `C6 and L12 a contact that leaves the range ends before a new contact of its frame begins`() {
        var touch = two()
        touch.frame(0, .down(slot: 1, id: 1, x: 100, y: 100))
        touch.frame(10, .down(slot: 0, id: 2, x: 120, y: 100), .move(slot: 1, x: -41))
        expect(
            &touch,
            """
            0.000 contact down a #1 (100,100) drawing
            10.000 contact cancel a #1 (100,100) dropped
            10.000 contact down a #2 (120,100) drawing
            """)
    }

    @Test func `L6 and C6 a position beyond the range in the frame that lifts is ignored too`() {
        var touch = two()
        touch.frame(0, .down(id: 1, x: 100, y: 100))
        touch.frame(10, .up(x: -300, y: 9_000))
        expect(&touch, contacts: false, "10.000 action tap a #1 (100,100) drawing")
        #expect(touch.engine.counters.outOfRange == 0)
    }

    @Test func `L7 hovering is not a contact, touching down from it is, and rising into it ends`() {
        var touch = two()
        touch.frame(0, .down(id: 1, x: 100, y: 100), .distance(1))
        touch.frame(10, .move(x: 110))
        expect(&touch, "")
        touch.frame(20, .distance(0))
        touch.frame(30, .distance(1), .move(x: 500))
        expect(
            &touch,
            """
            20.000 contact down a #1 (110,100) drawing
            30.000 action tap a #1 (110,100) drawing
            30.000 contact up a #1 (110,100) drawing
            """)
        touch.frame(40, .up())
        expect(&touch, "")
    }

    // MARK: L8

    @Test func `L8 after a gap the same id continues at its new place`() {
        var touch = two()
        touch.frame(0, .down(id: 1, x: 100, y: 100))
        touch.frame(10, .dropped, .down(id: 1, x: 120, y: 100))
        touch.frame(20, .up())
        expect(&touch, contacts: false, "20.000 action tap a #1 (120,100) drawing")
        #expect(touch.engine.counters.gaps == 1)
    }

    @Test func `L8 after a gap a missing id is cancelled`() {
        var touch = two([.tap, .release])
        touch.frame(0, .down(id: 1, x: 100, y: 100))
        touch.frame(10, .dropped, .up())
        touch.tap(20, 100, 100)
        expect(
            &touch,
            """
            0.000 contact down a #1 (100,100) drawing
            10.000 contact cancel a #1 (100,100) dropped
            20.000 contact down a #2 (100,100) drawing
            40.000 action tap a #2 (100,100) drawing
            40.000 action release a #2 (100,100) drawing
            40.000 contact up a #2 (100,100) drawing
            """)
    }

    @Test func `L8 after a gap a new id is quarantined until it lifts, and has no number`() {
        var touch = two()
        touch.frame(0, .down(id: 1, x: 100, y: 100))
        touch.frame(
            10, .dropped, .down(slot: 0, id: 2, x: 100, y: 100), .down(slot: 1, id: 3, x: 500, y: 100))
        touch.frame(20, .move(slot: 0, x: 110), .move(slot: 1, x: 510))
        touch.frame(30, .up(slot: 0), .up(slot: 1))
        touch.tap(40, 500, 100)
        expect(
            &touch,
            """
            0.000 contact down a #1 (100,100) drawing
            10.000 contact cancel a #1 (100,100) dropped
            40.000 contact down b #2 (500,100) drawing
            60.000 action tap b #2 (500,100) drawing
            60.000 contact up b #2 (500,100) drawing
            """)
        #expect(touch.engine.counters.quarantined == 2)
    }

    @Test func `L8 events before the gap in the same frame are the state's, not a frame's`() {
        var touch = two()
        touch.frame(0, .down(id: 1, x: 100, y: 100), .up(), .dropped, .down(id: 2, x: 100, y: 100))
        touch.frame(10, .up())
        expect(&touch, "")
    }

    @Test func `L8 contacts already down when a device opens are quarantined`() {
        var touch = two()
        touch.frame(0, .dropped, .down(id: 9, x: 100, y: 100))
        touch.frame(10, .move(x: 120))
        touch.frame(20, .up())
        expect(&touch, "")
        touch.tap(30, 100, 100)
        expect(&touch, contacts: false, "50.000 action tap a #1 (100,100) drawing")
    }

    @Test func `L8 a hold of a contact that survives a gap goes on`() {
        var touch = two([.hold])
        touch.frame(0, .down(id: 1, x: 100, y: 100))
        touch.frame(10, .dropped, .down(id: 1, x: 100, y: 100))
        touch.advance(500)
        expect(&touch, contacts: false, "500.000 action hold a #1 (100,100) drawing")
    }
}
