public import TouchModel

/// From device units to layout units: scale, rotate, calibrate, clamp (rule C6).
public struct PanelMapping: Sendable {
    private let horizontal: AxisScale
    private let vertical: AxisScale
    private let rotation: Rotation
    private let calibration: Calibration?
    private let size: LayoutSize

    /// The mapping of a panel's two axes onto a screen of `size`. Nil where an axis has no extent, its
    /// maximum below its minimum.
    public init?(
        horizontal: AxisInfo, vertical: AxisInfo, rotation: Rotation = .none,
        calibration: Calibration = .identity,
        size: LayoutSize
    ) {
        guard let x = AxisScale(horizontal), let y = AxisScale(vertical) else { return nil }
        self.horizontal = x
        self.vertical = y
        self.rotation = rotation
        self.calibration = calibration == .identity ? nil : calibration
        self.size = size
    }

    /// The layout point of a device's point, clamped into the screen; nil when an axis is beyond its declared
    /// range by more than 5 percent of it.
    public func callAsFunction(_ point: DevicePoint) -> LayoutPoint? {
        guard horizontal.accepts(point.x), vertical.accepts(point.y) else { return nil }
        let raw = (horizontal.fraction(of: point.x), vertical.fraction(of: point.y))
        let (x, y) =
            switch rotation {
            case .none: (raw.0, raw.1)
            case .quarter: (raw.1.complement, raw.0)
            case .half: (raw.0.complement, raw.1.complement)
            case .threeQuarters: (raw.1, raw.0.complement)
            }
        guard let matrix = calibration else {
            // Multiplied before it is divided, so that whole units stay whole and land on the right side of a
            // border.
            return clamp(x: x.part * size.width / x.whole, y: y.part * size.height / y.whole)
        }
        let normalX = x.part / x.whole
        let normalY = y.part / y.whole
        return clamp(
            x: (matrix.a * normalX + matrix.b * normalY + matrix.c) * size.width,
            y: (matrix.d * normalX + matrix.e * normalY + matrix.f) * size.height)
    }

    private func clamp(x: Double, y: Double) -> LayoutPoint {
        LayoutPoint(x: min(max(x, 0), size.width.nextDown), y: min(max(y, 0), size.height.nextDown))
    }
}

/// A position on an axis as an exact fraction of it.
private struct Fraction {
    var part: Double
    var whole: Double

    /// The same position counted from the axis's other end.
    var complement: Fraction { Fraction(part: whole - part, whole: whole) }
}

/// One axis's declared range.
private struct AxisScale {
    let minimum: Int64
    let maximum: Int64

    init?(_ axis: AxisInfo) {
        guard axis.maximum > axis.minimum else { return nil }
        minimum = Int64(axis.minimum)
        maximum = Int64(axis.maximum)
    }

    /// Whether `value` is within the range, or beyond it by 5 percent of it at most.
    func accepts(_ value: Int32) -> Bool {
        let beyond = max(minimum - Int64(value), Int64(value) - maximum)
        return beyond * 20 <= maximum - minimum
    }

    func fraction(of value: Int32) -> Fraction {
        Fraction(part: Double(Int64(value) - minimum), whole: Double(maximum - minimum + 1))
    }
}
