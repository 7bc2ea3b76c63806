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
        let zones = nearestZones(of: list[start...], in: box)
        guard isCovered || zones.nearest != nil,
            !list[start...].allSatisfy({ targets[Int($0)].drawing.meets(box) })
        else { return }
        let rivals = self.rivals(of: list[start...], in: box)
        let champions = Champions(zones, of: list[start...], rivals, targets, in: box)
        var kept = start
        for place in start..<list.count {
            let index = list[place]
            let drawing = targets[Int(index)].drawing
            if !drawing.meets(box) {
                let rivals = rivals[place - start]
                if isCovered, rivals.areKnown, rivals.known == BitSet() { continue }
                let least = drawing.leastSquaredDistance(to: box)
                let middle = drawing.squaredDistance(to: box.middle)
                func isBeaten(by champion: Champion) -> Bool {
                    champion.middle <= middle && beats(champion, index, rivals, least, in: box)
                }
                if let champion = champions.beside[zones.sides.number(of: drawing)], isBeaten(by: champion) {
                    continue
                }
                if champions.anywhere.contains(where: isBeaten) { continue }
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

    /// The sixteenths of a cell, each with what lies outside beside it.
    private struct Sides {
        static let count = 16

        private let box: LayoutRect
        private let middle: LayoutPoint

        init(of box: LayoutRect) {
            self.box = box
            middle = box.middle
        }

        /// The one that `drawing` is in or beside.
        @inline(__always)
        func number(of drawing: LayoutRect) -> Int {
            func quarter(_ place: Double, _ start: Double, _ middle: Double, _ end: Double) -> Int {
                (place >= (start + middle) / 2 ? 1 : 0) + (place >= middle ? 1 : 0)
                    + (place >= (middle + end) / 2 ? 1 : 0)
            }
            let place = drawing.middle
            return quarter(place.x, box.left, middle.x, box.right)
                + 4 * quarter(place.y, box.top, middle.y, box.bottom)
        }

        /// The point of a sixteenth from which what lies outside beside it is to be kept away.
        @inline(__always)
        func anchor(of number: Int) -> LayoutPoint {
            func place(_ quarter: Int, _ start: Double, _ middle: Double, _ end: Double) -> Double {
                switch quarter {
                case 0: start
                case 1: middle + (start - middle) / 4
                case 2: middle + (end - middle) / 4
                default: end
                }
            }
            return LayoutPoint(
                x: place(number & 3, box.left, middle.x, box.right),
                y: place(number >> 2, box.top, middle.y, box.bottom))
        }
    }

    /// Places in a list of zones that have all of the cell.
    private struct NearestZones {
        let sides: Sides
        /// Of the one whose distance is nowhere great, the frontmost of equals.
        var nearest: Int?
        /// Of the one nearest to each side's anchor; -1 for none.
        var beside = [Int](repeating: -1, count: Sides.count)
    }

    private func nearestZones(of list: ArraySlice<UInt32>, in box: LayoutRect) -> NearestZones {
        var zones = NearestZones(sides: Sides(of: box))
        var least = Double.infinity
        var leastBeside = [Double](repeating: .infinity, count: Sides.count)
        for place in list.indices where targets[Int(list[place])].hitZone.encloses(box) {
            let drawing = targets[Int(list[place])].drawing
            let distance = drawing.greatestSquaredDistance(to: box)
            if distance < least { (zones.nearest, least) = (place, distance) }
            let side = zones.sides.number(of: drawing)
            let besides = drawing.squaredDistance(to: zones.sides.anchor(of: side))
            if besides < leastBeside[side] { (zones.beside[side], leastBeside[side]) = (place, besides) }
        }
        return zones
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

    /// The zones that the others are compared with.
    private struct Champions {
        /// The nearest zone, and of the others with the same rivals the nearest, the frontmost of equals.
        var anywhere: [Champion] = []
        /// For what is beside each of the cell's sides.
        var beside: [Champion?]

        init(
            _ zones: NearestZones, of list: ArraySlice<UInt32>, _ rivals: [Rivals], _ targets: [HitTarget],
            in box: LayoutRect
        ) {
            func champion(_ place: Int) -> Champion {
                let drawing = targets[Int(list[place])].drawing
                return Champion(
                    index: list[place], rivals: rivals[place - list.startIndex],
                    distance: drawing.greatestSquaredDistance(to: box),
                    middle: drawing.squaredDistance(to: box.middle))
            }
            beside = zones.beside.map { $0 < 0 || $0 == zones.nearest ? nil : champion($0) }
            guard let nearest = zones.nearest else { return }
            anywhere.append(champion(nearest))
            let common = anywhere[0].rivals.known
            for place in list.indices {
                let known = rivals[place - list.startIndex].known
                guard known != common, targets[Int(list[place])].hitZone.encloses(box) else { continue }
                if let number = anywhere.firstIndex(where: { $0.rivals.known == known }) {
                    let one = champion(place)
                    if one.distance < anywhere[number].distance { anywhere[number] = one }
                } else if anywhere.count <= CellFilter.mostChampions {
                    anywhere.append(champion(place))
                }
            }
        }
    }
}
