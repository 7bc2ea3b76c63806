import Glibc
import HitZoneProtocol
import LinuxIO
import ReplyReading

/// One connection to the daemon: calls go out, messages come in, one at a time and only when asked for.
///
/// At most one read's bytes and one incomplete message wait here. What nobody asks for stays in the socket,
/// so that the daemon's rule for slow subscribers applies.
final class Connection {
    private let shared: SharedSocket
    private let readable: Readiness
    private var input = Input()

    /// Connects to the socket at `path`.
    init(path: String) throws(ClientError) {
        do throws(SystemError) {
            shared = SharedSocket(try UnixSocket.connect(path: path))
        } catch {
            throw .connecting(path, error)
        }
        readable = Readiness(shared, .read)
    }

    deinit {
        readable.close()
    }

    /// Sends a call.
    nonisolated(nonsending) func send(_ request: Request) async throws(ClientError) {
        var writer = JSONWriter()
        request.write(to: &writer)
        // The daemon would close the connection, and could not say why.
        guard writer.bytes.count - 1 <= Limits.messageBytes else {
            throw .invalidRequest(.tooLong(limit: Limits.messageBytes))
        }
        var sent = 0
        while sent < writer.bytes.count {
            switch try write(writer.bytes.span.extracting(droppingFirst: sent)) {
            case .bytes(let count): sent += count
            case .wouldBlock:
                let writable = Readiness(shared, .write)
                if await !writable.wait() { throw .cancelled }
            }
        }
    }

    /// The next message; nil when the daemon has closed the connection between two messages.
    nonisolated(nonsending) func receive() async throws(ClientError) -> [UInt8]? {
        while true {
            if let message = try input.nextMessage() { return message }
            // Always read to the end of what is there before waiting: at hang-up the source fires only once.
            switch try input.read(shared.socket) {
            case .bytes: continue
            case .wouldBlock: if await !readable.wait() { throw .cancelled }
            case .end:
                guard input.pending == 0 else {
                    throw .connectionLost(reason: "it ended within a message")
                }
                return nil
            }
        }
    }

    /// The answer to a call that has one.
    nonisolated(nonsending) func answer<Parameters: Decodable & Sendable>(
        to request: Request, as type: Parameters.Type
    ) async throws(ClientError) -> Parameters {
        do throws(ClientError) {
            try await send(request)
        } catch .connectionLost {
            // A daemon that refuses a connection says why before it closes it.
        }
        guard let message = try await receive() else {
            throw .connectionLost(reason: "the daemon closed it without an answer")
        }
        return try Connection.parameters(of: message, as: type)
    }

    /// The parameters of a reply, or the error that it is.
    static func parameters<Parameters: Decodable & Sendable>(
        of message: [UInt8], as type: Parameters.Type
    ) throws(ClientError) -> Parameters {
        let reply: ReceivedReply<Parameters>
        do throws(ProtocolError) {
            reply = try ReceivedReply(message: message)
        } catch {
            throw .invalidReply(error)
        }
        switch reply.answer {
        case .success(let parameters): return parameters
        case .failure(let error): throw .refused(error)
        }
    }

    private func write(_ bytes: Span<UInt8>) throws(ClientError) -> WriteResult {
        do throws(SystemError) {
            return try shared.socket.send(bytes)
        } catch {
            throw .connectionLost(reason: error.description)
        }
    }
}

/// What has come over a connection and was not asked for yet.
private struct Input {
    private static let readSize = 1 << 16

    private var splitter = MessageSplitter()
    private var buffer = [UInt8](repeating: 0, count: readSize)

    /// How many bytes of an incomplete message there are, once all complete ones are taken.
    var pending: Int { splitter.pending }

    mutating func nextMessage() throws(ClientError) -> [UInt8]? {
        do throws(ProtocolError) {
            return try splitter.next()
        } catch {
            throw .invalidReply(error)
        }
    }

    mutating func read(_ socket: borrowing UnixSocket) throws(ClientError) -> ReadResult {
        let result: ReadResult
        do throws(SystemError) {
            var span = buffer.mutableSpan
            result = try socket.receive(into: &span)
        } catch {
            throw .connectionLost(reason: error.description)
        }
        if case .bytes(let count) = result {
            // Another name for the same storage: a span of one member of self forbids changing the other.
            let filled = buffer
            splitter.append(filled.span.extracting(first: count))
        }
        return result
    }
}
