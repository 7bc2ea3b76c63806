import Dispatch
import Glibc
import HitZoneProtocol
import LinuxIO
import TouchModel

/// A daemon for tests: it does what a script says, on a thread beside the test.
///
/// Each wait of the script ends with an error after ten seconds, so that a test fails where it would hang.
final class TestServer: Sendable {
    private let listener: UnixListener

    var path: String { listener.path }

    /// A path that no other test uses.
    static func freshPath() -> String {
        "/tmp/hitzone-client-\(getpid())-\(UInt64.random(in: 0...(.max))).sock"
    }

    /// Listens from now on.
    init(path: String = freshPath(), backlog: Int32 = 64) throws {
        listener = try UnixListener.bind(path: path, mode: 0o600, backlog: backlog)
    }

    deinit {
        listener.removeFile()
    }

    /// Runs `script` to its end and tells of its result or error.
    func run<Value: Sendable>(_ script: @escaping @Sendable (TestServer) throws -> Value) async throws
        -> Value
    {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
            // A queue of its own gets a thread of its own, which the script may block.
            DispatchQueue(label: "script").async {
                continuation.resume(with: Result { try script(self) })
            }
        }
    }

    /// The next connection.
    func accept() throws -> ServerConnection {
        while true {
            if let socket = try listener.accept() { return ServerConnection(socket) }
            try wait(listener.descriptor, for: .readable)
        }
    }

    /// The next connection once it has subscribed, and what for.
    func acceptSubscriber() throws -> (ServerConnection, Request.Subscription) {
        let connection = try accept()
        guard case .subscribe(let subscription) = try connection.request() else { throw Unexpected.request }
        return (connection, subscription)
    }

    enum Unexpected: Error {
        case timeout, request, end
    }
}

private func wait(_ descriptor: borrowing FileDescriptor, for interest: Poller.Interest) throws {
    var poller = try Poller(capacity: 1)
    try poller.add(descriptor, for: interest, token: 0)
    if try poller.wait(milliseconds: 10_000) == 0 { throw TestServer.Unexpected.timeout }
}

/// A client's connection as the server has it.
final class ServerConnection {
    private let socket: UnixSocket
    private var input = ServerInput()

    init(_ socket: consuming UnixSocket) {
        self.socket = socket
    }

    /// The next call's request.
    func request() throws -> Request {
        while true {
            if let message = try input.next() { return try Call(message: message).request.get() }
            switch try input.read(socket) {
            case .bytes: continue
            case .wouldBlock: try wait(socket.descriptor, for: .readable)
            case .end: throw TestServer.Unexpected.end
            }
        }
    }

    /// Waits until the client has closed its side, whether it had read everything or not.
    func waitForEnd() throws {
        while true {
            do {
                switch try input.read(socket) {
                case .bytes: continue
                case .wouldBlock: try wait(socket.descriptor, for: .readable)
                case .end: return
                }
            } catch let error as SystemError where error.code == ECONNRESET {
                return
            }
        }
    }

    /// Sends what `write` writes.
    func send(_ write: (inout JSONWriter) -> Void) throws {
        var writer = JSONWriter()
        write(&writer)
        try send(writer.bytes)
    }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            switch try socket.send(bytes.span.extracting(droppingFirst: sent)) {
            case .bytes(let count): sent += count
            case .wouldBlock: try wait(socket.descriptor, for: .writable)
            }
        }
    }

    /// Sends as much of `bytes` as the socket takes without anyone reading; returns how much that is.
    func sendWithoutWaiting(_ bytes: [UInt8]) throws -> Int {
        var sent = 0
        while sent < bytes.count,
            case .bytes(let count) = try socket.send(bytes.span.extracting(droppingFirst: sent))
        {
            sent += count
        }
        return sent
    }

    func sendState(sequence: UInt64, run: String = "run-1") throws {
        try send { Reply.write(.state(testState(sequence: sequence, run: run)), to: &$0) }
    }

    func sendEvent(_ seq: UInt64, kind: EventKind = .action) throws {
        try send { Reply.write(.event(testEvent(seq, kind: kind)), to: &$0) }
    }
}

/// What has come from a client.
private struct ServerInput {
    private var splitter = MessageSplitter()
    private var buffer = [UInt8](repeating: 0, count: 4_096)

    mutating func next() throws -> [UInt8]? { try splitter.next() }

    mutating func read(_ socket: borrowing UnixSocket) throws -> ReadResult {
        var span = buffer.mutableSpan
        let result = try socket.receive(into: &span)
        let filled = buffer
        if case .bytes(let count) = result { splitter.append(filled.span.extracting(first: count)) }
        return result
    }
}

func testState(sequence: UInt64, run: String = "run-1") -> State {
    State(
        screens: [State.Screen(screen: "front", page: "home")], sequence: sequence, run: run, version: "1.0")
}

func testEvent(_ seq: UInt64, kind: EventKind = .action) -> Event {
    var event = Event(seq: seq, time: Timestamp(microseconds: Int64(seq) * 1_000), kind: kind)
    event.action = kind == .action ? "open" : nil
    return event
}
