import TestSupport
import Testing
import TouchEngine
import TouchModel

/// A screen that is locked answers no contact (rules L5, L13, T2).
struct LockTests {
    private let a = region("a", 0, 0, 100, 100, debounce: 300, on: [.press, .tap, .release, .hold])
    private let b = region("b", 200, 0, 100, 100)

    @Test func `L5 a lock cancels what is down by number, owned before unowned, and triggers nothing`() {
        var touch = EngineHarness(a, b)
        touch.frame(0, .down(slot: 0, id: 1, x: 500, y: 50))
        touch.frame(1, .down(slot: 2, id: 2, x: 250, y: 50))
        touch.frame(2, .down(slot: 1, id: 3, x: 50, y: 50))
        touch.lock(10)
        touch.advance(5_000)
        touch.frame(5_000, .move(slot: 1, x: 60))
        touch.frame(5_010, .up(slot: 0), .up(slot: 1), .up(slot: 2))
        expect(
            &touch,
            """
            0.000 contact down - #1 (500,50) unowned
            1.000 contact down b #2 (250,50) drawing
            2.000 contact down a #3 (50,50) drawing
            2.000 action press a #3 (50,50) drawing
            10.000 contact cancel b #2 (250,50) locked
            10.000 contact cancel a #3 (50,50) locked
            10.000 contact cancel - #1 (500,50) locked
            """)
        #expect(touch.engine.isLocked)
        #expect(!touch.engine.hasContacts)
    }

    @Test func `a locked screen refuses and names the region that would have had the contact, if any`() {
        var touch = EngineHarness(
            a, b, region("off", 400, 0, 100, 100) { $0.enabled = false },
            region("wall", 600, 0, 100, 100, on: []) { $0.block = true },
            region("grown", 0, 200, 20, 20, expand: 30))
        touch.lock(0)
        touch.lock(1)
        for (index, x) in [50.0, 250, 450, 650, 150].enumerated() {
            touch.tap(Double(10 + index), x, 50, hold: 0.5)
        }
        touch.tap(20, 40, 210)
        expect(
            &touch,
            """
            10.000 refused a #1 (50,50) drawing locked
            11.000 refused b #2 (250,50) drawing locked
            12.000 refused off #3 (450,50) drawing locked
            13.000 refused wall #4 (650,50) drawing locked
            14.000 refused - #5 (150,50) locked
            20.000 refused grown #6 (40,210) expansion locked
            """)
    }

    @Test func `a contact of a locked time stays refused after the unlock, the next is accepted`() {
        var touch = EngineHarness(a)
        touch.lock(0)
        touch.frame(10, .down(x: 50, y: 50))
        touch.engine.unlock()
        #expect(!touch.engine.isLocked)
        touch.frame(20, .move(x: 60))
        touch.advance(1_000)
        touch.frame(1_000, .up())
        touch.frame(1_001, .down(id: 2, x: 50, y: 50))
        expect(
            &touch,
            """
            10.000 refused a #1 (50,50) drawing locked
            1001.000 contact down a #2 (50,50) drawing
            1001.000 action press a #2 (50,50) drawing
            """)
    }

    @Test func `a contact that was down at the lock is ignored until it lifts, though the lock has gone`() {
        var touch = EngineHarness(a, b)
        touch.frame(0, .down(slot: 0, id: 1, x: 250, y: 50))
        touch.lock(10)
        touch.engine.unlock()
        touch.frame(20, .move(slot: 0, x: 260))
        touch.frame(30, .down(slot: 1, id: 2, x: 250, y: 50))
        touch.frame(40, .up(slot: 0))
        touch.frame(50, .up(slot: 1))
        expect(
            &touch,
            """
            0.000 contact down b #1 (250,50) drawing
            10.000 contact cancel b #1 (250,50) locked
            30.000 contact down b #2 (250,50) drawing
            50.000 action tap b #2 (250,50) drawing
            50.000 contact up b #2 (250,50) drawing
            """)
    }

    @Test func `a contact that waits for its position at the lock is ignored until it lifts`() {
        var touch = EngineHarness(a)
        touch.frame(0, .down(x: 50, y: nil))
        touch.lock(10)
        touch.engine.unlock()
        touch.frame(20, .move(y: 50))
        touch.frame(30, .up())
        expect(&touch, "")
    }

    @Test func `T3 a lock neither opens nor restarts windows, and those that are open go on`() {
        let quiet = region("a", 0, 0, 100, 100, debounce: 300, mode: .quiet)
        var touch = EngineHarness(quiet)
        touch.tap(0, 50, 50)
        touch.lock(30)
        touch.tap(200, 50, 50)
        touch.engine.unlock()
        touch.frame(319.999, .down(id: 2, x: 50, y: 50))
        touch.frame(319.9995, .up())
        touch.tap(619.999, 50, 50)
        expect(
            &touch, contacts: false,
            """
            20.000 action tap a #1 (50,50) drawing
            200.000 refused a #2 (50,50) drawing locked
            319.999 refused a #3 (50,50) drawing debounce 300.000
            639.999 action tap a #4 (50,50) drawing
            """)
    }

    @Test func `a lock stays over reloads, pages and panels`() {
        var touch = EngineHarness(screen([page("home", a), page("second", b)]))
        touch.lock(0)
        touch.show("second", 10)
        touch.reload(20, screen([page("second", b, a), page("home", a)]))
        touch.tap(30, 250, 50)
        touch.detach(60)
        let isAttached = touch.engine.attach(touch.frames.panel())
        #expect(isAttached)
        touch.tap(70, 250, 50)
        expect(
            &touch,
            """
            10.000 page second
            30.000 refused b #1 (250,50) drawing locked
            70.000 refused b #2 (250,50) drawing locked
            """)
    }

    @Test func `a contact refused while locked is cancelled by nothing, and not told at its up`() {
        var touch = EngineHarness(a)
        touch.lock(0)
        touch.frame(10, .down(x: 50, y: 50))
        _ = touch.take()
        touch.reload(20, b)
        touch.detach(30)
        expect(&touch, "")
    }
}
