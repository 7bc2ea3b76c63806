import CommandOptions
import HitZoneClient

/// `hitzone reload`: lets a daemon load its configuration again.
enum ReloadCommand {
    struct Values: DaemonValues {
        var socket = HitZoneClient.defaultPath
    }

    static let syntax = CommandSyntax<Values>(
        name: "hitzone reload",
        summary:
            "Load the daemon's configuration again. When it has errors they are printed, and the old one goes on.",
        options: [.socket])

    static func run(
        _ arguments: [String], _ streams: inout Streams
    ) async throws(CommandFailure) -> ExitStatus {
        try await syntax.run(arguments, defaults: Values(), &streams) {
            client, _, _, _ throws(CommandFailure) in
            try await syntax.ask { () async throws(ClientError) in try await client.reload() }
        }
    }
}
