import Glibc
import HitZoneProtocol
import LinuxIO
import Testing
import TouchModel

@testable import DaemonCore

/// What one client can make the daemon do in a turn, and what it can make it hold (chapter 8).
struct ConnectionTests {
    private let getState = "{\"method\":\"io.hitzone.GetState\"}\0"

    /// A connection in a hub, and the client's end.
    private final class Client {
        var hub = Hub()
        private var poller: Poller
        let connection: Connection
        private let raw: Int32
        private var far: UnixSocket?

        init() throws {
            let (near, far) = try socketPair()
            poller = try Poller()
            hub.accept(UnixSocket(FileDescriptor(adopting: near)), poller)
            connection = try #require(hub.connections.all.first { _ in true })
            raw = far
            self.far = UnixSocket(FileDescriptor(adopting: far))
        }

        var hasCalls: Bool { hub.hasCalls }

        var isThere: Bool { hub.connections.count > 0 }

        func send(_ text: String) throws { _ = try far?.sendText(text) }

        func received() throws -> String { try far?.received() ?? "" }

        func close() { far = nil }

        func endSending() { shutdown(raw, Int32(SHUT_WR)) }

        /// Lets the hub take in what is ready now. False when nothing is.
        func receive() throws -> Bool {
            let count = try poller.wait(milliseconds: 0)
            for index in 0..<count { hub.receive(poller[index]) }
            return count > 0
        }

        /// Answers calls, `limit` at most, and tells how many there were.
        func answer(_ limit: Int) -> Int {
            var answered = 0
            while answered < limit, hub.nextCall(of: connection) != nil {
                Reply.write(.expectedMore, to: &connection.outbox.output)
                answered += 1
            }
            flush()
            return answered
        }

        func nextCall() -> Call? { hub.nextCall(of: connection) }

        func flush() { hub.flush(poller) }

        func subscribe() {
            let request = Request.Subscription(filter: EventFilter())
            hub.subscribe(connection, Subscription(request, isSameRun: true, log: hub.log, now: 0))
        }
    }

    @Test func `calls that come in one piece are given one by one`() throws {
        let client = try Client()
        try client.send(getState + getState + getState)
        #expect(try client.receive())
        #expect(client.answer(2) == 2)
        #expect(client.hasCalls)
        #expect(client.answer(2) == 1)
        #expect(!client.hasCalls)
    }

    @Test func `no more is read while calls wait to be answered`() throws {
        let client = try Client()
        try client.send(String(repeating: getState, count: 1_000))
        #expect(try client.receive())
        _ = client.answer(16)
        _ = try client.received()
        client.flush()
        // What was read is still to be answered, so the rest stays with the client.
        #expect(client.connection.wantedInterest == [])
        _ = client.answer(.max)
        #expect(client.connection.wantedInterest == .readable)
    }

    @Test func `no call is answered while 64 KiB wait to be sent`() throws {
        let client = try Client()
        try client.send(getState)
        #expect(try client.receive())
        client.connection.outbox.output.bytes = Array(repeating: 32, count: (1 << 16) - 1)
        #expect(client.connection.takesCalls)
        client.connection.outbox.output.bytes.append(32)
        #expect(!client.connection.takesCalls)
        #expect(client.connection.wantedInterest == .writable)
    }

    @Test func `a client that calls and closes at once is heard`() throws {
        let client = try Client()
        try client.send(getState + getState)
        client.close()
        #expect(try client.receive())
        #expect(client.nextCall() != nil)
        // The next turn sees the end while a call is still to be answered.
        #expect(try client.receive())
        #expect(client.isThere)
        #expect(client.nextCall() != nil)
        #expect(client.nextCall() == nil)
        #expect(try client.receive())
        client.flush()
        #expect(!client.isThere)
    }

    @Test func `a subscriber that closes is let go at once, whatever it sent after`() throws {
        let client = try Client()
        client.subscribe()
        client.flush()
        try client.send(getState)
        #expect(try !client.receive())
        #expect(client.isThere)
        client.close()
        #expect(try client.receive())
        #expect(!client.isThere)
    }

    @Test func `calls before a malformed one are answered before the connection ends`() throws {
        let client = try Client()
        try client.send(getState + "garbage\0" + getState)
        #expect(try client.receive())
        #expect(client.answer(.max) == 1)
        #expect(!client.isThere)
        #expect(try client.received().contains("ExpectedMore"))
    }

    @Test func `half a message and an end is let go without a word`() throws {
        let client = try Client()
        try client.send("{\"method\":")
        client.endSending()
        while try client.receive(), client.isThere { _ = client.answer(.max) }
        #expect(!client.isThere)
        #expect(try client.received().isEmpty)
    }

    @Test func `a connection that cannot be watched does not keep its place`() throws {
        let (near, far) = try socketPair()
        defer { close(far) }
        let poller = try Poller()
        // Watched already, so watching it is an error.
        try poller.add(rawDescriptor: near, for: .readable, token: 0)
        var hub = Hub()
        hub.accept(UnixSocket(FileDescriptor(adopting: near)), poller)
        let count = hub.connections.count
        #expect(count == 0)
    }

    @Test func `a place is free again as soon as its client has gone, and its token means nothing then`()
        throws
    {
        var table = ConnectionTable()
        var far: [Int32] = []
        defer { for raw in far { close(raw) } }
        func socket() throws -> UnixSocket {
            let pair = try socketPair()
            far.append(pair.1)
            return UnixSocket(FileDescriptor(adopting: pair.0))
        }
        let peer = try socket().peerCredentials()
        for _ in 0..<Limits.connections { #expect(table.add(try socket(), peer: peer) != nil) }
        #expect(table.isFull)
        #expect(table.count(ofUser: peer.user) == Limits.connections)
        #expect(table.count(ofUser: peer.user + 1) == 0)
        #expect(table.add(try socket(), peer: peer) == nil)
        let old = try #require(table.all.first { _ in true })
        table.remove(old)
        let new = try #require(table.add(try socket(), peer: peer))
        #expect(new.token.index == old.token.index)
        #expect(new.token != old.token)
        #expect(table.connection(old.token) == nil)
        #expect(table.connection(new.token) === new)
    }
}
