import TouchModel

/// Tells which regions can decide what a contact in a cell means, so that the lists of cells need no others.
///
/// Two rules leave regions out. Behind one that is hit directly in all of the cell nothing is ever a direct
/// hit or a competitor (rules C1, C2). And a zone that has a nearer one beside it wherever it competes never
/// wins (rule C3); this is asked of long lists only, since it takes time.
struct CellFilter {
    /// Lists up to this length are not searched for zones that never win.
    private static let shortList = 8
    /// With more possible direct hits in a cell, zones are not compared.
    private static let mostDirectHits = 64
    /// The most zones that the others are compared with.
    private static let mostChampions = 4

    /// Front to back, so that of two indices the lower is in front.
    private let targets: [HitTarget]
    private let overlap: Overlap

    init(_ targets: [HitTarget], _ overlap: Overlap) {
        self.targets = targets
        self.overlap = overlap
    }

    /// Those of `list`, front to back, that can decide a contact at some point of `box`.
    func deciding(_ list: ArraySlice<UInt32>, in box: LayoutRect) -> ArraySlice<UInt32> {
        let visible =
            list.firstIndex { targets[Int($0)].isHitDirectly(inAllOf: box) }.map { list[...$0] } ?? list
        guard overlap == .nearest, visible.count > Self.shortList else { return visible }
        return possibleWinners(visible, in: box)
    }

    /// Without the zones that another one is nearer than, or as near and in front, wherever they compete.
    private func possibleWinners(_ list: ArraySlice<UInt32>, in box: LayoutRect) -> ArraySlice<UInt32> {
        let directHits = list.filter { targets[Int($0)].drawing.meets(box) }
        guard directHits.count <= Self.mostDirectHits else { return list }
        let rivalries = list.map { rivalry(of: $0, with: directHits) }
        let champions = champions(of: list, rivalries, in: box)
        return zip(list, rivalries).filter { index, rivalry in
            let target = targets[Int(index)]
            if target.drawing.meets(box) { return true }
            let distance = target.drawing.leastSquaredDistance(to: box)
            return !champions.contains { champion in
                // It competes wherever this one does.
                guard champion.rivalry & rivalry == rivalry else { return false }
                return champion.distance < distance
                    || champion.index < index && targets[Int(champion.index)].drawing == target.drawing
            }
        }.map(\.0)[...]
    }

    /// A bit for each of `directHits` that the target competes with; with no direct hit it always competes.
    private func rivalry(of index: UInt32, with directHits: [UInt32]) -> UInt64 {
        var bits: UInt64 = 0
        for (number, direct) in directHits.enumerated()
        where index < direct && targets[Int(index)].competes(with: targets[Int(direct)]) {
            bits |= 1 << number
        }
        return bits
    }

    /// A zone that all of the cell has.
    private struct Champion {
        var index: UInt32
        var rivalry: UInt64
        /// What the squared distance nowhere in the cell exceeds.
        var distance: Double
    }

    /// Of the zones with the same rivals the nearest one, the frontmost of equals.
    private func champions(
        of list: ArraySlice<UInt32>, _ rivalries: [UInt64], in box: LayoutRect
    ) -> [Champion] {
        var champions: [Champion] = []
        for (index, rivalry) in zip(list, rivalries) {
            let target = targets[Int(index)]
            guard target.hitZone.encloses(box), !target.drawing.meets(box) else { continue }
            let one = Champion(
                index: index, rivalry: rivalry, distance: target.drawing.greatestSquaredDistance(to: box))
            if let known = champions.firstIndex(where: { $0.rivalry == rivalry }) {
                if one.distance < champions[known].distance { champions[known] = one }
            } else if champions.count < Self.mostChampions {
                champions.append(one)
            }
        }
        return champions
    }
}

extension HitTarget {
    /// Whether every point of `box` hits the region directly.
    fileprivate func isHitDirectly(inAllOf box: LayoutRect) -> Bool {
        drawing.encloses(box) && (swallows || hitZone.encloses(box))
    }
}

extension LayoutRect {
    /// Whether both have a point in common.
    fileprivate func meets(_ other: LayoutRect) -> Bool { !cut(by: other).isEmpty }

    /// From the point of `box` that is nearest.
    fileprivate func leastSquaredDistance(to box: LayoutRect) -> Double {
        let dx = max(left - box.right, box.left - right, 0)
        let dy = max(top - box.bottom, box.top - bottom, 0)
        return dx * dx + dy * dy
    }

    /// From the point of `box` that is farthest.
    fileprivate func greatestSquaredDistance(to box: LayoutRect) -> Double {
        let dx = max(left - box.left, box.right - right, 0)
        let dy = max(top - box.top, box.bottom - bottom, 0)
        return dx * dx + dy * dy
    }
}
