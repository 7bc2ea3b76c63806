import TestSupport
import Testing
import TouchEngine
import TouchModel

/// Rules T6 and T7 as another layout comes: windows stay with ids and names, and places go on refusing.
struct LayoutWindowTests {
    private func a(_ debounce: Int64, x: Double = 0, mode: DebounceMode = .fixed) -> RegionSettings {
        region("a", x, 0, 100, 100, debounce: debounce, mode: mode)
    }

    private let b = region("b", 200, 0, 100, 100)

    // MARK: T7

    /// What becomes of a down at `milliseconds`, when a tap at 20 opened a window of `old` and a layout with
    /// `new` came at 100.
    private func second(
        _ old: RegionSettings, _ new: RegionSettings..., at milliseconds: Double, x: Double = 50
    ) -> String {
        var touch = EngineHarness(old)
        touch.tap(0, 50, 50)
        touch.reload(100, screen([PageSettings(name: "home", regions: new)]))
        _ = touch.take()
        touch.frame(milliseconds, .down(id: 2, x: x, y: 50))
        return touch.take()
    }

    @Test func `T7 a reload keeps a window to its last microsecond`() {
        #expect(
            second(a(300), b, a(300), at: 319.999)
                == "319.999 refused a #2 (50,50) drawing debounce 0.001")
        #expect(second(a(300), b, a(300), at: 320) == "320.000 contact down a #2 (50,50) drawing")
    }

    @Test func `T7 a longer interval counts from the old start`() {
        #expect(
            second(a(300), a(2_000), at: 2_019.999)
                == "2019.999 refused a #2 (50,50) drawing debounce 0.001")
        #expect(second(a(300), a(2_000), at: 2_020) == "2020.000 contact down a #2 (50,50) drawing")
        // Also where the old one would have been past: it is the start that stays.
        var touch = EngineHarness(a(300))
        touch.tap(0, 50, 50)
        touch.reload(500, a(2_000))
        touch.tap(600, 50, 50)
        let told = touch.take()
        #expect(told.hasSuffix("600.000 refused a #2 (50,50) drawing debounce 1420.000"))
    }

    @Test func `T7 a shorter interval counts from the old start`() {
        #expect(
            second(a(2_000), a(300), at: 319.999)
                == "319.999 refused a #2 (50,50) drawing debounce 0.001")
        #expect(second(a(2_000), a(300), at: 320) == "320.000 contact down a #2 (50,50) drawing")
    }

    @Test func `T7 an interval that is switched off refuses nothing, and on again counts from the start`() {
        #expect(second(a(300), a(0), at: 101) == "101.000 contact down a #2 (50,50) drawing")
        var touch = EngineHarness(a(0))
        touch.tap(0, 50, 50)
        touch.reload(100, a(300))
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

    @Test func `T3 and T7 the mode is the new one's`() {
        var touch = EngineHarness(a(300))
        touch.tap(0, 50, 50)
        touch.reload(50, a(300, mode: .quiet))
        touch.tap(100, 50, 50)
        touch.tap(399.999, 50, 50, hold: 0.0005)
        touch.reload(400, a(300))
        touch.tap(699, 50, 50, hold: 0.5)
        touch.tap(699.999, 50, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (50,50) drawing
            100.000 refused a #2 (50,50) drawing debounce 300.000
            399.999 refused a #3 (50,50) drawing debounce 300.000
            699.000 refused a #4 (50,50) drawing debounce 0.999
            719.999 action tap a #5 (50,50) drawing
            """)
    }

    @Test func `T7 time that goes back by more than the new interval forgets the window`() {
        func second(_ milliseconds: Double) -> String {
            var touch = EngineHarness(a(2_000))
            touch.tap(10_000, 50, 50)
            touch.reload(10_100, a(300))
            _ = touch.take()
            touch.frame(milliseconds, .down(id: 2, x: 50, y: 50))
            return touch.take()
        }
        #expect(second(9_720) == "9720.000 refused a #2 (50,50) drawing debounce 600.000")
        #expect(second(9_719.999) == "9719.999 contact down a #2 (50,50) drawing")
    }

    @Test func `T2 and T7 a contact that goes on over a reload moves its window's start to its up`() {
        let press = region("a", 0, 0, 100, 100, debounce: 300, on: [.press])
        var touch = EngineHarness(press)
        touch.frame(0, .down(x: 50, y: 50))
        touch.reload(100, b, press)
        touch.frame(1_000, .up())
        touch.tap(1_299.999, 50, 50, hold: 0.0005)
        touch.tap(1_300, 50, 50)
        expect(
            &touch, contacts: false,
            """
            0.000 action press a #1 (50,50) drawing
            1299.999 refused a #2 (50,50) drawing debounce 0.001
            1300.000 action press a #3 (50,50) drawing
            """)
    }

    @Test func `T5 and T7 groups keep their windows by name, the screen its own`() {
        func settings(_ group: String, _ interval: Int64, screen debounce: Int64 = 0) -> ScreenSettings {
            screen(
                [page("home", region("a", 0, 0, 100, 100, group: group), b)],
                groups: [
                    GroupSettings(name: "zero"),
                    GroupSettings(name: group, debounce: Debounce(interval: .milliseconds(interval))),
                ], debounce: Debounce(interval: .milliseconds(debounce)))
        }
        func second(_ old: ScreenSettings, _ new: ScreenSettings, _ milliseconds: Double) -> String {
            var touch = EngineHarness(old)
            touch.tap(0, 50, 50)
            touch.reload(100, new)
            _ = touch.take()
            touch.frame(milliseconds, .down(id: 2, x: 50, y: 50))
            return touch.take()
        }
        let refused = "419.999 refused a #2 (50,50) drawing debounce 0.001"
        #expect(second(settings("g", 300), settings("g", 400), 419.999) == refused)
        #expect(second(settings("g", 300), settings("g", 400), 420).contains("down"))
        #expect(second(settings("g", 300), settings("h", 400), 101).contains("down"))
        #expect(second(settings("g", 0, screen: 300), settings("h", 0, screen: 400), 419.999) == refused)
        #expect(second(settings("g", 0, screen: 300), settings("h", 0, screen: 400), 420).contains("down"))
    }

    @Test func `T7 windows of pages that do not show are kept by the page's name and the region's id`() {
        let settings = screen([page("first", a(2_000)), page("second", b)])
        var touch = EngineHarness(settings)
        touch.tap(0, 50, 50)
        touch.show("second", 100)
        touch.reload(
            200, screen([page("second", a(2_000, x: 500), b), page("first", b, a(2_000, x: 500))]))
        touch.tap(300, 550, 50)  // Of the same id, but another page: it has no window.
        touch.show("first", 400)
        touch.tap(500, 550, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (50,50) drawing
            100.000 page second
            320.000 action tap a #2 (550,50) drawing
            400.000 page first
            500.000 refused a #3 (550,50) drawing debounce 1820.000
            """)
    }

    // MARK: T6

    private let pay = region("pay", 0, 0, 800, 480)

    @Test func `T6 where a region leaves with an open window its hit zone refuses for the rest of it`() {
        let old = region("a", 0, 0, 100, 100, expand: 10, debounce: 300)
        #expect(second(old, pay, at: 200) == "200.000 refused pay #2 (50,50) drawing debounce 120.000")
        #expect(second(old, pay, at: 319.999) == "319.999 refused pay #2 (50,50) drawing debounce 0.001")
        #expect(second(old, pay, at: 320) == "320.000 contact down pay #2 (50,50) drawing")
        #expect(
            second(old, pay, at: 200, x: 109.99)
                == "200.000 refused pay #2 (109.99,50) drawing debounce 120.000")
        #expect(second(old, pay, at: 200, x: 110) == "200.000 contact down pay #2 (110,50) drawing")
    }

    @Test func `T6 and T7 a region that moves refuses at its new place, and what comes to its old one too`() {
        let moved = a(300, x: 400)
        #expect(second(a(300), pay, moved, at: 319.999, x: 450).contains("refused a #2"))
        #expect(second(a(300), pay, moved, at: 320, x: 450).contains("down a #2"))
        #expect(second(a(300), pay, moved, at: 319.999).contains("refused pay #2"))
        #expect(second(a(300), pay, moved, at: 320).contains("down pay #2"))
    }

    @Test func `T6 a place keeps the interval that it was left with`() {
        #expect(
            second(a(300), pay, a(2_000, x: 400), at: 320) == "320.000 contact down pay #2 (50,50) drawing")
        #expect(
            second(a(2_000), pay, a(300, x: 400), at: 320)
                == "320.000 refused pay #2 (50,50) drawing debounce 1700.000")
    }

    @Test func `T6 a region that stays leaves no place, and one without a window neither`() {
        #expect(second(a(300), a(0), at: 101).contains("down a #2"))
        #expect(second(a(0), pay, at: 101).contains("down pay #2"))
    }

    @Test func `T6 a place is where the region was accepted, not where else it has been since`() {
        var touch = EngineHarness(a(2_000))
        touch.tap(0, 50, 50)
        for step in 1...3 {
            touch.reload(Double(step * 100), pay, a(2_000, x: Double(step) * 200))
        }
        touch.tap(400, 50, 50)
        touch.tap(500, 250, 50)
        touch.tap(600, 450, 50)
        touch.tap(700, 650, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (50,50) drawing
            400.000 refused pay #2 (50,50) drawing debounce 1620.000
            520.000 action tap pay #3 (250,50) drawing
            620.000 action tap pay #4 (450,50) drawing
            700.000 refused a #5 (650,50) drawing debounce 1320.000
            """)
    }

    @Test func `T6 a region that is disabled and enabled again leaves one place`() {
        var off = a(300, mode: .quiet)
        off.enabled = false
        var touch = EngineHarness(a(300, mode: .quiet))
        touch.tap(0, 50, 50)
        touch.reload(100, pay, off)
        touch.reload(110, pay, a(300, mode: .quiet))
        touch.tap(150, 50, 50)
        touch.reload(160, pay)
        touch.tap(449.999, 50, 50, hold: 0.0005)
        touch.reload(460, a(300, mode: .quiet))
        touch.tap(749.998, 50, 50, hold: 0.0005)
        touch.tap(1_049.998, 50, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (50,50) drawing
            150.000 refused a #2 (50,50) drawing debounce 300.000
            449.999 refused pay #3 (50,50) drawing debounce 300.000
            749.998 refused a #4 (50,50) drawing debounce 300.000
            1069.998 action tap a #5 (50,50) drawing
            """)
    }

    @Test func `T2 and T6 a press whose contact the reload cancels refuses there until after its up`() {
        var touch = EngineHarness(region("a", 0, 0, 100, 100, debounce: 300, on: [.press]))
        touch.frame(0, .down(x: 50, y: 50))
        touch.reload(100, pay)
        touch.reload(200, pay, b)
        touch.frame(1_000, .up())
        touch.tap(1_299.999, 50, 50, hold: 0.0005)
        touch.tap(1_300, 50, 50)
        expect(
            &touch, contacts: false,
            """
            0.000 action press a #1 (50,50) drawing
            1299.999 refused pay #2 (50,50) drawing debounce 0.001
            1320.000 action tap pay #3 (50,50) drawing
            """)
    }

    @Test func `T6 the place of a page change goes on over a reload, also when its page comes back`() {
        let first = region("next", 0, 0, 100, 100, debounce: 300, turns: [.tap: "second"])
        var touch = EngineHarness(screen([page("first", first), page("second", pay)]))
        touch.tap(0, 50, 50)
        touch.reload(100, screen([page("second", pay, b), page("first", b)]))
        touch.tap(319.999, 50, 50, hold: 0.0005)
        touch.tap(320, 50, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap next #1 (50,50) drawing
            20.000 page second
            319.999 refused pay #2 (50,50) drawing debounce 0.001
            340.000 action tap pay #3 (50,50) drawing
            """)
    }

    @Test func `T6 and T7 a vanished page leaves the places of its open windows`() {
        var touch = EngineHarness(screen([page("home", pay), page("second", a(300))]))
        touch.show("second", 0)
        touch.tap(10, 50, 50)
        touch.reload(100, screen([page("home", pay)]))
        touch.tap(329.999, 50, 50, hold: 0.0005)
        touch.tap(330, 50, 50)
        expect(
            &touch, contacts: false,
            """
            0.000 page second
            30.000 action tap a #1 (50,50) drawing
            100.000 page home
            329.999 refused pay #2 (50,50) drawing debounce 0.001
            350.000 action tap pay #3 (50,50) drawing
            """)
    }

    @Test func `T6 places mean nothing once positions mean other points`() {
        func third(_ x: Double, _ y: Double, _ change: (inout ScreenSettings) -> Void) -> String {
            var touch = EngineHarness(a(2_000))
            touch.tap(0, 50, 50)
            touch.reload(100, pay)
            var settings = screen([page("home", pay)])
            change(&settings)
            touch.reload(200, settings)
            _ = touch.take()
            touch.frame(300, .down(id: 2, x: x, y: y))
            return touch.take()
        }
        #expect(third(40, 40) { $0.debounce = .off }.contains("refused pay #2 (40,40)"))
        #expect(
            third(40, 40) { $0.size = LayoutSize(width: 1_600, height: 960) }
                .contains("down pay #2 (80,80)"))
        #expect(third(750, 430) { $0.rotation = .half }.contains("down pay #2 (50,50)"))
    }
}
