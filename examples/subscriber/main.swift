import HitZoneClient

let path = CommandLine.arguments.dropFirst().first ?? HitZoneClient.defaultPath
do {
    let client = try await HitZoneClient.connect(path: path)
    for screen in try await client.state().screens {
        print("\(screen.screen) shows \(screen.page)")
    }
    // Goes on when the daemon is restarted; what was missed meanwhile is told as lost.
    for try await event in client.events() {
        switch (event.kind, event.action) {
        case (.lost, _): print("events are missing here: \(event.count ?? 0) or more")
        case (_, "cart.checkout"): print("to the cash desk, by contact \(event.contact ?? 0)")
        case (_, let action): print(action ?? "")
        }
    }
} catch {
    print("hitzoned does not answer: \(error)")
}
