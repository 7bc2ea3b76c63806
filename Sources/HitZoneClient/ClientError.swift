import Glibc
public import HitZoneProtocol
import LinuxIO

/// What keeps a client from its daemon.
public enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no connection to be had at `path`: `code` is the errno, `reason` a sentence.
    case cannotConnect(path: String, code: Int32, reason: String)
    /// The connection ended where an answer was due.
    case connectionLost(reason: String)
    /// What was asked for cannot be sent.
    case invalidRequest(ProtocolError)
    /// The daemon answered with an error.
    case refused(CallError)
    /// The daemon sent what the protocol does not allow.
    case invalidReply(ProtocolError)
    /// The task was cancelled while it waited for an answer.
    case cancelled

    /// The error as a sentence without its end.
    public var description: String {
        switch self {
        case .cannotConnect(_, _, let reason): reason
        case .connectionLost(let reason): "the connection to the daemon is lost: \(reason)"
        case .invalidRequest(let error): "the request cannot be sent: \(error)"
        case .refused(let error): error.description
        case .invalidReply(let error): "the daemon's answer cannot be read: \(error)"
        case .cancelled: "the task was cancelled"
        }
    }

    /// The failure to connect, with what the user can do.
    static func connecting(_ path: String, _ error: SystemError) -> ClientError {
        var error = error
        switch error.code {
        case ENOENT, ECONNREFUSED:
            error.advice = error.advice ?? "start hitzoned, or give the path of its socket"
        case EACCES: error.advice = error.advice ?? "join the socket's group to be let in"
        default: break
        }
        return .cannotConnect(path: path, code: error.code, reason: error.description)
    }

    /// Whether the same attempt may succeed later without anyone changing the program or the system.
    var isPassing: Bool {
        switch self {
        case .cannotConnect(_, let code, _): code == ENOENT || code == ECONNREFUSED || code == EAGAIN
        case .connectionLost, .refused(.tooManyConnections): true
        case .invalidRequest, .refused, .invalidReply, .cancelled: false
        }
    }
}
