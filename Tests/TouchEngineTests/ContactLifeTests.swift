import TestSupport
import Testing
import TouchEngine
import TouchModel

/// Rules L1 to L5: owner, zones, triggers, busy, cancel.
struct ContactLifeTests {
    /// The hit zone is [100,200), the retain zone [80,220).
    private func alone(_ triggers: [Trigger] = [.tap]) -> EngineHarness {
        EngineHarness(region("a", 110, 110, 80, 80, expand: 10, retain: 20, on: triggers))
    }

    // MARK: L1

    @Test func `L1 the owner is fixed at down, whatever the contact slides over`() {
        var touch = EngineHarness(
            region("a", 0, 0, 100, 100, retain: 300), region("b", 100, 0, 100, 100))
        touch.frame(0, .down(x: 50, y: 50))
        touch.frame(10, .move(x: 150, y: 50))
        touch.frame(20, .move(x: 60, y: 50))
        touch.frame(30, .up())
        expect(&touch, contacts: false, "30.000 action tap a #1 (60,50) drawing")
    }

    @Test func `L1 a contact that starts on nothing activates nothing by sliding in`() {
        var touch = EngineHarness(region("a", 0, 0, 100, 100, on: [.press, .tap, .release, .hold]))
        touch.frame(0, .down(x: 300, y: 50))
        touch.frame(10, .move(x: 50, y: 50))
        touch.advance(2_000)
        touch.frame(2_000, .up())
        expect(
            &touch,
            """
            0.000 contact down - #1 (300,50) unowned
            2000.000 contact up - #1 (50,50) unowned
            """)
    }

    // MARK: L2

    @Test func `L2 leave is beyond the retain zone, enter is inside the hit zone`() {
        var touch = alone()
        touch.frame(0, .down(x: 150, y: 150))
        touch.frame(10, .move(x: 99.99))  // beyond Z, inside K
        touch.frame(20, .move(x: 80))  // K's first x
        touch.frame(30, .move(x: 79.99))
        touch.frame(40, .move(x: 80))  // in K again is not enough
        touch.frame(50, .move(x: 99.99))
        touch.frame(60, .move(x: 100))  // Z's first x
        touch.frame(70, .move(x: 219.99))
        touch.frame(80, .move(x: 220))  // beyond K
        touch.frame(90, .move(x: 200))  // beyond Z
        touch.frame(100, .move(x: 199.99))
        touch.frame(110, .up())
        expect(
            &touch,
            """
            0.000 contact down a #1 (150,150) drawing
            30.000 contact leave a #1 (79.99,150)
            60.000 contact enter a #1 (100,150) expansion
            80.000 contact leave a #1 (220,150)
            100.000 contact enter a #1 (199.99,150) expansion
            110.000 action tap a #1 (199.99,150) expansion
            110.000 contact up a #1 (199.99,150) expansion
            """)
    }

    @Test func `L2 up in the retain zone that was not left is a tap`() {
        var touch = alone()
        touch.frame(0, .down(x: 150, y: 150))
        touch.frame(10, .move(x: 219.99))
        touch.frame(20, .up())
        expect(&touch, contacts: false, "20.000 action tap a #1 (219.99,150) expansion")
    }

    @Test func `L2 up while outside ends with reason left and is no tap`() {
        var touch = alone()
        touch.frame(0, .down(x: 150, y: 150))
        touch.frame(10, .move(x: 220))
        touch.frame(20, .up())
        expect(
            &touch,
            """
            0.000 contact down a #1 (150,150) drawing
            10.000 contact leave a #1 (220,150)
            20.000 contact up a #1 (220,150) left
            """)
    }

    // MARK: L3

    @Test func `L3 press fires at down, tap and release at up, the contact's step after them`() {
        var touch = alone([.press, .tap, .release])
        touch.tap(0, 150, 150)
        expect(
            &touch,
            """
            0.000 contact down a #1 (150,150) drawing
            0.000 action press a #1 (150,150) drawing
            20.000 action tap a #1 (150,150) drawing
            20.000 action release a #1 (150,150) drawing
            20.000 contact up a #1 (150,150) drawing
            """)
    }

