import CommandOptions
import HitZoneCommands
import LinuxIO

ignorePipeSignal()
do throws(SystemError) {
    var streams = try Streams.standard()
    let status = await HitZone.run(Array(CommandLine.arguments.dropFirst()), &streams)
    status.exit()
} catch {
    // Standard output or standard error is closed, so there is nobody to tell.
    ExitStatus.wrongInput.exit()
}
