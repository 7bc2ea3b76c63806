import TouchModel

/// Divides a page into the cells of a `RegionIndex`, from the whole down: an area into halves, a half into halves,
/// until its list is short or a cell is reached, so that what matters nowhere in an area is looked at once.
///
/// Each area has an allowance of entries and cells, the page 16 for each region; what its halves do not need at once
/// is shared out between them by the length of their lists. So the index is at most so many times as large as the
/// page, whatever overlaps, and the time to build it at most the depth times that. An area whose lists do not get
/// shorter by halving stays whole.
struct RegionIndexBuilder {
    /// A list of this length or less is not divided.
    private static let shortList = 8
    /// A cell's list of this length or less gets no grid of its own, which would be one look at memory more.
    private static let shortCellList = 16
    /// Entries and cells for each region.
    private static let allowance = 16
    /// The most cells of one grid.
    private static let mostCells = 1 << 20
    /// The least binary logarithm of an extent: the raster's rounding is far less.
    private static let leastExtent: UInt64 = 6

    /// Front to back, so that of two indices the lower is in front.
    private let targets: [HitTarget]
    /// The steps that have each target's area.
    private let spans: [StepSpan]
    private let filter: CellFilter
    private let raster: Raster
    private var cells: [UInt32] = []
    /// The first is the list without entries.
    private var entries = [ListEntry(count: 0, width: 0, height: 0)]
    /// The lists of the areas that are being divided, one after the other.
    private var lists: [UInt32]

    /// The index of a page's regions, which come back to front.
    static func index(of regions: [Region], overlap: Overlap) -> RegionIndex {
        var builder = RegionIndexBuilder(regions, overlap)
        let root = builder.root()
        return RegionIndex(
            raster: builder.raster, root: root, cells: builder.cells, entries: builder.entries,
            subtreeEnds: regions.map { UInt32($0.subtreeEnd) })
    }

    private init(_ regions: [Region], _ overlap: Overlap) {
        let targets = Array(
            regions.indices.reversed().lazy.map { HitTarget(regions[$0], at: $0) }.filter(\.isNeeded))
        let bounds = targets.dropFirst().reduce(targets.first?.area ?? .nothing) { $0.union($1.area) }
        let raster = Raster(of: bounds)
        self.targets = targets
        self.raster = raster
        spans = targets.map { StepSpan(of: $0.area, raster) }
        filter = CellFilter(targets, overlap)
        lists = targets.indices.map { UInt32($0) }
    }

    private mutating func root() -> RegionIndex.Grid {
        let whole = StepArea(x: 0, y: 0, width: Raster.extent, height: Raster.extent)
        filter.reduce(&lists, from: 0, in: raster.box(of: whole))
        let allowance = max(targets.count * Self.allowance - 2, 0)
        if lists.count > Self.shortList,
            let (cell, _) = divide(0..<lists.count, of: whole, allowance: allowance)
        {
            return entries[Int(cell & ~RegionIndex.division)].grid
        }
        cells = [addList(0..<lists.count, of: whole)]
        return RegionIndex.Grid(
            firstCell: 0, cellWidth: UInt8(Raster.extent), cellHeight: UInt8(Raster.extent))
    }

    /// The cell that has a grid of the area with `list`, and how long its lists are on average; nil where they are
    /// hardly shorter.
    private mutating func divide(
        _ list: Range<Int>, of area: StepArea, allowance: Int
    ) -> (cell: UInt32, length: Double)? {
        let most = min(list.count / 2, allowance / 8, Self.mostCells)
        guard let size = gridSize(for: list, of: area, most: most) else { return nil }
        let place = GridPlace(
            area: area,
            grid: RegionIndex.Grid(
                firstCell: UInt32(cells.count), cellWidth: UInt8(area.width - size.width),
                cellHeight: UInt8(area.height - size.height)))
        let mark = Mark(cells.count, entries.count)
        cells += repeatElement(0, count: place.cellCount)
        let length = fill(list, of: area, in: place, allowance: allowance - 2 * place.cellCount - 1)
        guard isWorthwhile(length, insteadOf: list.count) else {
            reset(to: mark)
            return nil
        }
        entries.append(ListEntry(place.grid))
        return (UInt32(entries.count - 1) | RegionIndex.division, length)
    }

