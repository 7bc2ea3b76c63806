import TouchModel

/// What the index's builder needs of a region, and nothing that must be retained.
struct HitTarget: Sendable {
    var drawing: LayoutRect
    var hitZone: LayoutRect
    /// The region's index in the page.
    var region: Int
    var subtreeEnd: Int
    var isEnabled: Bool
    /// Whether all of the drawing is hit directly, also where the hit zone has not the point.
    var swallows: Bool

    init(_ region: Region, at index: Int) {
        drawing = region.drawing
        hitZone = region.hitZone
        self.region = index
        subtreeEnd = region.subtreeEnd
        isEnabled = region.isEnabled
        swallows = !region.isEnabled || region.blocks
    }

    /// Whether any point can mean the region or be refused by it.
    var isNeeded: Bool { !hitZone.isEmpty || (swallows && !drawing.isEmpty) }

    /// Whether this, which lies in front of `direct` and has a point in its hit zone only, competes for what
    /// hits `direct` (rule C2): below it in the tree, or drawn wholly inside its drawing.
    func competes(with direct: HitTarget) -> Bool {
        region < direct.subtreeEnd || direct.drawing.encloses(drawing)
    }

    /// A rectangle with all points at which the region matters.
    var area: LayoutRect {
        guard swallows, !drawing.isEmpty else { return hitZone }
        return hitZone.isEmpty ? drawing : drawing.union(hitZone)
    }

    /// What the region answers inside of its drawing.
    var answer: ListEntry.Answer {
        guard swallows, !drawing.isEmpty else { return .accepts }
        if hitZone.isEmpty { return isEnabled ? .blocked : .disabled }
        return isEnabled && hitZone.encloses(drawing) ? .accepts : .unclear
    }

    /// Whether every point of `box` hits the region directly.
    func isHitDirectly(inAllOf box: LayoutRect) -> Bool {
        drawing.encloses(box) && (swallows || hitZone.encloses(box))
    }
}

extension LayoutRect {
    /// The least rectangle that has all points of both.
    func union(_ other: LayoutRect) -> LayoutRect {
        LayoutRect(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }

    /// Whether both have a point in common.
    func meets(_ other: LayoutRect) -> Bool {
        max(left, other.left) < min(right, other.right) && max(top, other.top) < min(bottom, other.bottom)
    }

    /// The point in the middle.
    var middle: LayoutPoint { LayoutPoint(x: (left + right) / 2, y: (top + bottom) / 2) }

    /// From the point of `box` that is nearest.
    func leastSquaredDistance(to box: LayoutRect) -> Double {
        let dx = max(left - box.right, box.left - right, 0)
        let dy = max(top - box.bottom, box.top - bottom, 0)
        return dx * dx + dy * dy
    }

    /// From the point of `box` that is farthest.
    func greatestSquaredDistance(to box: LayoutRect) -> Double {
        let dx = max(left - box.left, box.right - right, 0)
        let dy = max(top - box.top, box.bottom - bottom, 0)
        return dx * dx + dy * dy
    }

    /// Whether every point of `box` is nearer to this than to `other`, by more than what rounding can do to a
    /// squared distance.
    func isNearer(than other: LayoutRect, inAllOf box: LayoutRect) -> Bool {
        /// By how much, on one axis, the squared distance to the first of two intervals exceeds that to the second.
        /// As a function of the place it falls nowhere, or rises nowhere, or rises on both sides, or rises up to
        /// the second interval and falls behind it. So it is greatest at an end or in the second interval.
        func greatestExcess(
            _ first: (Double, Double), _ second: (Double, Double), _ range: (Double, Double)
        ) -> Double {
            func excess(_ place: Double) -> Double {
                let one = max(first.0 - place, place - first.1, 0)
                let two = max(second.0 - place, place - second.1, 0)
                return one * one - two * two
            }
            return max(
                excess(range.0), excess(range.1), excess(min(max(second.0, range.0), range.1)))
        }
        let excess =
            greatestExcess((left, right), (other.left, other.right), (box.left, box.right))
            + greatestExcess((top, bottom), (other.top, other.bottom), (box.top, box.bottom))
        return excess < 0
            && excess < -1e-12 * (greatestSquaredDistance(to: box) + other.greatestSquaredDistance(to: box))
    }
}
