import TestSupport
import Testing
import TouchEngine
import TouchModel

/// Rules L9, L12 and L4 as another layout comes under live contacts.
struct LayoutChangeTests {
    private let a = region("a", 0, 0, 100, 100)
    private let b = region("b", 200, 0, 100, 100)

    // MARK: Contacts that go on

    @Test func `L9 a contact goes on where its region stays, though others come, go and change places`() {
        var touch = EngineHarness(a, b)
        touch.frame(0, .down(x: 250, y: 50))
        touch.reload(10, region("new", 400, 0, 100, 100), region("other", 600, 0, 50, 50), b, a)
        touch.frame(20, .up())
        touch.tap(30, 50, 50)
        expect(
            &touch,
            """
            0.000 contact down b #1 (250,50) drawing
            20.000 action tap b #1 (250,50) drawing
            20.000 contact up b #1 (250,50) drawing
            30.000 contact down a #2 (50,50) drawing
            50.000 action tap a #2 (50,50) drawing
            50.000 contact up a #2 (50,50) drawing
            """)
    }

    @Test func `L9 a contact goes on though its page has another place among the pages`() {
        var touch = EngineHarness(screen([page("home", a), page("second", b)]))
        touch.frame(0, .down(x: 50, y: 50))
        var settings = screen([page("first", b), page("second", b), page("home", a)])
        settings.start = "first"
        touch.reload(10, settings)
        touch.frame(20, .up())
        expect(&touch, contacts: false, "20.000 action tap a #1 (50,50) drawing")
        #expect(touch.engine.page == 2)
    }

    @Test func `L9 what the region does at its end is what the new layout says`() {
        var touch = EngineHarness(a)
        touch.frame(0, .down(x: 50, y: 50))
        touch.reload(10, region("a", 0, 0, 100, 100, on: [.release]))
        touch.frame(20, .up())
        expect(&touch, contacts: false, "20.000 action release a #1 (50,50) drawing")
    }

    @Test func `L3 and L9 the timer of a hold goes on`() {
        let hold = region("a", 0, 0, 100, 100, on: [.tap, .hold])
        var touch = EngineHarness(hold)
        touch.frame(0, .down(x: 50, y: 50))
        touch.reload(499.999, b, hold)
        #expect(touch.engine.nextDeadline == touch.frames.time(500))
        touch.advance(500)
        touch.reload(600, hold)
        touch.frame(700, .up())
        expect(&touch, contacts: false, "500.000 action hold a #1 (50,50) drawing")
    }

    @Test func `L3 and L9 a repeat goes on, and ends with its action`() {
        let repeats = region("a", 0, 0, 100, 100, on: [.tap, .repeat])
        var touch = EngineHarness(repeats)
        touch.frame(0, .down(x: 50, y: 50))
        touch.advance(550)
        touch.reload(550, b, repeats)
        touch.advance(650)
        touch.reload(650, a)
        touch.advance(2_000)
        // The repeat has consumed the tap, also where there is none any more.
        touch.frame(2_000, .up())
        expect(
            &touch, contacts: false,
            """
            500.000 action repeat a #1 (50,50) drawing
            600.000 action repeat a #1 (50,50) drawing
            """)
    }

    @Test func `L2 and L9 a contact that has left stays outside, and comes back`() {
        var touch = EngineHarness(a)
        touch.frame(0, .down(x: 50, y: 50))
        touch.frame(10, .move(x: 110, y: 50))
        touch.reload(20, b, a)
        touch.frame(30, .move(x: 100, y: 50))
        touch.frame(40, .move(x: 99.99, y: 50))
        touch.reload(50, a)
        touch.frame(60, .up())
        expect(
            &touch,
            """
            0.000 contact down a #1 (50,50) drawing
            10.000 contact leave a #1 (110,50)
            40.000 contact enter a #1 (99.99,50) drawing
            60.000 action tap a #1 (99.99,50) drawing
            60.000 contact up a #1 (99.99,50) drawing
            """)
    }

