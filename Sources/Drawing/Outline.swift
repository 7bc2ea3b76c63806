import TouchModel

/// Whole numbers for coordinates, so that corners that two pieces share are equal: a millionth of the screen,
/// rounded to a power of ten.
struct SnapGrid {
    /// Layout units a step.
    private let step: Double

    init(extent: Double) {
        var step = 1.0
        while extent / step < 1e6 && step > 1e-12 { step /= 10 }
        while extent / step > 1e9 { step *= 10 }
        self.step = step
    }

    func snap(_ point: LayoutPoint) -> GridPoint {
        GridPoint(x: Int((point.x / step).rounded()), y: Int((point.y / step).rounded()))
    }

    func point(_ snapped: GridPoint) -> LayoutPoint {
        LayoutPoint(x: Double(snapped.x) * step, y: Double(snapped.y) * step)
    }
}

/// A point of a `SnapGrid`.
struct GridPoint: Hashable, Comparable {
    var x: Int
    var y: Int

    static func < (left: GridPoint, right: GridPoint) -> Bool { (left.y, left.x) < (right.y, right.x) }
}

/// The outline of pieces that lie side by side: sides that two of them share fall away, what remains is
/// joined to rings.
enum Outline {
    private struct Side: Hashable {
        var start: GridPoint
        var end: GridPoint
        var reversed: Side { Side(start: end, end: start) }
    }

    static func rings(around pieces: [Polygon], grid: SnapGrid) -> [[LayoutPoint]] {
        let loops = pieces.map { piece in withoutRepeats(piece.corners.map(grid.snap)) }.filter {
            $0.count > 2
        }
        var sides: [Side: Int] = [:]
        for side in split(loops) {
            if let count = sides[side.reversed] {
                sides[side.reversed] = count > 1 ? count - 1 : nil
            } else {
                sides[side, default: 0] += 1
            }
        }
        return join(sides.flatMap { Array(repeating: $0.key, count: $0.value) }).map { ring in
            ring.map(grid.point)
        }
    }

    private static func withoutRepeats(_ ring: [GridPoint]) -> [GridPoint] {
        ring.indices.filter { ring[$0] != ring[($0 + 1) % ring.count] }.map { ring[$0] }
    }

    /// All sides, those along an axis split where another piece has a corner upon them: only such sides can
    /// lie against another piece of the same area.
    private static func split(_ loops: [[GridPoint]]) -> [Side] {
        var columns: [Int: Set<Int>] = [:]
        var rows: [Int: Set<Int>] = [:]
        for corner in loops.joined() {
            columns[corner.x, default: []].insert(corner.y)
            rows[corner.y, default: []].insert(corner.x)
        }
        let columnStops = columns.mapValues { $0.sorted() }
        let rowStops = rows.mapValues { $0.sorted() }
        var sides: [Side] = []
        for loop in loops {
            for index in loop.indices {
                let (start, end) = (loop[index], loop[(index + 1) % loop.count])
                var stops: [GridPoint] = []
                if start.x == end.x {
                    stops = between(start.y, end.y, columnStops[start.x] ?? []).map {
                        GridPoint(x: start.x, y: $0)
                    }
                } else if start.y == end.y {
                    stops = between(start.x, end.x, rowStops[start.y] ?? []).map {
                        GridPoint(x: $0, y: start.y)
                    }
                }
                let points = [start] + stops + [end]
                for step in points.indices.dropLast() {
                    sides.append(Side(start: points[step], end: points[step + 1]))
                }
            }
        }
        return sides
    }

    /// The values of `stops`, which ascend, strictly between two others, in the direction from the first to
    /// the second.
    private static func between(_ first: Int, _ second: Int, _ stops: [Int]) -> [Int] {
        let (low, high) = (min(first, second), max(first, second))
        var begin = 0
        var end = stops.count
        while begin < end {
            let middle = (begin + end) / 2
            if stops[middle] > low { end = middle } else { begin = middle + 1 }
        }
        let inner = Array(stops[begin...].prefix { $0 < high })
        return first < second ? inner : inner.reversed()
    }

    /// Joins sides end to start. Where several go on from a corner, which happens where areas touch in a
    /// point, any order closes all rings; the least end is taken, so that the result is always the same.
    private static func join(_ sides: [Side]) -> [[GridPoint]] {
        var nexts: [GridPoint: [GridPoint]] = [:]
        for side in sides { nexts[side.start, default: []].append(side.end) }
        for start in nexts.keys { nexts[start]?.sort(by: >) }
        var rings: [[GridPoint]] = []
        for start in nexts.keys.sorted() {
            while nexts[start]?.isEmpty == false {
                var ring: [GridPoint] = []
                var corner = start
                while let next = nexts[corner]?.popLast() {
                    ring.append(corner)
                    corner = next
                    if corner == start { break }
                }
                let straight = withoutStraights(ring)
                if straight.count > 2 { rings.append(straight) }
            }
        }
        return rings
    }

    /// Leaves out corners at which nothing turns.
    private static func withoutStraights(_ ring: [GridPoint]) -> [GridPoint] {
        var kept: [GridPoint] = []
        for index in ring.indices {
            let before = kept.last ?? ring[ring.count - 1]
            let (here, after) = (ring[index], ring[(index + 1) % ring.count])
            let cross =
                (here.x - before.x) * (after.y - here.y) - (here.y - before.y) * (after.x - here.x)
            if cross != 0 { kept.append(here) }
        }
        return kept
    }
}
