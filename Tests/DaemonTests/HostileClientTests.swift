import Glibc
import HitZoneProtocol
import LinuxIO
import Testing
import TouchModel

/// Clients that misbehave harm nobody else (chapter 8), against the program itself.
struct HostileClientTests {
    private static let getState = "{\"method\":\"io.hitzone.GetState\"}\0"

    private func quietDaemon(descriptors: Int? = nil) throws -> DaemonProcess {
        // With --wait and without a subscriber the recording never begins.
        try DaemonProcess(
            Samples.plainLayout, recording: Samples.held(50), ["--wait"], descriptors: descriptors)
    }

    private func isServed(_ client: TestClient) throws -> Bool {
        try client.send(Self.getState)
        return try client.next()?.contains("\"state\"") == true
    }

    @Test func `one that does not read misses the oldest events, and nobody else misses any`() throws {
        let taps = (0..<1_200).map { ($0 * 50, 50) }
        let daemon = try DaemonProcess(
            Samples.plainLayout, recording: Samples.taps(taps), ["--wait", "--speed", "20"])
        let last = UInt64(1 + 3 * taps.count)
        let sleeper = try TestClient(daemon)
        try sleeper.subscribe("{\"kinds\":[\"*\"]}")
        _ = try sleeper.next()
        let reader = try TestClient(daemon)
        try reader.subscribe("{\"kinds\":[\"*\"],\"since\":0}")
        _ = try reader.next()
        let all = try reader.events { $0.seq == last }
        #expect(all.map(\.seq) == Array(1...last))

        let received = try sleeper.events { $0.seq == last }
        let gap = try #require(received.firstIndex { $0.kind == .lost })
        #expect(gap > 0)
        #expect(Array(received[..<gap]) == Array(all[..<gap]))
        #expect(received[gap].count == received[gap].seq - UInt64(gap))
        #expect(Array(received[(gap + 1)...]) == Array(all.suffix(1_024)))
    }

    static let malformed: [(name: String, text: String)] = [
        ("garbage", "\u{1}\u{fffd}\u{7f}}{\0"),
        ("nothing", "\0"),
        ("a number", "42\0"),
        ("a list", "[{\"method\":\"io.hitzone.GetState\"}]\0"),
        ("no method", "{\"parameters\":{}}\0"),
        ("a method of no name", "{\"method\":7}\0"),
        ("parameters that are none", "{\"method\":\"io.hitzone.GetState\",\"parameters\":[1]}\0"),
        ("deep nesting", String(repeating: "[", count: 200_000) + "\0"),
        (
            "deep nesting where it is skipped",
            "{\"method\":\"io.hitzone.GetState\",\"other\":" + String(repeating: "[", count: 200_000)
                + String(repeating: "]", count: 200_000) + "}\0"
        ),
        ("a message that is too long", String(repeating: " ", count: (1 << 20) + 1)),
    ]

    @Test func `one that sends no call is let go, and only that one`() throws {
        let daemon = try quietDaemon()
        let other = try TestClient(daemon)
        for (name, text) in Self.malformed {
            let client = try TestClient(daemon)
            #expect(try isServed(client), "\(name)")
            // The daemon may close before all of it was taken.
            try? client.send(text)
            #expect(try client.next() == nil, "\(name)")
            #expect(try isServed(other), "\(name)")
        }
        #expect(daemon.poll() == nil)
    }

    @Test func `calls before a malformed one are answered`() throws {
        let daemon = try quietDaemon()
        let client = try TestClient(daemon)
        try client.send(Self.getState + Self.getState + "garbage\0" + Self.getState)
        #expect(try client.rest().count == 2)
    }

    @Test func `the longest message is read, and one byte more is too much`() throws {
        let daemon = try quietDaemon()
        let client = try TestClient(daemon)
        let call = Self.getState.dropLast()
        let filler = String(repeating: " ", count: Limits.messageBytes - call.utf8.count)
        try client.send(filler + call + "\0")
        #expect(try client.next()?.contains("\"state\"") == true)
        try? client.send(filler + " " + call + "\0")
        #expect(try client.next() == nil)
    }

    @Test func `one that ends within a message is let go`() throws {
        let daemon = try quietDaemon()
        // Who is served knows that the daemon has opened all that it ever will.
        let witness = try TestClient(daemon)
        #expect(try isServed(witness))
        let before = daemon.openDescriptors
        for end in [1, 10, Self.getState.utf8.count - 1] {
            let client = try TestClient(daemon)
            try client.send(String(Self.getState.prefix(end)))
            client.endSending()
            #expect(try client.next() == nil)
        }
        try wait("they are let go") { daemon.openDescriptors == before }
        #expect(try isServed(try TestClient(daemon)))
    }