    @Test func `L9 persistent regions keep their contact over a reload and then over a page`() {
        func bar(_ x: Double) -> RegionSettings { region("bar", x, 0, 100, 100) { $0.persist = true } }
        var touch = EngineHarness(screen([page("first", bar(0)), page("second", bar(300))]))
        touch.frame(0, .down(x: 50, y: 50))
        touch.reload(10, screen([page("second", b, bar(300)), page("first", b, bar(0))]))
        touch.show("second", 20)
        touch.frame(30, .move(x: 350))
        touch.frame(40, .up())
        expect(
            &touch, contacts: false,
            """
            20.000 page second
            40.000 action tap bar #1 (350,50) drawing
            """)
    }

    @Test func `L9 unowned, refused and waiting contacts stay what they are`() {
        let press = region("a", 0, 0, 100, 100, on: [.press, .tap])
        var touch = EngineHarness(press)
        touch.frame(0, .down(slot: 0, id: 1, x: 50, y: 50), .down(slot: 1, id: 2, x: 60, y: 50))
        touch.frame(1, .down(slot: 2, id: 3, x: 500, y: 50), .down(slot: 3, id: 4, x: 250, y: nil))
        touch.reload(10, press, b, region("c", 400, 0, 200, 100))
        touch.frame(20, .up(slot: 0), .up(slot: 1), .up(slot: 2), .move(slot: 3, y: 50))
        touch.frame(30, .up(slot: 3))
        expect(
            &touch,
            """
            0.000 contact down a #1 (50,50) drawing
            0.000 action press a #1 (50,50) drawing
            0.000 refused a #2 (60,50) drawing busy
            1.000 contact down - #3 (500,50) unowned
            20.000 action tap a #1 (50,50) drawing
            20.000 contact up a #1 (50,50) drawing
            20.000 contact up - #3 (500,50) unowned
            20.000 contact down b #4 (250,50) drawing
            30.000 action tap b #4 (250,50) drawing
            30.000 contact up b #4 (250,50) drawing
            """)
    }

