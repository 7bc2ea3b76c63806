// Prints each action of the panels, and what a region answers to a point, with the daemon at its usual place.
import HitZoneClient

let client = try await HitZoneClient.connect()
for screen in try await client.state().screens {
    print("\(screen.screen) shows \(screen.page)")
}
let answer = try await client.explain(x: 100, y: 100)
print("A touch at 100, 100 means \(answer.owner ?? "nothing")")

// Survives a restart of the daemon; a gap is told as `lost`.
for try await event in client.events(matching: try EventFilter(actions: ["checkout.*", "menu.*"])) {
    switch event.kind {
    case .action: print("\(event.action ?? "") by \(event.trigger?.rawValue ?? "") of \(event.region ?? "")")
    case .lost: print("\(event.count.map(String.init) ?? "an unknown number of") events are missing")
    default: break
    }
}
