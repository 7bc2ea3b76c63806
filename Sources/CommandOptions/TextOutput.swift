import Glibc
public import LinuxIO

/// Why text could not be written.
public enum OutputError: Error, Hashable, Sendable {
    /// Nobody reads any more (EPIPE), as in `hitzone replay … | head`: no fault, and nothing to report.
    case readerGone
    /// Another failure, such as a full disk.
    case failed(SystemError)
}

/// Text on its way to a descriptor, such as standard output: collected, and written when it is enough or
/// `flush` asks for it. SIGPIPE must be ignored in the process (`ignorePipeSignal`), so that a reader who
/// left is an error of the write.
public struct TextOutput: ~Copyable {
    /// What is collected before it is written.
    private static let enough = 1 << 16

    private let descriptor: FileDescriptor
    private var pending: [UInt8] = []

    /// The output to `descriptor`, which it owns from now on.
    public init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }

    /// The output to a descriptor of the process, STDOUT_FILENO or STDERR_FILENO, which stays open. fcntl(2)
    /// F_DUPFD_CLOEXEC.
    public static func standard(_ number: Int32) throws(SystemError) -> TextOutput {
        let inherited = FileDescriptor(adopting: number)
        do throws(SystemError) {
            let copy = try inherited.duplicate()
            _ = inherited.release()
            return TextOutput(copy)
        } catch {
            _ = inherited.release()
            throw error
        }
    }

    /// Whether a person reads it. isatty(3).
    public var isTerminal: Bool { isatty(descriptor.rawValue) == 1 }

    /// Adds `text`.
    public mutating func write(_ text: String) throws(OutputError) {
        pending.append(contentsOf: text.utf8)
        if pending.count >= Self.enough { try flush() }
    }

    /// Adds bytes of UTF-8.
    public mutating func write(_ bytes: [UInt8]) throws(OutputError) {
        pending.append(contentsOf: bytes)
        if pending.count >= Self.enough { try flush() }
    }

    /// Writes what is collected, waiting where the descriptor takes nothing now. write(2), poll(2).
    public mutating func flush() throws(OutputError) {
        var rest = pending.span
        do throws(SystemError) {
            while !rest.isEmpty {
                switch try descriptor.write(rest) {
                case .bytes(let count): rest = rest.extracting(droppingFirst: count)
                case .wouldBlock: waitUntilWritable()
                }
            }
        } catch {
            pending.removeAll()
            throw error.code == EPIPE ? .readerGone : .failed(error)
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Another process may have made a shared terminal non-blocking.
    private func waitUntilWritable() {
        var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, -1)
    }
}

/// Makes a write to a pipe without a reader fail with EPIPE instead of ending the process. signal(2) SIGPIPE.
public func ignorePipeSignal() {
    _ = signal(SIGPIPE, SIG_IGN)
}
