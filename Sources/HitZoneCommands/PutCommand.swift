import CommandOptions
import Configuration
import HitZoneClient
import YAML

/// `hitzone put`: puts a page from a file into a daemon's layout.
enum PutCommand {
    struct Values: DaemonValues {
        var socket = HitZoneClient.defaultPath
        var screen: String?
    }

    static let syntax = CommandSyntax<Values>(
        name: "hitzone put",
        summary:
            "Put a page in the place of the one of that name, or add it. It is checked whole before anything changes, and all that "
            + "is wrong is printed.",
        operands: Operands("PAGE FILE", count: 2...2),
        options: [
            .value("screen", letter: "s", argument: "NAME", help: "The screen; by default the only one.") {
                $0.screen = $1
            }, .socket,
        ],
        notes: """
            FILE holds what the configuration has for a page, in YAML or JSON: a list of regions, or a mapping with
            'regions' and 'overlap'; '-' is standard input. The defaults and groups of the daemon's configuration hold.
            """)

    static func run(
        _ arguments: [String], _ streams: inout Streams
    ) async throws(CommandFailure) -> ExitStatus {
        try await syntax.run(arguments, defaults: Values(), &streams) {
            client, values, operands, _ throws(CommandFailure) in
            let file = try PageFile(operands[1])
            do throws(ClientError) {
                try await client.putPage(operands[0], json: file.json, screen: values.screen)
            } catch {
                if case .refused(.invalidLayout(let problems)) = error { throw file.failure(problems) }
                throw syntax.failure(error)
            }
        }
    }
}

/// A page in a file.
private struct PageFile {
    /// More than this is no message.
    private static let limits = YAMLLimits(bytes: 2 * Limits.messageBytes)

    /// As messages call it.
    let name: String
    let root: YAMLNode
    let json: String

    init(_ path: String) throws(CommandFailure) {
        let name = path == "-" ? "<stdin>" : path
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try readFile(path: path, atMost: Self.limits.bytes + 1)
        } catch {
            throw .input("\(PutCommand.syntax.name): \(error.message)")
        }
        do throws(YAMLError) {
            guard let root = try YAMLNode.parse(bytes, limits: Self.limits) else {
                throw YAMLError(at: .start, message: "the file is empty; give a list of regions, [] for none")
            }
            var writer = JSONWriter()
            try root.write(to: &writer)
            self.name = name
            self.root = root
            json = String(decoding: writer.bytes, as: UTF8.self)
        } catch {
            throw .input("\(name):\(error.line):\(error.column): error: \(error.message)")
        }
    }

    /// The daemon's problems with their places in this file.
    func failure(_ problems: [CallError.Problem]) -> CommandFailure {
        let lines = problems.map { problem in
            guard let place = root.location(of: problem.member, named: "regions") else {
                return "\(name): error: \(problem.member): \(problem.message)"
            }
            return "\(name):\(place.line):\(place.column): error: \(problem.message)"
        }
        return .input((lines + ["\(PutCommand.syntax.name): the page is as it was"]).joined(separator: "\n"))
    }
}
