import TestSupport
import Testing
import TouchEngine
import TouchModel

/// Chapter 4, rules C1 to C5.
struct HitTestTests {
    // MARK: C1

    @Test func `C1 children are in front of their parent and later siblings in front of earlier ones`() {
        let page = Compiled(
            region("a", 0, 0, 100, 100, regions: [region("child", 0, 0, 50, 50)]), region("b", 25, 0, 50, 100)
        )
        #expect(page.at(10, 10) == "child")
        #expect(page.at(30, 10) == "b")
        #expect(page.at(80, 10) == "a")
    }

    @Test func `C1 all below a later sibling is in front of all below an earlier one`() {
        let deep = region("deep", 0, 0, 50, 50, regions: [region("deeper", 0, 0, 50, 50)])
        let page = Compiled(
            region("a", 0, 0, 100, 100, regions: [deep]),
            region("b", 300, 0, 10, 10, regions: [region("far", -300, 0, 50, 50)]))
        #expect(page.at(10, 10) == "far")
    }

    @Test func `C1 adjoining drawings share no point`() {
        let page = Compiled(region("a", 0, 0, 50, 50), region("b", 50, 0, 50, 50))
        #expect(page.at(49.99, 10) == "a")
        #expect(page.at(50, 10) == "b")
    }

    // MARK: C2

    @Test func `C2 a stranger's growth never covers a drawing, in front or behind`() {
        let front = Compiled(region("a", 0, 0, 100, 100), region("b", 110, 0, 20, 20, expand: 30))
        #expect(front.at(99.99, 10) == "a")
        #expect(front.at(100, 10) == "b+")
        let behind = Compiled(region("b", 110, 0, 20, 20, expand: 30), region("a", 0, 0, 100, 100))
        #expect(behind.at(99.99, 10) == "a")
    }

    @Test func `C2 a descendant competes with the drawing it grows over, even from outside of it`() {
        let page = Compiled(region("a", 0, 0, 100, 100, regions: [region("b", 105, 0, 20, 20, expand: 10)]))
        #expect(page.at(94.99, 10) == "a")
        #expect(page.at(95, 10) == "b+")
    }

    @Test func `C2 a stranger in front competes when its drawing is wholly inside the direct hit's`() {
        func page(_ x: Double) -> Compiled {
            Compiled(region("a", 0, 0, 100, 100), region("b", x, 40, 20, 20, expand: 10))
        }
        #expect(page(80).at(79.99, 50) == "b+")  // ends with the card
        #expect(page(80.25).at(79.99, 50) == "a")  // a quarter unit beyond it
        #expect(page(0).at(20, 50) == "b+")
        #expect(page(-0.25).at(20, 50) == "b+")  // the screen cuts the drawing, so it is inside
    }

    @Test func `C2 a region behind the direct hit does not compete`() {
        let page = Compiled(region("b", 40, 40, 20, 20, expand: 10), region("a", 0, 0, 100, 100))
        #expect(page.at(35, 50) == "a")
    }

    @Test func `C2 an ancestor does not compete with what is in front of it`() {
        let child = region("b", 90, 0, 50, 50)
        let page = Compiled(region("a", 0, 0, 100, 100, expand: 30, regions: [child]))
        #expect(page.at(110, 10) == "b")
        #expect(page.at(110, 60) == "a+")
    }

    @Test func `C2 disabled, blocking and glass regions do not compete by growth`() {
        let page = Compiled(
            region("a", 0, 0, 100, 100),
            region("off", 40, 0, 10, 10, expand: 10) { $0.enabled = false },
            region("wall", 40, 30, 10, 10, expand: 10, on: []) { $0.block = true },
            region("glass", 40, 60, 10, 10, expand: 10, on: []))
        #expect(page.at(38, 5) == "a")
        #expect(page.at(38, 35) == "a")
        #expect(page.at(38, 65) == "a")
        #expect(page.at(42, 65) == "a")
    }

    // MARK: C3

