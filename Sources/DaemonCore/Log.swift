import Glibc
import LinuxIO

/// How much a line of the log matters; the numbers are those of syslog(3), which sd-daemon(3) prefixes use.
enum LogLevel: Int {
    /// The daemon cannot go on, or not as asked.
    case error = 3
    /// Something is odd and was survived.
    case warning = 4
    /// What an operator wants to have read.
    case notice = 5
    /// What helps to understand.
    case info = 6
}

/// Lines on standard error; with the journal at the other end, each with its priority.
struct Log {
    private let hasJournal = unsafe getenv("JOURNAL_STREAM") != nil

    func callAsFunction(_ level: LogLevel, _ message: String) {
        var line: [UInt8] = []
        if hasJournal { line += "<\(level.rawValue)>".utf8 } else { line += "hitzoned: ".utf8 }
        // A line of the log is one line, whatever a device calls itself.
        line += message.utf8.map { $0 < 0x20 ? UInt8(ascii: " ") : $0 }
        line.append(UInt8(ascii: "\n"))
        // Where standard error is gone there is no one to tell.
        _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
