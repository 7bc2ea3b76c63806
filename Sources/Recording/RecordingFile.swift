import Glibc

extension Recording {
    /// More than any recording; a stream that goes beyond it would fill the memory.
    private static let mostBytes = 1 << 30

    /// Reads a recording from a file, or from standard input when `path` is `-`; open(2) and read(2).
    ///
    /// - Throws: An error that says why the file cannot be read, or what `parse` throws.
    public static func load(path: String) throws(RecordingError) -> Recording {
        if path == "-" { return try read(STDIN_FILENO, name: "<stdin>") }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw systemError(errno, name: path) }
        defer { close(descriptor) }
        return try read(descriptor, name: path)
    }

    private static func read(_ descriptor: CInt, name: String) throws(RecordingError) -> Recording {
        var reader = RecordingReader(name: name)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw systemError(errno, name: name)
            }
            if count == 0 { return try reader.finish() }
            total += count
            if total > mostBytes {
                throw RecordingError(name: name, line: 0, message: "more than 1 GiB is no recording")
            }
            try reader.feed(buffer.span.extracting(0..<count))
        }
    }

    private static func systemError(_ code: CInt, name: String) -> RecordingError {
        let reason = unsafe String(cString: strerror(code))
        return RecordingError(name: name, line: 0, message: "cannot be read: \(reason)")
    }
}
