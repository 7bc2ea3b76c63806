import TouchEngine
import TouchModel

/// What a contact that goes down somewhere gets, before busy and debounce.
enum Answer: Hashable {
    /// The region of this index owns it.
    case owned(Int)
    /// The region of this index refuses it: it is disabled or it blocks (rule C4).
    case refused(Int)

    /// The region's index in the page.
    var region: Int {
        switch self {
        case .owned(let region), .refused(let region): region
        }
    }
}

/// All points of a page with one answer, as polygons in layout units.
struct Area {
    var answer: Answer
    /// Closed rings, the area on one side of them all, holes running the other way.
    var rings: [[LayoutPoint]]
}

/// Divides a page into areas of one answer each (rules C1 to C5).
///
/// The page is cut in two along edges of drawings and hit zones until no such edge runs through a box. In a
/// box the direct hit and the competitors are then the same everywhere: `Page.hitTest` at the middle answers
/// for all of it, unless several compete by distance. There the box is cut along the sides of the
/// competitors' drawings, so that each distance is one formula, and each competitor gets the polygon that is
/// nearest to it: straight borders are exact, and parabolas are halved until the chord is true to
/// `tolerance`.
struct OwnershipMap {
    private let page: Page
    private let grid: SnapGrid
    private let tolerance: Double
    private var pieces: [Answer: [Polygon]] = [:]
    /// Where two regions are equally near, and a contact passes from one to the other.
    private(set) var borders: [BorderLine] = []

    /// Divides `page` on a screen of `bounds`.
    init(of page: Page, in bounds: LayoutRect) {
        self.page = page
        grid = SnapGrid(extent: max(bounds.width, bounds.height))
        tolerance = max(bounds.width, bounds.height) / 40_000
        if !bounds.isEmpty { divide(bounds, page.regions.indices.filter { !page.regions[$0].isGlass }) }
    }

    /// The areas in the order of the regions.
    var areas: [Area] {
        pieces.map { answer, pieces in
            Area(answer: answer, rings: Outline.rings(around: pieces, grid: grid))
        }
        .filter { !$0.rings.isEmpty }
        .sorted { $0.answer.order < $1.answer.order }
    }

    /// Cuts `box` along an edge of one of `candidates`, back to front, or answers for it when none runs
    /// through it.
    private mutating func divide(_ box: LayoutRect, _ candidates: [Int]) {
        var relevant = candidates.filter { index in
            let region = page.regions[index]
            return !region.drawing.cut(by: box).isEmpty || !region.hitZone.cut(by: box).isEmpty
        }
        if let cover = relevant.lastIndex(where: { page.regions[$0].coversDirectly(box) }) {
            relevant.removeFirst(cover)
        }
        guard !relevant.isEmpty else { return }
        guard let cut = middleCut(of: box, relevant) else { return answer(for: box, relevant) }
        let (first, second) = box.halves(at: cut)
        divide(first, relevant)
        divide(second, relevant)
    }

    /// The edge through `box` that is nearest to its middle, which keeps the halves even.
    private func middleCut(of box: LayoutRect, _ relevant: [Int]) -> Cut? {
        var cuts: [Cut] = []
        for index in relevant {
            for rect in [page.regions[index].drawing, page.regions[index].hitZone]
            where !rect.cut(by: box).isEmpty {
                cuts += box.cuts(alongSidesOf: rect)
            }
        }
        return cuts.min { $0.offset(from: box) < $1.offset(from: box) }
    }

    private mutating func answer(for box: LayoutRect, _ relevant: [Int]) {
        let middle = LayoutPoint(x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2)
        if page.overlap == .nearest {
            let competitors = page.competitors(at: middle, among: relevant).map(\.region)
            if competitors.count > 1 { return share(box, among: competitors, depth: 0) }
        }
        let hit = page.hitTest(middle)
        if let owner = hit.owner {
            add(Polygon(box), to: .owned(owner))
        } else if hit.refusal != nil, let direct = hit.direct {
            add(Polygon(box), to: .refused(direct))
        }
    }

