import TouchEngine
import TouchModel

/// Whether a region can own a contact at all, decided on the rules of the hit test without trying points at
/// random.
///
/// A point of the region's own drawing is searched by a sweep over all that lies in front. Where there is none,
/// the hit zone is cut into cells that have the same competitors in all their points, and cells are halved until
/// the nearest drawing is known (rule C3): down to a thousandth of a cell, below which a contact does not land.
struct Reach {
    /// How often a cell is halved in both directions.
    private static let depth = 10
    /// The most hit tests for the regions of one page. Where they are used up, a region counts as reachable.
    private static let mostTests = 200_000

    private let page: Page
    private let index: RectIndex
    private var testsLeft = Self.mostTests

    init(_ page: Page) {
        self.page = page
        index = RectIndex(
            page.regions.map { $0.drawing.isEmpty ? $0.hitZone : $0.drawing.union(orEmpty: $0.hitZone) })
    }

    /// Whether any point means the region, which is enabled and has actions and a hit zone.
    mutating func isReachable(_ region: Int) -> Bool {
        let (drawing, zone) = (page.regions[region].drawing, page.regions[region].hitZone)
        let area = drawing.isEmpty ? zone : drawing.union(zone)
        let neighbours = index.intersecting(area)
        let covers = neighbours.filter { $0 > region }.flatMap { self.covers(of: region, by: $0) }
        if uncoveredPoint(of: drawing.cut(by: zone), by: covers) != nil { return true }
        switch page.overlap {
        case .topmost: return uncoveredPoint(of: zone, by: covers + [drawing]) != nil
        case .nearest: return winsByGrowth(region, among: neighbours)
        }
    }

    /// Where `other`, which lies in front, takes a contact from the drawing of `region`.
    private func covers(of region: Int, by other: Int) -> [LayoutRect] {
        let front = page.regions[other]
        var covers = front.isGlass ? [] : [front.directArea]
        let competes =
            page.overlap == .topmost || other < page.regions[region].subtreeEnd
            || page.regions[region].drawing.encloses(front.drawing)
        if competes, !front.hitZone.isEmpty { covers.append(front.hitZone) }
        return covers
    }

    private mutating func winsByGrowth(_ region: Int, among neighbours: [Int]) -> Bool {
        let zone = page.regions[region].hitZone
        let cells = Cells(
            zone, cutBy: neighbours.flatMap { [page.regions[$0].drawing, page.regions[$0].hitZone] })
        guard cells.count <= testsLeft else { return true }
        for cell in cells.all {
            guard testsLeft > 0 else { return true }
            testsLeft -= 1
            let rivals = page.competitors(at: cell.center, among: neighbours).map(\.region)
            guard rivals.contains(region) else { continue }
            if wins(region, of: rivals.filter { $0 != region }, in: cell, depth: Self.depth) { return true }
        }
        return false
    }

    /// Whether `region` is the nearest at some point of `cell`, all of whose points have these `rivals` too.
    private mutating func wins(_ region: Int, of rivals: [Int], in cell: LayoutRect, depth: Int) -> Bool {
        let drawing = page.regions[region].drawing
        for rival in rivals {
            let other = page.regions[rival].drawing
            if rival > region, other.isNowhereFarther(than: drawing, in: cell) { return false }
            if other.greatestDistance(to: cell) < drawing.leastDistance(to: cell) { return false }
        }
        guard testsLeft > 0 else { return true }
        testsLeft -= 1
        if page.hitTest(cell.center).owner == region { return true }
        if depth == 0 { return false }
        return cell.quarters.contains { wins(region, of: rivals, in: $0, depth: depth - 1) }
    }
}

extension LayoutRect {
    fileprivate func union(orEmpty other: LayoutRect) -> LayoutRect { other.isEmpty ? self : union(other) }

    fileprivate var quarters: [LayoutRect] {
        let middle = center
        return [(left, middle.x), (middle.x, right)].flatMap { x in
            [(top, middle.y), (middle.y, bottom)].map { y in
                LayoutRect(left: x.0, top: y.0, right: x.1, bottom: y.1)
            }
        }
    }

    /// The squared distance between the nearest points of both.
    fileprivate func leastDistance(to cell: LayoutRect) -> Double {
        let dx = max(left - cell.right, cell.left - right, 0)
        let dy = max(top - cell.bottom, cell.top - bottom, 0)
        return dx * dx + dy * dy
    }

    /// The squared distance from the farthest point of `cell`.
    fileprivate func greatestDistance(to cell: LayoutRect) -> Double {
        let dx = max(left - cell.left, cell.right - right, 0)
        let dy = max(top - cell.top, cell.bottom - bottom, 0)
        return dx * dx + dy * dy
    }

    /// Whether no point of `cell` is nearer to `other`, as far as each axis alone tells.
    fileprivate func isNowhereFarther(than other: LayoutRect, in cell: LayoutRect) -> Bool {
        func holds(
            _ low: Double, _ high: Double, _ otherLow: Double, _ otherHigh: Double, _ from: Double,
            _ to: Double
        )
            -> Bool
        {
            if low <= from && to <= high { return true }
            // Both lie on the same side of the cell, this one's edge the nearer.
            if to <= low && to <= otherLow { return low <= otherLow }
            if high <= from && otherHigh <= from { return high >= otherHigh }
            return max(low - from, to - high, 0) <= max(otherLow - to, from - otherHigh, 0)
        }
        return holds(left, right, other.left, other.right, cell.left, cell.right)
            && holds(top, bottom, other.top, other.bottom, cell.top, cell.bottom)
    }
}
