import TestSupport
import Testing
import TouchModel

@testable import TouchEngine

/// The hit test of pages so large or so degenerate that their index divides them, against a search through all
/// regions.
struct RegionIndexTests {
    private static let size = LayoutSize(width: 800, height: 480)

    // MARK: Layouts

    /// A layout to search: how regions lie, and how many there are.
    private struct Arrangement {
        var count = 300
        /// Where corners lie.
        var spread = LayoutRect(left: -10, top: -10, right: 800, bottom: 480)
        /// The greatest width and height; sizes are spread evenly over their logarithm.
        var most = (width: 100.0, height: 100.0)
        var expand = -4...20
        /// Everything lies on multiples of this.
        var step = 0.25
        /// Of a hundred regions, how many have children, no actions, and so on.
        var nested = 20
        var glass = 15
        var blocking = 8
        var disabled = 8
        var clipping = 10
        var isSame = false
    }

    private static let arrangements: [String: Arrangement] = [
        "scattered": Arrangement(),
        "tiny": Arrangement(count: 1_500, most: (6, 6), expand: -1...3),
        "one corner": Arrangement(
            count: 1_000, spread: LayoutRect(left: 0, top: 0, right: 8, bottom: 4), most: (0.75, 0.75),
            expand: 0...1, step: 0.015625),
        "large": Arrangement(count: 200, most: (800, 480), expand: 0...100, glass: 5),
        "rows": Arrangement(
            count: 500, spread: LayoutRect(left: 0, top: 0, right: 1, bottom: 480), most: (800, 2),
            expand: 0...2),
        "columns": Arrangement(
            count: 500, spread: LayoutRect(left: 0, top: 0, right: 800, bottom: 1), most: (2, 480),
            expand: 0...2),
        "zones over all": Arrangement(
            count: 150, most: (8, 8), expand: 400...800, nested: 0, blocking: 3, disabled: 3, clipping: 0),
        "a crowd": Arrangement(
            count: 700, most: (16, 16), expand: -2...40, nested: 20, blocking: 3, disabled: 3, clipping: 3),
        "a raster of zones": Arrangement(
            count: 600, spread: LayoutRect(left: 200, top: 100, right: 600, bottom: 400), most: (16, 16),
            expand: 0...100, step: 8, nested: 5, blocking: 2, disabled: 2, clipping: 0),
        "zones over cards": Arrangement(
            count: 200, most: (60, 60), expand: 0...300, nested: 50, blocking: 5, disabled: 5, clipping: 5),
        "all the same": Arrangement(
            count: 80, spread: LayoutRect(left: 100, top: 100, right: 101, bottom: 101), most: (60, 60),
            expand: 0...30, nested: 0, isSame: true),
        "on a raster": Arrangement(count: 600, most: (64, 64), expand: 0...2, step: 16),
    ]

    private struct Generator {
        var random: RandomSource
        var form: Arrangement
        var made = 0

        mutating func page(_ overlap: Overlap) -> PageSettings {
            var regions: [RegionSettings] = []
            while made < form.count { regions.append(region(depth: 0)) }
            return PageSettings(name: "home", overlap: overlap, regions: regions)
        }

        private mutating func stepped(_ range: ClosedRange<Double>) -> Double {
            let value = Double.random(in: range, using: &random)
            return (value / form.step).rounded(.down) * form.step
        }

        private mutating func extent(_ most: Double) -> Double {
            if random.chance(2) { return 0 }
            if form.isSame { return most }
            let exponent = Double.random(in: 0...1, using: &random)
            return max(stepped(0...(most * exponent * exponent)), form.step)
        }

        private mutating func region(depth: Int) -> RegionSettings {
            made += 1
            let spread = form.spread
            let inner = max(form.most.width, form.most.height)
            let (x, y) =
                form.isSame
                ? (spread.left, spread.top)
                : depth == 0
                    ? (stepped(spread.left...spread.right), stepped(spread.top...spread.bottom))
                    : (stepped(-inner / 4...inner), stepped(-inner / 4...inner))
            var region = RegionSettings(
                id: "r\(made)",
                frame: LayoutRect(
                    x: x, y: y, width: extent(form.most.width), height: extent(form.most.height)))
            region.minimum = .none
            func edge() -> Length {
                .units(Double(Int.random(in: form.expand, using: &random)) * min(form.step, 1) * 4)
            }
            region.expansion =
                random.chance(50)
                ? Expansion(all: edge()) : Expansion(left: edge(), top: edge(), right: edge(), bottom: edge())
            if !random.chance(form.glass) { region.actions[.tap] = ActionSettings(name: "tap") }
            region.block = random.chance(form.blocking)
            region.enabled = !random.chance(form.disabled)
            region.clip = random.chance(form.clipping)
            if depth < 3, random.chance(form.nested) {
                for _ in 0..<Int.random(in: 1...4, using: &random) where made < form.count {
                    region.regions.append(self.region(depth: depth + 1))
                }
            }
            return region
        }
    }

