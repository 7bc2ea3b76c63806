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
            let nearest = cutAndFindNearest(&list, start, in: box)
            if let nearest, list.count - start > Self.shortList {
                removeFar(from: &list, start, in: box, nearest: nearest)
            }
        }
    }

    /// Removes what lies behind a region that is hit directly in all of `box`, and zones behind a zone that has all
    /// of it.
    private func removeHidden(from list: inout [UInt32], _ start: Int, in box: LayoutRect) {
        var kept = start
        var isCovered = false
        for place in start..<list.count {
            let target = list[place]
            if isCovered, !targets[Int(target)].drawing.meets(box) { continue }
            list[kept] = target
            kept += 1
            if targets[Int(target)].isHitDirectly(inAllOf: box) { break }
            if targets[Int(target)].hitZone.encloses(box) { isCovered = true }
        }
        list.removeLast(list.count - kept)
    }

    /// Removes what lies behind a region that is hit directly in all of `box`; of the zones that have all of it, the
    /// one that is nearest from everywhere, the frontmost of equals.
    private func cutAndFindNearest(
        _ list: inout [UInt32], _ start: Int, in box: LayoutRect
    ) -> Champion? {
        var nearest: Champion?
        for place in start..<list.count {
            let index = list[place]
            guard targets[Int(index)].hitZone.encloses(box) || targets[Int(index)].swallows else { continue }
            if targets[Int(index)].isHitDirectly(inAllOf: box) {
                list.removeLast(list.count - place - 1)
                break
            }
            guard targets[Int(index)].hitZone.encloses(box) else { continue }
            let distance = targets[Int(index)].drawing.greatestSquaredDistance(to: box)
            if distance < nearest?.distance ?? .infinity {
                nearest = Champion(index: index, rivals: Rivals(), distance: distance)
            }
        }
        return nearest
    }

    // MARK: Zones that are never nearest

    /// A zone that all of the cell has.
    private struct Champion {
        var index: UInt32
        var rivals: Rivals
        /// What the squared distance nowhere in the cell exceeds.
        var distance: Double

        /// Whether this is nearer than `target`, or as near and in front, in all of the cell.
        ///
        /// A rival is a possible direct hit that lies behind and that a zone competes with. Where all rivals of the
        /// target are also this one's, this one competes wherever the target does: not in its own drawing, but
        /// what is hit there lies no farther back than this, so it is no rival.
        func beats(_ target: UInt32, _ targetRivals: Rivals, _ least: Double, sameDrawing: Bool) -> Bool {
            targetRivals.areKnown && targetRivals.known.isSubset(of: rivals.known)
                && (distance < least || index < target && (sameDrawing || distance <= least))
        }
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

    private func removeFar(
        from list: inout [UInt32], _ start: Int, in box: LayoutRect, nearest: Champion
    ) {
        guard list[start...].contains(where: { isFar($0, box, nearest) }) else { return }
        let rivals = rivals(of: list[start...], in: box)
        let champions = champions(of: list[start...], rivals, in: box, nearest)
        var kept = start
        for place in start..<list.count {
            let index = list[place]
            if isFar(index, box, nearest) {
                let drawing = targets[Int(index)].drawing
                let least = drawing.leastSquaredDistance(to: box)
                let isBeaten = champions.contains {
                    $0.beats(
                        index, rivals[place - start], least,
                        sameDrawing: targets[Int($0.index)].drawing == drawing)
                }
                if isBeaten { continue }
            }
            list[kept] = index
            kept += 1
        }
        list.removeLast(list.count - kept)
    }

    /// Whether a target cannot be hit directly in `box` and is nowhere nearer than `nearest`.
    private func isFar(_ index: UInt32, _ box: LayoutRect, _ nearest: Champion) -> Bool {
        let drawing = targets[Int(index)].drawing
        let isNowhereNearer =
            drawing.leastSquaredDistance(to: box) >= nearest.distance
            || drawing == targets[Int(nearest.index)].drawing
        return isNowhereNearer && index != nearest.index && !drawing.meets(box)
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
        private var othersEnd = 0
        private var others: LayoutRect?

        init(_ box: LayoutRect) {
            surroundings = LayoutRect(
                left: box.left - box.width, top: box.top - box.height, right: box.right + box.width,
                bottom: box.bottom + box.height)
        }

        mutating func add(_ target: HitTarget) {
            let most = surroundings.encloses(target.drawing) ? Self.mostKnown : Self.mostLarge
            if known.count < most {
                known.append(target)
            } else {
                othersEnd = max(othersEnd, target.subtreeEnd)
                others = others?.union(target.drawing) ?? target.drawing
            }
        }

        func rivals(of target: HitTarget) -> Rivals {
            var rivals = Rivals()
            for number in known.indices where target.competes(with: known[number]) {
                rivals.known.insert(number)
            }
            rivals.areKnown = target.region >= othersEnd && others?.encloses(target.drawing) != true
            return rivals
        }
    }

    /// The nearest zone, and of those with the same rivals the nearest, the frontmost of equals.
    private func champions(
        of list: ArraySlice<UInt32>, _ rivals: [Rivals], in box: LayoutRect, _ nearest: Champion
    ) -> [Champion] {
        var champions = [nearest]
        for (index, rivals) in zip(list, rivals) where targets[Int(index)].hitZone.encloses(box) {
            let drawing = targets[Int(index)].drawing
            let one = Champion(
                index: index, rivals: rivals, distance: drawing.greatestSquaredDistance(to: box))
            if index == nearest.index {
                champions[0] = one
            } else if let known = champions.dropFirst().firstIndex(where: { $0.rivals.known == rivals.known })
            {
                if one.distance < champions[known].distance { champions[known] = one }
            } else if champions.count <= Self.mostChampions {
                champions.append(one)
            }
        }
        return champions
    }
}
