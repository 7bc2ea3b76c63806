import HitZoneProtocol
import LinuxIO

/// One client: what it sent and is not yet answered, and what it is yet to get.
final class Connection {
    let socket: UnixSocket
    let token: Token
    /// Who is at the other end.
    let peer: PeerCredentials
    /// What it is yet to get.
    var outbox = Outbox()
    private(set) var isSubscriber = false
    /// The number of the first event that it has yet to look at.
    private(set) var awaited = UInt64.max
    private var splitter = MessageSplitter()
    private var inputHasEnded = false
    /// What the poller waits for now.
    private(set) var interest: Poller.Interest = .readable

    init(_ socket: consuming UnixSocket, peer: PeerCredentials, token: Token) {
        self.socket = socket
        self.peer = peer
        self.token = token
    }

    private var hasOutput: Bool { outbox.waitingBytes > 0 }

    /// Whether a complete call may be waiting that a turn left over.
    private(set) var hasMoreCalls = false

    /// Whether nothing more can come of it: all is answered, and the client sends no more.
    var isDone: Bool { inputHasEnded && !hasOutput && !hasMoreCalls && !isSubscriber }

    /// Whether all that it is to get has been taken by the socket.
    var isFlushed: Bool { outbox.isFlushed }

    /// What to wait for: input only when all that came before is answered and the answers were taken, or it
    /// would pile up here; and none any more once it has subscribed.
    var wantedInterest: Poller.Interest {
        if hasOutput { return .writable }
        return !isSubscriber && !inputHasEnded && !hasMoreCalls ? .readable : []
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
        hasMoreCalls && !isSubscriber && outbox.waitingBytes < Outbox.limit
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

    /// From now on it gets events.
    func subscribe(_ subscription: Subscription) {
        outbox.subscription = subscription
        isSubscriber = true
        awaited = subscription.cursor
    }

    /// Holds the event of `sequence` that the log is about to overwrite, if it is still to get it.
    func keep(_ sequence: UInt64, from log: borrowing EventLog) {
        outbox.subscription?.keep(sequence, from: log)
    }

    /// Sends what waits, until the socket takes no more.
    func flush(_ log: inout EventLog) throws(SystemError) {
        awaited = try outbox.flush(to: socket, from: &log)
    }
}
