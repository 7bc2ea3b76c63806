import TestSupport
import Testing
import TouchEngine
import TouchModel

/// Rules L9, L10 and T6: pages change under contacts, panels go away.
struct PageChangeTests {
    private func pages(
        _ first: RegionSettings..., then second: RegionSettings..., debounce: Debounce = .off,
        touchProtocol: TouchProtocol = .slots
    ) -> EngineHarness {
        EngineHarness(
            screen(
                [PageSettings(name: "first", regions: first), PageSettings(name: "second", regions: second)],
                debounce: debounce),
            touchProtocol)
    }

    // MARK: L9

    @Test func `L9 and L12 a page change cancels each captured contact by number, then tells the page`() {
        var touch = pages(
            region("a", 0, 0, 100, 100), region("b", 100, 0, 100, 100), then: region("c", 0, 0, 800, 480))
        touch.frame(0, .down(slot: 1, id: 1, x: 50, y: 50))
        touch.frame(10, .down(slot: 0, id: 2, x: 150, y: 50))
        touch.show("second", 20)
        touch.frame(30, .move(slot: 0, x: 160), .move(slot: 1, x: 60))
        touch.frame(40, .up(slot: 0), .up(slot: 1))
        expect(
            &touch,
            """
            0.000 contact down a #1 (50,50) drawing
            10.000 contact down b #2 (150,50) drawing
            20.000 contact cancel a #1 (50,50) page
            20.000 contact cancel b #2 (150,50) page
            20.000 page second
            """)
        touch.tap(50, 50, 50)
        expect(&touch, contacts: false, "70.000 action tap c #3 (50,50) drawing")
    }

    @Test func `L9 a page change to the page that shows does nothing`() {
        var touch = pages(region("a", 0, 0, 100, 100), then: region("c", 0, 0, 800, 480))
        touch.frame(0, .down(x: 50, y: 50))
        touch.show("first", 10)
        touch.frame(20, .up())
        expect(&touch, contacts: false, "20.000 action tap a #1 (50,50) drawing")
    }

    @Test func `L9 the new page inherits no refused contact either`() {
        var touch = pages(region("a", 0, 0, 100, 100), then: region("c", 0, 0, 100, 100, on: [.press, .tap]))
        touch.frame(0, .down(slot: 0, id: 1, x: 50, y: 50), .down(slot: 1, id: 2, x: 60, y: 50))
        touch.show("second", 10)
        touch.frame(20, .move(slot: 1, x: 70))
        touch.frame(30, .up(slot: 1))
        expect(
            &touch, contacts: false,
            """
            0.000 refused a #2 (60,50) drawing busy
            10.000 page second
            """)
    }

    @Test func `L9 the new page inherits no contact that waits for its position`() {
        var touch = pages(region("a", 0, 0, 100, 100), then: region("c", 0, 0, 800, 480, on: [.press, .tap]))
        touch.frame(0, .down(id: 1, x: 50, y: nil))
        touch.show("second", 10)
        touch.frame(20, .move(y: 50))
        touch.frame(30, .up())
        expect(&touch, "10.000 page second")
    }

    @Test func `L9 an unowned contact activates nothing on the new page`() {
        var touch = pages(region("a", 0, 0, 100, 100), then: region("c", 0, 0, 800, 480))
        touch.frame(0, .down(x: 500, y: 50))
        touch.show("second", 10)
        touch.frame(20, .up())
        expect(
            &touch,
            """
            0.000 contact down - #1 (500,50) unowned
            10.000 page second
            20.000 contact up - #1 (500,50) unowned
            """)
    }

    @Test func `L12 at up the tap, the release and the contact's step come before the page it asks for`() {
        var touch = pages(
            region("a", 0, 0, 100, 100, on: [.release], turns: [.tap: "second"]),
            region("b", 100, 0, 100, 100),
            then: region("c", 0, 0, 800, 480))
        touch.frame(0, .down(slot: 0, id: 1, x: 50, y: 50), .down(slot: 1, id: 2, x: 150, y: 50))
        touch.frame(10, .up(slot: 0), .up(slot: 1))
        expect(
            &touch,
            """
            0.000 contact down a #1 (50,50) drawing
            0.000 contact down b #2 (150,50) drawing
            10.000 action tap a #1 (50,50) drawing
            10.000 action release a #1 (50,50) drawing
            10.000 contact up a #1 (50,50) drawing
            10.000 contact cancel b #2 (150,50) page
            10.000 page second
            """)
    }

    @Test func `L12 a press that asks for a page cancels its own contact`() {
        var touch = pages(
            region("a", 0, 0, 100, 100, on: [.tap, .release], turns: [.press: "second"]),
            then: region("c", 0, 0, 800, 480))
        touch.tap(0, 50, 50)
        expect(
            &touch,
            """
            0.000 contact down a #1 (50,50) drawing
            0.000 action press a #1 (50,50) drawing
            0.000 contact cancel a #1 (50,50) page
            0.000 page second
            """)
    }

