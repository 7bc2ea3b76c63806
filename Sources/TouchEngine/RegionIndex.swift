import TouchModel

/// Which regions of a page matter at a point, found in a few steps however many there are.
///
/// The extent of all regions is divided into a grid of cells, a crowded cell into a finer grid of its own. A
/// cell that is not divided has a list of the regions that can decide a contact anywhere in it, front to back;
/// neighbouring cells may share one. Regions behind one that is hit directly in all of a cell are not listed,
/// nor are zones that cannot win there (`CellFilter`). `RegionIndexBuilder` makes it.
///
/// A list stands in one piece and tells of most points by itself what they hit, so that a hit test among very
/// many regions reads memory in two places: the cell and the list. Only where the point is very near to an edge,
/// or zones compete, the regions themselves are asked.
struct RegionIndex: Sendable {
    /// A division of an area into cells, row by row. All extents are powers of two, in steps of the raster.
    struct Grid: Sendable {
        /// Its cells stand from here.
        var firstCell: UInt32
        /// The binary logarithm of a cell's width.
        var cellWidth: UInt8
        /// The binary logarithm of a cell's height.
        var cellHeight: UInt8
    }

    /// A cell: where its list begins in `entries`, or its grid, which this bit marks.
    static let division: UInt32 = 1 << 31

    let raster: Raster
    let root: Grid
    let cells: [UInt32]
    /// The lists, each behind a head that tells its length and the area that its steps divide; and the grids.
    let entries: [ListEntry]
    /// Each region's `subtreeEnd`.
    let subtreeEnds: [UInt32]

    /// A part of `entries`, and where the point is in the area that their steps divide.
    struct Candidates {
        var first: Int
        var end: Int
        var position: StepPosition
    }

    /// The entries of the regions that decide what a contact at `point` means; nil where there is none.
    @inline(__always)
    func candidates(at point: LayoutPoint) -> Candidates? {
        guard raster.bounds.contains(point) else { return nil }
        let (x, y) = (raster.x(point.x), raster.y(point.y))
        var (width, height) = (Raster.extent, Raster.extent)
        var grid = root
        while true {
            let column = Raster.low(width, of: x) &>> UInt64(grid.cellWidth)
            let row = Raster.low(height, of: y) &>> UInt64(grid.cellHeight)
            let number = row &<< (width &- UInt64(grid.cellWidth)) &+ column
            let cell = cells[Int(grid.firstCell) &+ Int(truncatingIfNeeded: number)]
            let head = entries[Int(cell & ~Self.division)]
            if cell & Self.division == 0 {
                let first = Int(cell) &+ 1
                let (width, height) = (UInt64(head.width), UInt64(head.height))
                return Candidates(
                    first: first, end: first &+ Int(head.count),
                    position: StepPosition(
                        x: Raster.step(Raster.low(width, of: x), of: width),
                        y: Raster.step(Raster.low(height, of: y), of: height)))
            }
            (width, height) = (UInt64(grid.cellWidth), UInt64(grid.cellHeight))
            grid = head.grid
        }
    }
}

/// The extent of all regions cut into 2³² steps each way. No step is exact, but none falls as its coordinate
/// rises.
struct Raster: Sendable {
    /// The binary logarithm of the number of steps.
    static let extent: UInt64 = 32

    /// The number of steps.
    static let steps = 4_294_967_296.0

    let bounds: LayoutRect
    /// Steps a layout unit; 0 for an extent so small that it has one step.
    let perUnitX: Double
    let perUnitY: Double

    init(of bounds: LayoutRect) {
        func perUnit(_ extent: Double) -> Double {
            let steps = Self.steps / extent
            return extent > 0 && steps.isFinite ? steps : 0
        }
        self.bounds = bounds
        (perUnitX, perUnitY) = (perUnit(bounds.width), perUnit(bounds.height))
    }

    /// The step of an x inside of the bounds.
    @inline(__always)
    func x(_ x: Double) -> UInt64 { Self.inside((x - bounds.left) * perUnitX) }

    /// The step of a y inside of the bounds.
    @inline(__always)
    func y(_ y: Double) -> UInt64 { Self.inside((y - bounds.top) * perUnitY) }

    /// The nearest whole number: in a number of 2⁵² and a little the last bits count ones. Unlike a conversion
    /// this asks nothing of its value, which bounds have limited already.
    @inline(__always)
    private static func inside(_ value: Double) -> UInt64 {
        min((value + 0x1p52).bitPattern & 0xf_ffff_ffff_ffff, 0xffff_ffff)
    }

    /// `value` within an area of width or height 2^`bits`.
    @inline(__always)
    static func low(_ bits: UInt64, of value: UInt64) -> UInt64 { value & ((1 &<< bits) &- 1) }

    /// Which of the 126 parts of an extent of 2^`bits` has `value`, counted from 1.
    @inline(__always)
    static func step(_ value: UInt64, of bits: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: (value &* 126) &>> bits) &+ 1
    }

    /// The step of a vertical edge: -1 or 2³² for one that lies left or right of all points.
    func edge(x: Double) -> Int64 {
        x < bounds.left ? -1 : x < bounds.right ? Int64(self.x(x)) : 1 << Self.extent
    }

    /// The step of a horizontal edge.
    func edge(y: Double) -> Int64 {
        y < bounds.top ? -1 : y < bounds.bottom ? Int64(self.y(y)) : 1 << Self.extent
    }
}
