import CommandOptions
import HitZoneClient

/// `hitzone page`: lets a daemon show another page.
enum PageCommand {
    struct Values: DaemonValues {
        var socket = HitZoneClient.defaultPath
        var screen: String?
    }

    static let syntax = CommandSyntax<Values>(
        name: "hitzone page",
        summary: "Show another page on a screen. Contacts on the page before are cancelled.",
        operands: Operands("NAME", count: 1...1),
        options: [
            .value("screen", letter: "s", argument: "NAME", help: "The screen; by default the only one.") {
                $0.screen = $1
            }, .socket,
        ])

    static func run(
        _ arguments: [String], _ streams: inout Streams
    ) async throws(CommandFailure) -> ExitStatus {
        try await syntax.run(arguments, defaults: Values(), &streams) {
            client, values, operands, _ throws(CommandFailure) in
            try await syntax.ask { () async throws(ClientError) in
                try await client.setPage(operands[0], screen: values.screen)
            }
        }
    }
}
