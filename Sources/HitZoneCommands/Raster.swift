import Glibc
import LinuxIO

/// Why there is no PNG, and what to do.
struct RasterError: Error, CustomStringConvertible {
    var description: String
}

/// The program that turns SVG into PNG.
private let rasterizer = "rsvg-convert"

/// Has rsvg-convert(1) write `svg` as a PNG to the file at `path`.
func writePNG(_ svg: String, to path: String) throws(RasterError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
        throw RasterError(
            description:
                "there is no pipe to \(rasterizer): \(SystemError(code: errno, operation: "pipe"))")
    }
    // Else the program would hold its own input open, and wait for its end for ever.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let reading = FileDescriptor(adopting: ends[0])
    let writing = FileDescriptor(adopting: ends[1])
    let process = try start(reading: reading, path: path)
    _ = consume reading
    // Where it stops reading, its status tells why.
    send(svg, to: writing)
    var state: Int32 = 0
    while unsafe waitpid(process, &state, 0) < 0 {
        if errno != EINTR {
            throw RasterError(
                description: "\(rasterizer) is lost: \(SystemError(code: errno, operation: "waitpid"))")
        }
    }
    guard state == 0 else {
        throw RasterError(description: "\(path) was not written: \(rasterizer) failed, as it says above")
    }
}

private func start(reading: borrowing FileDescriptor, path: String) throws(RasterError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, reading.rawValue, STDIN_FILENO)
    let arguments = [rasterizer, "--format=png", "--output=\(path)"]
    var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    unsafe words.append(nil)
    var process: pid_t = 0
    let code = unsafe posix_spawnp(&process, rasterizer, &actions, nil, words, environ)
    switch code {
    case 0: return process
    case ENOENT:
        throw RasterError(
            description:
                "a PNG needs the program \(rasterizer), which is not installed; install the package librsvg2-bin "
                + "(Debian), or write an .svg")
    default:
        throw RasterError(
            description: "\(rasterizer) does not start: \(SystemError(code: code, operation: "posix_spawn"))")
    }
}

private func send(_ text: String, to pipe: consuming FileDescriptor) {
    let bytes = Array(text.utf8)
    var rest = bytes.span
    while !rest.isEmpty {
        guard case .bytes(let count)? = try? pipe.write(rest) else { return }
        rest = rest.extracting(droppingFirst: count)
    }
}
