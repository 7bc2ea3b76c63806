import CommandOptions
import Configuration
import Evdev
import Glibc
import LinuxIO
import Recording
import TouchEngine
import TouchModel

/// `hitzone calibrate`: the matrix that brings touches of known points onto them.
enum CalibrateCommand {
    struct Values: RecordingValues {
        var recording: String?
        var device: String?
        var range: AxisRanges?
        var config: String?
        var screen: String?
        var targets = CalibrationTargets.corners
        var inset = 0.0
    }

    static let syntax = CommandSyntax<Values>(
        name: "hitzone calibrate",
        summary:
            "Find a panel's calibration from touches of known points. It is printed for the configuration and for udev.",
        operands: Operands("[DEVICE]", count: 0...1),
        options: [
            .value(
                "recording", letter: "r", argument: "FILE",
                help: "Take the touches from a recording, '-' for standard input, instead of a panel."
            ) { $0.recording = $1 },
            .value(
                "points", argument: "4|9",
                help:
                    "4: the corners, clockwise from the top left (the default). 9: three rows of three, as one reads."
            ) { values, text throws(OptionValueError) in
                guard let targets = CalibrationTargets(text) else { throw OptionValueError("give 4 or 9") }
                values.targets = targets
            },
            .value(
                "inset", argument: "PERCENT",
                help:
                    "How far the outer points lie inside of the screen's edges, in percent of its size (0 to 40)."
            ) { values, text throws(OptionValueError) in
                values.inset = try OptionValue.number(text, in: 0...40) / 100
            },
            .value("config", letter: "c", argument: "FILE", help: "A layout, for 'rotate' and 'physical'.") {
                $0.config = $1
            },
            .value("screen", letter: "s", argument: "NAME", help: "The screen; by default the only one.") {
                $0.screen = $1
            },
            .device, .range,
        ],
        notes: """
            DEVICE is a node such as /dev/input/event3, or a pattern for the name of a touchscreen; `hitzone panels`
            lists them. Stop hitzoned first where it has grabbed the panel. Each point is touched once, and where the
            touch ends counts; a touch that bounces, within 0.3 seconds and close by, counts once.

            The matrix works on what the panel tells, turned by the screen's 'rotate'. The udev rule, for libinput
            and for screens without 'calibration', has the turn within it: with it leave out 'rotate'.
            """)

    static func run(_ arguments: [String], _ streams: inout Streams) throws(CommandFailure) -> ExitStatus {
        guard let (values, operands) = try syntax.values(arguments, defaults: Values(), &streams) else {
            return .done
        }
        guard (values.recording == nil) != operands.isEmpty else {
            throw .commandLine(syntax.failure("give either a DEVICE or --recording FILE"))
        }
        guard values.recording != nil || values.device == nil && values.range == nil else {
            throw .commandLine(syntax.failure("--device and --range need --recording FILE"))
        }
        guard values.config != nil || values.screen == nil else {
            throw .commandLine(syntax.failure("--screen needs --config FILE"))
        }
        guard values.recording != "-" || values.config != "-" else {
            throw .commandLine(
                syntax.failure("only one of layout and recording can come from standard input"))
        }
        let screen = try screen(values)
        var taps: TapCollector
        if let recording = values.recording {
            let device = try inputFailure(of: syntax.name) { () throws(RecordingError) in
                try Recording.load(path: recording).device(values.device)
            }
            let panel = try inputFailure(of: syntax.name) { () throws(RecordingError) in
                try device.touchPanel(range: values.range)
            }
            taps = try collector(panel, screen)
            for event in device.events { taps.handle(event) }
        } else {
            taps = try followPanel(operands[0], values, screen, &streams)
        }
        try answer(taps, values, screen, &streams)
        return .done
    }

    private static func screen(_ values: Values) throws(CommandFailure) -> ScreenSettings? {
        guard let path = values.config else { return nil }
        let screens = try Configuration.load(for: syntax.name, path: path).screens
        return try choose(values.screen, in: screens, of: "screen", for: syntax.name, name: \.settings.name)
            .settings
    }

    private static func collector(
        _ panel: PanelDescription, _ screen: ScreenSettings?
    ) throws(CommandFailure) -> TapCollector {
        guard let collector = TapCollector(panel, rotation: screen?.rotation ?? .none) else {
            throw .input(
                "\(syntax.name): an axis of the panel has no extent; give the ranges with --range X0,X1,Y0,Y1"
            )
        }
        return collector
    }

