import Glibc
import HitZoneProtocol
import LinuxIO
import Testing
import TouchModel

/// How the daemon begins and ends (chapters 8 and 9, rule L10), against the program itself.
struct LifecycleTests {
    private func isServed(_ client: TestClient) throws -> Bool {
        try client.call("io.hitzone.GetState")
        return try client.next()?.contains("\"state\"") == true
    }

    private func mode(of path: String) -> mode_t? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? status.st_mode : nil
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `at the end contacts are cancelled, subscribers told, and the socket's file goes`(_ signal: Int32)
        throws
    {
        let daemon = try DaemonProcess(Samples.plainLayout, recording: Samples.held(50), ["--wait"])
        let client = try TestClient(daemon)
        try client.subscribe("{\"kinds\":[\"contact\",\"panel\",\"action\"]}")
        _ = try client.next()
        _ = try client.events { $0.phase == .down }
        daemon.signal(signal)
        let cancel = try #require(try client.nextEvent())
        #expect(cancel.phase == .cancel)
        #expect(cancel.reason == .device)
        #expect(cancel.region == "all")
        #expect(try client.nextEvent()?.phase == .removed)
        #expect(try client.next() == nil)
        #expect(try daemon.end() == 0)
        #expect(mode(of: daemon.socket) == nil)
    }

    @Test func `one that never reads does not keep it from ending`() throws {
        let taps = (0..<800).map { ($0 * 50, 50) }
        let daemon = try DaemonProcess(
            Samples.plainLayout, recording: Samples.taps(taps), ["--wait", "--speed", "1000"])
        let sleeper = try TestClient(daemon)
        try sleeper.subscribe("{\"kinds\":[\"*\"]}")
        let reader = try TestClient(daemon)
        try reader.subscribe("{\"kinds\":[\"*\"],\"since\":0}")
        _ = try reader.next()
        _ = try reader.events { $0.seq == 2_401 }
        daemon.signal(SIGTERM)
        #expect(try daemon.end() == 0)
    }

    @Test func `it ends with the recording, contacts that it leaves down are cancelled`() throws {
        let recording =
            Samples.taps([(0, 50)], stays: false) + """
                E: 0.100000 0003 0039 9
                E: 0.100000 0000 0000 0000
                E: 0.200000 0003 0035 60
                E: 0.200000 0000 0000 0000

                """
        let daemon = try DaemonProcess(Samples.plainLayout, recording: recording, ["--wait"])
        let client = try TestClient(daemon)
        try client.subscribe("{\"kinds\":[\"contact\",\"panel\"]}")
        _ = try client.next()
        let events = try client.events { $0.phase == .removed }
        #expect(events.map(\.phase) == [.added, .down, .up, .down, .cancel, .removed])
        #expect(events[4].reason == .device)
        #expect(events.map(\.time.microseconds) == [0, 0, 40_000, 100_000, 200_000, 200_000])
        #expect(try client.next() == nil)
        #expect(try daemon.end() == 0)
        #expect(mode(of: daemon.socket) == nil)
    }

    @Test func `without --wait it begins at once and needs no subscriber`() throws {
        let daemon = try DaemonProcess(
            Samples.plainLayout, recording: Samples.taps([(0, 50)], stays: false), waits: false)
        #expect(try daemon.end() == 0)
    }

    @Test(arguments: [["--wait"], [], ["--loop"]])
    func `a recording without events ends at once`(_ arguments: [String]) throws {
        let daemon = try DaemonProcess(
            Samples.plainLayout, recording: Samples.silent, arguments,
            waits: !arguments.isEmpty && arguments[0] == "--wait")
        if arguments == ["--wait"] {
            let client = try TestClient(daemon)
            try client.subscribe("{\"kinds\":[\"*\"]}")
            _ = try client.next()
            #expect(try client.nextEvent()?.phase == .added)
            #expect(try client.nextEvent()?.phase == .removed)
        }
        #expect(try daemon.end() == 0)
    }

