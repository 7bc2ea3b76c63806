import TouchModel

/// Tells which regions can decide what a contact in a cell means, so that the lists of cells need no others.
///
/// Three rules leave regions out. Behind one that is hit directly in all of the cell nothing is ever a direct
/// hit or a competitor (rules C1, C2). On a `topmost` page a zone never wins behind one that has all of the cell
/// (rule C5). On a `nearest` page a zone never wins that has a nearer one beside it wherever it competes
/// (rule C3); this is asked of long lists only, since it takes time. What can be hit directly stays.
struct CellFilter {
    /// Lists up to this length are not searched for zones that are never nearest.
    private static let shortList = 8
    /// The most zones that the others are compared with, besides the nearest.
    private static let mostChampions = 4
    /// The most zones in front that the others are looked for behind.
    private static let mostCovers = 4

    /// Front to back, so that of two indices the lower is in front.
    private let targets: [HitTarget]
    private let overlap: Overlap

    init(_ targets: [HitTarget], _ overlap: Overlap) {
        self.targets = targets
        self.overlap = overlap
    }

    /// Leaves in `list`, from `start` to its end and front to back, those that can decide a contact at some point
    /// of `box`.
    func reduce(_ list: inout [UInt32], from start: Int, in box: LayoutRect) {
        switch overlap {
        case .topmost: removeHidden(from: &list, start, in: box)
        case .nearest:
            let isCovered = cut(&list, start, in: box)
            if list.count - start > Self.shortList {
                removeLosers(from: &list, start, in: box, isCovered: isCovered)
            }
        }
    }

    /// Removes what lies behind a region that is hit directly in all of `box`; whether there is one.
    private func cut(_ list: inout [UInt32], _ start: Int, in box: LayoutRect) -> Bool {
        guard let last = list[start...].firstIndex(where: { targets[Int($0)].isHitDirectly(inAllOf: box) })
        else { return false }
        list.removeLast(list.count - last - 1)
        return true
    }

    /// Removes what lies behind a region that is hit directly in all of `box`, and zones that have no point of it
    /// which one in front has not. Such a point hits the one in front directly, or is in its expansion.
    private func removeHidden(from list: inout [UInt32], _ start: Int, in box: LayoutRect) {
        var kept = start
        var covers: [LayoutRect] = []
        for place in start..<list.count {
            let index = Int(list[place])
            let zone = targets[index].hitZone.cut(by: box)
            if covers.contains(where: { $0.encloses(zone) }), !targets[index].drawing.meets(box) { continue }
            list[kept] = list[place]
            kept += 1
            if targets[index].isHitDirectly(inAllOf: box) { break }
            // The last ones are the most like those that follow; one that has all of the box stays.
            if zone.isEmpty || covers.first?.encloses(box) == true { continue }
            if zone.encloses(box) { covers.removeAll(keepingCapacity: true) }
            if covers.count < Self.mostCovers {
                covers.append(zone)
            } else {
                covers[kept % Self.mostCovers] = zone
            }
        }
        list.removeLast(list.count - kept)
    }

    // MARK: Zones that are never nearest

    /// A zone that all of the cell has.
    private struct Champion {
        var index: UInt32
        var rivals: Rivals
        /// What the squared distance nowhere in the cell exceeds.
        var distance: Double
        /// The squared distance from the cell's middle.
        var middle: Double
    }

    /// Which of the possible direct hits of a cell a target competes with.
    private struct Rivals {
        /// A bit for each of the known ones.
        var known = BitSet()
        /// Whether it competes with no others.
        var areKnown = true
    }

    private struct BitSet: Equatable {
        var bits: UInt32 = 0

        mutating func insert(_ number: Int) { bits |= 1 << number }
        func isSubset(of other: BitSet) -> Bool { bits & ~other.bits == 0 }
    }

    /// Removes the zones that are beaten wherever they compete. Where all of `box` is hit directly, also those
    /// that compete with no direct hit.
    private func removeLosers(
        from list: inout [UInt32], _ start: Int, in box: LayoutRect, isCovered: Bool
    ) {
        let nearest = nearestZone(of: list[start...], in: box)
        guard isCovered || nearest != nil,
            !list[start...].allSatisfy({ targets[Int($0)].drawing.meets(box) })
        else { return }
        let rivals = self.rivals(of: list[start...], in: box)
        let champions = nearest.map { self.champions(of: list[start...], rivals, in: box, $0) } ?? []
        var kept = start
        for place in start..<list.count {
            let index = list[place]
            let drawing = targets[Int(index)].drawing
            if !drawing.meets(box) {
                let rivals = rivals[place - start]
                if isCovered, rivals.areKnown, rivals.known == BitSet() { continue }
                let least = drawing.leastSquaredDistance(to: box)
                let middle = drawing.squaredDistance(to: box.middle)
                if champions.contains(where: {
                    $0.middle <= middle && beats($0, index, rivals, least, in: box)
                }) {
                    continue
                }
            }
            list[kept] = index
            kept += 1
        }
        list.removeLast(list.count - kept)
    }

