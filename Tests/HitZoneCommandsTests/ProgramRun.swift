import Glibc
import LinuxIO
import Testing

/// What a run of a program gave.
struct ProgramRun: Hashable {
    var status: Int32
    var output: String
    var errors: String
}

extension ProgramRun {
    /// Runs the built program `name` to its end, with `input` on its standard input.
    init(_ name: String = "hitzone", _ arguments: [String], input: String = "", closedOutput: Bool = false)
        throws
    {
        let program = try RunningProgram(name, arguments, input: input, closedOutput: closedOutput)
        self = try program.waitForEnd()
    }
}

/// A built program that runs. Its output goes to files, so that no pipe can fill.
final class RunningProgram {
    private let directory: TemporaryDirectory
    /// 0 after its end.
    private var process: pid_t = 0

    /// Starts the built program `name`, or the one at that path; `closedOutput` makes its output a connection
    /// that nobody reads.
    init(_ name: String, _ arguments: [String], input: String = "", closedOutput: Bool = false) throws {
        directory = try TemporaryDirectory()
        try directory.write("input", input)
        try directory.write("output", "")
        try directory.write("errors", "")
        var streams = [
            try FileDescriptor.open(directory.path("input"), flags: O_RDONLY).release(),
            try FileDescriptor.open(directory.path("output"), flags: O_WRONLY).release(),
            try FileDescriptor.open(directory.path("errors"), flags: O_WRONLY).release(),
        ]
        if closedOutput {
            var ends: [Int32] = [-1, -1]
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            try #require(unsafe socketpair(AF_UNIX, type, 0, &ends) == 0)
            close(ends[0])
            close(streams[1])
            streams[1] = ends[1]
        }
        defer { for stream in streams { close(stream) } }
        let path = name.hasPrefix("/") ? name : Self.directoryOfPrograms + "/" + name
        process = try Self.spawn(path, arguments, streams)
    }

    deinit {
        guard process > 0 else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// Sends it a signal. kill(2).
    func signal(_ number: Int32) { kill(process, number) }

    /// What it has printed so far, and on standard error.
    func output() throws -> String { try directory.read("output") }
    func errors() throws -> String { try directory.read("errors") }

    /// Waits until it has ended; the status is that of a shell, 128 and the number for a signal.
    func waitForEnd() throws -> ProgramRun {
        var state: Int32 = 0
        while unsafe waitpid(process, &state, 0) < 0 { try #require(errno == EINTR) }
        process = 0
        return ProgramRun(
            status: state & 0x7f == 0 ? (state >> 8) & 0xff : 128 + (state & 0x7f),
            output: try output(), errors: try errors())
    }

    /// Where the build puts programs and tests.
    static var directoryOfPrograms: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer[..<max(count, 0)].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }

    private static func spawn(_ path: String, _ arguments: [String], _ streams: [Int32]) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (target, stream) in streams.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, stream, Int32(target))
        }
        var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) }
        unsafe words.append(nil)
        defer { unsafe words.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let code = unsafe posix_spawn(&process, path, &actions, nil, words, environ)
        try #require(
            code == 0, "\(path) does not start: \(SystemError(code: code, operation: "posix_spawn"))")
        return process
    }
}

/// Asks `condition` again and again until it holds. It is a fault when it does not within a minute.
func wait(_ what: Comment, until condition: () throws -> Bool) async throws {
    for _ in 0..<6_000 {
        if try condition() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    try #require(Bool(false), what)
}

/// A directory that goes with its owner.
final class TemporaryDirectory {
    let root: String

    init() throws {
        var template = Array("/tmp/hitzone-tests-XXXXXX".utf8CString)
        try #require(unsafe mkdtemp(&template) != nil)
        root = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for name in names { unsafe unlink(path(name)) }
        unsafe rmdir(root)
    }

    func path(_ name: String) -> String { "\(root)/\(name)" }

    /// Writes a file; returns its path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = try FileDescriptor.open(path(name), flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
        let bytes = Array(text.utf8)
        var rest = bytes.span
        while !rest.isEmpty {
            guard case .bytes(let count) = try file.write(rest) else { break }
            rest = rest.extracting(droppingFirst: count)
        }
        return path(name)
    }

    func read(_ name: String) throws -> String { try Self.read(path(name)) }

    func has(_ name: String) -> Bool { unsafe access(path(name), F_OK) == 0 }

    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    static func read(_ path: String) throws -> String {
        let file = try FileDescriptor.open(path, flags: O_RDONLY)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var span = buffer.mutableSpan
            guard case .bytes(let count) = try file.read(into: &span) else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private var names: [String] {
        guard let directory = unsafe opendir(root) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
