public import TouchModel

/// What a point means on a page: rules C1 to C5, before busy and debounce.
public struct HitResult: Hashable, Sendable {
    /// The frontmost region that is not glass and has the point inside its drawing.
    public var direct: Int?
    /// The region that would own a contact; nil when nothing would or the contact would be refused.
    public var owner: Int?
    /// The part of the owner that the point is in.
    public var place: TouchPlace?
    /// `disabled` or `blocked` when the direct hit refuses.
    public var refusal: Reason?

    init(direct: Int? = nil, owner: Int? = nil, place: TouchPlace? = nil, refusal: Reason? = nil) {
        self.direct = direct
        self.owner = owner
        self.place = place
        self.refusal = refusal
    }
}

/// A region whose hit zone, but not its drawing, has the point.
public struct Competitor: Hashable, Sendable {
    /// Its index in the page.
    public var region: Int
    /// Layout units from the point to its drawing.
    public var distance: Double
}

extension Page {
    /// Which region a contact that goes down at `point` means. Costs about the same on all pages, and allocates
    /// nothing.
    public func hitTest(_ point: LayoutPoint) -> HitResult {
        switch overlap {
        case .nearest: index.nearest(point)
        case .topmost: index.topmost(point)
        }
    }

    /// The competitors at `point`, nearest first, of equals the frontmost first: what explains a hit test. On
    /// a `topmost` page all that lie in front of the direct hit. Looks at all regions.
    public func competitors(at point: LayoutPoint) -> [Competitor] {
        competitors(at: point, among: regions.indices)
    }

    /// The same of `candidates` only, which are indices in rising order: for who knows already which hit
    /// zones have the point.
    public func competitors(
        at point: LayoutPoint, among candidates: some BidirectionalCollection<Int>
    ) -> [Competitor] {
        let direct = hitTest(point).direct
        let front = candidates.reversed().filter {
            $0 > direct ?? -1 && competes($0, at: point, direct: direct)
        }
        return front.map { Competitor(region: $0, distance: regions[$0].distanceSquared(to: point)) }
            .sorted { ($0.distance, $1.region) < ($1.distance, $0.region) }
            .map { Competitor(region: $0.region, distance: $0.distance.squareRoot()) }
    }

    /// Rule C2 for a region in front of `direct`; on a topmost page (rule C5) all of them compete.
    private func competes(_ index: Int, at point: LayoutPoint, direct: Int?) -> Bool {
        guard regions[index].reaches(point) else { return false }
        guard let direct, overlap == .nearest else { return true }
        return index < regions[direct].subtreeEnd || regions[direct].drawing.encloses(regions[index].drawing)
    }
}

extension RegionIndex {
    /// Rules C1 to C4.
    fileprivate func nearest(_ point: LayoutPoint) -> HitResult {
        let candidates = candidates(at: point)
        let (x, y) = (steps.x(point.x), steps.y(point.y))
        var winner: Int?
        var least = Double.infinity
        for entry in candidates where entries[entry].isNear(x, y) {
            let target = Int(entries[entry].target)
            switch targets[target].place(of: point) {
            case nil: continue
            case .expansion:
                let distance = targets[target].drawing.squaredDistance(to: point)
                if distance < least { (least, winner) = (distance, target) }
            case .drawing:
                // All that lie in front have been seen. Where the nearest of them competes it is also the
                // nearest that does.
                if let nearest = winner, !targets[nearest].competes(with: targets[target]) {
                    winner = self.nearest(point, of: candidates.lowerBound..<entry, over: target)
                }
                return result(point, direct: target, winner: winner)
            }
        }
        return result(point, direct: nil, winner: winner)
    }

    /// Rule C3 over a direct hit: of those that compete, the one with the least distance, of equals the frontmost.
    private func nearest(_ point: LayoutPoint, of candidates: Range<Int>, over direct: Int) -> Int? {
        let (x, y) = (steps.x(point.x), steps.y(point.y))
        var winner: Int?
        var least = Double.infinity
        for entry in candidates where entries[entry].isNear(x, y) {
            let target = Int(entries[entry].target)
            guard targets[target].hitZone.contains(point), targets[target].competes(with: targets[direct])
            else { continue }
            let distance = targets[target].drawing.squaredDistance(to: point)
            if distance < least { (least, winner) = (distance, target) }
        }
        return winner
    }

    /// Rule C5: what lies in front of the direct hit wins by its hit zone, whatever the distance.
    fileprivate func topmost(_ point: LayoutPoint) -> HitResult {
        let (x, y) = (steps.x(point.x), steps.y(point.y))
        var winner: Int?
        for entry in candidates(at: point) where entries[entry].isNear(x, y) {
            let target = Int(entries[entry].target)
            switch targets[target].place(of: point) {
            case nil: continue
            case .expansion: winner = winner ?? target
            case .drawing: return result(point, direct: target, winner: winner)
            }
        }
        return result(point, direct: nil, winner: winner)
    }

    private func result(_ point: LayoutPoint, direct: Int?, winner: Int?) -> HitResult {
        let hit = direct.map { Int(targets[$0].region) }
        if let winner {
            return HitResult(direct: hit, owner: Int(targets[winner].region), place: .expansion)
        }
        guard let direct else { return HitResult() }
        if !targets[direct].isEnabled { return HitResult(direct: hit, refusal: .disabled) }
        guard targets[direct].hitZone.contains(point) else {
            return HitResult(direct: hit, refusal: .blocked)
        }
        return HitResult(direct: hit, owner: hit, place: .drawing)
    }
}

extension HitTarget {
    /// Whether a contact at `point` is for the drawing, or may be for the expansion. Where a negative expansion
    /// took a point of the drawing out of the hit zone it is for neither, but passes to what is behind, unless
    /// the region blocks or is disabled.
    @inline(__always)
    fileprivate func place(of point: LayoutPoint) -> TouchPlace? {
        if hitZone.contains(point) { return drawing.contains(point) ? .drawing : .expansion }
        return swallows && drawing.contains(point) ? .drawing : nil
    }
}

extension RegionIndex.Entry {
    /// Whether the point of these steps may be in the region's area.
    @inline(__always)
    fileprivate func isNear(_ x: UInt16, _ y: UInt16) -> Bool {
        x >= left && x <= right && y >= top && y <= bottom
    }
}

extension Region {
    /// Whether the hit zone, but not the drawing, has the point.
    func reaches(_ point: LayoutPoint) -> Bool {
        hitZone.contains(point) && !drawing.contains(point)
    }

    /// From the point to the closed rectangle of the cut drawing.
    func distanceSquared(to point: LayoutPoint) -> Double { drawing.squaredDistance(to: point) }

    /// The part of the region that `point` is in.
    @inline(__always)
    func place(of point: LayoutPoint) -> TouchPlace { drawing.contains(point) ? .drawing : .expansion }
}
