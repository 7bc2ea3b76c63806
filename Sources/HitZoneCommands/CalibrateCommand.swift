import CommandOptions
import Configuration
import Evdev
import HitZoneClient
import LinuxIO
import Recording
import TouchEngine
import TouchModel

/// `hitzone calibrate`: the matrix that brings touches of known points onto them.
enum CalibrateCommand {
    struct Values: DaemonValues, RecordingValues {
        var recording: String?
        var device: String?
        var range: AxisRanges?
        var config: String?
        var screen: String?
        var live = false
        var socket = HitZoneClient.defaultPath
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
            .flag("live", help: "Take the touches from a running daemon, whose panel stays its own.") {
                $0.live = true
            },
            .socket,
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
            lists them. Where hitzoned has grabbed the panel, take --live, or stop it first. Each point is touched once,
            and where the touch ends counts; a touch that bounces, within 0.3 seconds and close by, counts once.

            With --live the touches do what they always do; after `hitzone lock` they do nothing, and where they begin
            counts. What the daemon's present calibration brings to the screen's edge is not known: where it is
            far off, give --inset and touch points that lie so far inside.

            The matrix works on what the panel tells, turned by the screen's 'rotate'. The udev rule, for libinput
            and for screens without 'calibration', has the turn within it: with it leave out 'rotate'.
            """)

    static func run(
        _ arguments: [String], _ streams: inout Streams
    ) async throws(CommandFailure) -> ExitStatus {
        guard let (values, operands) = try syntax.values(arguments, defaults: Values(), &streams) else {
            return .done
        }
        try check(values, operands)
        let touched =
            if values.live {
                try await followDaemon(values, &streams)
            } else {
                try collect(values, operands, &streams)
            }
        try answer(touched, values, &streams)
        return .done
    }

    private static func check(_ values: Values, _ operands: [String]) throws(CommandFailure) {
        func fail(_ message: String) -> CommandFailure { .commandLine(syntax.failure(message)) }
        guard [values.recording != nil, !operands.isEmpty, values.live].count(where: { $0 }) == 1 else {
            throw fail("give one of DEVICE, --recording FILE and --live")
        }
        guard values.recording != nil || values.device == nil && values.range == nil else {
            throw fail("--device and --range need --recording FILE")
        }
        guard !values.live || values.config == nil else {
            throw fail("--live follows a daemon, which has its own layout; leave out --config")
        }
        guard values.live || values.config != nil || values.screen == nil else {
            throw fail("--screen needs --config FILE, or --live")
        }
        guard values.recording != "-" || values.config != "-" else {
            throw fail("only one of layout and recording can come from standard input")
        }
    }

    /// The touches of a recording or of a panel.
    private static func collect(
        _ values: Values, _ operands: [String], _ streams: inout Streams
    ) throws(CommandFailure) -> CalibrationTouches {
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
        let id = PanelID(vendor: taps.panel.id.vendor, product: taps.panel.id.product)
        return CalibrationTouches(
            points: taps.points, outOfRange: taps.outOfRange, panel: (taps.panel.name, id.description),
            rotation: screen?.rotation ?? .none,
            surface: screen?.physical.map { .turned($0) } ?? taps.panel.physicalSize.map { .panel($0) })
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
