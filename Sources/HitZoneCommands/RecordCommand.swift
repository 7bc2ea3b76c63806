import CommandOptions
import Evdev
import Glibc
import LinuxIO
import PanelDiscovery
import Recording
import TouchModel

/// `hitzone record`: a panel's events to a file that `hitzone replay` and evemu's tools read.
enum RecordCommand {
    struct Values: Sendable {
        var output = ""
        var duration: Int64?
        var force = false
    }

    static let syntax = CommandSyntax<Values>(
        name: "hitzone record",
        summary: "Record the events of a touch panel in evemu's format. An interrupt ends it.",
        operands: Operands("DEVICE", count: 1...1),
        options: [
            .value(
                "output", letter: "o", argument: "FILE", isRequired: true,
                help: "The recording; - is standard output."
            ) {
                $0.output = $1
            },
            .value("for", argument: "TIME", help: "Stop after this time: 90s, 500ms, or 10m.") {
                values, text throws(OptionValueError) in
                values.duration = try duration(text)
            },
            .flag("force", letter: "f", help: "Overwrite an existing file.") { $0.force = true },
        ],
        notes: """
            DEVICE is a node such as /dev/input/event3, or a pattern for the name of a touchscreen; `hitzone panels`
            lists them. A recording shows where everything was touched, PINs and passwords as well: say so to the
            person at the panel, and look after the file.
            """)

    /// Microseconds of `90s`, `500ms`, `10m`.
    private static func duration(_ text: String) throws(OptionValueError) -> Int64 {
        let units: [(suffix: String, microseconds: Double)] = [("ms", 1e3), ("s", 1e6), ("m", 6e7)]
        for unit in units where text.hasSuffix(unit.suffix) {
            if let count = Double(text.dropLast(unit.suffix.count)), count > 0,
                count * unit.microseconds <= 1e15
            {
                return Int64(count * unit.microseconds)
            }
        }
        throw OptionValueError("give a time above 0 with its unit, such as 90s, 500ms or 10m")
    }

    static func run(_ arguments: [String], _ streams: inout Streams) throws(CommandFailure) -> ExitStatus {
        guard let (values, operands) = try syntax.values(arguments, defaults: Values(), &streams) else {
            return .done
        }
        let node = try node(operands[0], for: syntax.name)
        var device: Device
        do throws(DeviceError) {
            device = try Device(path: node)
        } catch {
            throw .unavailable("\(syntax.name): \(error)\(advice(error))")
        }
        do throws(SystemError) {
            var recorder = try Recorder(to: try output(values))
            streams.say(
                "recording \(node) \"\(device.description.name)\" to \(values.output); the recording may contain a PIN or a password"
            )
            if (try? device.grab()) == .busy {
                streams.say(
                    "warning: another process has grabbed \(node): nothing will come; stop it, or give its screen `grab: never`"
                )
            }
            try? device.ungrab()
            let end = try recorder.run(&device, for: values.duration) { streams.say($0) }
            streams.say(end)
            return .done
        } catch {
            throw error.code == EPIPE ? .output(.readerGone) : .input("\(syntax.name): \(error)")
        }
    }

    /// What to do about an error of opening a device, if there is something.
    static func advice(_ error: DeviceError) -> String {
        guard case .system(let system) = error, system.code == EACCES else { return "" }
        return "; run as root or as a member of the group input"
    }

    private static func output(_ values: Values) throws(SystemError) -> TextOutput {
        if values.output == "-" { return try TextOutput.standard(STDOUT_FILENO) }
        // A recording from the field is not to be lost to a second try.
        let flags = O_WRONLY | O_CREAT | (values.force ? O_TRUNC : O_EXCL)
        do throws(SystemError) {
            return TextOutput(try FileDescriptor.open(values.output, flags: flags, mode: 0o600))
        } catch {
            var error = error
            if error.code == EEXIST { error.advice = "choose another name, or overwrite it with --force" }
            throw error
        }
    }

