import CommandOptions
import Configuration
import DaemonCore
import Glibc
import Recording

/// What the command line of `hitzoned` asks for.
struct DaemonArguments: RecordingValues {
    var configuration = "/etc/hitzone/hitzone.yaml"
    var socket = DaemonOptions.defaultSocketPath
    var recording: String?
    var device: String?
    var screen: String?
    var range: AxisRanges?
    var speed = 1.0
    var loops = false
    var waits = false
    var completion: Shell?

    static let syntax = CommandSyntax<DaemonArguments>(
        name: "hitzoned",
        summary:
            "Reads touch panels, resolves their contacts into the actions of a layout, and serves them on a socket.",
        options: [
            .value(
                "config", letter: "c", argument: "FILE",
                help: "The layout (default: /etc/hitzone/hitzone.yaml)."
            ) {
                $0.configuration = $1
            },
            .value(
                "socket", letter: "s", argument: "PATH",
                help: "The socket (default: /run/hitzone/hitzone.sock)."
            ) {
                $0.socket = $1
            },
            .value(
                "replay", argument: "RECORDING",
                help:
                    "Take a recording in a panel's place (evemu, libinput record or evtest; - is standard input), and end with it."
            ) {
                $0.recording = $1
            },
            .value("speed", argument: "N", help: "Replay N times as fast, 0.001 to 1000000.") {
                arguments, text throws(OptionValueError) in
                arguments.speed = try OptionValue.number(text, in: 0.001...1e6)
            },
            .flag("loop", help: "Replay again and again.") { $0.loops = true },
            .flag("wait", help: "Begin the replay when the first subscriber is there.") { $0.waits = true },
            .value("screen", argument: "NAME", help: "The screen that the recording is for.") {
                $0.screen = $1
            },
            .device, .range,
            .value(
                "completion", argument: Shell.usage,
                help: "Print a script that makes this shell complete command lines, and exit."
            ) { arguments, name throws(OptionValueError) in
                guard let shell = Shell(rawValue: name) else { throw OptionValueError(Shell.known) }
                arguments.completion = shell
            },
        ],
        notes:
            "Exit status: 0 ended by a signal or with the recording, 1 wrong input, 2 wrong command line, 3 no socket."
    )

    /// The script that makes `shell` complete its command lines.
    static func completion(for shell: Shell) -> String {
        ShellCompletion(of: syntax.name, CommandDescription(syntax), madeBy: "hitzoned --completion")
            .lines(for: shell).joined(separator: "\n") + "\n"
    }

    /// Options that mean something only with a replay, as they were given.
    func replayOptions(of device: RecordedDevice) -> DaemonOptions.Replay {
        DaemonOptions.Replay(
            device, range: range, screen: screen, speed: speed, loops: loops, waits: waits)
    }

    /// The first given option that needs `--replay`, when that is missing.
    var uselessOption: String? {
        guard recording == nil else { return nil }
        if speed != 1 { return "--speed" }
        if loops { return "--loop" }
        if waits { return "--wait" }
        if screen != nil { return "--screen" }
        if device != nil { return "--device" }
        return range == nil ? nil : "--range"
    }
}

/// Why the program ends before or instead of serving.
struct Ending: Error {
    var status: ExitStatus
    var message: String
}

/// Does what the command line asks for, to its end.
func serve(_ arguments: DaemonArguments) throws(Ending) {
    if let option = arguments.uselessOption {
        throw Ending(
            status: .wrongCommandLine,
            message: "hitzoned: \(option) needs --replay RECORDING; see hitzoned --help")
    }
    let configuration: Configuration
    do throws(ConfigurationFailure) {
        configuration = try Configuration.load(path: arguments.configuration)
    } catch {
        var message = error.description
        if let example = exampleInPlace(of: arguments.configuration) { message += "\n" + example }
        throw Ending(status: .wrongInput, message: message)
    }
    for warning in configuration.warnings { report(warning.description, .warning) }
    var options = DaemonOptions(
        configuration: configuration,
        configurationPath: arguments.configuration == "-" ? nil : arguments.configuration,
        socketPath: arguments.socket, version: Version.current)
    if let path = arguments.recording {
        do throws(RecordingError) {
            let recording = try Recording.load(path: path)
            for warning in recording.warnings {
                report("\(recording.name):\(warning.line): warning: \(warning.message)", .warning)
            }
            options.replay = arguments.replayOptions(of: try recording.device(arguments.device))
        } catch {
            throw Ending(status: .wrongInput, message: error.description)
        }
    }
    do throws(DaemonError) {
        var daemon = try Daemon.start(options)
        try daemon.run()
    } catch {
        throw Ending(error)
    }
}

extension Ending {
    fileprivate init(_ error: DaemonError) {
        switch error {
        case .system: status = .unavailable
        case .replay: status = .wrongInput
        }
        message = "hitzoned: \(error)"
    }
}

/// Where the layout to start from is, when there is no configuration at `path`.
private func exampleInPlace(of path: String) -> String? {
    guard unsafe access(path, F_OK) != 0, errno == ENOENT else { return nil }
    let places = ["/usr/local", "/usr"].map { $0 + "/share/doc/hitzone/examples/hitzone.yaml" }
    let example = places.first { unsafe access($0, R_OK) == 0 } ?? "config/hitzone.yaml of the sources"
    return "hitzoned: there is no configuration yet; a layout to start from is \(example)"
}

/// Writes lines to standard error; each with its priority where that is the journal.
func report(_ text: String, _ level: LogLevel) {
    if Log.isJournal(STDERR_FILENO) {
        for line in text.split(separator: "\n") { Log()(level, String(line)) }
        return
    }
    // Where standard error is gone there is no one to tell.
    guard var errors = try? TextOutput.standard(STDERR_FILENO) else { return }
    try? errors.write(text.hasSuffix("\n") ? text : text + "\n")
    try? errors.flush()
}
