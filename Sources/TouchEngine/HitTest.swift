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
        case .nearest: index.nearest(point, among: regions)
        case .topmost: index.topmost(point, among: regions)
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
    /// Rules C1 to C4 among `regions`, whose index this is.
    fileprivate func nearest(_ point: LayoutPoint, among regions: [Region]) -> HitResult {
        guard let candidates = candidates(at: point) else { return HitResult() }
        var winner = NearestZone()
        var place = candidates.first
        while place < candidates.end {
            let entry = entries[place]
            defer { place &+= 1 }
            switch entry.part(at: candidates.position, point, of: regions) {
            case nil: continue
            case .expansion: winner.offer(entry, at: point, among: regions)
            case .drawing:
                // All that lie in front have been seen. Where the nearest of them competes it is also the
                // nearest that does.
                if let nearest = winner.entry, !competes(nearest, with: entry, among: regions) {
                    winner =
                        winner.isOnly
                        ? NearestZone() : self.nearest(point, candidates, before: place, among: regions)
                }
                return result(point, direct: entry, winner: winner.entry, among: regions)
            }
        }
        return result(point, direct: nil, winner: winner.entry, among: regions)
    }

    /// Rule C3 over the direct hit at `end`: of those that compete, the one with the least distance, of equals
    /// the frontmost.
    private func nearest(
        _ point: LayoutPoint, _ candidates: Candidates, before end: Int, among regions: [Region]
    ) -> NearestZone {
        let direct = entries[end]
        var winner = NearestZone()
        for place in candidates.first..<end {
            let entry = entries[place]
            if entry.part(at: candidates.position, point, of: regions) == .expansion,
                competes(entry, with: direct, among: regions)
            {
                winner.offer(entry, at: point, among: regions)
            }
        }
        return winner
    }

    /// Whether what lies in front of `direct` and has a point in its hit zone only competes for what hits
    /// `direct` (rule C2): below it in the tree, or drawn wholly inside its drawing.
    private func competes(_ entry: ListEntry, with direct: ListEntry, among regions: [Region]) -> Bool {
        if entry.region < subtreeEnds[direct.region] { return true }
        switch entry.drawing.relation(to: direct.drawing) {
        case .outside: return false
        case .inside: return true
        case .doubtful: return regions[direct.region].drawing.encloses(regions[entry.region].drawing)
        }
    }

    /// Rule C5: what lies in front of the direct hit wins by its hit zone, whatever the distance.
    fileprivate func topmost(_ point: LayoutPoint, among regions: [Region]) -> HitResult {
        guard let candidates = candidates(at: point) else { return HitResult() }
        var winner: ListEntry?
        var place = candidates.first
        while place < candidates.end {
            let entry = entries[place]
            defer { place &+= 1 }
            switch entry.part(at: candidates.position, point, of: regions) {
            case nil: continue
            case .expansion: winner = winner ?? entry
            case .drawing: return result(point, direct: entry, winner: winner, among: regions)
            }
        }
        return result(point, direct: nil, winner: winner, among: regions)
    }

    private func result(
        _ point: LayoutPoint, direct: ListEntry?, winner: ListEntry?, among regions: [Region]
    ) -> HitResult {
        let hit = direct?.region
        if let winner { return HitResult(direct: hit, owner: winner.region, place: .expansion) }
        guard let direct else { return HitResult() }
        switch direct.answer {
        case .accepts: return HitResult(direct: hit, owner: hit, place: .drawing)
        case .disabled: return HitResult(direct: hit, refusal: .disabled)
        case .blocked: return HitResult(direct: hit, refusal: .blocked)
        case .unclear:
            if !regions[direct.region].isEnabled { return HitResult(direct: hit, refusal: .disabled) }
            guard regions[direct.region].hitZone.contains(point) else {
                return HitResult(direct: hit, refusal: .blocked)
            }
            return HitResult(direct: hit, owner: hit, place: .drawing)
        }
    }
}

/// The nearest of the zones that were offered, of equals the first.
private struct NearestZone {
    private(set) var entry: ListEntry?
    /// The squared distance, once there was something to compare it with.
    private var distance = -1.0

    /// Whether one was offered, no more.
    var isOnly: Bool { distance < 0 }

    @inline(__always)
    mutating func offer(_ other: ListEntry, at point: LayoutPoint, among regions: [Region]) {
        guard let entry else {
            entry = other
            return
        }
        if distance < 0 { distance = regions[entry.region].drawing.squaredDistance(to: point) }
        let another = regions[other.region].drawing.squaredDistance(to: point)
        if another < distance { (self.entry, distance) = (other, another) }
    }
}

extension ListEntry {
    /// Whether a contact at `point` is for the drawing, or may be for the expansion. Where a negative expansion
    /// took a point of the drawing out of the hit zone it is for neither, but passes to what is behind, unless
    /// the region blocks or is disabled.
    @inline(__always)
    fileprivate func part(
        at position: StepPosition, _ point: LayoutPoint, of regions: [Region]
    ) -> TouchPlace? {
        let relation = position.relation(to: area)
        if relation == .outside { return nil }
        if relation == .inside, answer != .unclear {
            switch position.relation(to: drawing) {
            case .outside: return .expansion
            case .inside: return .drawing
            case .doubtful: break
            }
        }
        return exactPart(at: point, of: regions)
    }

    /// The same by the region's own rectangles.
    @inline(never)
    private func exactPart(at point: LayoutPoint, of regions: [Region]) -> TouchPlace? {
        if regions[region].hitZone.contains(point) {
            return regions[region].drawing.contains(point) ? .drawing : .expansion
        }
        let swallows = !regions[region].isEnabled || regions[region].blocks
        return swallows && regions[region].drawing.contains(point) ? .drawing : nil
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
