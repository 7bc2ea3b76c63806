import TestSupport
import Testing
import TouchEngine
import TouchModel

/// Chapter 3, rules Z1 to Z6. Rule Z1's keys belong to the configuration; here is what the growth that they
/// give means.
struct ZoneTests {
    private func rect(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> LayoutRect {
        LayoutRect(left: left, top: top, right: right, bottom: bottom)
    }

    // MARK: Z1

    @Test func `Z1 positive growth reaches outward and stops at its half-open edge`() {
        let page = Compiled(region("a", 100, 100, 20, 20, expand: 10))
        #expect(page["a"]?.hitZone == rect(90, 90, 130, 130))
        #expect(page.at(89.99, 110) == "-")
        #expect(page.at(90, 110) == "a+")
        #expect(page.at(99.99, 110) == "a+")
        #expect(page.at(100, 110) == "a")
        #expect(page.at(119.99, 110) == "a")
        #expect(page.at(120, 110) == "a+")
        #expect(page.at(129.99, 110) == "a+")
        #expect(page.at(130, 110) == "-")
        #expect(page.at(110, 89.99) == "-")
        #expect(page.at(110, 90) == "a+")
        #expect(page.at(110, 129.99) == "a+")
        #expect(page.at(110, 130) == "-")
    }

    @Test func `Z1 negative growth shrinks, and the touch beside the zone passes to what is behind`() {
        let page = Compiled(region("back", 0, 0, 300, 300), region("a", 100, 100, 20, 20, expand: -5))
        #expect(page["a"]?.hitZone == rect(105, 105, 115, 115))
        #expect(page.at(104.99, 110) == "back")
        #expect(page.at(105, 110) == "a")
        #expect(page.at(114.99, 110) == "a")
        #expect(page.at(115, 110) == "back")
    }

    // MARK: Z2

    @Test func `Z2 an edge's own value goes before the automatic growth, and 0 is a value`() {
        let explicit = Expansion.edges(left: 0, top: 10, right: 0, bottom: 10)
        let page = Compiled(region("a", 100, 100, 20, 20, edges: explicit, minimum: 44))
        #expect(page["a"]?.hitZone == rect(100, 90, 120, 130))
    }

    @Test func `Z2 an edge without a value grows from the minimum, on both sides alike`() {
        let page = Compiled(region("a", 100, 100, 20, 24, edges: .edges(top: 10), minimum: 44))
        #expect(page["a"]?.hitZone == rect(88, 90, 132, 134))
    }

    @Test func `Z2 a drawing of the minimum's size or more does not grow and does not shrink`() {
        let page = Compiled(
            region("same", 0, 0, 44, 44, expand: nil, minimum: 44),
            region("less", 100, 0, 43, 60, expand: nil, minimum: 44))
        #expect(page["same"]?.hitZone == rect(0, 0, 44, 44))
        #expect(page["less"]?.hitZone == rect(99.5, 0, 143.5, 60))
    }

    @Test func `Z2 the automatic growth is from the drawing before any cut`() {
        let page = Compiled(region("a", -10, 0, 44, 20, expand: nil, minimum: 44))
        #expect(page["a"]?.drawing == rect(0, 0, 34, 20))
        #expect(page["a"]?.hitZone == rect(0, 0, 34, 32))
    }

    @Test func `Z2 the standard minimum is 44 units without millimetres and 9 mm with them`() {
        let settings = region("a", 100, 100, 20, 20, expand: nil) { $0.minimum = .standard }
        #expect(Compiled(settings)["a"]?.hitZone == rect(88, 88, 132, 132))
        // 10 units a millimetre across, 5 down: 90 × 45.
        let surface = PhysicalSize(width: 80, height: 96)
        let scaled = Layout(screen([page("home", settings)]), panelSize: surface).pages[0].regions[0]
        #expect(scaled.hitZone == rect(65, 87.5, 155, 132.5))
    }

    @Test func `Z2 millimetres have the scale of their own axis`() {
        let settings = region("a", 100, 100, 50, 50, edges: Expansion(all: .millimetres(2))) {
            $0.retain = .standard
        }
        let surface = PhysicalSize(width: 80, height: 96)
        let scaled = Layout(screen([page("home", settings)]), panelSize: surface).pages[0].regions[0]
        #expect(scaled.hitZone == rect(80, 90, 170, 160))
        #expect(scaled.retainZone == rect(0, 40, 270, 210))
    }

    @Test func `the standard retain is 64 units without millimetres`() {
        let page = Compiled(region("a", 100, 100, 50, 50) { $0.retain = .standard })
        #expect(page["a"]?.retainZone == rect(36, 36, 214, 214))
    }

    // MARK: Z3

    @Test(arguments: [(-9.0, "a"), (-10.0, "-"), (-11.0, "-")])
    func `Z3 a shrink to the middle or beyond leaves no zone`(_ growth: Double, _ owner: String) {
        let page = Compiled(region("a", 100, 100, 20, 20, expand: growth))
        #expect(page.at(110, 110) == owner)
        #expect(page["a"]?.hitZone.isEmpty == (owner == "-"))
        #expect(page["a"]?.retainZone.isEmpty == (owner == "-"))
    }

    @Test func `Z3 a drawing of no size is hit by explicit growth alone`() {
        let grown = Compiled(region("a", 100, 100, 0, 0, expand: 10))
        #expect(grown.at(100, 100) == "a+")
        #expect(grown.at(90, 90) == "a+")
        #expect(grown.at(110, 100) == "-")
        #expect(Compiled(region("a", 100, 100, 0, 0)).at(100, 100) == "-")
        #expect(Compiled(region("a", 100, 100, 0, 0, expand: nil, minimum: 44)).at(100, 100) == "-")
        #expect(Compiled(region("a", 100, 100, 0, 50, expand: nil, minimum: 44)).at(100, 110) == "-")
    }

    @Test func `Z3 growth across alone gives a line no zone, growth across and along does`() {
        let line = Compiled(region("a", 100, 100, 0, 50, edges: .edges(left: 5, right: 5)))
        #expect(line.at(104.99, 100) == "a+")
        #expect(line.at(105, 100) == "-")
        #expect(line.at(100, 99.99) == "-")
        let point = Compiled(region("a", 100, 100, 0, 0, edges: .edges(left: 5, right: 5)))
        #expect(point["a"]?.hitZone.isEmpty == true)
    }

    // MARK: Z4

    @Test func `Z4 a child lies and is hit outside its parent, and its children with it`() {
        let child = region("b", 150, 50, 20, 20, regions: [region("c", 40, 0, 10, 10, expand: 2)])
        let page = Compiled(region("a", 0, 0, 100, 100, regions: [child]))
        #expect(page.at(150, 50) == "b")
        #expect(page.at(190, 50) == "c")
        #expect(page.at(188, 50) == "c+")
        #expect(page.at(187.99, 50) == "-")
    }

    @Test func `Z4 a clipping parent cuts drawing, hit zone and retain zone`() {
        let child = region("b", 90, 10, 20, 20, expand: 5)
        let page = Compiled(region("a", 0, 0, 100, 40, regions: [child]) { $0.clip = true })
        #expect(page["b"]?.drawing == rect(90, 10, 100, 30))
        #expect(page["b"]?.hitZone == rect(85, 5, 100, 35))
        #expect(page["b"]?.retainZone == rect(75, 0, 100, 40))
        #expect(page.at(99.99, 20) == "b")
        #expect(page.at(100, 20) == "-")
    }

    @Test func `Z4 a clip cuts grandchildren, and is itself cut by the clip above it`() {
        let inner = region("inner", 50, 0, 100, 100, on: [], regions: [region("c", 0, 0, 200, 50)]) {
            $0.clip = true
        }
        let middle = region("middle", 0, 0, 10, 10, on: [], regions: [inner])
        let page = Compiled(region("outer", 0, 0, 100, 40, on: [], regions: [middle]) { $0.clip = true })
        #expect(page["c"]?.drawing == rect(50, 0, 100, 40))
    }

    @Test func `Z4 the clip is the drawing, not the hit zone`() {
        let child = region("b", 95, 0, 20, 20)
        let page = Compiled(region("a", 0, 0, 100, 40, expand: 30, regions: [child]) { $0.clip = true })
        #expect(page["b"]?.hitZone == rect(95, 0, 100, 20))
        #expect(page["a"]?.hitZone == rect(0, 0, 130, 70))
    }

    @Test func `Z4 a drawing that is cut away wholly has no zone, one that a sliver is left of has`() {
        func clipped(_ x: Double, _ width: Double) -> String {
            let child = region("b", x, 10, width, 20, expand: 5)
            let parent = region("a", 0, 0, 100, 40, on: [], regions: [child]) { $0.clip = true }
            return Compiled(parent).at(99, 20)
        }
        #expect(clipped(100, 20) == "-")
        #expect(clipped(99.5, 20) == "b+")
        #expect(clipped(100, 0) == "-")
        #expect(clipped(99.5, 0) == "b+")
    }

    @Test func `Z4 the screen cuts all`() {
        let page = Compiled(
            region("left", -30, 100, 40, 40, expand: 10), region("out", -40, 300, 40, 40, expand: 10),
            region("right", 790, 200, 40, 40, expand: 10))
        #expect(page["left"]?.drawing == rect(0, 100, 10, 140))
        #expect(page["left"]?.hitZone == rect(0, 90, 20, 150))
        #expect(page["out"]?.hitZone.isEmpty == true)
        #expect(page.at(5, 310) == "-")
        #expect(page["right"]?.retainZone == rect(770, 180, 800, 260))
    }

    // MARK: Z5

    @Test(arguments: [0.011, 0.01, 0.0])
    func `Z5 opacity at or below 0 point 01 makes absent`(_ opacity: Double) {
        let page = Compiled(
            region("a", 0, 0, 100, 100, regions: [region("b", 0, 0, 50, 50)]) { $0.opacity = opacity })
        #expect(page.at(10, 10) == (opacity > 0.01 ? "b" : "-"))
        #expect(page.at(80, 80) == (opacity > 0.01 ? "a" : "-"))
    }

    @Test func `Z5 hidden and not interactive are absent with all below them`() {
        let below = [region("b", 0, 0, 50, 50)]
        let page = Compiled(
            region("under", 0, 0, 100, 100),
            region("hidden", 0, 0, 100, 100, regions: below) { $0.hidden = true },
            region("still", 0, 0, 100, 100, regions: below) { $0.interactive = false })
        #expect(page.at(10, 10) == "under")
        #expect(page["b"] == nil)
    }

    @Test func `Z5 a disabled region refuses inside its drawing and has no growth`() {
        let page = Compiled(region("a", 100, 100, 20, 20, expand: 10) { $0.enabled = false })
        #expect(page.at(100, 100) == "a!disabled")
        #expect(page.at(119.99, 119.99) == "a!disabled")
        #expect(page.at(120, 110) == "-")
        #expect(page.at(99.99, 110) == "-")
    }

    @Test func `Z5 what is below a disabled region is disabled, be it outside of it or without actions`() {
        let children = [region("b", 150, 0, 20, 20, expand: 5), region("glass", 200, 0, 20, 20, on: [])]
        let page = Compiled(
            region("under", 0, 0, 400, 100),
            region("a", 0, 0, 100, 100, on: [], regions: children) { $0.enabled = false })
        #expect(page.at(10, 10) == "a!disabled")
        #expect(page.at(150, 0) == "b!disabled")
        #expect(page.at(149.99, 0) == "under")
        #expect(page.at(210, 10) == "glass!disabled")
    }

    @Test func `Z5 a disabled region refuses also where a negative growth would have taken it out`() {
        let page = Compiled(region("a", 100, 100, 20, 20, expand: -8) { $0.enabled = false })
        #expect(page.at(101, 101) == "a!disabled")
    }

    // MARK: Z6

    @Test func `Z6 touches pass through a region without actions, its children work`() {
        let page = Compiled(
            region("under", 0, 0, 100, 100),
            region("glass", 0, 0, 100, 100, expand: 20, on: [], regions: [region("b", 0, 0, 50, 50)]))
        #expect(page.at(10, 10) == "b")
        #expect(page.at(60, 60) == "under")
        #expect(page.at(110, 10) == "-")
    }

    @Test func `Z6 a blocking region swallows what lands inside its drawing, and only there`() {
        let page = Compiled(
            region("under", 0, 0, 200, 100),
            region("wall", 50, 0, 50, 50, expand: 20, on: [], regions: [region("b", 60, 0, 10, 10)]) {
                $0.block = true
            })
        #expect(page.at(50, 0) == "wall!blocked")
        #expect(page.at(99.99, 49.99) == "wall!blocked")
        #expect(page.at(100, 10) == "under")
        #expect(page.at(49.99, 10) == "under")
        #expect(page.at(110, 5) == "b")
    }

    @Test func `Z6 a blocking region with actions owns its zone and blocks the rest of its drawing`() {
        let page = Compiled(
            region("under", 0, 0, 200, 100), region("wall", 50, 0, 50, 50, expand: -10) { $0.block = true })
        #expect(page.at(59.99, 20) == "wall!blocked")
        #expect(page.at(60, 20) == "wall")
        #expect(page.at(89.99, 20) == "wall")
        #expect(page.at(90, 20) == "wall!blocked")
        #expect(page.at(100, 20) == "under")
    }
}
