public import CommandOptions
import Spelling

/// The program `hitzone`.
public enum HitZone {
    /// Its commands.
    enum Command: String, CaseIterable {
        case check, explain, draw, replay, monitor, page, set, put, lock, unlock, reload, stats, panels,
            record,
            calibrate
        case completion

        /// What help and completion tell of it.
        var description: CommandDescription {
            switch self {
            case .check: CommandDescription(CheckCommand.syntax)
            case .explain: CommandDescription(ExplainCommand.syntax)
            case .draw: CommandDescription(DrawCommand.syntax)
            case .replay: CommandDescription(ReplayCommand.syntax)
            case .monitor: CommandDescription(MonitorCommand.syntax)
            case .page: CommandDescription(PageCommand.syntax)
            case .set: CommandDescription(SetCommand.syntax)
            case .put: CommandDescription(PutCommand.syntax)
            case .lock: CommandDescription(LockCommand.lock)
            case .unlock: CommandDescription(LockCommand.unlock)
            case .reload: CommandDescription(ReloadCommand.syntax)
            case .stats: CommandDescription(StatsCommand.syntax)
            case .panels: CommandDescription(PanelsCommand.syntax)
            case .record: CommandDescription(RecordCommand.syntax)
            case .calibrate: CommandDescription(CalibrateCommand.syntax)
            case .completion: CommandDescription(CompletionCommand.syntax)
            }
        }

        func run(_ arguments: [String], _ streams: inout Streams) async throws(CommandFailure) -> ExitStatus {
            switch self {
            case .check: try CheckCommand.run(arguments, &streams)
            case .explain: try await ExplainCommand.run(arguments, &streams)
            case .draw: try DrawCommand.run(arguments, &streams)
            case .replay: try ReplayCommand.run(arguments, &streams)
            case .monitor: try await MonitorCommand.run(arguments, &streams)
            case .page: try await PageCommand.run(arguments, &streams)
            case .set: try await SetCommand.run(arguments, &streams)
            case .put: try await PutCommand.run(arguments, &streams)
            case .lock: try await LockCommand.runLock(arguments, &streams)
            case .unlock: try await LockCommand.runUnlock(arguments, &streams)
            case .reload: try await ReloadCommand.run(arguments, &streams)
            case .stats: try await StatsCommand.run(arguments, &streams)
            case .panels: try PanelsCommand.run(arguments, &streams)
            case .record: try RecordCommand.run(arguments, &streams)
            case .calibrate: try await CalibrateCommand.run(arguments, &streams)
            case .completion: try CompletionCommand.run(arguments, &streams)
            }
        }
    }

    private struct NoValues: Sendable {}

    private static let syntax = CommandSyntax<NoValues>(
        name: "hitzone",
        summary: "Checks, explains and tries out touch layouts; shows what a daemon resolves, and steers it.",
        operands: Operands("COMMAND [ARGUMENT]...", count: 1...Int.max), options: [],
        notes: "Commands ('hitzone COMMAND --help' tells more):\n" + commandTable
            + "\n\nExit status: 0 done, 1 the input is wrong, 2 the command line is wrong, 3 no daemon or device.",
        stopsAtOperand: true)

    /// What completion tells of it.
    static var description: CommandDescription { CommandDescription(syntax) }

    /// Each command with the first sentence of its summary.
    private static var commandTable: String {
        let width = (Command.allCases.map(\.rawValue.count).max() ?? 0) + 2
        return Command.allCases.map { command in
            let gap = String(repeating: " ", count: width - command.rawValue.count)
            return "  \(command.rawValue)\(gap)\(command.description.firstSentence)"
        }.joined(separator: "\n")
    }

    /// Runs the command that `arguments`, without the program's name, ask for, and says on standard error
    /// what went wrong.
    public static func run(_ arguments: [String], _ streams: inout Streams) async -> ExitStatus {
        do throws(CommandFailure) {
            let status = try await dispatch(arguments, &streams)
            try streams.flush()
            return status
        } catch {
            if let message = error.message { streams.say(message) }
            return error.status
        }
    }

    private static func dispatch(
        _ arguments: [String], _ streams: inout Streams
    ) async throws(CommandFailure) -> ExitStatus {
        guard let (_, operands) = try syntax.values(arguments, defaults: NoValues(), &streams) else {
            return .done
        }
        guard let command = Command(rawValue: operands[0]) else {
            let names = Command.allCases.map(\.rawValue)
            let hint = nearest(to: operands[0], among: names).map { ", did you mean '\($0)'?" }
            throw .commandLine(
                syntax.failure(
                    "unknown command '\(operands[0])'"
                        + (hint ?? "; the commands are: \(names.joined(separator: ", "))")))
        }
        return try await command.run(Array(operands.dropFirst()), &streams)
    }
}
