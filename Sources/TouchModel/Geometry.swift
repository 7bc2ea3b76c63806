/// A point in layout units, the coordinates of a screen's `size`.
public struct LayoutPoint: Hashable, Sendable {
    /// Distance from the screen's left edge.
    public var x: Double
    /// Distance from the screen's top edge.
    public var y: Double

    /// The point (`x`, `y`).
    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A width and a height in layout units.
public struct LayoutSize: Hashable, Sendable {
    /// Horizontal extent.
    public var width: Double
    /// Vertical extent.
    public var height: Double

    /// The size `width` × `height`.
    @inlinable public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// A half-open rectangle in layout units: x in [left, right), y in [top, bottom). Adjoining rectangles share
/// no point.
public struct LayoutRect: Hashable, Sendable {
    /// The first x inside.
    public var left: Double
    /// The first y inside.
    public var top: Double
    /// The first x outside, to the right.
    public var right: Double
    /// The first y outside, below.
    public var bottom: Double

    /// The rectangle between the four edges.
    @inlinable public init(left: Double, top: Double, right: Double, bottom: Double) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// The rectangle of `width` × `height` whose corner is at (`x`, `y`), as a configuration's `frame` gives
    /// it.
    @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(left: x, top: y, right: x + width, bottom: y + height)
    }

    /// Right minus left; negative for an inverted rectangle.
    @inlinable public var width: Double { right - left }
    /// Bottom minus top; negative for an inverted rectangle.
    @inlinable public var height: Double { bottom - top }
    /// Whether no point is inside.
    @inlinable public var isEmpty: Bool { right <= left || bottom <= top }

    /// Whether `point` is inside, the right and bottom edges excluded.
    @inlinable public func contains(_ point: LayoutPoint) -> Bool {
        point.x >= left && point.x < right && point.y >= top && point.y < bottom
    }

    /// Whether no point of `other` lies outside, an edge in common allowed.
    @inlinable public func encloses(_ other: LayoutRect) -> Bool {
        other.left >= left && other.right <= right && other.top >= top && other.bottom <= bottom
    }

    /// What both have in common; may be inverted, which `isEmpty` tells.
    @inlinable public func cut(by other: LayoutRect) -> LayoutRect {
        LayoutRect(
            left: max(left, other.left), top: max(top, other.top),
            right: min(right, other.right), bottom: min(bottom, other.bottom))
    }

    /// The squared distance from `point` to the nearest point of the closed rectangle, 0 inside.
    @inlinable public func squaredDistance(to point: LayoutPoint) -> Double {
        let dx = max(max(left - point.x, point.x - right), 0)
        let dy = max(max(top - point.y, point.y - bottom), 0)
        return dx * dx + dy * dy
    }
}

/// The extent of a panel's or screen's surface in millimetres.
public struct PhysicalSize: Hashable, Sendable {
    /// Horizontal extent in millimetres.
    public var width: Double
    /// Vertical extent in millimetres.
    public var height: Double

    /// The size `width` × `height` in millimetres.
    @inlinable public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// A point in device units: what the panel reports, before any mapping.
public struct DevicePoint: Hashable, Sendable {
    /// The value of ABS_MT_POSITION_X or ABS_X.
    public var x: Int32
    /// The value of ABS_MT_POSITION_Y or ABS_Y.
    public var y: Int32

    /// The device's point (`x`, `y`).
    @inlinable public init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
    }
}
