import CLinux
import Glibc

/// Who is at the other end of a Unix socket, as the kernel noted it when the connection was made.
/// SO_PEERCRED.
public struct PeerCredentials: Hashable, Sendable {
    /// The process's number; it may belong to another process by now.
    public var process: Int32
    /// The effective user.
    public var user: UInt32
    /// The effective group.
    public var group: UInt32
}

/// A connected Unix stream socket, non-blocking and close-on-exec. unix(7).
public struct UnixSocket: ~Copyable, Sendable {
    /// To watch for readiness.
    public let descriptor: FileDescriptor

    /// Takes over a connected socket.
    public init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Connects to the listener at `path`, at once or not at all: EAGAIN means that its queue is full.
    /// connect(2).
    public static func connect(path: String) throws(SystemError) -> UnixSocket {
        let address = try UnixAddress(path: path)
        let descriptor = try openSocket()
        if address.connect(descriptor) != 0 { throw .current("connect", path: path) }
        return UnixSocket(descriptor)
    }

    /// Reads what has come, at most `buffer.count` bytes. read(2).
    public func receive(into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> ReadResult {
        try descriptor.read(into: &buffer)
    }

    /// Writes bytes from the front of `bytes`; a peer that is gone is the error EPIPE, never a SIGPIPE.
    /// send(2).
    public func send(_ bytes: Span<UInt8>) throws(SystemError) -> WriteResult {
        let raw = descriptor.rawValue
        let count = unsafe bytes.withUnsafeBytes { bytes in
            retrying { unsafe Glibc.send(raw, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
        }
        return try writeResult(count, "send")
    }

    /// Closes now and tells of a failure. close(2).
    public consuming func close() throws(SystemError) {
        try descriptor.close()
    }

    /// Who connected. getsockopt(2) SO_PEERCRED.
    public func peerCredentials() throws(SystemError) -> PeerCredentials {
        var peer = PeerCredentials(process: 0, user: 0, group: 0)
        if unsafe hitzone_peer_credentials(descriptor.rawValue, &peer.process, &peer.user, &peer.group) != 0 {
            throw .current("getsockopt SO_PEERCRED")
        }
        return peer
    }
}

/// A Unix stream socket, not yet bound or connected.
func openSocket() throws(SystemError) -> FileDescriptor {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let raw = socket(AF_UNIX, type, 0)
    if raw < 0 { throw .current("socket") }
    return FileDescriptor(adopting: raw)
}

/// A path as a socket's address. struct sockaddr_un.
struct UnixAddress {
    /// The longest path in bytes: sun_path without its NUL.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    private var address = sockaddr_un()

    init(path: String) throws(SystemError) {
        let bytes = path.utf8
        guard bytes.count <= UnixAddress.longestPath else {
            throw SystemError(
                code: ENAMETOOLONG, operation: "socket", path: path,
                advice:
                    "a socket's path has at most \(UnixAddress.longestPath) bytes, this one has \(bytes.count)"
            )
        }
        guard !bytes.isEmpty, !bytes.contains(0) else {
            throw SystemError(
                code: EINVAL, operation: "socket", path: path, advice: "give the path of a file, without NUL")
        }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    }

    func bind(_ descriptor: borrowing FileDescriptor) -> Int32 {
        let raw = descriptor.rawValue
        return unsafe withAddress { address, size in unsafe Glibc.bind(raw, address, size) }
    }

    func connect(_ descriptor: borrowing FileDescriptor) -> Int32 {
        let raw = descriptor.rawValue
        return unsafe withAddress { address, size in
            Int32(retrying { Int(unsafe Glibc.connect(raw, address, size)) })
        }
    }

    private func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        unsafe withUnsafeBytes(of: address) { bytes in
            guard let base = bytes.baseAddress else { return -1 }
            return unsafe body(base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
    }
}
