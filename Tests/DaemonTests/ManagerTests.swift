import Glibc
import HitZoneProtocol
import LinuxIO
import TestSupport
import Testing

/// What the program tells a service manager, and takes from it (chapter 9).
struct ManagerTests {
    private let name = "@hitzoned-\(getpid())-\(UInt64.random(in: .min ... .max))"
    private let receiver: DatagramReceiver

    init() throws { receiver = try DatagramReceiver(name) }

    private func daemon(_ environment: String..., layout: String = Samples.plainLayout) throws
        -> DaemonProcess
    {
        try DaemonProcess(
            layout, recording: Samples.held(50), ["--wait"],
            environment: ["NOTIFY_SOCKET=\(name)"] + environment)
    }

    /// The next word to the manager.
    private func next() throws -> String {
        try #require(receiver.next(milliseconds: Int32(patience / 1_000)))
    }

    /// What it is told until `last`, that included.
    private func words(until last: String) throws -> [String] {
        var words = [try next()]
        while words.last != last { words.append(try next()) }
        return words
    }

    @Test func `it says when it is ready, and how things stand without being asked`() throws {
        let daemon = try daemon()
        #expect(try next() == "READY=1")
        #expect(try next() == "STATUS=panels: 0 of 1, subscribers: 0")
        // It listened before it was ready.
        #expect(try TestClient(daemon).answer("GetState")?.contains("\"state\"") == true)
    }

    @Test func `panels and subscribers that come and go are told`() throws {
        let daemon = try daemon()
        _ = try words(until: "STATUS=panels: 0 of 1, subscribers: 0")
        do {
            let subscriber = try TestClient(daemon)
            try subscriber.subscribe()
            #expect(try next() == "STATUS=panels: 1 of 1, subscribers: 1")
        }
        #expect(try next() == "STATUS=panels: 1 of 1, subscribers: 0")
    }

    @Test func `a reload is told with its moment, and that it is ready again`() throws {
        let daemon = try daemon()
        _ = try words(until: "STATUS=panels: 0 of 1, subscribers: 0")
        let before = Clock.monotonicMicroseconds()
        daemon.signal(SIGHUP)
        try expectReload(since: before)
        let client = try TestClient(daemon)
        #expect(try client.answer("Reload") == "{\"parameters\":{}}")
        try expectReload(since: before)
        #expect(receiver.next() == nil)
    }

    @Test func `it is ready again though the file is wrong`() throws {
        let daemon = try daemon()
        _ = try words(until: "STATUS=panels: 0 of 1, subscribers: 0")
        let before = Clock.monotonicMicroseconds()
        try daemon.replaceLayout("version: 1\nscreen: {}\n", renaming: true)
        try expectReload(since: before)
        #expect(daemon.errors.contains("the layout before it goes on"))
    }

    private func expectReload(since before: Int64) throws {
        let told = try next().split(separator: "\n")
        #expect(told.count == 2 && told.first == "RELOADING=1")
        let moment = try #require(told.last.flatMap { Int64($0.trimmingPrefix("MONOTONIC_USEC=")) })
        #expect(moment >= before && moment <= Clock.monotonicMicroseconds())
        #expect(try next() == "READY=1")
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `it says that it stops`(_ signal: Int32) throws {
        let daemon = try daemon()
        _ = try words(until: "STATUS=panels: 0 of 1, subscribers: 0")
        daemon.signal(signal)
        #expect(try next() == "STOPPING=1")
        #expect(try daemon.end() == 0)
    }

    @Test func `when it stops it takes no other configuration`() throws {
        let daemon = try DaemonProcess(
            Samples.plainLayout, recording: Samples.taps((0..<2_000).map { ($0 * 50, 50) }),
            ["--wait", "--speed", "1000"], environment: ["NOTIFY_SOCKET=\(name)"])
        // One that never reads makes it wait with its end.
        let sleeper = try TestClient(daemon)
        try sleeper.subscribe("{\"kinds\":[\"*\"]}")
        let reader = try TestClient(daemon)
        try reader.subscribe("{\"kinds\":[\"*\"],\"since\":0}")
        _ = try reader.next()
        _ = try reader.events { $0.seq == 6_001 }
        let client = try TestClient(daemon)
        daemon.signal(SIGTERM)
        _ = try words(until: "STOPPING=1")
        daemon.signal(SIGHUP)
        _ = try? client.answer("Reload")
        #expect(try daemon.end() == 0)
        while let word = receiver.next() { #expect(!word.hasPrefix("RELOADING")) }
    }

    // MARK: Watchdog

    @Test func `the loop itself feeds the watchdog: one that is stopped does not`() throws {
        let daemon = try daemon("WATCHDOG_USEC=200000")
        for _ in 0..<3 { _ = try words(until: "WATCHDOG=1") }
        daemon.signal(SIGSTOP)
        try wait("it is stopped") {
            text(of: "/proc/\(daemon.process)/stat").split(separator: ")").last?.hasPrefix(" T") == true
        }
        while receiver.next() != nil {}
        #expect(receiver.next(milliseconds: 1_000) == nil)
        daemon.signal(SIGCONT)
        #expect(try words(until: "WATCHDOG=1").count >= 1)
    }

    @Test func `a watchdog of another process, or none, is not fed`() throws {
        for environment in [["WATCHDOG_USEC=1000", "WATCHDOG_PID=1"], ["WATCHDOG_PID=1"], []] {
            let receiver = try DatagramReceiver(name + "x")
            let daemon = try DaemonProcess(
                Samples.plainLayout, recording: Samples.held(50), ["--wait"],
                environment: ["NOTIFY_SOCKET=\(name)x"] + environment)
            _ = try TestClient(daemon).answer("GetState")
            daemon.signal(SIGTERM)
            #expect(try daemon.end() == 0)
            var words: [String] = []
            while let word = receiver.next() { words.append(word) }
            #expect(words.first == "READY=1" && words.last == "STOPPING=1")
            #expect(!words.contains { $0.contains("WATCHDOG") }, "\(words)")
        }
    }

    @Test func `without a manager, or with one that has gone, it serves all the same`() throws {
        for environment in [["NOTIFY_SOCKET=/nonexistent/notify"], ["NOTIFY_SOCKET="]] {
            let daemon = try DaemonProcess(
                Samples.plainLayout, recording: Samples.held(50), ["--wait"], environment: environment)
            let client = try TestClient(daemon)
            #expect(try client.answer("Reload") == "{\"parameters\":{}}")
        }
    }

    // MARK: Activation

    @Test func `it serves the socket that the manager made, and leaves it there`() throws {
        let path = "/tmp/hitzoned-\(getpid())-\(UInt64.random(in: .min ... .max))"
        defer { unsafe unlink(path) }
        let listener = try UnixListener.bind(path: path, mode: 0o600)
        for _ in 0..<2 {
            let daemon = try DaemonProcess(
                Samples.plainLayout, recording: Samples.held(50), ["--wait"],
                listener: listener.descriptor.rawValue, socket: path)
            // This one waits with the manager, perhaps before the program runs.
            #expect(try TestClient(daemon).answer("GetState")?.contains("\"state\"") == true)
            daemon.signal(SIGTERM)
            #expect(try daemon.end() == 0)
            #expect(unsafe access(path, F_OK) == 0)
        }
    }

    @Test func `sockets that are for another process are none of its own`() throws {
        let daemon = try DaemonProcess(
            Samples.plainLayout, recording: Samples.held(50), ["--wait"],
            environment: ["LISTEN_PID=1", "LISTEN_FDS=1"])
        #expect(try TestClient(daemon).answer("GetState")?.contains("\"state\"") == true)
    }
}