    @Test func `in a loop the recording comes again, later in its own time`() throws {
        let daemon = try DaemonProcess(
            Samples.plainLayout, recording: Samples.taps([(0, 50)], stays: false),
            ["--wait", "--loop", "--speed", "50"])
        let client = try TestClient(daemon)
        try client.subscribe("{\"kinds\":[\"action\",\"panel\"]}")
        _ = try client.next()
        let events = try client.events { $0.seq > 20 }.prefix(6)
        #expect(events.map(\.kind) == [.panel, .action, .panel, .panel, .action, .panel])
        #expect(events.map(\.contact) == [nil, 1, nil, nil, 2, nil])
        #expect(
            events.map(\.time.microseconds) == [0, 40_000, 40_000, 1_040_000, 1_080_000, 1_080_000])
        daemon.signal(SIGTERM)
        #expect(try daemon.end() == 0)
    }

    @Test func `the socket is for its user and group alone`() throws {
        let daemon = try DaemonProcess(Samples.plainLayout)
        #expect(mode(of: daemon.socket) == S_IFSOCK | 0o660)
    }

    @Test func `a second daemon on the same socket says so and leaves the first alone`() throws {
        let first = try DaemonProcess(Samples.plainLayout)
        let client = try TestClient(first)
        #expect(try isServed(client))
        let second = try DaemonProcess(Samples.plainLayout, socket: first.socket, waits: false)
        #expect(try second.end() == 3)
        #expect(second.errors.contains(first.socket))
        #expect(second.errors.contains("another process listens there: stop it or choose another path"))
        #expect(try isServed(client))
        #expect(try isServed(try TestClient(first)))
    }

    @Test func `a socket's file that a killed daemon left is replaced`() throws {
        let first = try DaemonProcess(Samples.plainLayout)
        first.signal(SIGKILL)
        #expect(try first.end() == 128 + SIGKILL)
        #expect(mode(of: first.socket) == S_IFSOCK | 0o660)
        let second = try DaemonProcess(Samples.plainLayout, socket: first.socket)
        #expect(try isServed(try TestClient(second)))
    }

    @Test func `a file of another kind in the socket's place stays`() throws {
        let daemon = try DaemonProcess(Samples.plainLayout, socket: "/dev/null", waits: false)
        #expect(try daemon.end() == 3)
        #expect(daemon.errors.contains("not a socket"))
        #expect(mode(of: "/dev/null").map { $0 & S_IFMT } == S_IFCHR)
    }

    @Test func `what is wrong before it serves decides the exit status`() throws {
        let wrongLayout = try DaemonProcess("version: 1\nscreen: {}\n", waits: false)
        #expect(try wrongLayout.end() == 1)
        #expect(wrongLayout.errors.contains("layout.yaml:2:1:"))
        let wrongRecording = try DaemonProcess(Samples.plainLayout, recording: "nothing\n", waits: false)
        #expect(try wrongRecording.end() == 1)
        #expect(wrongRecording.errors.contains("recording"))
        let noScreen = try DaemonProcess(
            Samples.layout, recording: Samples.held(1), ["--screen", "side"], waits: false)
        #expect(try noScreen.end() == 1)
        #expect(noScreen.errors.contains("there is no screen side; choose with --screen among front, rear"))
        #expect(mode(of: noScreen.socket) == nil)
        let needsReplay = try DaemonProcess(Samples.plainLayout, ["--loop"], waits: false)
        #expect(try needsReplay.end() == 2)
        #expect(needsReplay.errors.contains("--loop needs --replay"))
        let wrongSpeed = try DaemonProcess(
            Samples.plainLayout, recording: Samples.held(1), ["--speed", "0"], waits: false)
        #expect(try wrongSpeed.end() == 2)
        #expect(wrongSpeed.errors.contains("--speed"))
    }

    @Test func `the same recording gives the same bytes each time`() throws {
        let taps = (0..<60).map { ($0 * 37, $0 * 53 % 600) }
        func bytes(_ speed: String) throws -> [String] {
            let daemon = try DaemonProcess(
                Samples.layout, recording: Samples.taps(taps, stays: false), ["--wait", "--speed", speed])
            let client = try TestClient(daemon)
            try client.subscribe("{\"kinds\":[\"*\"]}")
            _ = try client.next()
            return try client.rest()
        }
        let first = try bytes("100")
        #expect(first.count > 100)
        #expect(try bytes("100") == first)
        #expect(try bytes("7") == first)
        #expect(try bytes("1000000") == first)
    }
}
