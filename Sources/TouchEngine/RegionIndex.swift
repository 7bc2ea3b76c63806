import TouchModel

/// What the hit test needs of a region, and nothing that must be retained.
struct HitTarget: Sendable {
    var drawing: LayoutRect
    var hitZone: LayoutRect
    /// The region's index in the page.
    var region: Int32
    var subtreeEnd: Int32
    var isEnabled: Bool
    /// Whether all of the drawing is hit directly, also where the hit zone has not the point.
    var swallows: Bool

    init(_ region: Region, at index: Int) {
        drawing = region.drawing
        hitZone = region.hitZone
        self.region = Int32(clamping: index)
        subtreeEnd = Int32(clamping: region.subtreeEnd)
        isEnabled = region.isEnabled
        swallows = !region.isEnabled || region.blocks
    }

    /// Whether any point can mean the region or be refused by it.
    var isNeeded: Bool { !hitZone.isEmpty || (swallows && !drawing.isEmpty) }

    /// Whether this, which lies in front of `direct` and has a point in its hit zone only, competes for what
    /// hits `direct` (rule C2): below it in the tree, or drawn wholly inside its drawing.
    @inline(__always)
    func competes(with direct: HitTarget) -> Bool {
        region < direct.subtreeEnd || direct.drawing.encloses(drawing)
    }
}

/// Which regions of a page matter at a point, found in a few steps however many there are.
///
/// The screen is divided into grids of cells, a crowded cell into a finer grid of its own. A cell that is not
/// divided lists the targets that can decide a contact anywhere in it, front to back. Regions behind one that
/// is hit directly in all of a cell are not listed, nor are zones that another one is nearer than everywhere
/// there. `RegionIndexBuilder` makes it.
struct RegionIndex: Sendable {
    /// A cell: a list, or a finer grid.
    struct Cell: Sendable {
        /// The list's first entry, or the grid's number.
        var start: UInt32
        /// The list's length; `division` marks a grid.
        var count: UInt32

        static let division = UInt32.max
        static let empty = Cell(start: 0, count: 0)
    }

    /// A division of `bounds` into columns and rows of equal size.
    struct Grid: Sendable {
        /// Holds all regions of its cells: there is none elsewhere.
        var bounds: LayoutRect
        /// Columns a layout unit; 0 for one column.
        var columnsPerUnit: Double
        /// Rows a layout unit; 0 for one row.
        var rowsPerUnit: Double
        var columns: Int32
        var rows: Int32
        /// Its cells stand row by row from here.
        var firstCell: Int

        /// The column of an x inside of `bounds`. Never falls as x rises.
        @inline(__always)
        func column(_ x: Double) -> Int { min(Int((x - bounds.left) * columnsPerUnit), Int(columns) - 1) }

        /// The row of a y inside of `bounds`. Never falls as y rises.
        @inline(__always)
        func row(_ y: Double) -> Int { min(Int((y - bounds.top) * rowsPerUnit), Int(rows) - 1) }
    }

    /// A region in a cell's list, with its area in whole steps, so that the regions that the point is far from
    /// cost one look at memory that lies side by side.
    struct Entry: Sendable {
        var left: UInt16
        var top: UInt16
        var right: UInt16
        var bottom: UInt16
        /// The index in `targets`.
        var target: UInt32
    }

    /// The extent of all regions cut into 65,536 steps each way.
    struct Steps: Sendable {
        private let left: Double
        private let top: Double
        private let perUnitX: Double
        private let perUnitY: Double

        init(of bounds: LayoutRect) {
            func perUnit(_ extent: Double) -> Double {
                let steps = 65_535 / extent
                return extent > 0 && steps.isFinite ? steps : 0
            }
            (left, top) = (bounds.left, bounds.top)
            (perUnitX, perUnitY) = (perUnit(bounds.width), perUnit(bounds.height))
        }

        /// The step of an x, the nearest for one outside. Never falls as x rises.
        @inline(__always)
        func x(_ x: Double) -> UInt16 { step((x - left) * perUnitX) }

        /// The step of a y.
        @inline(__always)
        func y(_ y: Double) -> UInt16 { step((y - top) * perUnitY) }

        // In this order the least step stands for what is no number.
        @inline(__always)
        private func step(_ value: Double) -> UInt16 { UInt16(min(65_535, max(0, value))) }
    }

    let steps: Steps
    let root: Cell
    let grids: [Grid]
    let cells: [Cell]
    /// The lists, each front to back.
    let entries: [Entry]
    /// Neighbours stand side by side.
    let targets: [HitTarget]

    /// The entries of the regions that decide what a contact at `point` means.
    @inline(__always)
    func candidates(at point: LayoutPoint) -> Range<Int> {
        var cell = root
        while cell.count == Cell.division {
            let grid = grids[Int(cell.start)]
            guard grid.bounds.contains(point) else { return 0..<0 }
            cell = cells[grid.firstCell + grid.row(point.y) * Int(grid.columns) + grid.column(point.x)]
        }
        return Int(cell.start)..<Int(cell.start + cell.count)
    }
}
