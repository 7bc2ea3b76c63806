import Glibc
import LinuxIO
import Testing

@Suite struct `File descriptors` {
    private func openPipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    @Test func `closes when its owner goes`() throws {
        let ends = try openPipe()
        let reader = FileDescriptor(adopting: ends.read)
        try reader.setNonBlocking()
        var buffer: [UInt8] = [0]
        var span = buffer.mutableSpan
        do {
            let writer = FileDescriptor(adopting: ends.write)
            #expect(writer.rawValue == ends.write)
            #expect(try reader.read(into: &span) == .wouldBlock)
        }
        #expect(try reader.read(into: &span) == .end)
    }

    @Test func `a descriptor given away stays open`() throws {
        let ends = try openPipe()
        let raw = FileDescriptor(adopting: ends.read).release()
        #expect(raw == ends.read)
        #expect(isOpen(raw))
        close(raw)
        close(ends.write)
    }

    @Test func `reads bytes, then would block, then the end`() throws {
        let ends = try openPipe()
        let reader = FileDescriptor(adopting: ends.read)
        let writer = FileDescriptor(adopting: ends.write)
        try reader.setNonBlocking()
        let sent: [UInt8] = [1, 2, 3]
        #expect(try writer.write(sent.span) == .bytes(3))
        var buffer = [UInt8](repeating: 0, count: 2)
        var span = buffer.mutableSpan
        #expect(try reader.read(into: &span) == .bytes(2))
        #expect(try reader.read(into: &span) == .bytes(1))
        #expect(try reader.read(into: &span) == .wouldBlock)
        #expect(buffer == [3, 2])
        try writer.close()
        var last = buffer.mutableSpan
        #expect(try reader.read(into: &last) == .end)
    }

    @Test func `a full pipe takes no more and says so`() throws {
        let ends = try openPipe()
        let reader = FileDescriptor(adopting: ends.read)
        let writer = FileDescriptor(adopting: ends.write)
        try writer.setNonBlocking()
        let block = [UInt8](repeating: 7, count: 1 << 16)
        var taken = 0
        while case .bytes(let count) = try writer.write(block.span) { taken += count }
        #expect(taken > 0)
        #expect(try writer.write(block.span) == .wouldBlock)
        try reader.close()
    }

    @Test func `an error names the call, the file and the reason`() throws {
        let error = #expect(throws: SystemError.self) {
            _ = try FileDescriptor.open("/nonexistent/file", flags: O_RDONLY)
        }
        #expect(error?.code == ENOENT)
        #expect(error?.name == "ENOENT")
        #expect(error?.description == "open /nonexistent/file: No such file or directory (ENOENT)")
    }

    @Test func `an error's advice follows its reason`() {
        let error = SystemError(code: EACCES, operation: "bind", path: "/x", advice: "run as root")
        #expect(error.description == "bind /x: Permission denied (EACCES); run as root")
        #expect(SystemError(code: 12_345, operation: "read").name == nil)
    }

    @Test(arguments: [(EMFILE, true), (ENFILE, true), (ENOMEM, true), (EPERM, false), (EAGAIN, false)])
    func `exhaustion is told apart`(code: Int32, isExhaustion: Bool) {
        #expect(SystemError(code: code, operation: "accept4").isExhaustion == isExhaustion)
    }

    @Test func `duplicates and opened files are closed at exec`() throws {
        let file = try FileDescriptor.open("/dev/null", flags: O_RDONLY)
        let copy = try file.duplicate()
        #expect(copy.rawValue != file.rawValue)
        #expect(fcntl(file.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(copy.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    }
}
