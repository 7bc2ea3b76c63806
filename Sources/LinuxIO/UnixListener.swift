import CLinux
import Glibc

/// A Unix stream socket that others connect to, non-blocking and close-on-exec. unix(7).
public struct UnixListener: ~Copyable, Sendable {
    /// To watch for readability: someone waits to be accepted.
    public let descriptor: FileDescriptor
    /// The socket's file.
    public let path: String
    /// The file that is ours to remove, if one is.
    private let identity: FileIdentity?

    /// Makes the socket file `path` with the permissions `mode` from its first moment, gives it to `group`
    /// (nil: as it is) and only then listens, so that nobody gets in before both are right.
    ///
    /// A socket file that nobody listens at is removed first; one with a listener is the error EADDRINUSE,
    /// and a file of another kind EEXIST. Changes the process's umask for a moment, so no other thread should
    /// be making files. bind(2), chown(2), listen(2).
    public static func bind(
        path: String, mode: UInt32 = 0o660, group: UInt32? = nil, backlog: Int32 = 64
    ) throws(SystemError) -> UnixListener {
        let address = try UnixAddress(path: path)
        let descriptor = try openSocket()
        if !bind(descriptor, address, mode: mode) {
            guard errno == EADDRINUSE else {
                var error = SystemError.current("bind", path: path)
                if error.code == ENOENT { error.advice = "make the directory, or choose another path" }
                throw error
            }
            try removeStale(path, address)
            if !bind(descriptor, address, mode: mode) { throw .current("bind", path: path) }
        }
        guard let identity = FileIdentity(path: path) else { throw .current("lstat", path: path) }
        let listener = UnixListener(descriptor: descriptor, path: path, identity: identity)
        do throws(SystemError) {
            if let group { try changeGroup(of: path, to: group) }
            if listen(listener.descriptor.rawValue, backlog) != 0 { throw .current("listen", path: path) }
        } catch {
            listener.removeFile()
            throw error
        }
        return listener
    }

    /// Takes over a listening socket that the service manager made at `path`; its file stays the manager's.
    /// fcntl(2).
    public init(adopting descriptor: consuming FileDescriptor, path: String) throws(SystemError) {
        try descriptor.setNonBlocking()
        self.descriptor = descriptor
        self.path = path
        identity = nil
    }

    /// The next connection; nil when nobody waits. One that went away again while waiting is passed over.
    /// `SystemError.isExhaustion` means that it still waits, and the descriptor stays readable. accept4(2).
    public func accept() throws(SystemError) -> UnixSocket? {
        while true {
            let raw = hitzone_accept(descriptor.rawValue)
            if raw >= 0 { return UnixSocket(FileDescriptor(adopting: raw)) }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return nil
            default: throw .current("accept4", path: path)
            }
        }
    }

    /// Removes the socket's file, unless another has taken its place. unlink(2).
    public func removeFile() {
        if let identity, FileIdentity(path: path) == identity { _ = unsafe unlink(path) }
    }

    private init(descriptor: consuming FileDescriptor, path: String, identity: FileIdentity?) {
        self.descriptor = descriptor
        self.path = path
        self.identity = identity
    }

    private static func bind(
        _ descriptor: borrowing FileDescriptor, _ address: UnixAddress, mode: UInt32
    ) -> Bool {
        let before = umask(~mode & 0o777)
        defer { umask(before) }
        return address.bind(descriptor) == 0
    }

    private static func changeGroup(of path: String, to group: UInt32) throws(SystemError) {
        let unchanged = UInt32.max
        if unsafe lchown(path, unchanged, group) != 0 {
            var error = SystemError.current("chown", path: path)
            error.advice = "to give the socket to group \(group), run as root or as a member of it"
            throw error
        }
    }

    /// Removes the socket at `path` when nobody listens at it.
    private static func removeStale(_ path: String, _ address: UnixAddress) throws(SystemError) {
        guard let found = FileIdentity(path: path) else { return }
        guard found.isSocket else {
            throw SystemError(
                code: EEXIST, operation: "bind", path: path,
                advice: "the file is not a socket: remove it or choose another path")
        }
        let probe = try openSocket()
        let failure = address.connect(probe) == 0 ? 0 : errno
        if failure == ENOENT { return }
        guard failure == ECONNREFUSED else {
            throw SystemError(
                code: EADDRINUSE, operation: "bind", path: path,
                advice: "another process listens there: stop it or choose another path")
        }
        // Another process may have put its own socket there since the probe began.
        guard FileIdentity(path: path) == found else { return }
        if unsafe unlink(path) != 0 && errno != ENOENT { throw .current("unlink", path: path) }
    }
}

/// Which file a path names. lstat(2).
private struct FileIdentity: Hashable {
    var device: UInt64
    var inode: UInt64
    var isSocket: Bool

    /// nil, and errno, when there is none.
    init?(path: String) {
        var status = stat()
        if unsafe lstat(path, &status) != 0 { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        isSocket = status.st_mode & S_IFMT == S_IFSOCK
    }
}