    /// Whether a champion is nearer than a target, or as near and in front, in all of `box`.
    ///
    /// A rival is a possible direct hit that lies behind and that a zone competes with. Where all rivals of the
    /// target are also the champion's, that competes wherever the target does: not in its own drawing, but
    /// what is hit there lies no farther back than the champion, so it is no rival.
    private func beats(
        _ champion: Champion, _ index: UInt32, _ rivals: Rivals, _ least: Double, in box: LayoutRect
    ) -> Bool {
        guard rivals.areKnown, rivals.known.isSubset(of: champion.rivals.known) else { return false }
        if champion.distance < least { return true }
        guard champion.index != index else { return false }
        let (one, other) = (targets[Int(champion.index)].drawing, targets[Int(index)].drawing)
        if champion.index < index, champion.distance <= least || one == other { return true }
        return one.isNearer(than: other, inAllOf: box)
    }

    /// Of the zones that have all of `box` the one whose distance is nowhere great, the frontmost of equals.
    private func nearestZone(of list: ArraySlice<UInt32>, in box: LayoutRect) -> UInt32? {
        var nearest: UInt32?
        var least = Double.infinity
        for index in list where targets[Int(index)].hitZone.encloses(box) {
            let distance = targets[Int(index)].drawing.greatestSquaredDistance(to: box)
            if distance < least { (nearest, least) = (index, distance) }
        }
        return nearest
    }

    /// The rivals of each of `list`, found from the back to the front.
    private func rivals(of list: ArraySlice<UInt32>, in box: LayoutRect) -> [Rivals] {
        var rivals = [Rivals](repeating: Rivals(), count: list.count)
        var hits = DirectHits(box)
        for place in list.indices.reversed() {
            let target = targets[Int(list[place])]
            rivals[place - list.startIndex] = hits.rivals(of: target)
            if target.drawing.meets(box) { hits.add(target) }
        }
        return rivals
    }

    /// The possible direct hits of a cell that lie behind a place in a list. Some are known one by one, first those
    /// that reach far beyond the cell, since many zones are drawn inside of them. Of the others only an extent is
    /// known that has them all.
    private struct DirectHits {
        private static let mostKnown = 8
        private static let mostLarge = 24

        private let surroundings: LayoutRect
        private var known: [HitTarget] = []
        private var allKnown = Extent()
        private var others = Extent()

        /// What has some targets and all below them.
        private struct Extent {
            var subtreeEnd = 0
            var drawings: LayoutRect?

            mutating func add(_ target: HitTarget) {
                subtreeEnd = max(subtreeEnd, target.subtreeEnd)
                drawings = drawings?.union(target.drawing) ?? target.drawing
            }

            /// Whether `target` may compete with one of the targets.
            @inline(__always)
            func mayRival(_ target: HitTarget) -> Bool {
                target.region < subtreeEnd || drawings?.encloses(target.drawing) == true
            }
        }

        init(_ box: LayoutRect) {
            surroundings = LayoutRect(
                left: box.left - box.width, top: box.top - box.height, right: box.right + box.width,
                bottom: box.bottom + box.height)
        }

        mutating func add(_ target: HitTarget) {
            let most = surroundings.encloses(target.drawing) ? Self.mostKnown : Self.mostLarge
            if known.count < most {
                known.append(target)
                allKnown.add(target)
            } else {
                others.add(target)
            }
        }

        @inline(__always)
        func rivals(of target: HitTarget) -> Rivals {
            var rivals = Rivals(areKnown: !others.mayRival(target))
            guard allKnown.mayRival(target) else { return rivals }
            for number in known.indices where target.competes(with: known[number]) {
                rivals.known.insert(number)
            }
            return rivals
        }
    }

    /// The nearest zone, and of the others with the same rivals the nearest, the frontmost of equals.
    private func champions(
        of list: ArraySlice<UInt32>, _ rivals: [Rivals], in box: LayoutRect, _ nearest: UInt32
    ) -> [Champion] {
        func champion(_ index: UInt32, _ rivals: Rivals) -> Champion {
            let drawing = targets[Int(index)].drawing
            return Champion(
                index: index, rivals: rivals, distance: drawing.greatestSquaredDistance(to: box),
                middle: drawing.squaredDistance(to: box.middle))
        }
        var champions = zip(list, rivals).filter { $0.0 == nearest }.map(champion)
        for (index, rivals) in zip(list, rivals)
        where index != nearest && targets[Int(index)].hitZone.encloses(box) {
            if let known = champions.dropFirst().firstIndex(where: { $0.rivals.known == rivals.known }) {
                let one = champion(index, rivals)
                if one.distance < champions[known].distance { champions[known] = one }
            } else if champions.count <= Self.mostChampions {
                champions.append(champion(index, rivals))
            }
        }
        return champions
    }
}
