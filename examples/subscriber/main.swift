import Glibc
import HitZoneClient

/// Prints at once, into a pipe as well.
func say(_ text: String) {
    print(text)
    fflush(nil)
}

let path = CommandLine.arguments.dropFirst().first ?? HitZoneClient.defaultPath
do {
    let client = try await HitZoneClient.connect(path: path)
    for screen in try await client.state().screens {
        say("\(screen.screen) shows \(screen.page)")
    }
    // Goes on when the daemon is restarted; what was missed meanwhile is told as lost.
    for try await event in client.events(matching: try EventFilter(actions: ["cart.*"])) {
        switch (event.kind, event.action) {
        case (.lost, _): say("events are missing here: \(event.count ?? 0) or more")
        case (_, "cart.checkout"): say("to the cash desk, by contact \(event.contact ?? 0)")
        case (_, let action): say(action ?? "")
        }
    }
} catch {
    say("hitzoned does not answer: \(error)")
}
