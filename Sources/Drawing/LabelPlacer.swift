import TouchModel

/// Finds room for labels, so that no text covers another.
struct LabelPlacer {
    /// The advance of a character in the picture's font, whose size is 11.
    static let advance = 6.65
    /// A line's height.
    static let line = 14.0

    /// Where labels may be.
    let bounds: LayoutRect
    private var taken: [LayoutRect] = []
    /// Marks that labels should not cover, though they may.
    private let avoided: [LayoutRect]

    init(bounds: LayoutRect, avoiding avoided: [LayoutRect] = []) {
        self.bounds = bounds
        self.avoided = avoided
    }

    /// A label's place.
    struct Place {
        var box: LayoutRect
        var lines: [String]
        /// Whether it stands beside what it names, and needs a line to it.
        var isOutside: Bool
    }

    /// Places the first of `versions`, each a list of lines, that has room in a corner of `box`; the last of
    /// them beside it where there is none inside. `parts` lie in `box` and are kept free if possible.
    mutating func place(_ versions: [[String]], in box: LayoutRect, free parts: [LayoutRect]) -> Place? {
        for obstacles in parts.isEmpty ? [[]] : [parts, []] {
            for lines in versions {
                let size = Self.size(of: lines)
                guard size.width <= box.width, size.height <= box.height else { continue }
                for place in Self.corners(of: box, size) where isFree(place, obstacles) {
                    taken.append(place)
                    return Place(box: place, lines: lines, isOutside: false)
                }
            }
        }
        return nil
    }

    /// Keeps labels off `boxes`.
    mutating func reserve(_ boxes: [LayoutRect]) { taken += boxes }

    /// Places `lines` beside `box`, as near as there is room; `avoids` keeps it off the avoided marks too.
    mutating func place(
        _ lines: [String], beside box: LayoutRect, reach: Int, avoids: Bool = true
    ) -> Place? {
        let size = Self.size(of: lines)
        for step in 0..<reach {
            let gap = 3 + Double(step) * 9
            for place in Self.surroundings(of: box, size, gap: gap) where isFree(place, avoids ? avoided : [])
            {
                taken.append(place)
                return Place(box: place, lines: lines, isOutside: true)
            }
        }
        return nil
    }

    private func isFree(_ place: LayoutRect, _ obstacles: [LayoutRect]) -> Bool {
        bounds.encloses(place) && !taken.contains { $0.overlaps(place) }
            && !obstacles.contains { $0.overlaps(place) }
    }

    static func size(of lines: [String]) -> LayoutSize {
        let columns = lines.map(\.columns).max() ?? 0
        return LayoutSize(width: Double(columns) * advance + 5, height: Double(lines.count) * line + 1)
    }

    private static func corners(of box: LayoutRect, _ size: LayoutSize) -> [LayoutRect] {
        let inset = min(3, (box.width - size.width) / 2, (box.height - size.height) / 2)
        let xs = [box.left + inset, box.right - inset - size.width, (box.left + box.right - size.width) / 2]
        let ys = [
            box.top + inset, box.bottom - inset - size.height, (box.top + box.bottom - size.height) / 2,
        ]
        return ys.flatMap { y in
            xs.map { LayoutRect(x: $0, y: y, width: size.width, height: size.height) }
        }
    }

    private static func surroundings(of box: LayoutRect, _ size: LayoutSize, gap: Double) -> [LayoutRect] {
        let middleX = (box.left + box.right - size.width) / 2
        let middleY = (box.top + box.bottom - size.height) / 2
        let (west, east) = (box.left - gap - size.width, box.right + gap)
        let (north, south) = (box.top - gap - size.height, box.bottom + gap)
        let origins = [
            (middleX, north), (east, middleY), (middleX, south), (west, middleY), (east, north),
            (east, south),
            (west, south), (west, north),
        ]
        return origins.map { LayoutRect(x: $0.0, y: $0.1, width: size.width, height: size.height) }
    }
}
