public import TouchModel

/// A place on a panel or a screen as fractions of its width and height, from the top left corner: what
/// calibration matrices work on.
public struct NormalizedPoint: Hashable, Sendable {
    /// From 0 at the left to 1 at the right.
    public var x: Double
    /// From 0 at the top to 1 at the bottom.
    public var y: Double

    /// The place (`x`, `y`).
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// Where a contact was, and where it should have been.
public struct CalibrationPair: Hashable, Sendable {
    /// What the panel told, turned as the screen is, before any calibration.
    public var touched: NormalizedPoint
    /// Where on the screen the contact was meant to be.
    public var target: NormalizedPoint

    /// A contact at `touched` that was meant for `target`.
    public init(touched: NormalizedPoint, target: NormalizedPoint) {
        self.touched = touched
        self.target = target
    }
}

/// Why pairs give no calibration.
public enum CalibrationFitError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Fewer than three, which any matrix of six numbers needs.
    case tooFew(Int)
    /// A coordinate is no finite number.
    case notFinite
    /// The contacts lie on one line, or all at one place.
    case touchedOnALine
    /// The targets lie on one line, or all at one place.
    case targetsOnALine

    /// What is wrong and what would help.
    public var description: String {
        switch self {
        case .tooFew(let count): "\(count) points are too few; a calibration takes three or more"
        case .notFinite: "a coordinate is not a finite number"
        case .touchedOnALine:
            "the contacts lie on one line or at one place; touch points that are far apart, such as the four corners"
        case .targetsOnALine: "the targets lie on one line or at one place; take points that are far apart"
        }
    }
}

/// The matrix that brings contacts nearest to their targets: the affine map with the least sum of squared
/// distances.
public struct CalibrationFit: Hashable, Sendable {
    /// The matrix.
    public let calibration: Calibration
    /// For each pair, from the target to where the matrix brings the contact, as fractions of width and height.
    public let residuals: [NormalizedPoint]

    /// Points whose spread in one direction is less than this part of that in the other lie on a line.
    private static let leastSpread = 1e-6

    /// Fits `pairs`, in any order, each as often as it is there.
    public init(_ pairs: [CalibrationPair]) throws(CalibrationFitError) {
        guard pairs.count >= 3 else { throw .tooFew(pairs.count) }
        let touched = pairs.map(\.touched)
        let targets = pairs.map(\.target)
        guard (touched + targets).allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { throw .notFinite }
        // About the means, the constant parts of the matrix drop out of the equations.
        let (from, to) = (touched.mean, targets.mean)
        let spread = Moments(touched, about: from)
        guard !spread.isLine(Self.leastSpread) else { throw .touchedOnALine }
        guard !Moments(targets, about: to).isLine(Self.leastSpread) else { throw .targetsOnALine }
        let (a, b) = spread.solve(touched, about: from, targets.map { $0.x - to.x })
        let (d, e) = spread.solve(touched, about: from, targets.map { $0.y - to.y })
        let calibration = Calibration(
            a, b, to.x - a * from.x - b * from.y, d, e, to.y - d * from.x - e * from.y)
        self.calibration = calibration
        residuals = pairs.map { pair in
            let mapped = calibration(pair.touched)
            return NormalizedPoint(x: mapped.x - pair.target.x, y: mapped.y - pair.target.y)
        }
    }

    /// Whether the panel's first axis runs along the screen's height.
    public var axesAreSwapped: Bool {
        let matrix = calibration
        return abs(matrix.b) + abs(matrix.d) > abs(matrix.a) + abs(matrix.e)
    }

    /// Whether what the panel tells as left is right on the screen, once swapped axes are swapped back.
    public var runsRightToLeft: Bool { (axesAreSwapped ? calibration.b : calibration.a) < 0 }

    /// Whether what the panel tells as top is at the bottom of the screen, once swapped axes are swapped back.
    public var runsBottomToTop: Bool { (axesAreSwapped ? calibration.d : calibration.e) < 0 }

    /// What the matrix says of the panel's axes, in words; nil where they run as the screen's.
    public var orientation: String? {
        var words: [String] = []
        if axesAreSwapped { words.append("the axes are swapped") }
        if runsRightToLeft { words.append("x runs from right to left") }
        if runsBottomToTop { words.append("y runs from bottom to top") }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// The distances from the targets in millimetres on a screen of `physical`: the root of the mean square, and
    /// the greatest with the index of its pair.
    public func distances(on physical: PhysicalSize) -> (typical: Double, greatest: Double, at: Int) {
        let squares = residuals.map { residual in
            let (x, y) = (residual.x * physical.width, residual.y * physical.height)
            return x * x + y * y
        }
        let worst = squares.indices.max { squares[$0] < squares[$1] } ?? 0
        let mean = squares.reduce(0, +) / Double(max(squares.count, 1))
        return (mean.squareRoot(), squares.isEmpty ? 0 : squares[worst].squareRoot(), worst)
    }
}

extension Calibration {
    /// Where the matrix brings a point.
    public func callAsFunction(_ point: NormalizedPoint) -> NormalizedPoint {
        NormalizedPoint(x: a * point.x + b * point.y + c, y: d * point.x + e * point.y + f)
    }

    /// The matrix that takes back what this one does; nil where it brings all points onto one line.
    public var inverse: Calibration? {
        let determinant = a * e - b * d
        guard determinant.isFinite, determinant != 0 else { return nil }
        let (p, q, r, s) = (e / determinant, -b / determinant, -d / determinant, a / determinant)
        return Calibration(p, q, -p * c - q * f, r, s, -r * c - s * f)
    }

    /// The matrix that turns first as `rotation` does and then does what this one does.
    public func after(_ rotation: Rotation) -> Calibration {
        switch rotation {
        case .none: self
        case .quarter: Calibration(b, -a, a + c, e, -d, d + f)
        case .half: Calibration(-a, -b, a + b + c, -d, -e, d + e + f)
        case .threeQuarters: Calibration(-b, a, b + c, -e, d, e + f)
        }
    }
}

/// The sums of squares of points about their mean.
private struct Moments {
    var xx = 0.0
    var xy = 0.0
    var yy = 0.0

    init(_ points: [NormalizedPoint], about mean: NormalizedPoint) {
        for point in points {
            let (x, y) = (point.x - mean.x, point.y - mean.y)
            xx += x * x
            xy += x * y
            yy += y * y
        }
    }

    private var determinant: Double { xx * yy - xy * xy }

    /// Whether the points lie on a line, their lesser principal spread below `part` of the greater one. The
    /// negation is there for sums beyond what numbers hold.
    func isLine(_ part: Double) -> Bool {
        let trace = xx + yy
        return !(determinant > part * part * trace * trace)
    }

    /// The coefficients of x and y that bring the points nearest to `values`.
    func solve(_ points: [NormalizedPoint], about mean: NormalizedPoint, _ values: [Double]) -> (
        Double, Double
    ) {
        var (xv, yv) = (0.0, 0.0)
        for (point, value) in zip(points, values) {
            xv += (point.x - mean.x) * value
            yv += (point.y - mean.y) * value
        }
        return ((xv * yy - yv * xy) / determinant, (yv * xx - xv * xy) / determinant)
    }
}

extension [NormalizedPoint] {
    fileprivate var mean: NormalizedPoint {
        let sum = reduce(into: NormalizedPoint(x: 0, y: 0)) { sum, point in
            sum.x += point.x
            sum.y += point.y
        }
        return NormalizedPoint(x: sum.x / Double(count), y: sum.y / Double(count))
    }
}