    @Test func `L3 release fires at an end outside too`() {
        var touch = alone([.tap, .release])
        touch.frame(0, .down(x: 150, y: 150))
        touch.frame(10, .move(x: 300))
        touch.frame(20, .up())
        expect(&touch, contacts: false, "20.000 action release a #1 (300,150)")
    }

    @Test(arguments: [(499.999, "tap"), (500.0, "hold"), (500.001, "hold")])
    func `L3 hold fires at its exact moment and consumes the tap`(_ up: Double, _ trigger: String) {
        var touch = alone([.tap, .hold])
        touch.frame(0, .down(x: 150, y: 150))
        touch.frame(up, .up())
        let time = trigger == "hold" ? "500.000" : "499.999"
        expect(&touch, contacts: false, "\(time) action \(trigger) a #1 (150,150) drawing")
    }

    @Test func `L3 hold does not consume the release`() {
        var touch = alone([.tap, .hold, .release])
        touch.tap(0, 150, 150, hold: 700)
        expect(
            &touch, contacts: false,
            """
            500.000 action hold a #1 (150,150) drawing
            700.000 action release a #1 (150,150) drawing
            """)
    }

    @Test func `L3 hold takes the time that it is given`() {
        var touch = EngineHarness(
            region("a", 0, 0, 100, 100) {
                $0.actions[.hold] = ActionSettings(name: "menu", after: .milliseconds(3_000))
            })
        touch.frame(0, .down(x: 50, y: 50))
        #expect(touch.engine.nextDeadline == Timestamp(microseconds: 3_000_000))
        touch.advance(2_999.999)
        expect(&touch, contacts: false, "")
        touch.advance(3_000)
        expect(&touch, contacts: false, "3000.000 action hold a #1 (50,50) drawing")
        #expect(touch.engine.nextDeadline == nil)
    }

    @Test func `L3 repeat fires after its time and then at each step, and consumes the tap`() {
        var touch = alone([.tap, .repeat])
        touch.frame(0, .down(x: 150, y: 150))
        touch.frame(699.999, .move(x: 151))
        touch.frame(700, .up())
        expect(
            &touch, contacts: false,
            """
            500.000 action repeat a #1 (150,150) drawing
            600.000 action repeat a #1 (150,150) drawing
            700.000 action repeat a #1 (151,150) drawing
            """)
    }

    @Test func `L3 a repeat that lifted before its first is a tap`() {
        var touch = alone([.tap, .repeat])
        touch.tap(0, 150, 150, hold: 499.999)
        expect(&touch, contacts: false, "499.999 action tap a #1 (150,150) drawing")
    }

    @Test(arguments: [Trigger.hold, .repeat])
    func `L3 leaving the retain zone stops the timer for good`(_ trigger: Trigger) {
        var touch = alone([.tap, trigger])
        touch.frame(0, .down(x: 150, y: 150))
        touch.frame(100, .move(x: 300))
        touch.frame(110, .move(x: 150))
        #expect(touch.engine.nextDeadline == nil)
        touch.frame(900, .up())
        expect(&touch, contacts: false, "900.000 action tap a #1 (150,150) drawing")
    }

    @Test func `L3 a move within the retain zone does not stop the timer`() {
        var touch = alone([.hold])
        touch.frame(0, .down(x: 150, y: 150))
        touch.frame(100, .move(x: 219))
        touch.advance(500)
        expect(&touch, contacts: false, "500.000 action hold a #1 (219,150) expansion")
    }

    @Test func `L3 repeats before a leave consume the tap`() {
        var touch = alone([.tap, .repeat])
        touch.frame(0, .down(x: 150, y: 150))
        touch.frame(550, .move(x: 300))
        touch.frame(560, .move(x: 150))
        touch.frame(900, .up())
        expect(&touch, contacts: false, "500.000 action repeat a #1 (150,150) drawing")
    }

    // MARK: L4