    @Test func `L4 a region is busy after a reload as before`() {
        var touch = EngineHarness(a)
        touch.frame(0, .down(slot: 0, id: 1, x: 50, y: 50))
        touch.reload(10, b, a)
        touch.frame(20, .down(slot: 1, id: 2, x: 60, y: 50))
        touch.frame(30, .up(slot: 0), .up(slot: 1))
        touch.tap(40, 50, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 refused a #2 (60,50) drawing busy
            30.000 action tap a #1 (50,50) drawing
            60.000 action tap a #3 (50,50) drawing
            """)
    }

    @Test func `L4 a group that becomes exclusive refuses beside contacts of before`() {
        func settings(_ exclusive: Bool) -> ScreenSettings {
            screen(
                [
                    page(
                        "home", region("a", 0, 0, 100, 100, group: "g"),
                        region("b", 200, 0, 100, 100, group: "g"))
                ],
                groups: [GroupSettings(name: "g", exclusive: exclusive)])
        }
        for (before, after, line) in [
            (false, true, "20.000 refused b #2 (250,50) drawing busy"), (true, false, ""),
        ] {
            var touch = EngineHarness(settings(before))
            touch.frame(0, .down(slot: 0, id: 1, x: 50, y: 50))
            touch.reload(10, settings(after))
            touch.frame(20, .down(slot: 1, id: 2, x: 250, y: 50))
            expect(&touch, contacts: false, line)
        }
    }

    // MARK: Contacts that are cancelled

    /// What makes a region another one: its drawing, its zones, or that it does not answer.
    private static let losses: [(name: String, regions: [RegionSettings])] = [
        ("gone", []),
        ("renamed", [region("z", 0, 0, 100, 100)]),
        ("moved by the least", [region("a", 0, 0, 100, 100.01)]),
        ("grown", [region("a", 0, 0, 100, 100, expand: 0.01)]),
        ("retained farther", [region("a", 0, 0, 100, 100, retain: 10.01)]),
        ("disabled", [region("a", 0, 0, 100, 100) { $0.enabled = false }]),
        ("hidden", [region("a", 0, 0, 100, 100) { $0.hidden = true }]),
        ("without interaction", [region("a", 0, 0, 100, 100) { $0.interactive = false }]),
        ("transparent", [region("a", 0, 0, 100, 100) { $0.opacity = 0.01 }]),
        ("glass", [region("a", 0, 0, 100, 100, on: [])]),
        ("blocking", [region("a", 0, 0, 100, 100, on: []) { $0.block = true }]),
        (
            "below a disabled one",
            [
                region("p", 0, 0, 100, 100, on: [], regions: [region("a", 0, 0, 100, 100)]) {
                    $0.enabled = false
                }
            ]
        ),
        (
            "clipped",
            [region("p", 0, 0, 90, 90, on: [], regions: [region("a", 0, 0, 100, 100)]) { $0.clip = true }]
        ),
    ]

    @Test(arguments: losses.indices)
    func `L9 a contact whose region is no longer there, or elsewhere, is cancelled and ignored to its up`(
        _ index: Int
    ) {
        let pressed = region("a", 0, 0, 100, 100, on: [.press, .tap, .release, .hold])
        var touch = EngineHarness(pressed)
        touch.frame(0, .down(x: 50, y: 50))
        touch.reload(10, screen([PageSettings(name: "home", regions: Self.losses[index].regions)]))
        touch.reload(15, pressed)
        touch.advance(1_000)
        touch.frame(1_000, .move(x: 60))
        touch.frame(1_010, .up())
        expect(
            &touch,
            """
            0.000 contact down a #1 (50,50) drawing
            0.000 action press a #1 (50,50) drawing
            10.000 contact cancel a #1 (50,50) reload
            """)
        touch.tap(1_020, 50, 50)
        let told = touch.take(contacts: false)
        #expect(told.contains("1040.000 action tap a #2"), "\(Self.losses[index].name)")
    }

    @Test func `L9 what stays in its place though another branch holds it goes on`() {
        var touch = EngineHarness(a)
        touch.frame(0, .down(x: 50, y: 50))
        touch.reload(
            10, region("p", 100, 100, 50, 50, on: [], regions: [region("a", -100, -100, 100, 100)]))
        touch.frame(20, .up())
        expect(&touch, contacts: false, "20.000 action tap a #1 (50,50) drawing")
    }

    @Test func `L9 a change by a program has its own reason`() {
        var touch = EngineHarness(a)
        touch.frame(0, .down(x: 50, y: 50))
        touch.reload(10, screen([page("home", b)]), .removed)
        let told = touch.take()
        #expect(told.hasSuffix("10.000 contact cancel a #1 (50,50) removed"))
    }

    @Test func `L12 contacts are cancelled in the order of their numbers, the others go on`() {
        let c = region("c", 400, 0, 100, 100)
        var touch = EngineHarness(a, b, c)
        touch.frame(0, .down(slot: 2, id: 1, x: 50, y: 50))
        touch.frame(1, .down(slot: 1, id: 2, x: 250, y: 50))
        touch.frame(2, .down(slot: 0, id: 3, x: 450, y: 50))
        touch.reload(10, b)
        touch.frame(20, .up(slot: 0), .up(slot: 1), .up(slot: 2))
        expect(
            &touch,
            """
            0.000 contact down a #1 (50,50) drawing
            1.000 contact down b #2 (250,50) drawing
            2.000 contact down c #3 (450,50) drawing
            10.000 contact cancel a #1 (50,50) reload
            10.000 contact cancel c #3 (450,50) reload
            20.000 action tap b #2 (250,50) drawing
            20.000 contact up b #2 (250,50) drawing
            """)
    }

    @Test func `L9 a cancelled contact holds its region no longer`() {
        var touch = EngineHarness(a)
        touch.frame(0, .down(slot: 0, id: 1, x: 50, y: 50))
        touch.reload(10, region("a", 0, 0, 200, 100))
        touch.frame(20, .down(slot: 1, id: 2, x: 60, y: 50))
        touch.frame(30, .up(slot: 0), .up(slot: 1))
        let told = touch.take(contacts: false)
        #expect(told == "30.000 action tap a #2 (60,50) drawing")
    }

    // MARK: Pages

    @Test func `L9 and L12 when the page is no more, contacts are cancelled and the start page shows`() {
        var touch = EngineHarness(screen([page("home", a), page("second", b)]))
        touch.show("second", 0)
        touch.frame(1, .down(slot: 0, id: 1, x: 250, y: 50), .down(slot: 1, id: 2, x: 500, y: 50))
        var settings = screen([page("other", b), page("home", a, b)])
        settings.start = "home"
        touch.reload(10, settings)
        touch.frame(20, .up(slot: 0), .up(slot: 1))
        touch.tap(30, 50, 50)
        expect(
            &touch,
            """
            0.000 page second
            1.000 contact down b #1 (250,50) drawing
            1.000 contact down - #2 (500,50) unowned
            10.000 contact cancel b #1 (250,50) reload
            10.000 page home
            20.000 contact up - #2 (500,50) unowned
            30.000 contact down a #3 (50,50) drawing
            50.000 action tap a #3 (50,50) drawing
            50.000 contact up a #3 (50,50) drawing
            """)
    }

    @Test func `L9 the start page in a vanished one's place inherits no contact that waits or was refused`() {
        var touch = EngineHarness(screen([page("home", a), page("second", b)]))
        touch.show("second", 0)
        touch.frame(1, .down(slot: 0, id: 1, x: 250, y: 50), .down(slot: 1, id: 2, x: 260, y: 50))
        touch.frame(2, .down(slot: 2, id: 3, x: 50, y: nil))
        _ = touch.take()
        touch.reload(10, screen([page("home", region("a", 0, 0, 800, 480, on: [.press, .tap]))]))
        touch.frame(20, .move(slot: 2, y: 50), .move(slot: 1, x: 270))
        touch.frame(30, .up(slot: 0), .up(slot: 1), .up(slot: 2))
        expect(
            &touch,
            """
            10.000 contact cancel b #1 (250,50) reload
            10.000 page home
            """)
    }

    // MARK: What positions mean

    private static let mappings: [(name: String, change: @Sendable (inout ScreenSettings) -> Void)] = [
        ("size", { $0.size = LayoutSize(width: 800.01, height: 480) }),
        ("rotation", { $0.rotation = .half }),
        ("calibration", { $0.calibration = Calibration(1, 0, 0.001, 0, 1, 0) }),
    ]

    @Test(arguments: mappings.indices)
    func `L9 when panel positions mean other points all contacts are cancelled`(_ index: Int) {
        let all = region("all", 0, 0, 100, 480)
        var settings = screen([page("home", all)])
        var touch = EngineHarness(settings)
        touch.frame(0, .down(slot: 0, id: 1, x: 50, y: 50), .down(slot: 1, id: 2, x: 400, y: 50))
        touch.frame(1, .down(slot: 2, id: 3, x: 50, y: nil))
        Self.mappings[index].change(&settings)
        touch.reload(10, settings)
        touch.frame(20, .move(slot: 2, y: 50))
        touch.frame(30, .up(slot: 0), .up(slot: 1), .up(slot: 2))
        expect(
            &touch,
            """
            0.000 contact down all #1 (50,50) drawing
            0.000 contact down - #2 (400,50) unowned
            10.000 contact cancel all #1 (50,50) reload
            10.000 contact cancel - #2 (400,50) reload
            """)
    }

    @Test func `C6 the new mapping holds from the next contact on`() {
        var settings = screen([
            page("home", region("left", 0, 0, 400, 480), region("right", 400, 0, 400, 480))
        ])
        var touch = EngineHarness(settings)
        settings.rotation = .half
        touch.reload(0, settings)
        touch.tap(10, 100, 100)
        let told = touch.take(contacts: false)
        #expect(told.hasPrefix("30.000 action tap right #1 (700,380)"))
    }

    @Test func `a calibration that says what held before moves nothing`() {
        var settings = screen([page("home", a)])
        var touch = EngineHarness(settings)
        touch.frame(0, .down(x: 50, y: 50))
        settings.physical = PhysicalSize(width: 160, height: 96)
        settings.debounce = Debounce(interval: .milliseconds(5))
        touch.reload(10, settings)
        touch.frame(20, .up())
        expect(&touch, contacts: false, "20.000 action tap a #1 (50,50) drawing")
        #expect(touch.engine.layout.scale?.x == 5)
    }

    @Test func `another layout without a panel is that of the panel that comes`() {
        var engine = TouchEngine(screen([page("home", a)]))
        var output: [TouchEvent] = []
        let change = engine.change(to: screen([page("other", b)]))
        engine.cancelContacts(lostBy: change, .reload, at: Timestamp(microseconds: 0), into: &output)
        engine.adopt(change, at: Timestamp(microseconds: 0), into: &output)
        #expect(output.map(\.kind) == [.page])
        let isAttached = engine.attach(FrameBuilder(.slots).panel())
        #expect(isAttached)
        #expect(engine.layout.pages.map(\.name) == ["other"])
    }
}
