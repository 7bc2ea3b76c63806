import CommandOptions

/// Why a command ends before its work is done.
enum CommandFailure: Error {
    /// The command line is wrong.
    case commandLine(CommandLineError)
    /// The input is wrong; the text is complete lines for standard error.
    case input(String)
    /// There is no daemon.
    case unavailable(String)
    /// The output cannot be written.
    case output(OutputError)

    /// The exit status that it means. A reader who left has what it wanted.
    var status: ExitStatus {
        switch self {
        case .commandLine: .wrongCommandLine
        case .input: .wrongInput
        case .unavailable: .unavailable
        case .output(.readerGone): .done
        case .output(.failed): .wrongInput
        }
    }

    /// What to say of it, if anything.
    var message: String? {
        switch self {
        case .commandLine(let error): error.description
        case .input(let message), .unavailable(let message): message
        case .output(.readerGone): nil
        case .output(.failed(let error)): "hitzone: the output cannot be written: \(error)"
        }
    }
}

extension CommandSyntax {
    /// Parses `arguments`; nil when help or version was asked for and has been printed.
    func values(
        _ arguments: [String], defaults: Values, _ streams: inout Streams
    ) throws(CommandFailure) -> (Values, operands: [String])? {
        let parsed: ParsedCommand<Values>
        do throws(CommandLineError) {
            parsed = try parse(arguments, defaults: defaults)
        } catch {
            throw .commandLine(error)
        }
        switch parsed {
        case .run(let values, let operands): return (values, operands)
        case .show(let text):
            do throws(OutputError) { try streams.output.write(text) } catch { throw .output(error) }
            return nil
        }
    }
}
