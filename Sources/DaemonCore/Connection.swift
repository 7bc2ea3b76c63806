import HitZoneProtocol
import LinuxIO

/// One client: what it sent and is not yet answered, and what it is yet to get.
final class Connection {
    /// Reading stops while this much waits to be sent.
    private static let outputLimit = 1 << 16

    let socket: UnixSocket
    let token: Token
    /// Who is at the other end.
    let peer: PeerCredentials
    var subscription: Subscription?
    /// What waits for the socket; `sent` bytes of it are gone.
    var output = JSONWriter()
    private var sent = 0
    private var splitter = MessageSplitter()
    private var inputHasEnded = false
    /// What the poller waits for now.
    private(set) var interest: Poller.Interest = .readable

    init(_ socket: consuming UnixSocket, peer: PeerCredentials, token: Token) {
        self.socket = socket
        self.peer = peer
        self.token = token
    }

    private var hasOutput: Bool { sent < output.bytes.count }

    /// Whether a complete call may be waiting that a turn left over.
    private(set) var hasMoreCalls = false

    /// Whether nothing more can come of it: all is answered, and the client sends no more.
    var isDone: Bool { inputHasEnded && !hasOutput && !hasMoreCalls && subscription == nil }

    /// Whether all that it is to get has been taken by the socket.
    var isFlushed: Bool { !hasOutput && subscription?.hasWaiting != true }

    /// What to wait for: input only when all that came before is answered and the answers were taken, or it
    /// would pile up here; and none any more once it has subscribed.
    var wantedInterest: Poller.Interest {
        if hasOutput { return .writable }
        return subscription == nil && !inputHasEnded && !hasMoreCalls ? .readable : []
    }

    /// Tells the poller of a change in `wantedInterest`.
    func updateInterest(_ poller: borrowing Poller) throws(SystemError) {
        let wanted = wantedInterest
        if wanted == interest { return }
        try poller.modify(socket.descriptor, for: wanted, token: token.rawValue)
        interest = wanted
    }

    /// Reads once what has come, by way of `buffer`.
    func receive(through buffer: inout [UInt8]) throws(SystemError) {
        switch try receive(into: &buffer) {
        case .bytes(let count):
            let received = buffer.span.extracting(first: count)
            splitter.append(received)
            hasMoreCalls = true
        case .wouldBlock: break
        case .end: inputHasEnded = true
        }
    }

    private func receive(into buffer: inout [UInt8]) throws(SystemError) -> ReadResult {
        var room = buffer.mutableSpan
        return try socket.receive(into: &room)
    }

    /// Whether a call would be answered now: not while much waits to be sent, and not after Subscribe, which
    /// has no end.
    var takesCalls: Bool {
        hasMoreCalls && subscription == nil && output.bytes.count - sent < Self.outputLimit
    }

    /// The next complete call.
    func nextCall() throws(ProtocolError) -> Call? {
        guard let message = try splitter.next() else {
            hasMoreCalls = false
            return nil
        }
        return try Call(message: message)
    }

    /// Takes no more calls: the end, or what came last was none.
    func endInput() {
        inputHasEnded = true
        hasMoreCalls = false
    }

    /// Sends what waits, until the socket takes no more.
    func flush(_ log: EventLog) throws(SystemError) {
        while true {
            if !hasOutput {
                output.removeAll()
                sent = 0
                guard subscription?.hasWaiting == true else { return }
                subscription?.take(into: &output, upTo: Self.outputLimit, from: log)
                if !hasOutput { return }
            }
            guard case .bytes(let count) = try send(output.bytes) else { return }
            sent += count
        }
    }

    private func send(_ bytes: [UInt8]) throws(SystemError) -> WriteResult {
        try socket.send(bytes.span.extracting(sent...))
    }
}
