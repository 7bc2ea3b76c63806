import CommandOptions
import HitZoneClient

/// `hitzone lock` and `hitzone unlock`: let a daemon refuse all contacts, and accept them again.
enum LockCommand {
    struct Values: DaemonValues {
        var socket = HitZoneClient.defaultPath
        var screen: String?
    }

    static let lock = CommandSyntax<Values>(
        name: "hitzone lock",
        summary: "Refuse all contacts until 'hitzone unlock'. Those that are down are cancelled.",
        options: options)

    static let unlock = CommandSyntax<Values>(
        name: "hitzone unlock", summary: "Accept contacts again after 'hitzone lock'.", options: options)

    private static let options: [CommandOption<Values>] = [
        .value("screen", letter: "s", argument: "NAME", help: "The screen; by default all screens.") {
            $0.screen = $1
        }, .socket,
    ]

    static func runLock(
        _ arguments: [String], _ streams: inout Streams
    ) async throws(CommandFailure) -> ExitStatus {
        try await lock.run(arguments, defaults: Values(), &streams) {
            client, values, _, _ throws(CommandFailure) in
            try await lock.ask { () async throws(ClientError) in try await client.lock(screen: values.screen)
            }
        }
    }

    static func runUnlock(
        _ arguments: [String], _ streams: inout Streams
    ) async throws(CommandFailure) -> ExitStatus {
        try await unlock.run(arguments, defaults: Values(), &streams) {
            client, values, _, _ throws(CommandFailure) in
            try await unlock.ask { () async throws(ClientError) in
                try await client.unlock(screen: values.screen)
            }
        }
    }
}
