import Glibc
import LinuxIO
import Testing

@Suite(.serialized) struct `Unix sockets` {
    @Test(arguments: [0o660, 0o600, 0o666] as [UInt32])
    func `the socket file has the mode that was asked for, whatever the umask`(mode: UInt32) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("s")
        let before = umask(0o027)
        defer { umask(before) }
        let listener = try UnixListener.bind(path: path, mode: mode)
        #expect(permissions(of: path) == mode)
        #expect(umask(0o027) == 0o027)
        listener.removeFile()
        #expect(permissions(of: path) == nil)
    }

    @Test func `bytes go both ways, and a peer that left is an end and an error, not a signal`() throws {
        let directory = try TemporaryDirectory()
        let listener = try UnixListener.bind(path: directory.file("s"))
        #expect(try !takesOne(listener))
        let client = try UnixSocket.connect(path: directory.file("s"))
        let server = try accept(listener)
        #expect(try !takesOne(listener))
        var buffer = [UInt8](repeating: 0, count: 8)
        var span = buffer.mutableSpan
        #expect(try client.receive(into: &span) == .wouldBlock)
        let hello: [UInt8] = [1, 2, 3]
        #expect(try server.send(hello.span) == .bytes(3))
        #expect(try client.receive(into: &span) == .bytes(3))
        #expect(fcntl(server.descriptor.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(server.descriptor.rawValue, F_GETFL) & O_NONBLOCK != 0)
        try shut(client)
        #expect(try server.receive(into: &span) == .end)
        do throws(SystemError) {
            _ = try server.send(hello.span)
            Issue.record("sent to a peer that left")
        } catch {
            #expect(error.code == EPIPE)
        }
        #expect(buffer.prefix(3) == [1, 2, 3])
    }

    @Test func `the peer is this process`() throws {
        let directory = try TemporaryDirectory()
        let listener = try UnixListener.bind(path: directory.file("s"))
        let client = try UnixSocket.connect(path: directory.file("s"))
        let server = try accept(listener)
        #expect(try server.peerCredentials() == client.peerCredentials())
        let peer = try server.peerCredentials()
        #expect(peer.process == getpid())
        #expect(peer.user == geteuid())
        #expect(peer.group == getegid())
    }

    @Test func `a stale socket file is replaced`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("s")
        do {
            let dead = try UnixListener.bind(path: path)
            #expect(dead.path == path)
        }
        #expect(permissions(of: path) != nil)
        let listener = try UnixListener.bind(path: path)
        _ = try UnixSocket.connect(path: path)
        #expect(try takesOne(listener))
    }

    @Test func `a live socket is left alone and told`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("s")
        let living = try UnixListener.bind(path: path)
        let error = #expect(throws: SystemError.self) { _ = try UnixListener.bind(path: path) }
        #expect(error?.code == EADDRINUSE)
        #expect(error?.description.contains("another process listens there") == true)
        _ = try UnixSocket.connect(path: path)
        #expect(try takesOne(living))
    }

    @Test func `a live socket whose queue is full is left alone too`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("s")
        let living = try UnixListener.bind(path: path, backlog: 0)
        let waiting = try UnixSocket.connect(path: path)
        let full = #expect(throws: SystemError.self) { _ = try UnixSocket.connect(path: path) }
        #expect(full?.code == EAGAIN)
        let error = #expect(throws: SystemError.self) { _ = try UnixListener.bind(path: path) }
        #expect(error?.code == EADDRINUSE)
        #expect(try takesOne(living))
        #expect(waiting.descriptor.rawValue >= 0)
    }

    @Test func `a file that is no socket is left alone`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("s")
        try FileDescriptor.open(path, flags: O_CREAT | O_WRONLY, mode: 0o600).close()
        let error = #expect(throws: SystemError.self) { _ = try UnixListener.bind(path: path) }
        #expect(error?.code == EEXIST)
        #expect(permissions(of: path) == 0o600)
    }

    @Test func `a listener removes only its own file`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("s")
        let first = try UnixListener.bind(path: path)
        unsafe unlink(path)
        let second = try UnixListener.bind(path: path)
        first.removeFile()
        #expect(permissions(of: path) != nil)
        second.removeFile()
        #expect(permissions(of: path) == nil)
    }

    @Test func `a path of 107 bytes is taken, one of 108 is refused with both numbers`() throws {
        let directory = try TemporaryDirectory()
        let longest = directory.file(String(repeating: "s", count: 107 - directory.path.utf8.count - 1))
        _ = try UnixListener.bind(path: longest)
        let error = #expect(throws: SystemError.self) { _ = try UnixListener.bind(path: longest + "s") }
        #expect(error?.code == ENAMETOOLONG)
        #expect(error?.advice == "a socket's path has at most 107 bytes, this one has 108")
    }

    @Test(arguments: ["", "/tmp/a\0b"])
    func `an empty path or one with NUL is refused`(path: String) {
        let error = #expect(throws: SystemError.self) { _ = try UnixSocket.connect(path: path) }
        #expect(error?.code == EINVAL)
    }

    @Test func `connecting to nothing says what and where`() throws {
        let directory = try TemporaryDirectory()
        let error = #expect(throws: SystemError.self) {
            _ = try UnixSocket.connect(path: directory.file("s"))
        }
        #expect(error?.code == ENOENT)
        #expect(error?.path == directory.file("s"))
    }

    @Test func `the socket is given to the group`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("s")
        let listener = try UnixListener.bind(path: path, group: getegid())
        var status = stat()
        #expect(unsafe lstat(path, &status) == 0)
        #expect(status.st_gid == getegid())
        listener.removeFile()
    }

    @Test func `groups are found by name`() throws {
        #expect(try Group.identifier(named: "root") == 0)
        #expect(try Group.identifier(named: "no such group") == nil)
    }

    private func accept(_ listener: borrowing UnixListener) throws -> UnixSocket {
        guard let socket = try listener.accept() else { throw NobodyWaits() }
        return socket
    }

    private func takesOne(_ listener: borrowing UnixListener) throws -> Bool {
        try listener.accept() != nil
    }

    private struct NobodyWaits: Error {}

    private func shut(_ socket: consuming UnixSocket) throws {
        try socket.close()
    }
}