    /// Fills the cells of `area`, a part of a grid's; how long their lists are on average.
    private mutating func fill(
        _ list: Range<Int>, of area: StepArea, in place: GridPlace, allowance: Int
    ) -> Double {
        guard list.count > Self.shortList else { return fill(list, of: area, in: place) }
        guard let halves = area.halves(downTo: place) else {
            if list.count > Self.shortCellList,
                let (cell, length) = divide(list, of: area, allowance: allowance)
            {
                place.forEachCell(of: area) { cells[$0] = cell }
                return length
            }
            return fill(list, of: area, in: place)
        }
        let mark = Mark(cells.count, entries.count)
        let first = addPart(of: list, in: halves.0)
        let second = addPart(of: list, in: halves.1)
        defer { lists.removeLast(lists.count - first.lowerBound) }
        let needed = first.count + second.count
        guard needed < allowance else { return fill(list, of: area, in: place) }
        let share = Double(allowance) / Double(max(needed, 1))
        let length =
            (fill(first, of: halves.0, in: place, allowance: Int(Double(first.count) * share))
                + fill(second, of: halves.1, in: place, allowance: Int(Double(second.count) * share))) / 2
        if isWorthwhile(length, insteadOf: list.count) { return length }
        reset(to: mark)
        return fill(list, of: area, in: place)
    }

    /// Gives all cells of `area` the same list.
    private mutating func fill(_ list: Range<Int>, of area: StepArea, in place: GridPlace) -> Double {
        let cell = addList(list, of: area)
        place.forEachCell(of: area) { cells[$0] = cell }
        return Double(list.count)
    }

    private mutating func addList(_ list: Range<Int>, of area: StepArea) -> UInt32 {
        guard !list.isEmpty else { return 0 }
        let cell = UInt32(entries.count)
        entries.append(ListEntry(count: list.count, width: area.width, height: area.height))
        for place in list {
            let target = targets[Int(lists[place])]
            entries.append(
                ListEntry(
                    area: area.steps(of: target.area, raster),
                    drawing: area.steps(of: target.drawing, raster),
                    region: target.region, answer: target.answer))
        }
        return cell
    }

    /// Puts those of `list` that matter in `area` at the end of `lists`.
    private mutating func addPart(of list: Range<Int>, in area: StepArea) -> Range<Int> {
        let start = lists.count
        for place in list where spans[Int(lists[place])].meets(area) { lists.append(lists[place]) }
        filter.reduce(&lists, from: start, in: raster.box(of: area))
        return start..<lists.count
    }

    /// How far the cells and entries went.
    private struct Mark {
        var cells: Int
        var entries: Int

        init(_ cells: Int, _ entries: Int) { (self.cells, self.entries) = (cells, entries) }
    }

    private mutating func reset(to mark: Mark) {
        cells.removeLast(cells.count - mark.cells)
        entries.removeLast(entries.count - mark.entries)
    }

    private func isWorthwhile(_ length: Double, insteadOf count: Int) -> Bool {
        length <= 0.8 * Double(count)
    }

    /// The binary logarithms of columns and rows whose cells have about the shape of the drawings there, `most`
    /// at most; nil where there is nothing to divide.
    private func gridSize(
        for list: Range<Int>, of area: StepArea, most: Int
    ) -> (width: UInt64, height: UInt64)? {
        guard most > 1 else { return nil }
        let box = raster.box(of: area)
        var extent = LayoutSize(width: 0, height: 0)
        for place in list {
            let target = targets[Int(lists[place])]
            let shown = (target.drawing.isEmpty ? target.hitZone : target.drawing).cut(by: box)
            extent.width += max(shown.width, 0)
            extent.height += max(shown.height, 0)
        }
        /// How often a drawing goes into the area, as a binary logarithm.
        func fineness(_ whole: Double, _ sum: Double) -> Double {
            let times = whole * Double(list.count) / sum
            return times.isFinite && times > 1 ? Double(times.exponent) + (times.significand - 1) : 0
        }
        let (x, y) = (fineness(box.width, extent.width), fineness(box.height, extent.height))
        let bits = Double(most.bitWidth - 1 - most.leadingZeroBitCount)
        let width = min(max(((bits + x - y) / 2).rounded(), 0), bits)
        func within(_ bits: Double, _ extent: UInt64) -> UInt64 {
            min(UInt64(bits), extent - min(extent, Self.leastExtent))
        }
        let size = (width: within(width, area.width), height: within(bits - width, area.height))
        return size.width + size.height > 0 ? size : nil
    }
}
