public import CommandOptions
import Glibc
import HitZoneProtocol
public import LinuxIO

/// Where a command writes: answers to one output, messages about its work to the other.
public struct Streams: ~Copyable {
    /// Standard output.
    public var output: TextOutput
    /// Standard error.
    public var errors: TextOutput
    /// Room for an answer in JSON, used again and again.
    private var writer = JSONWriter()

    /// The streams `output` and `errors`.
    public init(output: consuming TextOutput, errors: consuming TextOutput) {
        self.output = output
        self.errors = errors
    }

    /// The process's own.
    public static func standard() throws(SystemError) -> Streams {
        Streams(output: try .standard(STDOUT_FILENO), errors: try .standard(STDERR_FILENO))
    }

    /// Adds a line to the answers.
    mutating func answer(_ line: String) throws(CommandFailure) {
        do throws(OutputError) { try output.write(line + "\n") } catch { throw .output(error) }
    }

    /// Adds what `write` writes as a line of JSON to the answers.
    mutating func answer(json write: (inout JSONWriter) -> Void) throws(CommandFailure) {
        writer.removeAll()
        write(&writer)
        writer.endMessage(UInt8(ascii: "\n"))
        do throws(OutputError) { try output.write(writer.bytes) } catch { throw .output(error) }
    }

    /// Sends the answers on their way.
    mutating func flush() throws(CommandFailure) {
        do throws(OutputError) { try output.flush() } catch { throw .output(error) }
    }

    /// Says `message` on standard error at once, after the answers so far. Nothing can be done where that
    /// fails.
    mutating func say(_ message: String) {
        try? output.flush()
        try? errors.write(message + "\n")
        try? errors.flush()
    }
}
