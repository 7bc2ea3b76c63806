import CommandOptions
import DaemonCore

ignorePipeSignal()
do throws(Ending) {
    switch try parse() {
    case .run(let arguments, _):
        if let shell = arguments.completion {
            show(DaemonArguments.completion(for: shell))
        } else {
            try serve(arguments)
        }
    case .show(let text): show(text)
    }
} catch {
    report(error.message, .error)
    error.status.exit()
}

func parse() throws(Ending) -> ParsedCommand<DaemonArguments> {
    do throws(CommandLineError) {
        return try DaemonArguments.syntax.parse(
            Array(CommandLine.arguments.dropFirst()), defaults: DaemonArguments())
    } catch {
        throw Ending(status: .wrongCommandLine, message: error.description)
    }
}

func show(_ text: String) {
    guard var output = try? TextOutput.standard(1) else { return }
    try? output.write(text)
    try? output.flush()
}
