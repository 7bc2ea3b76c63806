import TouchModel

/// An area of a raster whose extents are powers of two.
struct StepArea {
    var x: Int64
    var y: Int64
    /// The binary logarithm of the width.
    var width: UInt64
    /// The binary logarithm of the height.
    var height: UInt64

    /// Both halves, if they are no smaller than the cells of `place`: those of the side that has more cells.
    func halves(downTo place: GridPlace) -> (StepArea, StepArea)? {
        let columns = width - UInt64(place.grid.cellWidth)
        let rows = height - UInt64(place.grid.cellHeight)
        guard max(columns, rows) > 0 else { return nil }
        var (first, second) = (self, self)
        if columns >= rows {
            first.width -= 1
            second.width = first.width
            second.x += 1 << Int64(first.width)
        } else {
            first.height -= 1
            second.height = first.height
            second.y += 1 << Int64(first.height)
        }
        return (first, second)
    }

    /// `rect` in the steps that lists have.
    func steps(of rect: LayoutRect, _ raster: Raster) -> StepRect {
        func step(_ edge: Int64, _ start: Int64, _ bits: UInt64) -> UInt32 {
            if edge < start { return 0 }
            let inside = edge - start
            return inside >> Int64(bits) > 0 ? 127 : Raster.step(UInt64(inside), of: bits)
        }
        return StepRect(
            left: step(raster.edge(x: rect.left), x, width), top: step(raster.edge(y: rect.top), y, height),
            right: step(raster.edge(x: rect.right), x, width),
            bottom: step(raster.edge(y: rect.bottom), y, height))
    }
}

/// The steps in which a rectangle has points.
struct StepSpan {
    private var left: UInt32
    private var top: UInt32
    private var right: UInt32
    private var bottom: UInt32

    /// The span of a rectangle inside of the raster's bounds.
    init(of rect: LayoutRect, _ raster: Raster) {
        left = UInt32(raster.x(rect.left))
        top = UInt32(raster.y(rect.top))
        right = UInt32(raster.x(max(rect.right.nextDown, rect.left)))
        bottom = UInt32(raster.y(max(rect.bottom.nextDown, rect.top)))
    }

    func meets(_ area: StepArea) -> Bool {
        Int64(left) < area.x + 1 << Int64(area.width) && Int64(right) >= area.x
            && Int64(top) < area.y + 1 << Int64(area.height) && Int64(bottom) >= area.y
    }
}

/// A grid and the area that it divides.
struct GridPlace {
    var area: StepArea
    var grid: RegionIndex.Grid

    var cellCount: Int {
        1 << Int(area.width - UInt64(grid.cellWidth) + area.height - UInt64(grid.cellHeight))
    }

    /// Gives the numbers of the cells that `part` of the area consists of.
    func forEachCell(of part: StepArea, _ body: (Int) -> Void) {
        let (width, height) = (UInt64(grid.cellWidth), UInt64(grid.cellHeight))
        let column = Int((part.x - area.x) >> Int64(width))
        let row = Int((part.y - area.y) >> Int64(height))
        for y in row..<(row + 1 << Int(part.height - height)) {
            let first = Int(grid.firstCell) + y << Int(area.width - width) + column
            for cell in first..<(first + 1 << Int(part.width - width)) { body(cell) }
        }
    }
}

extension Raster {
    /// A rectangle that has all points of an area, and a little around it, since steps are as exact as a product
    /// is.
    func box(of area: StepArea) -> LayoutRect {
        /// The nearly exact beginning and end; of an extent that cannot be divided, all of it.
        func side(
            _ start: Double, _ extent: Double, _ perUnit: Double, _ step: Int64, _ bits: UInt64
        ) -> (Double, Double) {
            guard perUnit > 0 else { return (-.infinity, .infinity) }
            let slack = extent * 1e-9 + (abs(start) + extent).ulp * 4
            let end = step + 1 << Int64(bits)
            return (
                start + extent * (Double(step) / Self.steps) - slack,
                start + extent * (Double(end) / Self.steps) + slack
            )
        }
        let (left, right) = side(bounds.left, bounds.width, perUnitX, area.x, area.width)
        let (top, bottom) = side(bounds.top, bounds.height, perUnitY, area.y, area.height)
        return LayoutRect(left: left, top: top, right: right, bottom: bottom).cut(by: bounds)
    }
}
