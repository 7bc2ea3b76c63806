import CommandOptions
import Glibc
import HitZoneClient
import LinuxIO

/// The values of a command that speaks with a daemon.
protocol DaemonValues: Sendable {
    /// The path of the daemon's socket.
    var socket: String { get set }
}

extension CommandOption where Values: DaemonValues {
    /// `--socket PATH`.
    static var socket: CommandOption {
        .value(
            "socket", argument: "PATH",
            help: "The daemon's socket (default: \(HitZoneClient.defaultPath))."
        ) { $0.socket = $1 }
    }
}

extension CommandSyntax where Values: DaemonValues {
    /// Parses `arguments` and does `work` with a client of the daemon that they name.
    func run(
        _ arguments: [String], defaults: Values, _ streams: inout Streams,
        _ work: (HitZoneClient, Values, [String], inout Streams) async throws(CommandFailure) -> Void
    ) async throws(CommandFailure) -> ExitStatus {
        guard let (values, operands) = try self.values(arguments, defaults: defaults, &streams) else {
            return .done
        }
        try await work(HitZoneClient(path: values.socket), values, operands, &streams)
        return .done
    }

    /// Asks a daemon, with its error as this command's failure.
    func ask<Answer>(
        _ question: () async throws(ClientError) -> Answer
    ) async throws(CommandFailure) -> Answer {
        do throws(ClientError) {
            return try await question()
        } catch {
            throw failure(error)
        }
    }

    /// What a client's error means to this command: a daemon's refusal is wrong input, anything else no
    /// daemon.
    func failure(_ error: ClientError) -> CommandFailure {
        switch error {
        case .refused(.permissionDenied): .input("\(name): \(Self.permissionText)")
        case .refused(.reloadFailed(let diagnostics)):
            .input((diagnostics + ["\(name): the old configuration goes on"]).joined(separator: "\n"))
        case .refused(.tooManyConnections), .cannotConnect, .connectionLost, .invalidReply, .cancelled:
            .unavailable("\(name): \(error)")
        case .refused, .invalidRequest: .input("\(name): \(error)")
        }
    }

    private static var permissionText: String {
        let number = getuid()
        let user = User.name(of: number) ?? String(number)
        return
            "the daemon does not permit it to \(user); name the user under 'control: users', or a group of theirs "
            + "under 'control: groups', in its configuration and reload it, or run this as root"
    }
}
