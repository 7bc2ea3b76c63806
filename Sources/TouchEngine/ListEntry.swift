import TouchModel

/// Four edges in steps of an area, a byte each with its highest bit clear: left, top, and counted from the other
/// side right and bottom. So in all bytes a point is inside that is not less, and all compare at once.
struct StepRect: Sendable {
    var bytes: UInt32

    /// Each edge is 0 before the area, 1 to 126 in it, 127 behind it.
    init(left: UInt32, top: UInt32, right: UInt32, bottom: UInt32) {
        bytes = left | top << 8 | (127 - right) << 16 | (127 - bottom) << 24
    }
}

/// How something lies to a rectangle, as far as steps tell: in the same step as an edge it is doubtful.
enum StepRelation {
    case outside, doubtful, inside

    private static let highBits: UInt32 = 0x8080_8080
    private static let ones: UInt32 = 0x0101_0101

    /// `bytes` beside those of a rectangle.
    @inline(__always)
    init(_ bytes: UInt32, to rect: UInt32) {
        // No byte borrows from the next: each is 128 more, and at most 127 and 1 are taken away.
        let difference = (bytes | Self.highBits) &- rect
        if difference & Self.highBits != Self.highBits {
            self = .outside
        } else {
            self = (difference &- Self.ones) & Self.highBits == Self.highBits ? .inside : .doubtful
        }
    }
}

/// A point in steps of an area, 1 to 126.
struct StepPosition: Sendable {
    private let bytes: UInt32

    @inline(__always)
    init(x: UInt32, y: UInt32) {
        bytes = (x | y &<< 8) &+ ((127 &- x) &<< 16 | (127 &- y) &<< 24)
    }

    /// How the point lies to `rect`.
    @inline(__always)
    func relation(to rect: StepRect) -> StepRelation { StepRelation(bytes, to: rect.bytes) }
}

extension StepRect {
    /// How this lies to `other`: inside when no point of it is outside.
    @inline(__always)
    func relation(to other: StepRect) -> StepRelation { StepRelation(bytes, to: other.bytes) }
}

/// A region in a cell's list; also the head of a list, and a grid, which stand among them.
struct ListEntry: Sendable {
    private var first: UInt32
    private var second: UInt32
    private var third: UInt32

    /// What the region answers to a contact inside of its drawing.
    enum Answer: UInt32 {
        case accepts, disabled, blocked
        /// Its two rectangles have to be looked at: it swallows what its hit zone has not.
        case unclear
    }

    /// - Parameters:
    ///   - area: where the region matters.
    ///   - index: the region's index in the page, below 2³⁰.
    init(area: StepRect, drawing: StepRect, region index: Int, answer: Answer) {
        (first, second) = (area.bytes, drawing.bytes)
        third = UInt32(truncatingIfNeeded: index) << 2 | answer.rawValue
    }

    /// Where the region matters.
    @inline(__always)
    var area: StepRect { StepRect(bytes: first) }

    /// The drawing.
    @inline(__always)
    var drawing: StepRect { StepRect(bytes: second) }

    /// The region's index in the page.
    @inline(__always)
    var region: Int { Int(third &>> 2) }

    @inline(__always)
    var answer: Answer { Answer(rawValue: third & 3) ?? .unclear }

    /// The head of a list of `count` entries with the steps of an area of 2^`width` × 2^`height`.
    init(count: Int, width: UInt64, height: UInt64) {
        (first, second, third) = (UInt32(count), UInt32(width), UInt32(height))
    }

    /// A head's number of entries.
    @inline(__always)
    var count: UInt32 { first }

    /// A head's or a grid's binary logarithm of the width.
    @inline(__always)
    var width: UInt32 { second }

    /// A head's or a grid's binary logarithm of the height.
    @inline(__always)
    var height: UInt32 { third }

    /// A division of a cell.
    init(_ grid: RegionIndex.Grid) {
        (first, second, third) = (grid.firstCell, UInt32(grid.cellWidth), UInt32(grid.cellHeight))
    }

    /// The grid that this is.
    @inline(__always)
    var grid: RegionIndex.Grid {
        RegionIndex.Grid(
            firstCell: first, cellWidth: UInt8(truncatingIfNeeded: second),
            cellHeight: UInt8(truncatingIfNeeded: third))
    }
}

extension StepRect {
    @inline(__always)
    fileprivate init(bytes: UInt32) { self.bytes = bytes }
}
