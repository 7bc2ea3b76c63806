import Configuration
import Glibc
import HitZoneProtocol
import Recording
import Replay
import ReplyReading
import Testing
import TouchModel

/// Field recordings that do not belong to the project: read where they are, tests skip where they are not.
enum FieldRecordings {
    static let folder: String = {
        if let given = unsafe getenv("HITZONE_RECORDINGS") { return unsafe String(cString: given) }
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/../shared/recordings"
    }()

    /// Those of touchscreens.
    static let touchscreens: [String] = text(of: folder + "/INDEX.tsv").split(separator: "\n").dropFirst()
        .compactMap { $0.split(separator: "\t").first.map(String.init) }
        .filter { (try? Recording.load(path: "\(folder)/\($0)").device().isTouchscreenLike) == true }
}

/// A subscriber gets for a recording what the replay without a daemon gives (chapter 9: the same engine).
@Suite(.enabled(if: !FieldRecordings.touchscreens.isEmpty, "there are no field recordings here"))
struct LiveReplayTests {
    /// Sixteen regions on two pages, with all triggers.
    private static let layout: String = {
        var text = """
            version: 1
            defaults: {minimum: none, retain: 30, debounce: 60ms}
            screens:
              front:
                size: [1000, 1000]
                start: home
                pages:

            """
        for (page, other) in [("home", "other"), ("other", "home")] {
            text += "      \(page):\n"
            for index in 0..<16 {
                let frame = "[\(index % 4 * 250), \(index / 4 * 250), 240, 240]"
                let actions =
                    switch index % 4 {
                    case 0: "{press: p, release: r}"
                    case 1: "{tap: {name: t, page: \(other)}}"
                    case 2: "{hold: {name: h, after: 200ms}, tap: t}"
                    default: "{repeat: {name: again, after: 100ms, every: 50ms}}"
                    }
                text +=
                    "        - {id: r\(index), frame: \(frame), persist: \(index > 9), actions: \(actions)}\n"
            }
        }
        return text
    }()

    private static let range = AxisRanges(x: 0...4_095, y: 0...4_095)

    private func replayed(_ path: String) throws -> (events: [Event], needsRange: Bool) {
        let screen = try Configuration.parse(Array(Self.layout.utf8), file: "layout").screens[0]
        let device = try Recording.load(path: path).device()
        var run = try ReplayRun(device, range: device.hasRanges ? nil : Self.range, on: screen)
        var events: [Event] = []
        while let event = run.next() { events.append(event) }
        return (events, !device.hasRanges)
    }

    @Test(arguments: FieldRecordings.touchscreens)
    func `the daemon's events are those of the replay`(_ file: String) throws {
        let path = "\(FieldRecordings.folder)/\(file)"
        let (expected, needsRange) = try replayed(path)
        let daemon = try DaemonProcess(
            Self.layout, recordingPath: path,
            ["--wait", "--speed", "1000"] + (needsRange ? ["--range", "0,4095,0,4095"] : []))
        let client = try TestClient(daemon)
        try client.subscribe("{\"kinds\":[\"*\"]}")
        _ = try client.next()
        var received: [Event] = []
        while var event = try client.nextEvent() {
            event.seq = 0
            if event.kind != .panel { received.append(event) }
        }
        #expect(received == expected.map(Self.asOnTheWire))
        #expect(try daemon.end() == 0)
    }

    /// An event as it is read again after it was written: with two decimals at most.
    private static func asOnTheWire(_ event: Event) -> Event {
        var writer = JSONWriter()
        Reply.write(.event(event), to: &writer)
        let reply = try? ReceivedReply<SubscriptionReply>(message: writer.bytes.dropLast())
        guard let answer = try? reply?.answer.get(), case .event(let read) = answer else { return event }
        return read
    }
}