    // MARK: Points

    /// The x and the y of all borders: of drawings, of zones, and of the index's cells.
    private func borders(of page: Page) -> (x: [Double], y: [Double]) {
        var rects = page.regions.flatMap { [$0.drawing, $0.hitZone] }
        let bounds = page.index.raster.bounds
        for number in 0..<1_024 {
            let part = Double(number) / 1_024
            rects.append(
                LayoutRect(
                    x: bounds.left + bounds.width * part, y: bounds.top + bounds.height * part,
                    width: bounds.width / 3, height: bounds.height / 3))
        }
        return (rects.flatMap { [$0.left, $0.right] }, rects.flatMap { [$0.top, $0.bottom] })
    }

    private func points(_ count: Int, on page: Page, _ random: inout RandomSource) -> [LayoutPoint] {
        let borders = borders(of: page)
        func coordinate(_ borders: [Double], _ end: Double) -> Double {
            guard random.chance(60), let border = borders.randomElement(using: &random) else {
                return Double.random(in: 0..<end, using: &random)
            }
            let value =
                [border.nextDown, border, border, border.nextUp].randomElement(using: &random) ?? border
            return min(max(value, 0), end.nextDown)
        }
        return (0..<count).map { _ in
            LayoutPoint(x: coordinate(borders.x, Self.size.width), y: coordinate(borders.y, Self.size.height))
        }
    }

    private func compile(_ page: PageSettings) -> Page? {
        Layout(ScreenSettings(name: "s", size: Self.size, pages: [page], start: "home")).pages.first
    }

    // MARK: Tests

    @Test(arguments: arrangements.keys.sorted(), Overlap.allCases)
    func `the index and a search through all regions agree`(_ name: String, _ overlap: Overlap) throws {
        let form = try #require(Self.arrangements[name])
        for seed in UInt64(1)...3 {
            var generator = Generator(random: RandomSource(seed: seed), form: form)
            let page = try #require(compile(generator.page(overlap)))
            if overlap == .nearest, name != "all the same" {
                #expect(page.index.cells.count > 1, "seed \(seed): the index does not divide the page")
            }
            for point in points(600, on: page, &generator.random) {
                let expected = PlainHitTest(page).hitTest(point)
                let received = page.hitTest(point)
                guard expected != received else { continue }
                Issue.record("seed \(seed), point \(point)\nexpected \(expected)\nreceived \(received)")
                return
            }
        }
    }

    @Test(arguments: arrangements.keys.sorted(), Overlap.allCases)
    func `the index is no larger than it may be`(_ name: String, _ overlap: Overlap) throws {
        var generator = Generator(
            random: RandomSource(seed: 5), form: try #require(Self.arrangements[name]))
        let page = try #require(compile(generator.page(overlap)))
        #expect(page.index.entries.count + page.index.cells.count <= 16 * page.regions.count)
    }

    @Test func `no hit test searches many of the zones that all have one point`() throws {
        let zones = (0..<2_000).map { index in
            region("z\(index)", Double(index % 50) * 16, Double(index / 50) * 12, 6, 6, expand: 2_000)
        }
        for overlap in Overlap.allCases {
            let page = try #require(
                compile(PageSettings(name: "home", overlap: overlap, regions: zones)))
            var random = RandomSource(seed: 2)
            for point in points(400, on: page, &random) {
                let candidates = try #require(page.index.candidates(at: point))
                #expect(candidates.end - candidates.first <= 24, "\(overlap) at \(point)")
                #expect(page.hitTest(point) == PlainHitTest(page).hitTest(point))
            }
        }
    }

    @Test func `children compete for their cards from far outside, also over a background`() throws {
        let cards = (0..<100).map { index in
            let child = region("b\(index)", 460, 0, 5, 5, expand: 500)
            return region(
                "c\(index)", Double(index % 10) * 30, Double(index / 10) * 40, 20, 20, regions: [child])
        }
        let background = region("background", 0, 0, 450, 480)
        let page = try #require(compile(PageSettings(name: "home", regions: [background] + cards)))
        for index in 0..<100 {
            let point = LayoutPoint(x: Double(index % 10) * 30 + 10, y: Double(index / 10) * 40 + 10)
            let received = page.hitTest(point)
            #expect(received == PlainHitTest(page).hitTest(point))
            #expect(received.owner.map { page.regions[$0].id } == "b\(index)")
        }
    }