    @Test func `L12 a hold that asks for a page turns it at its deadline, before the frame`() {
        var touch = pages(
            region("a", 0, 0, 100, 100, turns: [.hold: "second"]), then: region("c", 0, 0, 800, 480))
        touch.frame(0, .down(slot: 0, id: 1, x: 50, y: 50))
        touch.frame(600, .up(slot: 0), .down(slot: 1, id: 2, x: 50, y: 50))
        expect(
            &touch,
            """
            0.000 contact down a #1 (50,50) drawing
            500.000 action hold a #1 (50,50) drawing
            500.000 contact cancel a #1 (50,50) page
            500.000 page second
            600.000 contact down c #2 (50,50) drawing
            """)
    }

    @Test func `of tap and release that both ask for a page the release's wins`() {
        var touch = EngineHarness(
            screen([
                page("first", region("a", 0, 0, 100, 100, turns: [.tap: "second", .release: "third"])),
                page("second"), page("third"),
            ]))
        touch.tap(0, 50, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (50,50) drawing
            20.000 action release a #1 (50,50) drawing
            20.000 page third
            """)
    }

    @Test(arguments: [(true, true), (true, false), (false, true)])
    func `L9 a region that persists on both pages keeps its contact`(_ old: Bool, _ new: Bool) {
        var touch = pages(
            region("a", 0, 0, 100, 100) { $0.persist = old },
            then: region("other", 0, 0, 800, 480), region("a", 20, 0, 100, 100) { $0.persist = new })
        touch.frame(0, .down(x: 50, y: 50))
        touch.show("second", 10)
        touch.frame(20, .up())
        expect(
            &touch, contacts: false,
            old && new
                ? """
                10.000 page second
                20.000 action tap a #1 (50,50) drawing
                """ : "10.000 page second")
    }

    @Test(arguments: ["disabled", "hidden", "glass", "gone"])
    func `L9 a persistent region that cannot answer on the new page loses its contact`(_ why: String) {
        var touch = pages(
            region("a", 0, 0, 100, 100) { $0.persist = true },
            then: region(why == "gone" ? "b" : "a", 0, 0, 100, 100, on: why == "glass" ? [] : [.tap]) {
                $0.persist = true
                $0.enabled = why != "disabled"
                $0.hidden = why == "hidden"
            })
        touch.frame(0, .down(x: 50, y: 50))
        touch.show("second", 10)
        touch.frame(20, .up())
        expect(
            &touch,
            """
            0.000 contact down a #1 (50,50) drawing
            10.000 contact cancel a #1 (50,50) page
            10.000 page second
            """)
    }

    @Test func `L9 a persistent region's hold and its zones go on from the new page`() {
        var touch = pages(
            region("a", 0, 0, 100, 100, retain: 0, on: [.hold, .tap]) { $0.persist = true },
            then: region("a", 20, 0, 100, 100, retain: 0, on: [.hold, .tap]) { $0.persist = true })
        touch.frame(0, .down(x: 50, y: 50))
        touch.show("second", 10)
        touch.frame(20, .move(x: 119.99))
        touch.advance(500)
        touch.frame(510, .move(x: 120))
        expect(
            &touch,
            """
            0.000 contact down a #1 (50,50) drawing
            10.000 page second
            500.000 action hold a #1 (119.99,50) drawing
            510.000 contact leave a #1 (120,50)
            """)
    }

    // MARK: L10

    @Test(arguments: TouchProtocol.allCases)
    func `L10 a panel that goes away cancels its contacts and timers at once`(_ kind: TouchProtocol) {
        var touch = EngineHarness(
            region("a", 0, 0, 100, 100, on: [.tap, .release, .hold]), touchProtocol: kind)
        if kind == .anonymous {
            touch.frame(0, .key(1), .block(x: 50, y: 50))
        } else {
            touch.frame(0, .down(x: 50, y: 50))
        }
        touch.detach(10)
        #expect(touch.engine.nextDeadline == nil)
        touch.advance(2_000)
        touch.frame(2_000, .up(), .key(0), .noBlock)
        expect(
            &touch,
            """
            0.000 contact down a #1 (50,50) drawing
            10.000 contact cancel a #1 (50,50) device
            """)
    }

    @Test func `L10 unowned contacts are cancelled too, refused ones end silently, and numbers go on`() {
        var touch = EngineHarness(region("a", 0, 0, 100, 100))
        touch.frame(
            0, .down(slot: 0, id: 1, x: 50, y: 50), .down(slot: 1, id: 2, x: 60, y: 50),
            .down(slot: 2, id: 3, x: 500, y: 50))
        touch.detach(10)
        let isAttached = touch.engine.attach(touch.frames.panel())
        #expect(isAttached)
        touch.frame(20, .down(slot: 0, id: 1, x: 50, y: 50))
        expect(
            &touch,
            """
            0.000 contact down a #1 (50,50) drawing
            0.000 refused a #2 (60,50) drawing busy
            0.000 contact down - #3 (500,50) unowned
            10.000 contact cancel a #1 (50,50) device
            10.000 contact cancel - #3 (500,50) device
            20.000 contact down a #4 (50,50) drawing
            """)
    }
}
