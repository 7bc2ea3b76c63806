import TouchModel

/// Divides a page into the cells of a `RegionIndex`, from the whole down.
///
/// Each cell has an allowance of entries and cells that its division must keep to, the page 16 for each region;
/// what is left is shared out among the cells by the length of their lists. So the index is at most so many
/// times as large as the page, whatever overlaps, and the time to build it at most the depth times that. A
/// cell whose lists do not get shorter by a division stays whole.
struct RegionIndexBuilder {
    /// A list of this length or less is not divided.
    private static let shortList = 10
    /// Entries and cells for each region.
    private static let allowance = 16
    /// How many times the allowance a list is shared out before zones that never win are left out.
    private static let patience = 4
    /// The most cells of one grid.
    private static let mostCells = 65_536.0
    /// The deepest division.
    private static let mostDepth = 12

    /// Front to back, so that of two indices the lower is in front.
    private let targets: [HitTarget]
    private let filter: CellFilter
    private var grids: [RegionIndex.Grid] = []
    private var cells: [RegionIndex.Cell] = []
    private var entries: [UInt32] = []

    /// The index of a page's regions, which come back to front.
    static func index(of regions: [Region], overlap: Overlap) -> RegionIndex {
        var builder = RegionIndexBuilder(regions, overlap)
        let all = builder.targets.indices.map { UInt32($0) }
        let whole = builder.bounds(of: all[...])
        let root = builder.cell(
            of: builder.filter.deciding(all[...], in: whole), in: whole, allowance: all.count * allowance,
            depth: 0)
        let order = builder.neighboursFirst()
        let targets = order.map { builder.targets[Int($0)] }
        let steps = RegionIndex.Steps(of: whole)
        return RegionIndex(
            steps: steps, root: root, grids: builder.grids, cells: builder.cells,
            entries: builder.entries.map { RegionIndex.Entry($0, targets[Int($0)].area, steps) },
            targets: targets)
    }

    private init(_ regions: [Region], _ overlap: Overlap) {
        targets = Array(
            regions.indices.reversed().lazy.map { HitTarget(regions[$0], at: $0) }.filter(\.isNeeded))
        filter = CellFilter(targets, overlap)
    }

    private func bounds(of list: ArraySlice<UInt32>) -> LayoutRect {
        list.dropFirst().reduce(list.first.map { targets[Int($0)].area } ?? .nothing) {
            $0.union(targets[Int($1)].area)
        }
    }

    /// The cell `box` with `list`, divided where that shortens it.
    private mutating func cell(
        of list: ArraySlice<UInt32>, in box: LayoutRect, allowance: Int, depth: Int
    ) -> RegionIndex.Cell {
        if list.count > Self.shortList, depth < Self.mostDepth {
            var size = gridSize(for: list, in: bounds(of: list).cut(by: box))
            while let grid = grid(&size, for: list, work: allowance * Self.patience) {
                let parts = share(list, among: grid)
                if parts.entries.count + parts.count > allowance {
                    size.coarsen()
                } else if Double(parts.entries.count) <= 0.75 * Double(list.count * parts.count) {
                    return divide(grid, parts, allowance: allowance, depth: depth)
                } else {
                    break
                }
            }
        }
        defer { entries += list }
        return RegionIndex.Cell(start: UInt32(entries.count), count: UInt32(list.count))
    }

    private mutating func divide(
        _ grid: RegionIndex.Grid, _ parts: CellLists, allowance: Int, depth: Int
    ) -> RegionIndex.Cell {
        let number = grids.count
        let first = cells.count
        grids.append(grid)
        grids[number].firstCell = first
        cells += repeatElement(.empty, count: parts.count)
        // At least 1, so that each part has room for its own list.
        let share = max(Double(allowance - parts.count) / Double(max(parts.entries.count, 1)), 1)
        for index in 0..<parts.count where !parts[index].isEmpty {
            let room = Int(Double(parts[index].count) * share)
            cells[first + index] = cell(
                of: parts[index], in: grid.box(ofCell: index), allowance: room, depth: depth + 1)
        }
        return RegionIndex.Cell(start: UInt32(number), count: RegionIndex.Cell.division)
    }

    /// The targets in the order in which lists have them; the lists are changed to that order.
    private mutating func neighboursFirst() -> [UInt32] {
        var places = [UInt32](repeating: .max, count: targets.count)
        var order: [UInt32] = []
        order.reserveCapacity(targets.count)
        for index in entries.indices {
            let target = Int(entries[index])
            if places[target] == .max {
                places[target] = UInt32(order.count)
                order.append(entries[index])
            }
            entries[index] = places[target]
        }
        return order
    }
}

/// Lists one after the other, one for each cell of a grid.
private struct CellLists {
    var entries: [UInt32] = []
    /// Where each begins, and where the last ends.
    var starts: [Int] = [0]

    var count: Int { starts.count - 1 }

    subscript(index: Int) -> ArraySlice<UInt32> { entries[starts[index]..<starts[index + 1]] }
}

extension RegionIndexBuilder {
    /// Cells that are about as large as the drawings in `bounds`, but not too many.
    private func gridSize(for list: ArraySlice<UInt32>, in bounds: LayoutRect) -> GridSize {
        let extent = list.reduce(into: LayoutSize(width: 0, height: 0)) { sum, index in
            let target = targets[Int(index)]
            let shown = (target.drawing.isEmpty ? target.hitZone : target.drawing).cut(by: bounds)
            sum.width += max(shown.width, 0)
            sum.height += max(shown.height, 0)
        }
        let count = Double(list.count)
        var size = GridSize(
            bounds: bounds, columns: max(bounds.width * count / max(extent.width, bounds.width), 2),
            rows: max(bounds.height * count / max(extent.height, bounds.height), 2))
        let most = min(max(count / 4, 4), Self.mostCells)
        if size.columns * size.rows > most {
            let (columns, rows) = (size.columns, size.rows)
            size.columns = max(columns * (most / (columns * rows)).squareRoot(), 1)
            // What one of them cannot give, because it is 1 already, the other does.
            size.rows = min(rows, max(most / size.columns, 1))
            size.columns = min(columns, max(most / size.rows, 1))
        }
        return size
    }

