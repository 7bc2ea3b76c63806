import Glibc
import YAML

/// Why a file could not be read, and what to do.
package struct FileError: Error {
    /// One line.
    package var message: String
}

/// The first bytes of the file at `path`, or of standard input when that is `-`, at most `limit`: a file
/// without an end costs no more. `open(2)`, `read(2)`.
package func readFile(path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
    if path == "-" { return try readAll(STDIN_FILENO, "<stdin>", atMost: limit) }
    guard !path.utf8.contains(0) else { throw FileError(message: "a path cannot contain a NUL character") }
    var descriptor: Int32
    repeat {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw FileError(path, errno) }
    defer { close(descriptor) }
    return try readAll(descriptor, path, atMost: limit)
}

private func readAll(_ descriptor: Int32, _ name: String, atMost limit: Int) throws(FileError) -> [UInt8] {
    let chunk = 64 << 10
    var bytes: [UInt8] = []
    while bytes.count < limit {
        let start = bytes.count
        let wanted = min(chunk, limit - start)
        bytes.append(contentsOf: repeatElement(0, count: wanted))
        var count: Int
        repeat {
            count = unsafe bytes.withUnsafeMutableBytes { buffer in
                guard let base = buffer.baseAddress else { return 0 }
                return unsafe read(descriptor, base + start, wanted)
            }
        } while count < 0 && errno == EINTR
        let code = errno
        bytes.removeLast(wanted - max(count, 0))
        guard count >= 0 else { throw FileError(name, code) }
        if count == 0 { break }
    }
    return bytes
}

extension FileError {
    /// The error for `errno` at the file called `name`.
    init(_ name: String, _ code: Int32) {
        let remedy =
            switch code {
            case ENOENT, ENOTDIR: "give the path of a configuration that exists"
            case EACCES, EPERM: "let the user that runs this program read it"
            case EISDIR: "give the path of a file in it"
            default: "mend that, or give another file"
            }
        let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        message = "\(name.quoted) cannot be read: \(reason); \(remedy)"
    }
}
