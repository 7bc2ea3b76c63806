import TouchModel

/// A rectangle cut into cells along the edges of others, so that all points of a cell lie inside of the same
/// ones: what holds at a cell's middle for membership holds in all of it.
struct Cells {
    private let columns: [Double]
    private let rows: [Double]

    init(_ area: LayoutRect, cutBy rects: some Sequence<LayoutRect>) {
        var xs: Set<Double> = [area.left, area.right]
        var ys: Set<Double> = [area.top, area.bottom]
        for rect in rects {
            for x in [rect.left, rect.right] where x > area.left && x < area.right { xs.insert(x) }
            for y in [rect.top, rect.bottom] where y > area.top && y < area.bottom { ys.insert(y) }
        }
        columns = xs.sorted()
        rows = ys.sorted()
    }

    var count: Int { (columns.count - 1) * (rows.count - 1) }

    /// Each cell, row by row.
    var all: some Sequence<LayoutRect> {
        (0..<count).lazy.map { [columns, rows] index in
            let (row, column) = index.quotientAndRemainder(dividingBy: columns.count - 1)
            return LayoutRect(
                left: columns[column], top: rows[row], right: columns[column + 1], bottom: rows[row + 1])
        }
    }
}

/// A point of `area` that lies in none of `covers`, or nil where they cover all of it. A sweep from left to
/// right over the edges of the covers keeps, for each strip between their horizontal edges, how many lie on it.
func uncoveredPoint(of area: LayoutRect, by covers: [LayoutRect]) -> LayoutPoint? {
    let covers = covers.map { $0.cut(by: area) }.filter { !$0.isEmpty }
    if covers.contains(area) { return nil }
    let rows = Set(covers.flatMap { [$0.top, $0.bottom] } + [area.top, area.bottom]).sorted()
    var rowIndex: [Double: Int] = [:]
    for (index, row) in rows.enumerated() { rowIndex[row] = index }
    func strips(_ cover: LayoutRect) -> Range<Int> {
        (rowIndex[cover.top] ?? 0)..<(rowIndex[cover.bottom] ?? 0)
    }
    let begins = covers.sorted { $0.left < $1.left }
    let ends = covers.sorted { $0.right < $1.right }
    var depth = [Int](repeating: 0, count: rows.count - 1)
    var open = depth.count
    var (begin, end) = (0, 0)
    var x = area.left
    while x < area.right {
        while begin < begins.count, begins[begin].left <= x {
            for strip in strips(begins[begin]) {
                if depth[strip] == 0 { open -= 1 }
                depth[strip] += 1
            }
            begin += 1
        }
        while end < ends.count, ends[end].right <= x {
            for strip in strips(ends[end]) {
                depth[strip] -= 1
                if depth[strip] == 0 { open += 1 }
            }
            end += 1
        }
        if open > 0, let strip = depth.firstIndex(of: 0) { return LayoutPoint(x: x, y: rows[strip]) }
        let nextBegin = begin < begins.count ? begins[begin].left : area.right
        x = min(nextBegin, end < ends.count ? ends[end].right : area.right)
    }
    return nil
}
