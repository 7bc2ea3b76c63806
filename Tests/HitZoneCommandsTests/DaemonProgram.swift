import Dispatch
import Glibc
import LinuxIO
import Testing

/// A daemon that replays `touches` a thousand times as fast for its first subscriber, and ends.
final class Daemon {
    static let touches = [
        (x: 10, y: 10, downMilliseconds: 1_000, upMilliseconds: 1_050),
        (x: 10, y: 10, downMilliseconds: 1_200, upMilliseconds: 1_210),
        (x: 365, y: 120, downMilliseconds: 2_000, upMilliseconds: 2_100),
        (x: 210, y: 110, downMilliseconds: 3_000, upMilliseconds: 3_100),
    ]

    let directory: TemporaryDirectory
    var program: RunningProgram

    var socket: String { directory.path("socket") }

    init(_ options: String...) async throws {
        directory = try TemporaryDirectory()
        let config = try directory.write("layout.yaml", layout)
        let events = try directory.write("touches.evemu", recording(Self.touches))
        program = try RunningProgram(
            "hitzoned",
            ["--config", config, "--socket", directory.path("socket"), "--replay", events, "--speed", "1000"]
                + options)
        try await wait("the daemon's socket") { directory.has("socket") }
    }

    /// Runs `hitzone COMMAND ARGUMENTS` with this daemon.
    func run(_ command: String, _ arguments: String..., input: String = "") throws -> ProgramRun {
        try ProgramRun("hitzone", [command] + arguments + ["--socket", socket], input: input)
    }
}

/// A daemon that answers the first call of its one connection with a given text, whatever it asks.
final class ScriptedDaemon {
    private let directory: TemporaryDirectory

    var socket: String { directory.path("socket") }

    /// Listens from now on; `answer` is JSON.
    init(answering answer: String) throws {
        directory = try TemporaryDirectory()
        let listener = try UnixListener.bind(path: directory.path("socket"), mode: 0o600, backlog: 1)
        let owned = Listener(listener)
        DispatchQueue(label: "script").async { try? owned.answer(Array(answer.utf8) + [0]) }
    }

    private final class Listener: Sendable {
        private let listener: UnixListener

        init(_ listener: consuming UnixListener) { self.listener = listener }

        func answer(_ bytes: [UInt8]) throws {
            try wait(for: listener.descriptor)
            guard let socket = try listener.accept() else { return }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            var last: UInt8?
            while last != 0 {
                try wait(for: socket.descriptor)
                var span = buffer.mutableSpan
                guard case .bytes(let count) = try socket.receive(into: &span) else { return }
                last = buffer[count - 1]
            }
            _ = try socket.send(bytes.span)
        }

        /// Ends after ten seconds, so that a test fails where it would hang.
        private func wait(for descriptor: borrowing FileDescriptor) throws {
            var poller = try Poller(capacity: 1)
            try poller.add(descriptor, for: .readable, token: 0)
            if try poller.wait(milliseconds: 10_000) == 0 {
                throw SystemError(code: ETIMEDOUT, operation: "poll")
            }
        }
    }
}
