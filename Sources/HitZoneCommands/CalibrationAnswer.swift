import CommandOptions
import TouchEngine
import TouchModel

/// Where a person touched a panel, and what is needed to make a calibration of it.
struct CalibrationTouches {
    /// Fractions of the panel's surface, turned as the screen is, before any calibration.
    var points: [NormalizedPoint]
    /// Contacts that left the axes' declared ranges.
    var outOfRange: Int64 = 0
    /// The device's name and its `vendor:product`.
    var panel: (name: String, id: String)
    var rotation: Rotation
    /// The surface's extent, as far as it is known.
    var surface: Surface?

    enum Surface {
        /// As the screen is turned.
        case turned(PhysicalSize)
        /// As the panel's axes have it.
        case panel(PhysicalSize)
    }

    /// The screen's extent with what `fit` says of the axes.
    func physical(_ fit: CalibrationFit) -> PhysicalSize? {
        switch surface {
        case nil: nil
        case .turned(let size): size
        case .panel(let size):
            (rotation == .quarter || rotation == .threeQuarters) != fit.axesAreSwapped
                ? PhysicalSize(width: size.height, height: size.width) : size
        }
    }
}

/// What `hitzone calibrate` prints.
extension CalibrateCommand {
    /// The greatest distance of a touch from its point that is taken for a panel's and a finger's error.
    private static let mostOff = 0.05

    /// Prints the matrix that brings the touches onto their points.
    static func answer(
        _ touched: CalibrationTouches, _ values: Values, _ streams: inout Streams
    ) throws(CommandFailure) {
        let names = values.targets.names
        guard touched.points.count == names.count else {
            let outside =
                touched.outOfRange == 0
                ? "" : ", and \(touched.outOfRange) that left the axes' declared ranges"
            let instead = outside.isEmpty ? " instead of" : "\(outside), instead of"
            throw .input(
                "\(syntax.name): \(counted(touched.points.count, "touch", "touches"))\(instead) \(names.count); touch each of "
                    + "the points once: \(names.joined(separator: ", "))")
        }
        let targets = values.targets.points(inset: values.inset)
        let fit = try inputFailure(of: syntax.name) { () throws(CalibrationFitError) in
            try CalibrationFit(
                zip(touched.points, targets).map { CalibrationPair(touched: $0, target: $1) })
        }
        // Of a screen's width or height: touches that are so far off were not of the points, or in another order.
        let off = fit.distances(on: PhysicalSize(width: 1, height: 1))
        guard off.greatest <= Self.mostOff else {
            throw .input(
                "\(syntax.name): the touches do not fit the points, the one at the \(names[off.at]) least, by "
                    + "\(rounded(off.greatest * 100, 10)) percent of the screen; touch each once, in this order: "
                    + names.joined(separator: ", "))
        }
        if let orientation = fit.orientation { try streams.answer("# \(orientation)") }
        try streams.answer("# \(residual(fit, names, touched.physical(fit)))")
        let matrix = fit.calibration
        try streams.answer("calibration: [\(numbers(matrix).joined(separator: ", "))]")
        try streams.answer(rule(for: touched.panel, numbers(matrix.after(touched.rotation))))
    }

    /// How far the touches stay from their points, in millimetres where the screen's size is known.
    private static func residual(_ fit: CalibrationFit, _ names: [String], _ physical: PhysicalSize?)
        -> String
    {
        let isKnown = physical != nil
        let distances = fit.distances(on: physical ?? PhysicalSize(width: 100, height: 100))
        let unit = isKnown ? "mm" : "percent of the screen"
        return
            "residual \(rounded(distances.typical, 100)) \(unit), at most \(rounded(distances.greatest, 100)) at the "
            + names[distances.at]
    }

    private static func numbers(_ matrix: Calibration) -> [String] {
        [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f].map { rounded($0, 1_000_000) }
    }

    /// The value to the nearest of `steps` in one, without zeros at its end or an exponent.
    private static func rounded(_ value: Double, _ steps: Double) -> String {
        let count = (value.magnitude * steps).rounded()
        guard count < 1e15 else { return String(value) }
        let (whole, rest) = Int64(count).quotientAndRemainder(dividingBy: Int64(steps))
        var digits = String(Int64(steps) + rest).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        let sign = value < 0 && count > 0 ? "-" : ""
        return sign + String(whole) + (digits.isEmpty ? "" : "." + digits)
    }

    /// The rule for a file such as /etc/udev/rules.d/90-touch.rules.
    private static func rule(for panel: (name: String, id: String), _ matrix: [String]) -> String {
        let id = panel.id.split(separator: ":")
        let match =
            id.count == 2 && panel.id != "0000:0000"
            ? "ATTRS{id/vendor}==\"\(id[0])\", ATTRS{id/product}==\"\(id[1])\""
            : "ATTRS{name}==\"\(panel.name)\""
        return
            "SUBSYSTEM==\"input\", KERNEL==\"event*\", \(match), "
            + "ENV{LIBINPUT_CALIBRATION_MATRIX}=\"\(matrix.joined(separator: " "))\""
    }
}
