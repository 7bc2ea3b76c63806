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
    /// Which region a contact that goes down at `point` means.
    public func hitTest(_ point: LayoutPoint) -> HitResult {
        let direct = directHit(point)
        let winner =
            switch overlap {
            case .nearest: nearestCompetitor(point, direct: direct)
            case .topmost: frontmostCompetitor(point, direct: direct)
            }
        if let winner { return HitResult(direct: direct, owner: winner, place: .expansion) }
        guard let direct else { return HitResult() }
        if let refusal = regions[direct].refusal(at: point) {
            return HitResult(direct: direct, refusal: refusal)
        }
        return HitResult(direct: direct, owner: direct, place: .drawing)
    }

    /// The frontmost region that is not glass and has the point inside its drawing (rule C1).
    private func directHit(_ point: LayoutPoint) -> Int? {
        regions.indices.reversed().first { regions[$0].isHitDirectly(at: point) }
    }

    /// Rule C3: the competitor with the least squared distance, of equals the frontmost.
    private func nearestCompetitor(_ point: LayoutPoint, direct: Int?) -> Int? {
        var winner: Int?
        var least = Double.infinity
        for index in stride(from: regions.count - 1, to: direct ?? -1, by: -1)
        where competes(index, at: point, direct: direct) {
            let distance = regions[index].distanceSquared(to: point)
            if distance < least {
                least = distance
                winner = index
            }
        }
        return winner
    }

    /// Rule C5: what lies in front of the direct hit wins by its hit zone, whatever the distance.
    private func frontmostCompetitor(_ point: LayoutPoint, direct: Int?) -> Int? {
        stride(from: regions.count - 1, to: direct ?? -1, by: -1).first { regions[$0].reaches(point) }
    }

    /// Rule C2 for a region in front of `direct`: below it in the tree, or drawn wholly inside its drawing.
    private func competes(_ index: Int, at point: LayoutPoint, direct: Int?) -> Bool {
        guard regions[index].reaches(point) else { return false }
        guard let direct else { return true }
        return index < regions[direct].subtreeEnd || regions[direct].drawing.encloses(regions[index].drawing)
    }

    /// The competitors at `point`, nearest first, of equals the frontmost first: what explains a hit test. On
    /// a `topmost` page all that lie in front of the direct hit.
    public func competitors(at point: LayoutPoint) -> [Competitor] {
        let direct = directHit(point)
        let front = regions.indices.reversed().filter { index in
            index > direct ?? -1
                && (overlap == .nearest
                    ? competes(index, at: point, direct: direct) : regions[index].reaches(point))
        }
        return front.map { Competitor(region: $0, distance: regions[$0].distanceSquared(to: point)) }
            .sorted { ($0.distance, $1.region) < ($1.distance, $0.region) }
            .map { Competitor(region: $0.region, distance: $0.distance.squareRoot()) }
    }
}

extension Region {
    /// Whether a contact at `point` is for this region's drawing. Where a negative expansion took the point
    /// out of the hit zone, it is not: it passes to what is behind, unless the region blocks or is disabled.
    func isHitDirectly(at point: LayoutPoint) -> Bool {
        guard drawing.contains(point) else { return false }
        if !isEnabled || blocks { return true }
        return hasActions && hitZone.contains(point)
    }

    /// Whether the hit zone, but not the drawing, has the point.
    func reaches(_ point: LayoutPoint) -> Bool {
        hitZone.contains(point) && !drawing.contains(point)
    }

    /// The reason why a direct hit at `point` is refused, or nil.
    func refusal(at point: LayoutPoint) -> Reason? {
        if !isEnabled { return .disabled }
        return hitZone.contains(point) ? nil : .blocked
    }

    /// From the point to the closed rectangle of the cut drawing.
    func distanceSquared(to point: LayoutPoint) -> Double { drawing.squaredDistance(to: point) }

    /// The part of the region that `point` is in.
    func place(of point: LayoutPoint) -> TouchPlace { drawing.contains(point) ? .drawing : .expansion }
}