    /// Gives each competitor the part of `box` that is nearest to its drawing (rule C3).
    private mutating func share(_ box: LayoutRect, among all: [Int], depth: Int) {
        let competitors = possibleWinners(in: box, among: all)
        if competitors.count == 1 { return add(Polygon(box), to: .owned(competitors[0])) }
        let cuts = competitors.flatMap { box.cuts(alongSidesOf: page.regions[$0].drawing) }
        if let cut = cuts.min(by: { $0.offset(from: box) < $1.offset(from: box) }) {
            let (first, second) = box.halves(at: cut)
            share(first, among: competitors, depth: depth)
            share(second, among: competitors, depth: depth)
            return
        }
        var parts: [(Int, Polygon)] = []
        var error = 0.0
        for region in competitors {
            var part = Polygon(box)
            for rival in competitors where rival != region && !part.isEmpty {
                let border = Border(
                    own: page.regions[region].drawing, rival: page.regions[rival].drawing,
                    winsTies: region > rival)
                error = max(error, part.cut(at: border))
            }
            if !part.isEmpty { parts.append((region, part)) }
        }
        if error > tolerance, depth < 10 {
            for quarter in box.quarters { share(quarter, among: competitors, depth: depth + 1) }
            return
        }
        for (region, part) in parts {
            add(part, to: .owned(region))
            for rival in competitors where rival > region { noteBorder(of: part, region, rival) }
        }
    }

    /// Without those that another one is nearer than, wherever in `box` both are measured.
    private func possibleWinners(in box: LayoutRect, among all: [Int]) -> [Int] {
        let reach = all.map { box.greatestSquaredDistance(to: page.regions[$0].drawing) }.min() ?? 0
        return all.filter { box.leastSquaredDistance(to: page.regions[$0].drawing) <= reach }
    }

    private mutating func noteBorder(of part: Polygon, _ region: Int, _ rival: Int) {
        let border = Border(
            own: page.regions[region].drawing, rival: page.regions[rival].drawing, winsTies: false)
        for side in part.sides where side.length > tolerance && border.error(at: side.middle) <= tolerance * 2
        {
            // Along a border both ends are as near to it as the middle; a side that crosses it is none.
            if border.error(at: side.start) <= tolerance, border.error(at: side.end) <= tolerance {
                borders.append(side)
            }
        }
    }

    private mutating func add(_ polygon: Polygon, to answer: Answer) {
        pieces[answer, default: []].append(polygon)
    }
}

extension Answer {
    fileprivate var order: Int {
        switch self {
        case .owned(let region): region * 2
        case .refused(let region): region * 2 + 1
        }
    }
}

extension Region {
    /// Whether every point of `box` hits this region directly, so that nothing behind it matters.
    fileprivate func coversDirectly(_ box: LayoutRect) -> Bool {
        guard !isGlass, drawing.encloses(box) else { return false }
        return !isEnabled || blocks || hitZone.encloses(box)
    }
}

/// A line across a box.
private enum Cut {
    case vertical(x: Double)
    case horizontal(y: Double)

    /// How far from the middle of `box` it runs, as a part of the box's extent.
    func offset(from box: LayoutRect) -> Double {
        switch self {
        case .vertical(let x): abs((x - box.left) / box.width - 0.5)
        case .horizontal(let y): abs((y - box.top) / box.height - 0.5)
        }
    }
}

extension LayoutRect {
    /// The lines along the sides of `rect` that run through the inside.
    fileprivate func cuts(alongSidesOf rect: LayoutRect) -> [Cut] {
        [rect.left, rect.right].filter { $0 > left && $0 < right }.map { .vertical(x: $0) }
            + [rect.top, rect.bottom].filter { $0 > top && $0 < bottom }.map { .horizontal(y: $0) }
    }

    fileprivate func halves(at cut: Cut) -> (LayoutRect, LayoutRect) {
        var first = self
        var second = self
        switch cut {
        case .vertical(let x): (first.right, second.left) = (x, x)
        case .horizontal(let y): (first.bottom, second.top) = (y, y)
        }
        return (first, second)
    }

    /// From the point of this rectangle that is nearest to `other`.
    fileprivate func leastSquaredDistance(to other: LayoutRect) -> Double {
        let dx = max(other.left - right, left - other.right, 0)
        let dy = max(other.top - bottom, top - other.bottom, 0)
        return dx * dx + dy * dy
    }

    /// From the point of this rectangle that is farthest from `other`: a corner.
    fileprivate func greatestSquaredDistance(to other: LayoutRect) -> Double {
        let dx = max(other.left - left, right - other.right, 0)
        let dy = max(other.top - top, bottom - other.bottom, 0)
        return dx * dx + dy * dy
    }

    fileprivate var quarters: [LayoutRect] {
        let (west, east) = halves(at: .vertical(x: (left + right) / 2))
        let middle = Cut.horizontal(y: (top + bottom) / 2)
        let (northWest, southWest) = west.halves(at: middle)
        let (northEast, southEast) = east.halves(at: middle)
        return [northWest, northEast, southWest, southEast]
    }
}
