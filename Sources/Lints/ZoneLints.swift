import TouchEngine
import TouchModel

extension PageLints {
    /// Drawings and zones of which something is cut off. Growth beyond the screen is not meant: no contact can
    /// land there, and where what is left is too small another finding tells it.
    mutating func checkCuts() {
        for index in candidates {
            let region = page.regions[index]
            let (whole, onScreen) = (region.uncutHitZone, region.uncutHitZone.cut(by: layout.bounds))
            if !layout.bounds.encloses(region.uncutDrawing) {
                let left = region.uncutDrawing.cut(by: layout.bounds)
                warn(
                    .zoneCut, index,
                    "the screen cuts \(percent(lost: left, of: region.uncutDrawing)) off the drawing of \(quoted(index)), "
                        + "which is \(extent(region.uncutDrawing)); move it inside")
            } else if region.hitZone != onScreen {
                warn(
                    .zoneCut, index,
                    "a region with 'clip' cuts \(percent(lost: region.hitZone, of: whole)) off the hit zone of "
                        + "\(quoted(index)), \(extent(region.hitZone)) of \(extent(whole)) are left; move it inside, or "
                        + "leave out 'clip'")
            }
        }
    }

    private func percent(lost left: LayoutRect, of whole: LayoutRect) -> String {
        guard !left.isEmpty else { return "100 %" }
        let lost = 100 * (1 - left.width * left.height / (whole.width * whole.height))
        return lost < 1 ? "less than 1 %" : "\(Int(min(lost, 99).rounded())) %"
    }

    /// Pairs of regions whose hit zones compete for a point (rule C2), or of which one's growth takes from the
    /// other (rule C5).
    mutating func checkOverlaps() {
        let drawings = RectIndex(page.regions.map(\.drawing))
        for index in candidates {
            for other in zones.intersecting(page.regions[index].hitZone) where other < index {
                if isFull(.zonesOverlap) { return }
                guard let area = contested(other, index, drawings) else { continue }
                let result =
                    switch page.overlap {
                    case .nearest: "a contact there goes to the nearer drawing"
                    case .topmost: "a contact there goes to \(quoted(index)), which lies in front"
                    }
                warn(
                    .zonesOverlap, index,
                    "the hit zones of \(quoted(other)) and \(quoted(index)) overlap by \(extent(area)); \(result). "
                        + "Where that is not meant move them apart, or make 'expand' or 'minimum' smaller")
            }
        }
    }

    /// The bounds of the points that both regions could have, `back` lying behind `front`; nil where there are
    /// none, or no more than the precision of coordinates.
    private func contested(_ back: Int, _ front: Int, _ drawings: RectIndex) -> LayoutRect? {
        let (first, second) = (page.regions[back], page.regions[front])
        let shared = first.hitZone.cut(by: second.hitZone)
        guard shared.width > 0.01, shared.height > 0.01 else { return nil }
        if page.overlap == .topmost {
            // What is meant to lie upon another thing takes from it by design.
            if front < first.subtreeEnd || first.drawing.encloses(second.drawing) { return nil }
        } else if first.drawing.encloses(shared) || second.drawing.encloses(shared) {
            return nil
        }
        // Few things lie at one place. Where there are very many, all of what is shared counts.
        let near = drawings.intersecting(shared).filter { !page.regions[$0].isGlass }
        let cells = Cells(shared, cutBy: near.map { page.regions[$0].directArea })
        guard cells.count <= 10_000 else { return shared }
        let won = cells.all.filter { compete(back, front, at: $0.center, among: near) }
        guard let one = won.first else { return nil }
        let bounds = won.reduce(one) { $0.union($1) }
        return bounds.width > 0.01 && bounds.height > 0.01 ? bounds : nil
    }

    /// Whether the point, which both zones have, could be either's. `near` are those whose drawing may have it.
    private func compete(_ back: Int, _ front: Int, at point: LayoutPoint, among near: [Int]) -> Bool {
        let direct = near.last { page.regions[$0].directArea.contains(point) }
        if page.overlap == .topmost {
            return direct.map { $0 < front } ?? true
        }
        guard let direct else { return true }
        let region = page.regions[direct]
        return [back, front].allSatisfy { index in
            index > direct
                && (index < region.subtreeEnd || region.drawing.encloses(page.regions[index].drawing))
        }
    }
}

extension Region {
    /// Where the region, which is not glass, is hit directly (rule C1).
    var directArea: LayoutRect { !isEnabled || blocks ? drawing : drawing.cut(by: hitZone) }
}