    /// A grid of `size`, or of a coarser one that puts `list` into no more than `work` cells; nil where there
    /// is none.
    private func grid(_ size: inout GridSize, for list: ArraySlice<UInt32>, work: Int) -> RegionIndex.Grid? {
        guard !size.bounds.isEmpty else { return nil }
        while true {
            let grid = RegionIndex.Grid(size)
            let cells = Int(grid.columns) * Int(grid.rows)
            if cells < 2 { return nil }
            if cells + list.reduce(0, { $0 + grid.span(of: targets[Int($1)].area).count }) <= work {
                return grid
            }
            size.coarsen()
        }
    }

    /// What of `list` matters in each cell of `grid`.
    private func share(_ list: ArraySlice<UInt32>, among grid: RegionIndex.Grid) -> CellLists {
        let columns = Int(grid.columns)
        var ends = [Int](repeating: 0, count: columns * Int(grid.rows) + 1)
        for index in list {
            grid.span(of: targets[Int(index)].area).forEach { ends[$0 * columns + $1 + 1] += 1 }
        }
        for cell in 1..<ends.count { ends[cell] += ends[cell - 1] }
        var all = [UInt32](repeating: 0, count: ends[ends.count - 1])
        var next = ends
        for index in list {
            grid.span(of: targets[Int(index)].area).forEach { row, column in
                all[next[row * columns + column]] = index
                next[row * columns + column] += 1
            }
        }
        var lists = CellLists()
        for cell in 0..<(ends.count - 1) {
            lists.entries += filter.deciding(all[ends[cell]..<ends[cell + 1]], in: grid.box(ofCell: cell))
            lists.starts.append(lists.entries.count)
        }
        return lists
    }
}

/// How many columns and rows a grid is to have.
private struct GridSize {
    var bounds: LayoutRect
    var columns: Double
    var rows: Double

    mutating func coarsen() {
        if columns > rows { columns /= 2 } else { rows /= 2 }
    }
}

/// The cells that a rectangle lies over.
private struct CellSpan {
    var rows: ClosedRange<Int>
    var columns: ClosedRange<Int>

    var count: Int { rows.count * columns.count }

    func forEach(_ body: (_ row: Int, _ column: Int) -> Void) {
        for row in rows { for column in columns { body(row, column) } }
    }
}

extension RegionIndex.Grid {
    fileprivate init(_ size: GridSize) {
        bounds = size.bounds
        columns = Int32(min(max(size.columns.rounded(), 1), 65_536))
        rows = Int32(min(max(size.rows.rounded(), 1), 65_536))
        columnsPerUnit = Double(self.columns) / bounds.width
        rowsPerUnit = Double(self.rows) / bounds.height
        // An extent so small that there is no dividing it.
        if self.columns == 1 || !columnsPerUnit.isFinite { (self.columns, columnsPerUnit) = (1, 0) }
        if self.rows == 1 || !rowsPerUnit.isFinite { (self.rows, rowsPerUnit) = (1, 0) }
        firstCell = 0
    }

    /// All cells in which a point of `area` can be, which has some in the bounds.
    fileprivate func span(of area: LayoutRect) -> CellSpan {
        func inside(_ value: Double, _ low: Double, _ high: Double) -> Double { min(max(value, low), high) }
        let left = inside(area.left, bounds.left, bounds.right)
        let top = inside(area.top, bounds.top, bounds.bottom)
        let right = max(inside(area.right, bounds.left, bounds.right).nextDown, left)
        let bottom = max(inside(area.bottom, bounds.top, bounds.bottom).nextDown, top)
        return CellSpan(rows: row(top)...row(bottom), columns: column(left)...column(right))
    }

    /// A rectangle that has all points of a cell, and a little around it, since the borders of cells are as
    /// exact as a product is.
    fileprivate func box(ofCell index: Int) -> LayoutRect {
        let (row, column) = index.quotientAndRemainder(dividingBy: Int(columns))
        func side(_ start: Double, _ extent: Double, _ number: Int, _ count: Int32) -> (Double, Double) {
            let slack = extent * 1e-9 + (abs(start) + extent).ulp * 4
            let step = extent / Double(count)
            return (start + step * Double(number) - slack, start + step * Double(number + 1) + slack)
        }
        let (left, right) = side(bounds.left, bounds.width, column, columns)
        let (top, bottom) = side(bounds.top, bounds.height, row, rows)
        return LayoutRect(left: left, top: top, right: right, bottom: bottom).cut(by: bounds)
    }
}

extension RegionIndex.Entry {
    fileprivate init(_ target: UInt32, _ area: LayoutRect, _ steps: RegionIndex.Steps) {
        self.init(
            left: steps.x(area.left), top: steps.y(area.top), right: steps.x(area.right),
            bottom: steps.y(area.bottom), target: target)
    }
}

extension HitTarget {
    /// A rectangle with all points at which the region matters.
    var area: LayoutRect {
        guard swallows, !drawing.isEmpty else { return hitZone }
        return hitZone.isEmpty ? drawing : drawing.union(hitZone)
    }
}

extension LayoutRect {
    /// The least rectangle that has all points of both.
    func union(_ other: LayoutRect) -> LayoutRect {
        LayoutRect(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }
}
