import CommandOptions
import Configuration
import DaemonCore
import Recording

ignorePipeSignal()

switch parseArguments(CommandLine.arguments) {
case .success(let options): runDaemon(options)
case .failure(let end):
    report(end.message)
    end.status.exit()
}