    @Test func `one that calls for much and reads nothing is not answered without end`() throws {
        let daemon = try quietDaemon()
        let client = try TestClient(daemon)
        let other = try TestClient(daemon)
        let call =
            "{\"method\":\"org.varlink.service.GetInterfaceDescription\",\"parameters\":{\"interface\":\"io.hitzone\"}}\0"
        // It stops taking calls long before it has promised 100 MB of answers.
        let calls = Array(String(repeating: call, count: 15_000).utf8)
        let taken = try client.offer(calls)
        #expect(taken > 1_000 * call.utf8.count)
        #expect(taken < calls.count)
        #expect(try isServed(other))
        // And goes on when the client reads.
        for _ in 0..<1_000 { #expect(try client.next()?.contains("interface io.hitzone") == true) }
    }

    @Test func `of 500 at once 64 are served and the others told why`() throws {
        let daemon = try quietDaemon()
        let clients = try (0..<500).map { _ in try TestClient(daemon) }
        var served: [TestClient] = []
        for client in clients {
            try? client.send(Self.getState)
            let answer = try client.next()
            if answer?.contains("\"state\"") == true {
                served.append(client)
                continue
            }
            #expect(
                answer == "{\"error\":\"io.hitzone.TooManyConnections\",\"parameters\":{\"limit\":64}}")
            #expect(try client.next() == nil)
        }
        #expect(served.count == 64)
        for client in served { #expect(try isServed(client)) }
    }

    @Test func `a place is free for the next as soon as one has gone`() throws {
        let daemon = try quietDaemon()
        var clients = try (0..<64).map { _ in try TestClient(daemon) }
        for client in clients { #expect(try isServed(client)) }
        for round in 0..<300 {
            clients.remove(at: round % 64)
            clients.append(try TestClient(daemon))
            #expect(try isServed(clients[63]), "round \(round)")
        }
    }

    @Test func `without descriptors it rests, serves those it has, and recovers`() throws {
        let daemon = try quietDaemon(descriptors: 20)
        var clients = try (0..<40).map { _ in try TestClient(daemon) }
        #expect(try isServed(clients[0]))
        try wait("it has none left") { daemon.openDescriptors == 20 }
        try wait("it says so") { daemon.errors.contains("EMFILE") }

        let sleeps = daemon.sleeps
        let ticks = daemon.processorTicks
        usleep(1_000_000)
        // It looks again ten times a second; a loop that spins would take a hundred ticks, or never sleep.
        #expect(daemon.sleeps - sleeps < 60)
        #expect(daemon.processorTicks - ticks < 30)
        #expect(daemon.errors.split(separator: "\n").filter { $0.contains("EMFILE") }.count == 1)
        #expect(try isServed(clients[0]))

        let last = clients[39]
        clients.removeAll()
        #expect(try isServed(last))
        #expect(try isServed(try TestClient(daemon)))
    }

    @Test func `1,000 connections leave no descriptor behind`() throws {
        let daemon = try quietDaemon()
        // Who is served knows that the daemon has opened all that it ever will.
        let witness = try TestClient(daemon)
        #expect(try isServed(witness))
        let before = daemon.openDescriptors
        for index in 0..<1_000 {
            let client = try TestClient(daemon)
            switch index % 5 {
            case 0: break
            case 1: try client.send("{\"method\"")
            case 2: try? client.send("garbage\0")
            case 3:
                try client.call("io.hitzone.GetLayout")
                _ = try client.next()
            default: try client.call("io.hitzone.GetLayout")
            }
        }
        try wait("all are closed") { daemon.openDescriptors == before }
        #expect(try isServed(witness))
    }

    @Test func `subscribers that close leave nothing behind, and none turns the loop`() throws {
        let daemon = try quietDaemon()
        // Who is served knows that the daemon has opened all that it ever will.
        let witness = try TestClient(daemon)
        #expect(try isServed(witness))
        let before = daemon.openDescriptors
        for _ in 0..<100 {
            let client = try TestClient(daemon)
            try client.subscribe("{\"kinds\":[\"*\"]}")
            _ = try client.next()
        }
        try wait("all are closed") { daemon.openDescriptors <= before }
        let stays = try TestClient(daemon)
        try stays.subscribe()
        _ = try stays.next()
        // Input that nobody will read must not wake the daemon again and again, nor must half a hang-up.
        try stays.send(Self.getState)
        stays.endSending()
        let sleeps = daemon.sleeps
        let ticks = daemon.processorTicks
        usleep(300_000)
        #expect(daemon.sleeps - sleeps < 10)
        #expect(daemon.processorTicks - ticks < 10)
    }
}