    @Test func `L4 a second contact on an owned region is busy and swallowed until its own up`() {
        var touch = alone([.press, .tap, .release])
        touch.frame(0, .down(slot: 0, id: 1, x: 150, y: 150))
        touch.frame(10, .down(slot: 1, id: 2, x: 160, y: 150))
        touch.frame(20, .up(slot: 0))
        touch.frame(30, .move(slot: 1, x: 170))
        touch.frame(900, .up(slot: 1))
        expect(
            &touch,
            """
            0.000 contact down a #1 (150,150) drawing
            0.000 action press a #1 (150,150) drawing
            10.000 refused a #2 (160,150) drawing busy
            20.000 action tap a #1 (150,150) drawing
            20.000 action release a #1 (150,150) drawing
            20.000 contact up a #1 (150,150) drawing
            """)
    }

    @Test func `L4 a region is free again once its owner's contact lifted, even in the same frame`() {
        var touch = alone()
        touch.frame(0, .down(slot: 1, id: 1, x: 150, y: 150))
        touch.frame(10, .down(slot: 0, id: 2, x: 160, y: 150), .up(slot: 1))
        touch.frame(20, .up(slot: 0))
        expect(
            &touch, contacts: false,
            """
            10.000 action tap a #1 (150,150) drawing
            20.000 action tap a #2 (160,150) drawing
            """)
    }

    @Test func `L4 contacts on different regions are independent, a parent and its child too`() {
        var touch = EngineHarness(region("a", 0, 0, 100, 100, regions: [region("b", 0, 0, 50, 50)]))
        touch.frame(0, .down(slot: 0, id: 1, x: 80, y: 80))
        touch.frame(10, .down(slot: 1, id: 2, x: 10, y: 10))
        touch.frame(20, .up(slot: 0), .up(slot: 1))
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (80,80) drawing
            20.000 action tap b #2 (10,10) drawing
            """)
    }

    private func grouped(exclusive: Bool) -> EngineHarness {
        let regions = [
            region("a", 0, 0, 100, 100, group: "g"), region("b", 100, 0, 100, 100, group: "g"),
            region("c", 200, 0, 100, 100),
        ]
        return EngineHarness(
            screen(
                [PageSettings(name: "home", regions: regions)],
                groups: [GroupSettings(name: "g", exclusive: exclusive)]))
    }

    @Test(arguments: [true, false])
    func `L4 members of an exclusive group refuse while one is down, strangers do not`(_ exclusive: Bool) {
        var touch = grouped(exclusive: exclusive)
        touch.frame(0, .down(slot: 0, id: 1, x: 50, y: 50))
        touch.frame(10, .down(slot: 1, id: 2, x: 150, y: 50), .down(slot: 2, id: 3, x: 250, y: 50))
        touch.frame(20, .up(slot: 0), .up(slot: 1), .up(slot: 2))
        expect(
            &touch, contacts: false,
            exclusive
                ? """
                10.000 refused b #2 (150,50) drawing busy
                20.000 action tap a #1 (50,50) drawing
                20.000 action tap c #3 (250,50) drawing
                """
                : """
                20.000 action tap a #1 (50,50) drawing
                20.000 action tap b #2 (150,50) drawing
                20.000 action tap c #3 (250,50) drawing
                """)
    }

    @Test func `L4 an exclusive group is free again once its member lifted`() {
        var touch = grouped(exclusive: true)
        touch.tap(0, 50, 50)
        touch.tap(20, 150, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (50,50) drawing
            40.000 action tap b #2 (150,50) drawing
            """)
    }

    // MARK: L5

    @Test func `L5 cancel fires nothing, and stops the timer`() {
        var touch = alone([.tap, .release, .hold])
        touch.frame(0, .down(x: 150, y: 150))
        touch.frame(10, .tool(ToolType.palm))
        touch.advance(1_000)
        touch.frame(1_000, .up())
        expect(
            &touch,
            """
            0.000 contact down a #1 (150,150) drawing
            10.000 contact cancel a #1 (150,150) palm
            """)
    }
}
