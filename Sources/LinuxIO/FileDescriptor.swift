import Glibc

/// What a read gave.
public enum ReadResult: Hashable, Sendable {
    /// So many bytes, at least one.
    case bytes(Int)
    /// Nothing now; the descriptor becomes readable later.
    case wouldBlock
    /// Nothing ever again.
    case end
}

/// What a write took.
public enum WriteResult: Hashable, Sendable {
    /// So many bytes, which may be fewer than offered.
    case bytes(Int)
    /// None now; the descriptor becomes writable later.
    case wouldBlock
}

/// The owner of an open file descriptor: it is closed when the owner goes, and by nobody else.
public struct FileDescriptor: ~Copyable, Sendable {
    /// The number, for calls that need it; it stays this value's to close.
    public let rawValue: Int32

    /// Takes over `rawValue`, which must be open and belong to nobody else.
    public init(adopting rawValue: Int32) {
        self.rawValue = rawValue
    }

    deinit {
        _ = Glibc.close(rawValue)
    }

    /// Closes now and tells of a failure, which `deinit` cannot. After EINTR the descriptor is closed too.
    /// close(2).
    public consuming func close() throws(SystemError) {
        let raw = rawValue
        discard self
        if Glibc.close(raw) != 0 && errno != EINTR { throw .current("close") }
    }

    /// Gives the descriptor away without closing it.
    public consuming func release() -> Int32 {
        let raw = rawValue
        discard self
        return raw
    }

    /// Opens `path` with `flags` (O_CLOEXEC is added). open(2).
    public static func open(_ path: String, flags: Int32, mode: UInt32 = 0) throws(SystemError)
        -> FileDescriptor
    {
        while true {
            let raw = unsafe path.withCString { unsafe Glibc.open($0, flags | O_CLOEXEC, mode) }
            if raw >= 0 { return FileDescriptor(adopting: raw) }
            if errno != EINTR { throw .current("open", path: path) }
        }
    }

    /// A second descriptor of the same open file, close-on-exec. fcntl(2) F_DUPFD_CLOEXEC.
    public borrowing func duplicate() throws(SystemError) -> FileDescriptor {
        let raw = fcntl(rawValue, F_DUPFD_CLOEXEC, 0)
        if raw < 0 { throw .current("fcntl F_DUPFD_CLOEXEC") }
        return FileDescriptor(adopting: raw)
    }

    /// Sets or clears O_NONBLOCK. fcntl(2) F_SETFL.
    public borrowing func setNonBlocking(_ nonBlocking: Bool = true) throws(SystemError) {
        let flags = fcntl(rawValue, F_GETFL)
        if flags < 0 { throw .current("fcntl F_GETFL") }
        let wanted = nonBlocking ? flags | O_NONBLOCK : flags & ~O_NONBLOCK
        if wanted != flags && fcntl(rawValue, F_SETFL, wanted) < 0 { throw .current("fcntl F_SETFL") }
    }

    /// Reads at most `buffer.count` bytes into the front of `buffer`, which must not be empty. read(2).
    public borrowing func read(into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> ReadResult {
        let raw = rawValue
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            retrying { unsafe Glibc.read(raw, bytes.baseAddress, bytes.count) }
        }
        return try readResult(count, "read")
    }

    /// Writes bytes from the front of `bytes`. To a socket whose peer is gone, use `UnixSocket.send`, which
    /// raises no SIGPIPE. write(2).
    public borrowing func write(_ bytes: Span<UInt8>) throws(SystemError) -> WriteResult {
        let raw = rawValue
        let count = unsafe bytes.withUnsafeBytes { bytes in
            retrying { unsafe Glibc.write(raw, bytes.baseAddress, bytes.count) }
        }
        return try writeResult(count, "write")
    }
}

/// Repeats `call` as long as a signal interrupts it: the one place that handles EINTR of reads and writes.
@inline(__always)
func retrying(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

/// What a call that reads means by `count`.
func readResult(_ count: Int, _ operation: String) throws(SystemError) -> ReadResult {
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    if errno == EAGAIN || errno == EWOULDBLOCK { return .wouldBlock }
    throw .current(operation)
}

/// What a call that writes means by `count`.
func writeResult(_ count: Int, _ operation: String) throws(SystemError) -> WriteResult {
    if count >= 0 { return .bytes(count) }
    if errno == EAGAIN || errno == EWOULDBLOCK { return .wouldBlock }
    throw .current(operation)
}
