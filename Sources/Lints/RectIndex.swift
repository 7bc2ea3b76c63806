import TouchModel

/// Rectangles to find by place: a tree of bounding boxes, each over eight below it.
struct RectIndex {
    private static let fanout = 8

    private let rects: [LayoutRect]
    /// The rectangles that have an area, neighbours side by side.
    private let order: [Int]
    /// Bounding boxes, the first level over `order`, each further one over the level before it.
    private var levels: [[LayoutRect]] = []

    init(_ rects: [LayoutRect]) {
        self.rects = rects
        let solid = rects.indices.filter { !rects[$0].isEmpty }.sorted {
            (rects[$0].left, $0) < (rects[$1].left, $1)
        }
        // Slices from left to right, each sorted from top to bottom, so that a box is about as wide as high.
        let perSlice = max(Int(Double(solid.count * Self.fanout).squareRoot()), 1)
        order = stride(from: 0, to: solid.count, by: perSlice).flatMap { start in
            solid[start..<min(start + perSlice, solid.count)].sorted {
                (rects[$0].top, $0) < (rects[$1].top, $1)
            }
        }
        var below = order.map { rects[$0] }
        repeat {
            below = stride(from: 0, to: below.count, by: Self.fanout).map { start in
                below[start..<min(start + Self.fanout, below.count)].reduce(below[start]) { $0.union($1) }
            }
            levels.append(below)
        } while below.count > 1
    }

    /// The indices of the rectangles that have a point in common with `area`, in rising order.
    func intersecting(_ area: LayoutRect) -> [Int] {
        guard !area.isEmpty else { return [] }
        var found: [Int] = []
        var pending = levels.last.map { top in top.indices.map { (level: levels.count - 1, box: $0) } } ?? []
        while let (level, box) = pending.popLast() {
            guard !levels[level][box].cut(by: area).isEmpty else { continue }
            let first = box * Self.fanout
            if level == 0 {
                let items = order[first..<min(first + Self.fanout, order.count)]
                found += items.filter { !rects[$0].cut(by: area).isEmpty }
            } else {
                let last = min(first + Self.fanout, levels[level - 1].count)
                pending += (first..<last).map { (level - 1, $0) }
            }
        }
        return found.sorted()
    }
}

extension LayoutRect {
    /// The least rectangle that has all points of both.
    func union(_ other: LayoutRect) -> LayoutRect {
        LayoutRect(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }

    /// The point in the middle.
    var center: LayoutPoint { LayoutPoint(x: (left + right) / 2, y: (top + bottom) / 2) }
}
