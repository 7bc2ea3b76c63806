import TouchModel

/// The border between two drawings by distance (rule C3).
struct Border {
    var own: LayoutRect
    var rival: LayoutRect
    /// Whether the owner is in front, and so gets what is equally near to both.
    var winsTies: Bool

    /// Below 0 where the own drawing is nearer; squared layout units.
    func lead(at point: LayoutPoint) -> Double {
        own.squaredDistance(to: point) - rival.squaredDistance(to: point)
    }

    func isOwn(_ lead: Double) -> Bool { lead < 0 || (lead == 0 && winsTies) }

    /// How far, in layout units, a point is from being equally near to both.
    func error(at point: LayoutPoint) -> Double {
        abs(
            own.squaredDistance(to: point).squareRoot() - rival.squaredDistance(to: point).squareRoot())
    }

    /// Where the border crosses the line between two points on either side of it.
    func crossing(_ first: LayoutPoint, _ second: LayoutPoint) -> LayoutPoint {
        var low = first
        var high = second
        let lowIsOwn = isOwn(lead(at: low))
        for _ in 0..<60 {
            let middle = LayoutPoint(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2)
            if isOwn(lead(at: middle)) == lowIsOwn { low = middle } else { high = middle }
        }
        return low
    }
}

/// A straight piece of a border.
struct BorderLine {
    var start: LayoutPoint
    var end: LayoutPoint

    var middle: LayoutPoint { LayoutPoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2) }
    var length: Double { max(abs(end.x - start.x), abs(end.y - start.y)) }
}

/// A convex piece of an area, or nearly so, its corners in the order of the hands of a clock.
struct Polygon {
    private(set) var corners: [LayoutPoint]

    var isEmpty: Bool { corners.count < 3 }

    var sides: [BorderLine] {
        corners.indices.map { BorderLine(start: corners[$0], end: corners[($0 + 1) % corners.count]) }
    }

    init(_ box: LayoutRect) {
        corners = [
            LayoutPoint(x: box.left, y: box.top), LayoutPoint(x: box.right, y: box.top),
            LayoutPoint(x: box.right, y: box.bottom), LayoutPoint(x: box.left, y: box.bottom),
        ]
    }

    /// Takes away what is beyond `border`; returns how far the new straight side is from it at the middle.
    mutating func cut(at border: Border) -> Double {
        let leads = corners.map { border.isOwn(border.lead(at: $0)) }
        if !leads.contains(false) { return 0 }
        guard leads.contains(true) else {
            corners = []
            return 0
        }
        var kept: [LayoutPoint] = []
        var crossings: [LayoutPoint] = []
        for index in corners.indices {
            let next = (index + 1) % corners.count
            if leads[index] { kept.append(corners[index]) }
            if leads[index] != leads[next] {
                let crossing = border.crossing(corners[index], corners[next])
                kept.append(crossing)
                crossings.append(crossing)
            }
        }
        corners = kept
        guard crossings.count == 2 else { return 0 }
        let middle = LayoutPoint(
            x: (crossings[0].x + crossings[1].x) / 2, y: (crossings[0].y + crossings[1].y) / 2)
        return border.error(at: middle)
    }
}
