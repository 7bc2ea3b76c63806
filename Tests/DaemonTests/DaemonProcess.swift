import Glibc
import LinuxIO
import Testing

/// How long a test waits for what should come at once: a guard against waiting for ever, and no measure of
/// anything.
let patience: Int64 = 30_000_000

/// `hitzoned` as it was built, running in a directory of its own; it ends, and the directory goes, with its
/// owner.
final class DaemonProcess {
    let directory: String
    let socket: String
    private(set) var process: pid_t = 0
    private var status: Int32?

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Starts the daemon and waits until it listens.
    ///
    /// - Parameters:
    ///   - layout: The configuration's text.
    ///   - recording: The text of a recording in a panel's place, or nil.
    ///   - recordingPath: A recording that is there already.
    ///   - arguments: What else the command line says.
    ///   - environment: What its environment has besides, each `NAME=VALUE`.
    ///   - listener: A listening socket that it gets as a service manager hands one over.
    ///   - descriptors: RLIMIT_NOFILE.
    ///   - socket: Where it listens; nil: in its directory.
    ///   - readsInput: Whether it reads the configuration from standard input.
    ///   - waits: Whether to wait until it listens.
    init(
        _ layout: String, recording: String? = nil, recordingPath: String? = nil, _ arguments: [String] = [],
        environment: [String] = [], listener: Int32? = nil, descriptors: Int? = nil, socket: String? = nil,
        readsInput: Bool = false, waits: Bool = true
    ) throws {
        var template = Array("/tmp/hitzoned-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failure(description: "mkdtemp") }
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.socket = socket ?? directory + "/socket"
        try writeFile(layout, to: layoutPath)
        var words = [
            try Self.program("hitzoned"), "--config", readsInput ? "-" : layoutPath, "--socket", self.socket,
        ]
        if let recording { try writeFile(recording, to: directory + "/recording") }
        if recording != nil || recordingPath != nil {
            words += ["--replay", recordingPath ?? directory + "/recording"]
        }
        words += arguments
        if let descriptors {
            words = ["/bin/sh", "-c", "ulimit -n \(descriptors) && exec \"$@\"", "sh"] + words
        }
        if listener != nil {
            words = ["/bin/sh", "-c", "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$@\"", "sh"] + words
        }
        if !environment.isEmpty { words = ["/usr/bin/env"] + environment + words }
        process = try spawn(
            words, input: readsInput ? layoutPath : "/dev/null", errors: directory + "/errors",
            listener: listener)
        if waits { try waitUntilListening() }
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            unsafe waitpid(process, &unused, 0)
        }
        if let listing = unsafe opendir(directory) {
            while let entry = unsafe readdir(listing) {
                let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                unsafe unlink(directory + "/" + name)
            }
            unsafe closedir(listing)
        }
        unsafe rmdir(directory)
    }

    private var unused: Int32 = 0

    var layoutPath: String { directory + "/layout.yaml" }

    /// Writes another configuration: in place, or to a new file that is renamed over it, as most editors do.
    func replaceLayout(_ layout: String, renaming: Bool = false) throws {
        if !renaming {
            try writeFile(layout, to: layoutPath)
            return
        }
        try writeFile(layout, to: directory + "/.layout.new")
        unsafe rename(directory + "/.layout.new", layoutPath)
    }

    /// A program beside this test bundle.
    static func program(_ name: String) throws -> String {
        for line in text(of: "/proc/self/maps").split(separator: "\n") {
            guard line.hasSuffix(".xctest"), let start = line.firstIndex(of: "/"),
                let end = line.lastIndex(of: "/")
            else { continue }
            return line[start...end] + name
        }
        throw Failure(description: "the test bundle is not among the files that this process has mapped")
    }

    private func waitUntilListening() throws {
        try wait("the daemon listens") {
            if poll() != nil { throw Failure(description: "the daemon ended: \(errors)") }
            return isListening
        }
    }

    /// Whether a socket of that path takes connections, found out without one; proc(5), net/unix.
    private var isListening: Bool {
        text(of: "/proc/net/unix").split(separator: "\n").contains { line in
            let fields = line.split(separator: " ", maxSplits: 7)
            return fields.count == 8 && fields[3] == "00010000" && fields[7] == socket
        }
    }

    /// What it wrote to standard error so far.
    var errors: String { text(of: directory + "/errors") }

    /// Its exit status, or 128 and the signal that ended it; nil while it runs.
    func poll() -> Int32? {
        if status == nil {
            var raw: Int32 = 0
            if unsafe waitpid(process, &raw, WNOHANG) == process {
                status = raw & 0x7f == 0 ? raw >> 8 & 0xff : 128 + raw & 0x7f
            }
        }
        return status
    }

    /// Waits for its end and gives its exit status.
    func end() throws -> Int32 {
        try wait("the daemon ends") { poll() != nil }
        return status ?? -1
    }

    func signal(_ number: Int32) { kill(process, number) }

    /// How many descriptors it has open.
    var openDescriptors: Int {
        guard let listing = unsafe opendir("/proc/\(process)/fd") else { return -1 }
        defer { unsafe closedir(listing) }
        var count = 0
        while unsafe readdir(listing) != nil { count += 1 }
        return count - 2
    }

    /// Ticks of processor time that it used, in hundredths of a second.
    var processorTicks: Int {
        let fields = text(of: "/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 13 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
    }

    /// How often it went to sleep.
    var sleeps: Int {
        let line = text(of: "/proc/\(process)/status").split(separator: "\n")
            .first { $0.hasPrefix("voluntary_ctxt_switches:") }
        return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
    }
}

/// Starts a program whose standard error goes to a file, with a listener as its descriptor 3, if one is given.
func spawn(
    _ words: [String], input: String = "/dev/null", errors: String, listener: Int32? = nil
) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    if let listener { unsafe posix_spawn_file_actions_adddup2(&actions, listener, 3) }
    // Descriptors of this process are none of the program's; closing one that is not open does no harm.
    for raw in Int32(listener == nil ? 3 : 4)..<256 {
        unsafe posix_spawn_file_actions_addclose(&actions, raw)
    }
    var pointers = unsafe words.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, words[0], &actions, nil, pointers, environ)
    if code != 0 { throw DaemonProcess.Failure(description: "\(words[0]) does not start: \(code)") }
    return process
}

/// Waits until `condition` holds; an error after `patience`.
func wait(_ what: String, until condition: () throws -> Bool) throws {
    let deadline = Clock.monotonicMicroseconds() + patience
    while try !condition() {
        if Clock.monotonicMicroseconds() > deadline {
            throw DaemonProcess.Failure(description: "\(what): it did not come")
        }
        usleep(2_000)
    }
}

/// The content of a file; empty when it cannot be read.
func text(of path: String) -> String {
    guard let file = try? FileDescriptor.open(path, flags: O_RDONLY) else { return "" }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        var room = buffer.mutableSpan
        guard let result = try? file.read(into: &room), case .bytes(let count) = result else { break }
        bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// Makes a file of `text`, or writes it into the one that is there.
func writeFile(_ text: String, to path: String) throws {
    let file = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
        guard case .bytes(let count) = try file.write(bytes.span.extracting(sent...)) else { return }
        sent += count
    }
}
