import Dispatch
import Glibc
import LinuxIO
import Testing

@testable import CommandOptions

/// The two ends of a pipe.
private struct Pipe: ~Copyable {
    let reader: FileDescriptor
    let writer: FileDescriptor

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        reader = FileDescriptor(adopting: ends[0])
        writer = FileDescriptor(adopting: ends[1])
    }
}

private func readAll(_ descriptor: borrowing FileDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
        var span = buffer.mutableSpan
        guard case .bytes(let count) = try descriptor.read(into: &span) else { return bytes }
        bytes += buffer[..<count]
    }
}

struct `Text output` {
    @Test func `What is flushed arrives, and what is not waits`() throws {
        let pipe = try Pipe()
        try pipe.reader.setNonBlocking()
        var output = TextOutput(try pipe.writer.duplicate())
        try output.write("one\n")
        #expect(try readAll(pipe.reader) == [])
        try output.flush()
        #expect(try readAll(pipe.reader) == Array("one\n".utf8))
    }

    @Test func `A reader who left is told from other failures`() throws {
        ignorePipeSignal()
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        close(ends[0])
        var output = TextOutput(FileDescriptor(adopting: ends[1]))
        try output.write("gone")
        #expect(failure(&output) == .readerGone)
        #expect(failure(&output) == nil, "what could not be written is not tried again")

        var full = TextOutput(try FileDescriptor.open("/dev/full", flags: O_WRONLY))
        try full.write("no room")
        #expect(failure(&full) == .failed(SystemError(code: ENOSPC, operation: "write")))
    }

    private func failure(_ output: inout TextOutput) -> OutputError? {
        do throws(OutputError) {
            try output.flush()
            return nil
        } catch {
            return error
        }
    }

    @Test func `A descriptor that takes only a part at a time gets everything in order`() throws {
        let pipe = try Pipe()
        try pipe.writer.setNonBlocking()
        let text = (0..<40_000).map { "\($0)\n" }.joined()
        let writer = try pipe.writer.duplicate().release()
        // It waits for the reader, so it needs a thread that is not the reader's.
        let writing = DispatchQueue(label: "writer")
        writing.async {
            var output = TextOutput(FileDescriptor(adopting: writer))
            try? output.write(text)
            try? output.flush()
        }
        _ = consume pipe.writer
        #expect(try readAll(pipe.reader) == Array(text.utf8))
    }

    @Test func `Standard output stays open after its owner`() throws {
        do { _ = try TextOutput.standard(STDERR_FILENO) }
        #expect(fcntl(STDERR_FILENO, F_GETFD) >= 0)
    }
}
