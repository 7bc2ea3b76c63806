import AllocationCounter
import Configuration
import Glibc
import HitZoneProtocol
import LinuxIO
import Recording
import Testing
import TouchEngine
import TouchModel

@testable import DaemonCore

#if DEBUG
    private let isOptimised = false
#else
    private let isOptimised = true
#endif

/// In steady state a turn of the daemon allocates nothing, from a panel's events to the subscribers' sockets: `swift
/// test -c release --filter Allocation`.
@Suite(
    .enabled(
        if: isOptimised, "A debug build allocates for generics and closures that a release build has none of."
    ),
    .enabled(if: allocation_counter_works(), "A sanitizer has the allocator for itself."))
struct AllocationTests {
    /// Forty regions in eight columns, each of which answers all of a touch.
    private static let layout: String = {
        var text = """
            version: 1
            defaults: {minimum: none, debounce: 10ms}
            screens:
              front:
                size: [800, 480]
                pages:
                  home:

            """
        for index in 0..<40 {
            let frame = "[\(index % 8 * 100), \(index / 8 * 96), 96, 92]"
            let actions =
                "{press: key.press, tap: key-with-a-long-name.tap, release: r, repeat: {name: again, after: 30ms}}"
            text += "        - {id: region-of-number-\(index), frame: \(frame), actions: \(actions)}\n"
        }
        return text
    }()

    /// `count` contacts that go down, move for 18 frames of 5 ms, and lift, again and again.
    private func events(contacts count: Int, frames: Int) -> [InputEvent] {
        var events: [InputEvent] = []
        for frame in 0..<frames {
            let time = Timestamp(microseconds: Int64(frame) * 5_000)
            func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
                events.append(InputEvent(time: time, type: type, code: code, value: value))
            }
            let step = frame % 20
            for slot in 0..<count {
                add(EventType.abs, AbsCode.mtSlot, Int32(slot))
                if step == 0 {
                    add(EventType.abs, AbsCode.mtTrackingID, Int32(frame * count + slot) & 0xffff)
                }
                if step == 19 { add(EventType.abs, AbsCode.mtTrackingID, -1) }
                add(EventType.abs, AbsCode.mtPositionX, Int32(slot % 8 * 100 + 20 + step))
                add(EventType.abs, AbsCode.mtPositionY, Int32(slot / 8 * 96 + 20))
            }
            add(EventType.syn, SynCode.report, 0)
        }
        return events
    }

    @Test(arguments: [1, 10, 16, 40])
    func `four thousand frames reach three subscribers without an allocation`(contacts: Int) throws {
        let directory = try TemporaryFolder()
        // One contact makes nine events in a turn, and the log is to be full.
        let warmUp = 140
        let counted = 64
        let frames = (warmUp + counted + 10) * 64
        let options = DaemonOptions(
            configuration: try Configuration.parse(Array(Self.layout.utf8), file: "layout"),
            socketPath: directory.path + "/socket", version: "0",
            replay: DaemonOptions.Replay(
                try device(events(contacts: contacts, frames: frames), slots: 40), speed: 1e6, waits: true))
        var daemon = try Daemon.start(options)
        let clients = try (0..<3).map { _ in
            let client = Client(try UnixSocket.connect(path: options.socketPath))
            _ = try client.socket.sendText(
                #"{"method":"io.hitzone.Subscribe","parameters":{"kinds":["*"]},"more":true}"# + "\0")
            return client
        }
        for _ in 0..<warmUp {
            try daemon.turn()
            for client in clients { _ = try client.socket.received() }
        }
        var allocations = 0
        var told = 0
        let before = daemon.screens[0].engine.counters.frames
        for _ in 0..<counted {
            allocation_counter_start()
            try daemon.turn()
            allocations += allocation_counter_stop()
            for client in clients { told += messages(Array(try client.socket.received().utf8)).count }
        }
        #expect(allocations == 0)
        #expect(daemon.screens[0].engine.counters.frames - before >= 4_000)
        #expect(told >= 3 * 4_000 / 20 * 2 * contacts)
        #expect(daemon.hub.lost == 0)
    }
}

/// A socket that can lie in an array.
private final class Client {
    let socket: UnixSocket
    init(_ socket: consuming UnixSocket) { self.socket = socket }
}

/// A directory that goes with its last user.
private final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/hitzone-XXXXXX".utf8CString)
        guard let made = unsafe mkdtemp(&template) else {
            throw SystemError(code: errno, operation: "mkdtemp")
        }
        path = unsafe String(cString: made)
    }

    deinit {
        _ = unsafe unlink(path + "/socket")
        _ = unsafe rmdir(path)
    }
}