    @Test func `many strips that cross each other make no large index`() throws {
        let strips = (0..<400).map { index in
            index % 2 == 0
                ? region("v\(index)", Double(index) * 2, 0, 1.5, 480)
                : region("h\(index)", 0, Double(index) * 1.2, 800, 1)
        }
        let page = try #require(compile(PageSettings(name: "home", regions: strips)))
        #expect(page.index.entries.count + page.index.cells.count <= 16 * 400)
        var random = RandomSource(seed: 1)
        for point in points(2_000, on: page, &random) {
            #expect(page.hitTest(point) == PlainHitTest(page).hitTest(point))
        }
    }

    @Test func `of panels over one another only the frontmost is searched`() throws {
        let panels = (0..<1_000).map { region("p\($0)", 0, 0, 800, 480) }
        let page = try #require(compile(PageSettings(name: "home", regions: panels)))
        let candidates = try #require(page.index.candidates(at: LayoutPoint(x: 1, y: 1)))
        #expect(candidates.end - candidates.first == 1)
        #expect(page.hitTest(LayoutPoint(x: 400, y: 240)).owner == 999)
    }

    @Test func `extents too small to divide are searched as a whole`() throws {
        let specks = (0..<40).map { index in
            region(
                "s\(index)", index % 2 == 0 ? 0 : .leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 1e-300)
        }
        let page = try #require(compile(PageSettings(name: "home", regions: specks)))
        for x in [0, Double.leastNonzeroMagnitude, 1] {
            for y in [0, 1e-301, 1e-300] {
                let point = LayoutPoint(x: x, y: y)
                #expect(page.hitTest(point) == PlainHitTest(page).hitTest(point))
            }
        }
    }

    @Test func `points that are no points of the screen hit nothing`() throws {
        let tiles = (0..<100).map { region("t\($0)", Double($0 % 10) * 80, Double($0 / 10) * 48, 80, 48) }
        let page = try #require(compile(PageSettings(name: "home", regions: tiles)))
        for value in [Double.nan, .infinity, -.infinity, -1, 1e300, .greatestFiniteMagnitude] {
            #expect(page.hitTest(LayoutPoint(x: value, y: 10)) == HitResult())
            #expect(page.hitTest(LayoutPoint(x: 10, y: value)) == HitResult())
        }
    }

    @Test func `a page without regions hits nothing`() throws {
        let page = try #require(compile(PageSettings(name: "home", regions: [])))
        #expect(page.hitTest(LayoutPoint(x: 0, y: 0)) == HitResult())
    }
}

/// The hit test by a search through all of a page's resolved regions, as the rules say it.
struct PlainHitTest {
    let regions: [Region]
    let overlap: Overlap

    init(_ page: Page) {
        regions = page.regions
        overlap = page.overlap
    }

    /// Rules C1 to C5 at `point`.
    func hitTest(_ point: LayoutPoint) -> HitResult {
        let direct = regions.indices.last { index in
            let region = regions[index]
            guard region.drawing.contains(point) else { return false }
            return !region.isEnabled || region.blocks || (region.hasActions && region.hitZone.contains(point))
        }
        let competing = regions.indices.reversed().filter { $0 > direct ?? -1 && competes($0, point, direct) }
        let nearest = competing.min {
            (regions[$0].drawing.squaredDistance(to: point), $1)
                < (regions[$1].drawing.squaredDistance(to: point), $0)
        }
        if let winner = overlap == .topmost ? competing.first : nearest {
            return HitResult(direct: direct, owner: winner, place: .expansion)
        }
        guard let direct else { return HitResult() }
        if !regions[direct].isEnabled { return HitResult(direct: direct, refusal: .disabled) }
        if !regions[direct].hitZone.contains(point) { return HitResult(direct: direct, refusal: .blocked) }
        return HitResult(direct: direct, owner: direct, place: .drawing)
    }

    private func competes(_ index: Int, _ point: LayoutPoint, _ direct: Int?) -> Bool {
        guard regions[index].hitZone.contains(point), !regions[index].drawing.contains(point) else {
            return false
        }
        guard let direct, overlap == .nearest else { return true }
        return index < regions[direct].subtreeEnd || regions[direct].drawing.encloses(regions[index].drawing)
    }
}