    @Test func `C3 a gap is split half-way and the middle is the frontmost's`() {
        let page = Compiled(region("a", 0, 0, 20, 20, expand: 12), region("b", 24, 0, 20, 20, expand: 12))
        #expect(page.at(21.99, 10) == "a+")
        #expect(page.at(22, 10) == "b+")
        #expect(page.at(22.01, 10) == "b+")
    }

    @Test func `C3 distance is to the drawing, not to its middle or its zone`() {
        let page = Compiled(
            region("wide", 0, 0, 200, 20, expand: 20), region("small", 220, 0, 10, 20, expand: 40))
        #expect(page.at(209.99, 10) == "wide+")
        #expect(page.at(210, 10) == "small+")
    }

    @Test func `C3 distance at a corner is Euclidean`() {
        // From (26,28): to a's corner (20,20) it is 36 + 64 = 100; to b's left edge at x = 36 it is 100 too.
        let tie = Compiled(region("a", 0, 0, 20, 20, expand: 20), region("b", 36, 20, 20, 20, expand: 20))
        #expect(tie.at(26, 28) == "b+")
        #expect(tie.at(25.99, 28) == "a+")
        #expect(tie.at(26, 28.01) == "b+")
        #expect(tie.at(26, 27.99) == "a+")
    }

    @Test func `C3 distance is to the cut drawing`() {
        let child = region("b", 60, 0, 60, 20, expand: 40)
        let page = Compiled(
            region("clip", 0, 0, 100, 100, on: [], regions: [child]) { $0.clip = true },
            region("c", 0, 60, 100, 20, expand: 40))
        #expect(page.at(70, 39.99) == "b+")
        #expect(page.at(70, 40) == "c+")
    }

    // MARK: C4

    @Test func `C4 a competitor goes before a direct hit that refuses`() {
        let page = Compiled(
            region("off", 0, 0, 100, 100) { $0.enabled = false }, region("b", 40, 40, 20, 20, expand: 10))
        #expect(page.at(30, 50) == "b+")
        #expect(page.at(29.99, 50) == "off!disabled")
    }

    @Test func `C4 neither direct hit nor competitor is unowned`() {
        #expect(Compiled(region("a", 0, 0, 10, 10)).at(10, 10) == "-")
    }

    // MARK: C5

    @Test func `C5 topmost gives the frontmost zone, be it over a stranger's drawing`() {
        let regions = [
            region("a", 0, 0, 100, 100), region("b", 110, 0, 20, 20, expand: 30),
            region("c", 150, 0, 20, 20, expand: 30),
        ]
        let page = Compiled(overlap: .topmost, regions[0], regions[1], regions[2])
        #expect(page.at(79.99, 10) == "a")
        #expect(page.at(80, 10) == "b+")
        #expect(page.at(119.99, 10) == "b")
        #expect(page.at(120, 10) == "c+")
        #expect(page.at(129, 10) == "c+")
    }

    @Test func `C5 topmost refuses inside the drawing of a disabled or blocking region`() {
        let page = Compiled(
            overlap: .topmost, region("a", 0, 0, 100, 100),
            region("off", 0, 0, 20, 20, expand: 10) { $0.enabled = false },
            region("wall", 40, 0, 20, 20, expand: 10, on: []) { $0.block = true },
            region("b", 70, 0, 20, 20, expand: 20))
        #expect(page.at(19.99, 10) == "off!disabled")
        #expect(page.at(20, 10) == "a")
        #expect(page.at(40, 10) == "wall!blocked")
        #expect(page.at(49.99, 10) == "wall!blocked")
        #expect(page.at(50, 10) == "b+")
    }

    // MARK: Competitors

    @Test func `competitors are told nearest first, of equals the frontmost`() {
        let page = Compiled(
            region("a", 0, 0, 20, 20, expand: 20), region("b", 24, 0, 20, 20, expand: 20),
            region("c", 0, 25, 40, 20, expand: 20)
        ).page
        let told = page.competitors(at: LayoutPoint(x: 22, y: 19)).map {
            "\(page.regions[$0.region].id) \($0.distance)"
        }
        #expect(told == ["b 2.0", "a 2.0", "c 6.0"])
    }
}
