import Glibc

/// A recording's bytes on their way to a reader; open(2) and read(2).
struct RecordingFile: ~Copyable {
    /// What errors call it.
    let name: String
    private let descriptor: CInt
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Opens the file at `path`, or standard input when it is `-`.
    init(path: String) throws(RecordingError) {
        if path == "-" {
            name = "<stdin>"
            descriptor = STDIN_FILENO
            return
        }
        name = path
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.systemError(errno, name: path) }
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// Feeds `reader` what one read gives; the number of bytes, 0 at the end.
    mutating func feed(_ reader: inout RecordingReader) throws(RecordingError) -> Int {
        while true {
            let descriptor = descriptor
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
            }
            if count >= 0 {
                try reader.feed(buffer.span.extracting(0..<count))
                return count
            }
            if errno != EINTR { throw Self.systemError(errno, name: name) }
        }
    }

    private static func systemError(_ code: CInt, name: String) -> RecordingError {
        let reason = unsafe String(cString: strerror(code))
        return RecordingError(name: name, line: 0, message: "cannot be read: \(reason)")
    }
}
