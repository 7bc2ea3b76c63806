import CommandOptions
import HitZoneClient
import HitZoneProtocol
import TouchEngine
import TouchModel

/// `hitzone calibrate --live`: touches that a daemon tells of, back through the calibration that it has.
extension CalibrateCommand {
    static func followDaemon(
        _ values: Values, _ streams: inout Streams
    ) async throws(CommandFailure) -> CalibrationTouches {
        let client = HitZoneClient(path: values.socket)
        let state = try await syntax.ask { () async throws(ClientError) in try await client.state() }
        let screen = try choose(
            values.screen, in: state.screens, of: "screen", for: syntax.name, name: \.screen)
        let layout = try await syntax.ask { () async throws(ClientError) in
            try await client.layout(screen: screen.screen)
        }
        guard let panel = screen.panel, let size = layout.screens.first?.size else {
            throw .unavailable("\(syntax.name): screen \(screen.screen) has no panel now")
        }
        guard let mapping = panel.mapping, let matrix = Calibration(mapping.calibration),
            let surface = LiveSurface(size: size, calibration: matrix)
        else {
            throw .unavailable(
                "\(syntax.name): the daemon does not tell a calibration that can be taken back; stop it, and name the DEVICE"
            )
        }
        let names = values.targets.names
        let points = try await touches(names, on: surface, of: screen.screen, client, &streams)
        let physical = mapping.physical.flatMap { $0.count == 2 ? $0 : nil }
        return CalibrationTouches(
            points: points, panel: (panel.name, panel.id),
            rotation: Rotation(rawValue: mapping.rotate) ?? .none,
            surface: physical.map { .turned(PhysicalSize(width: $0[0], height: $0[1])) })
    }

    /// Asks for the points and waits until each is touched.
    private static func touches(
        _ names: [String], on surface: LiveSurface, of screen: String, _ client: HitZoneClient,
        _ streams: inout Streams
    ) async throws(CommandFailure) -> [NormalizedPoint] {
        let filter: EventFilter
        do throws(ProtocolError) {
            filter = try EventFilter(kinds: [.contact, .refused, .panel, .layout], screens: [screen])
        } catch {
            throw .commandLine(syntax.failure("\(error)"))
        }
        var touched = TouchedPoints()
        var begins: [UInt64: Timestamp] = [:]
        var updates = client.updates(matching: filter).makeAsyncIterator()
        var isFirst = true
        var asked = -1
        while touched.points.count < names.count {
            let update = try await syntax.ask { () async throws(ClientError) in try await updates.next() }
            switch update {
            case .state where isFirst: isFirst = false
            case .state, nil:
                throw .unavailable("\(syntax.name): the connection to the daemon was lost; begin again")
            case .event(let event):
                if event.phase == .down { event.contact.map { begins[$0] = event.time } }
                let begin = event.contact.flatMap { begins[$0] }
                if let point = try surface.touch(event) {
                    touched.add(point, from: begin ?? event.time, to: event.time)
                }
            }
            if touched.points.count != asked, touched.points.count < names.count {
                asked = touched.points.count
                streams.say("touch the point at the \(names[asked])")
            }
        }
        return touched.points
    }
}

/// The way back from a screen's layout units to its panel.
struct LiveSurface {
    private let size: LayoutSize
    private let isCalibrated: Bool
    private let inverse: Calibration

    /// The way back of a screen of `size` with `calibration`; nil where the matrix loses an axis.
    init?(size: LayoutSize, calibration: Calibration) {
        guard let inverse = calibration.inverse, size.width > 0, size.height > 0 else { return nil }
        self.size = size
        self.inverse = inverse
        isCalibrated = calibration != .identity
    }

    /// Where the contact of `event` touched for good; nil of events that tell no such thing.
    func touch(_ event: Event) throws(CommandFailure) -> NormalizedPoint? {
        switch (event.kind, event.phase, event.reason) {
        case (.panel, _, _), (.layout, _, _):
            throw .unavailable(
                "\(CalibrateCommand.syntax.name): the screen's panel or layout has just changed; begin again")
        // A bounce is part of the touch before it.
        case (.refused, _, .debounce): return nil
        case (.contact, .up, _), (.refused, _, _): break
        default: return nil
        }
        guard let x = event.x, let y = event.y else { return nil }
        // What goes beyond the screen is told at its edge. Without a calibration only a panel that tells more than
        // it declares goes there.
        let isAtEdge = x <= 0 || y <= 0 || x >= size.width - 0.01 || y >= size.height - 0.01
        guard !(isCalibrated && isAtEdge) else {
            throw .input(
                "\(CalibrateCommand.syntax.name): a touch lay at the screen's edge or beyond it, as the daemon's present "
                    + "calibration has it; give --inset 10 and touch points a tenth inside, or stop the daemon and name the DEVICE"
            )
        }
        return inverse(NormalizedPoint(x: x / size.width, y: y / size.height))
    }
}

extension Calibration {
    /// The matrix of six numbers, row by row; nil of another count.
    fileprivate init?(_ numbers: [Double]) {
        guard numbers.count == 6 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }
}