    /// Asks for each point and waits until all are touched. The panel is taken from other programs meanwhile, so
    /// that the touches do nothing.
    private static func followPanel(
        _ name: String, _ values: Values, _ screen: ScreenSettings?, _ streams: inout Streams
    ) throws(CommandFailure) -> TapCollector {
        let node = try RecordCommand.node(name, for: syntax.name)
        var device: Device
        do throws(DeviceError) {
            device = try Device(path: node)
        } catch {
            throw .unavailable("\(syntax.name): \(error)\(RecordCommand.advice(error))")
        }
        if (try? device.grab()) == .busy {
            throw .unavailable(
                "\(syntax.name): another process has grabbed \(node); stop it, or give its screen `grab: never`"
            )
        }
        var taps = try collector(device.description, screen)
        do throws(SystemError) {
            try taps.follow(&device, until: values.targets.names.count) { count in
                streams.say("touch the point at the \(values.targets.names[count])")
            }
        } catch {
            throw .unavailable("\(syntax.name): \(error)")
        }
        return taps
    }

    private static func answer(
        _ taps: TapCollector, _ values: Values, _ screen: ScreenSettings?, _ streams: inout Streams
    ) throws(CommandFailure) {
        let names = values.targets.names
        guard taps.points.count == names.count else {
            let outside =
                taps.outOfRange == 0 ? "" : ", and \(taps.outOfRange) that left the axes' declared ranges"
            let instead = outside.isEmpty ? " instead of" : "\(outside), instead of"
            throw .input(
                "\(syntax.name): \(counted(taps.points.count, "touch", "touches"))\(instead) \(names.count); touch each of "
                    + "the points once: \(names.joined(separator: ", "))")
        }
        let targets = values.targets.points(inset: values.inset)
        let fit = try inputFailure(of: syntax.name) { () throws(CalibrationFitError) in
            try CalibrationFit(
                zip(taps.points, targets).map { CalibrationPair(touched: $0, target: $1) })
        }
        let rotation = screen?.rotation ?? .none
        if let orientation = fit.orientation { try streams.answer("# \(orientation)") }
        try streams.answer("# \(residual(fit, names, screen?.physical ?? taps.physical(fit)))")
        let matrix = fit.calibration
        try streams.answer("calibration: [\(numbers(matrix).joined(separator: ", "))]")
        try streams.answer(rule(for: taps.panel, numbers(matrix.after(rotation))))
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
    private static func rule(for panel: PanelDescription, _ matrix: [String]) -> String {
        let isNumbered = panel.id.vendor != 0 || panel.id.product != 0
        let id = PanelID(vendor: panel.id.vendor, product: panel.id.product).description.split(separator: ":")
        let match =
            isNumbered
            ? "ATTRS{id/vendor}==\"\(id[0])\", ATTRS{id/product}==\"\(id[1])\""
            : "ATTRS{name}==\"\(panel.name)\""
        return
            "SUBSYSTEM==\"input\", KERNEL==\"event*\", \(match), "
            + "ENV{LIBINPUT_CALIBRATION_MATRIX}=\"\(matrix.joined(separator: " "))\""
    }
}

/// The points that a person is asked to touch.
enum CalibrationTargets: String {
    case corners = "4"
    case grid = "9"

    init?(_ text: String) { self.init(rawValue: text) }

    private var places: [(name: String, column: Double, row: Double)] {
        switch self {
        case .corners:
            [("top left", 0, 0), ("top right", 1, 0), ("bottom right", 1, 1), ("bottom left", 0, 1)]
        case .grid:
            [
                ("top left", 0, 0), ("top middle", 0.5, 0), ("top right", 1, 0), ("middle left", 0, 0.5),
                ("middle", 0.5, 0.5), ("middle right", 1, 0.5), ("bottom left", 0, 1),
                ("bottom middle", 0.5, 1),
                ("bottom right", 1, 1),
            ]
        }
    }

    /// How people are told of them, in the order of touching.
    var names: [String] { places.map(\.name) }

    /// Where they are, the outer ones `inset` of the screen's size inside of its edges.
    func points(inset: Double) -> [NormalizedPoint] {
        places.map { place in
            NormalizedPoint(
                x: inset + place.column * (1 - 2 * inset), y: inset + place.row * (1 - 2 * inset))
        }
    }
}