    /// The node that `text` names, itself or by the name of the only touchscreen that matches it, for `command`.
    static func node(_ text: String, for command: String) throws(CommandFailure) -> String {
        if text.hasPrefix("/") { return text }
        let candidates: [PanelCandidate]
        do throws(SystemError) {
            let monitor = try PanelMonitor()
            candidates = monitor.candidates.filter(\.isTouchscreen)
        } catch {
            throw .unavailable("\(command): the devices cannot be listed: \(error)")
        }
        let glob = Glob(text)
        let matching = candidates.filter { $0.node == "/dev/input/\(text)" || glob?.matches($0.name) == true }
        if matching.count == 1, let only = matching.first { return only.node }
        let list = candidates.map { "\($0.node) \"\($0.name)\"" }.joined(separator: ", ")
        let problem =
            matching.isEmpty ? "no touchscreen is called '\(text)'" : "'\(text)' is more than one touchscreen"
        throw .unavailable(
            "\(command): \(problem); there \(list.isEmpty ? "is none" : "are: \(list)")")
    }
}

/// Writes what a device tells, until a signal, the end of the time, or the end of the device.
private struct Recorder: ~Copyable {
    private enum Source: UInt64 { case device, signals, timer }

    private var file: TextOutput
    private var poller: Poller
    private let signals: SignalDescriptor
    private let timer: Timer
    private var events: [InputEvent] = []
    private var bytes: [UInt8] = []
    private var frames = 0
    private var contacts = 0

    init(to file: consuming TextOutput) throws(SystemError) {
        let poller = try Poller()
        let signals = try SignalDescriptor(SignalSet([SIGINT, SIGTERM]))
        let timer = try Timer()
        try poller.add(signals.descriptor, for: .readable, token: Source.signals.rawValue)
        try poller.add(timer.descriptor, for: .readable, token: Source.timer.rawValue)
        self.file = file
        self.poller = poller
        self.signals = signals
        self.timer = timer
    }

    /// Returns how it ended, in words.
    mutating func run(
        _ device: inout Device, for duration: Int64?, tell: (String) -> Void
    ) throws(SystemError) -> String {
        try write(EvemuWriter.header(of: device.description))
        try poller.add(device.descriptor, for: .readable, token: Source.device.rawValue)
        let end = duration.map { Clock.monotonicMicroseconds() + $0 }
        var nextReport = Clock.monotonicMicroseconds() + 1_000_000
        var isGone = try take(&device)
        var isOver = false
        while !isOver, !isGone {
            try timer.arm(atMicroseconds: min(end ?? .max / 2, nextReport))
            let count = try poller.wait()
            for index in 0..<count {
                switch Source(rawValue: poller[index].token) {
                case .device: isGone = try take(&device)
                case .signals: isOver = true
                case .timer, nil: _ = try timer.drain()
                }
            }
            let now = Clock.monotonicMicroseconds()
            if let end, now >= end { isOver = true }
            if now >= nextReport {
                tell("\(contacts) contacts, \(frames) frames")
                nextReport = now + 1_000_000 * (frames == 0 ? 10 : 5)
            }
        }
        if !isGone { _ = try take(&device) }
        let reason = isGone ? "the panel is gone" : "done"
        return "\(reason): \(contacts) contacts, \(frames) frames"
    }

    /// Writes what the device has now; whether it is gone.
    private mutating func take(_ device: inout Device) throws(SystemError) -> Bool {
        let result: DrainResult
        do throws(DeviceError) {
            result = try device.drain(into: &events)
        } catch {
            if case .system(let system) = error { throw system }
            return true
        }
        for event in events {
            EvemuWriter.append(event, to: &bytes)
            if event.type == EventType.syn, event.code == SynCode.report { frames += 1 }
            if isDown(event, of: device.description) { contacts += 1 }
        }
        try write(bytes)
        events.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        return result == .gone
    }

    private mutating func write(_ bytes: [UInt8]) throws(SystemError) {
        do throws(OutputError) {
            try file.write(bytes)
            try file.flush()
        } catch {
            switch error {
            case .readerGone: throw SystemError(code: EPIPE, operation: "write")
            case .failed(let system): throw system
            }
        }
    }
}

/// Whether a contact begins with `event`: by its tracking id on type B, else by BTN_TOUCH. Of panels that have neither,
/// only the replay can tell.
private func isDown(_ event: InputEvent, of panel: PanelDescription) -> Bool {
    if panel.touchProtocol == .slots {
        return event.type == EventType.abs && event.code == AbsCode.mtTrackingID && event.value >= 0
    }
    return event.type == EventType.key && event.code == KeyCode.touch && event.value == 1
}
