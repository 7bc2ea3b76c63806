import TestSupport
import Testing
import TouchEngine
import TouchModel

/// Rule T6 and how windows go with pages.
struct PlaceWindowTests {
    private func harness(
        next: RegionSettings, pay: RegionSettings, groups: [GroupSettings] = [], debounce: Debounce = .off
    ) -> EngineHarness {
        EngineHarness(
            screen([page("first", next), page("second", pay)], groups: groups, debounce: debounce))
    }

    @Test
    func `T6 the accepted region's hit zone refuses on the new page, to its last point and microsecond`() {
        func second(_ milliseconds: Double, _ x: Double) -> String {
            var touch = harness(
                next: region("next", 100, 100, 100, 100, expand: 10, debounce: 300, turns: [.tap: "second"]),
                pay: region("pay", 0, 0, 800, 480))
            touch.tap(0, 150, 150)
            _ = touch.take()
            touch.frame(milliseconds, .down(id: 2, x: x, y: 150))
            return touch.take()
        }
        #expect(second(90, 150) == "90.000 refused pay #2 (150,150) drawing debounce 230.000")
        #expect(second(90, 90) == "90.000 refused pay #2 (90,150) drawing debounce 230.000")
        #expect(second(90, 89.99) == "90.000 contact down pay #2 (89.99,150) drawing")
        #expect(second(90, 209.99) == "90.000 refused pay #2 (209.99,150) drawing debounce 230.000")
        #expect(second(90, 210) == "90.000 contact down pay #2 (210,150) drawing")
        #expect(second(319.999, 150) == "319.999 refused pay #2 (150,150) drawing debounce 0.001")
        #expect(second(320, 150) == "320.000 contact down pay #2 (150,150) drawing")
    }

    @Test func `T6 the place refuses also when the page was turned from outside`() {
        var touch = harness(
            next: region("next", 0, 0, 100, 100, debounce: 300), pay: region("pay", 0, 0, 800, 480))
        touch.tap(0, 50, 50)
        touch.show("second", 100)
        touch.tap(200, 50, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap next #1 (50,50) drawing
            100.000 page second
            200.000 refused pay #2 (50,50) drawing debounce 120.000
            """)
    }

    @Test func `T6 a quiet place starts again at each refused down`() {
        var touch = harness(
            next: region("next", 0, 0, 100, 100, debounce: 300, mode: .quiet, turns: [.tap: "second"]),
            pay: region("pay", 0, 0, 800, 480))
        touch.tap(0, 50, 50)
        touch.tap(300, 50, 50)
        touch.tap(599.999, 50, 50, hold: 0.0005)
        touch.tap(899.999, 50, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap next #1 (50,50) drawing
            20.000 page second
            300.000 refused pay #2 (50,50) drawing debounce 300.000
            599.999 refused pay #3 (50,50) drawing debounce 300.000
            919.999 action tap pay #4 (50,50) drawing
            """)
    }

    @Test func `T2 and T6 a press that turns the page refuses there until its interval after the lift`() {
        var touch = harness(
            next: region("next", 0, 0, 100, 100, debounce: 300, turns: [.press: "second"]),
            pay: region("pay", 0, 0, 800, 480))
        touch.frame(0, .down(x: 50, y: 50))
        touch.frame(1_000, .up())
        touch.tap(1_299.999, 50, 50, hold: 0.0005)
        touch.tap(1_300, 50, 50)
        expect(
            &touch, contacts: false,
            """
            0.000 action press next #1 (50,50) drawing
            0.000 page second
            1299.999 refused pay #2 (50,50) drawing debounce 0.001
            1320.000 action tap pay #3 (50,50) drawing
            """)
    }

    @Test func `T6 is of the region's own window: its group's goes with the group`() {
        var touch = harness(
            next: region("next", 0, 0, 100, 100, group: "g", turns: [.tap: "second"]),
            pay: region("pay", 0, 0, 800, 480) { $0.regions = [region("far", 400, 0, 100, 100, group: "g")] },
            groups: [GroupSettings(name: "g", debounce: Debounce(interval: .milliseconds(300)))])
        touch.tap(0, 50, 50)
        touch.tap(100, 50, 50)
        touch.tap(200, 450, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap next #1 (50,50) drawing
            20.000 page second
            120.000 action tap pay #2 (50,50) drawing
            200.000 refused far #3 (450,50) drawing debounce 120.000
            """)
    }

    @Test func `T5 the screen's window goes on over the page`() {
        var touch = harness(
            next: region("next", 0, 0, 100, 100, turns: [.tap: "second"]), pay: region("pay", 0, 0, 800, 480),
            debounce: Debounce(interval: .milliseconds(300)))
        touch.tap(0, 50, 50)
        touch.tap(319.999, 700, 50, hold: 0.0005)
        touch.tap(320, 700, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap next #1 (50,50) drawing
            20.000 page second
            319.999 refused pay #2 (700,50) drawing debounce 0.001
            340.000 action tap pay #3 (700,50) drawing
            """)
    }

    @Test func `T5 a region's window is still its own when the screen comes back to its page`() {
        var touch = harness(
            next: region("next", 0, 0, 100, 100, debounce: 2_000), pay: region("pay", 0, 0, 800, 480))
        touch.tap(0, 50, 50)
        touch.show("second", 100)
        touch.show("first", 200)
        touch.tap(2_019.999, 50, 50, hold: 0.0005)
        touch.tap(2_020, 50, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap next #1 (50,50) drawing
            100.000 page second
            200.000 page first
            2019.999 refused next #2 (50,50) drawing debounce 0.001
            2040.000 action tap next #3 (50,50) drawing
            """)
    }

    @Test func `L9 and T5 a persistent region takes its window along, beyond its old place`() {
        var touch = harness(
            next: region("bar", 0, 0, 100, 100, debounce: 300) { $0.persist = true },
            pay: region("bar", 200, 0, 100, 100, debounce: 300) { $0.persist = true })
        touch.tap(0, 50, 50)
        touch.show("second", 100)
        touch.tap(319.999, 250, 50, hold: 0.0005)
        touch.tap(320, 250, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap bar #1 (50,50) drawing
            100.000 page second
            319.999 refused bar #2 (250,50) drawing debounce 0.001
            340.000 action tap bar #3 (250,50) drawing
            """)
    }

    @Test func `T6 a place that was quiet and restarted on the other page is one window, not two`() {
        var touch = harness(
            next: region("next", 0, 0, 100, 100, debounce: 300, mode: .quiet),
            pay: region("pay", 0, 0, 800, 480))
        touch.tap(0, 50, 50)
        touch.show("second", 30)
        touch.tap(200, 50, 50)  // refused by the place, which starts again
        touch.show("first", 250)
        touch.tap(400, 50, 50)
        touch.tap(699.999, 50, 50)
        touch.tap(1_000, 50, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap next #1 (50,50) drawing
            30.000 page second
            200.000 refused pay #2 (50,50) drawing debounce 300.000
            250.000 page first
            400.000 refused next #3 (50,50) drawing debounce 300.000
            699.999 refused next #4 (50,50) drawing debounce 300.000
            1020.000 action tap next #5 (50,50) drawing
            """)
    }
}
