import HitZoneProtocol
import LinuxIO

/// What a client is yet to get: answers, and the events of its subscription. In one piece, as it is what a turn of
/// the daemon changes of each subscriber.
struct Outbox {
    /// No more is added while this much waits to be sent.
    static let limit = 1 << 16

    /// What waits for the socket; `sent` bytes of it are gone.
    var output = JSONWriter()
    private var sent = 0
    /// Nil for who has not subscribed.
    var subscription: Subscription?

    /// How many bytes wait for the socket.
    var waitingBytes: Int { output.bytes.count - sent }

    /// Whether all has been taken by the socket.
    var isFlushed: Bool { waitingBytes == 0 && subscription?.hasWaiting != true }

    /// Sends what waits, until the socket takes no more. The number of the first event to look at next; the greatest there
    /// is for who has not subscribed.
    mutating func flush(
        to socket: borrowing UnixSocket, from log: inout EventLog
    ) throws(SystemError) -> UInt64 {
        try send(to: socket, from: &log)
        return subscription?.cursor ?? .max
    }

    private mutating func send(to socket: borrowing UnixSocket, from log: inout EventLog) throws(SystemError)
    {
        subscription?.note(log)
        while true {
            if waitingBytes == 0 {
                output.removeAll()
                sent = 0
                guard subscription?.hasWaiting == true else { return }
                subscription?.take(into: &output, upTo: Self.limit, from: &log)
                if waitingBytes == 0 { return }
            }
            guard case .bytes(let count) = try socket.send(output.bytes.span.extracting(sent...)) else {
                return
            }
            sent += count
        }
    }
}
