import Glibc
import HitZoneProtocol
import LinuxIO
import ReplyReading

/// A client of the daemon's socket that does what it is told, wrong things too.
final class TestClient {
    private let socket: UnixSocket
    private var received: [UInt8] = []
    private var start = 0

    /// Connects; waits while the listener's queue is full.
    init(_ daemon: DaemonProcess) throws {
        while true {
            do throws(SystemError) {
                socket = try UnixSocket.connect(path: daemon.socket)
                return
            } catch {
                guard error.code == EAGAIN else { throw error }
                usleep(1_000)
            }
        }
    }

    /// Sends a call with its NUL.
    func call(_ method: String, _ parameters: String = "{}", _ more: String = "") throws {
        try send("{\"method\":\"\(method)\",\"parameters\":\(parameters)\(more)}\0")
    }

    /// Calls a method of the daemon's own interface and gives the answer.
    func answer(_ method: String, _ parameters: String = "{}") throws -> String? {
        try call("io.hitzone." + method, parameters)
        return try next()
    }

    /// What GetStats answers.
    func stats() throws -> Stats {
        let message = try answer("GetStats") ?? ""
        return try ReceivedReply<StatsAnswer>(message: Array(message.utf8)).answer.get().stats
    }

    /// Sends a call of Subscribe.
    func subscribe(_ parameters: String = "{}") throws {
        try call("io.hitzone.Subscribe", parameters, ",\"more\":true")
    }

    /// Sends bytes as they are, all of them; an error when the daemon takes no more.
    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            switch try socket.send(bytes.span.extracting(sent...)) {
            case .bytes(let count): sent += count
            case .wouldBlock: try wait(for: POLLOUT)
            }
        }
    }

    /// Says that nothing more will be sent.
    func endSending() { shutdown(socket.descriptor.rawValue, Int32(SHUT_WR)) }

    /// The next message without its NUL; nil at the end of the connection.
    func next() throws -> String? {
        while true {
            if let end = received[start...].firstIndex(of: 0) {
                defer { start = end + 1 }
                return String(decoding: received[start..<end], as: UTF8.self)
            }
            received.removeFirst(start)
            start = 0
            if try !receive() { return nil }
        }
    }

    /// What comes until the end of the connection.
    func rest() throws -> [String] {
        var messages: [String] = []
        while let message = try next() { messages.append(message) }
        return messages
    }

    /// The next message, read as a reply of Subscribe.
    func nextEvent() throws -> Event? {
        guard let message = try next() else { return nil }
        let reply = try ReceivedReply<SubscriptionReply>(message: Array(message.utf8))
        guard case .event(let event) = try reply.answer.get() else { return nil }
        return event
    }

    /// The events that come until one fits, that one included.
    func events(until isLast: (Event) -> Bool) throws -> [Event] {
        var events: [Event] = []
        while let event = try nextEvent() {
            events.append(event)
            if isLast(event) { return events }
        }
        throw DaemonProcess.Failure(description: "the connection ended after \(events)")
    }

    /// Whether a message, or the end, is there already.
    var hasInput: Bool {
        var descriptor = pollfd(fd: socket.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        return unsafe Glibc.poll(&descriptor, 1, 0) > 0 || start < received.count
    }

    /// Sends of `bytes` what the daemon takes while nobody reads its answers, and tells how much that was.
    func offer(_ bytes: [UInt8]) throws -> Int {
        var sent = 0
        while sent < bytes.count {
            if case .bytes(let count) = try socket.send(bytes.span.extracting(sent...)) {
                sent += count
                continue
            }
            // What is taken after half a second of silence is left out of the sum, which makes it no larger.
            var descriptor = pollfd(fd: socket.descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
            if unsafe Glibc.poll(&descriptor, 1, 500) == 0 { break }
        }
        return sent
    }

    private func receive() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var room = buffer.mutableSpan
            do throws(SystemError) {
                switch try socket.receive(into: &room) {
                case .bytes(let count):
                    received += buffer[..<count]
                    return true
                case .end: return false
                case .wouldBlock: break
                }
            } catch {
                // Closed with something unread on the other side: an end as well.
                if error.code == ECONNRESET { return false }
                throw error
            }
            try wait(for: POLLIN)
        }
    }

    private func wait(for direction: Int32) throws {
        var descriptor = pollfd(fd: socket.descriptor.rawValue, events: Int16(direction), revents: 0)
        if unsafe Glibc.poll(&descriptor, 1, Int32(patience / 1_000)) == 0 {
            throw DaemonProcess.Failure(description: "the daemon says nothing")
        }
    }
}
