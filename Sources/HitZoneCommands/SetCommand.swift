import CommandOptions
import HitZoneClient

/// `hitzone set`: changes a region of a daemon's layout.
enum SetCommand {
    struct Values: DaemonValues {
        var socket = HitZoneClient.defaultPath
        var screen: String?
        var page: String?
        var enabled: Bool?
        var hidden: Bool?
        var opacity: Double?
    }

    static let syntax = CommandSyntax<Values>(
        name: "hitzone set",
        summary: "Enable, disable, hide or show a region. What is not given stays as it is.",
        operands: Operands("REGION", count: 1...1),
        options: [
            .value("enabled", argument: "true|false", help: "Whether it and what is in it answers touches.") {
                values, text throws(OptionValueError) in values.enabled = try OptionValue.boolean(text)
            },
            .value("hidden", argument: "true|false", help: "Whether it and what is in it is absent.") {
                values, text throws(OptionValueError) in values.hidden = try OptionValue.boolean(text)
            },
            .value(
                "opacity", argument: "N",
                help: "From 0 to 1; at or below 0.01 it and what is in it is absent."
            ) { values, text throws(OptionValueError) in
                values.opacity = try OptionValue.number(text, in: 0...1)
            },
            .value("screen", letter: "s", argument: "NAME", help: "The screen; by default the only one.") {
                $0.screen = $1
            },
            .value("page", letter: "p", argument: "NAME", help: "The page; by default the one that shows.") {
                $0.page = $1
            }, .socket,
        ])

    static func run(
        _ arguments: [String], _ streams: inout Streams
    ) async throws(CommandFailure) -> ExitStatus {
        try await syntax.run(arguments, defaults: Values(), &streams) {
            client, values, operands, _ throws(CommandFailure) in
            if values.enabled == nil, values.hidden == nil, values.opacity == nil {
                throw .commandLine(
                    syntax.failure("nothing is to be changed; give --enabled, --hidden or --opacity"))
            }
            try await syntax.ask { () async throws(ClientError) in
                try await client.setRegion(
                    operands[0], page: values.page, screen: values.screen, enabled: values.enabled,
                    hidden: values.hidden, opacity: values.opacity)
            }
        }
    }
}
