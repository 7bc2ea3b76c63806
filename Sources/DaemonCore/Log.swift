import Glibc
import LinuxIO

/// How much a line of the log matters; the numbers are those of syslog(3), which sd-daemon(3) prefixes use.
public enum LogLevel: Int, Sendable {
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
public struct Log {
    /// What can make the daemon write line after line, and so has a limit.
    enum Driver: Int, CaseIterable {
        /// Programs that connect.
        case clients
        /// Panels that come and go, and what they say of themselves.
        case panels
    }

    /// Shared by the copies of a log.
    private final class Limits {
        var limits = Driver.allCases.map { _ in LineLimit() }
    }

    private let limits = Limits()
    private let hasJournal = Self.isJournal(STDERR_FILENO)

    /// The log of this process.
    public init() {}

    /// Writes a line.
    public func callAsFunction(_ level: LogLevel, _ message: String) {
        var line: [UInt8] = []
        if hasJournal { line += "<\(level.rawValue)>".utf8 } else { line += "hitzoned: ".utf8 }
        // A line of the log is one line, whatever a device calls itself.
        line += message.utf8.map { $0 < 0x20 ? UInt8(ascii: " ") : $0 }
        line.append(UInt8(ascii: "\n"))
        // Where standard error is gone there is no one to tell.
        _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Writes a line that others can cause at will, unless they have caused too many; how many were left out is told before
    /// the next one.
    func callAsFunction(_ level: LogLevel, _ message: String, by driver: Driver) {
        guard let leftOut = limits.limits[driver.rawValue].admit(at: Clock.monotonicMicroseconds()) else {
            return
        }
        if leftOut > 0 { self(.notice, "left out \(leftOut) lines that \(driver) caused") }
        self(level, message)
    }

    /// Whether a descriptor leads to the journal: JOURNAL_STREAM holds its device and inode, and is inherited by processes whose
    /// output has gone elsewhere. systemd.exec(5).
    public static func isJournal(_ descriptor: Int32) -> Bool {
        guard let stream = unsafe getenv("JOURNAL_STREAM") else { return false }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return false }
        return unsafe String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }
}

/// How many lines of one kind a log takes: some at once, and then one from time to time.
struct LineLimit {
    /// How many at once.
    static let burst = 20
    /// How many microseconds give one more.
    static let interval: Int64 = 5_000_000

    private var lines = Self.burst
    /// Until when the passing of time is counted in `lines`.
    private var counted: Int64 = 0
    private var leftOut = 0

    /// Whether a line may be written at `now` in microseconds: nil, or how many were left out before it.
    mutating func admit(at now: Int64) -> Int? {
        let earned = (now - counted) / Self.interval
        if earned > 0 {
            counted += earned * Self.interval
            lines = Int(min(Int64(Self.burst), Int64(lines) + earned))
        }
        guard lines > 0 else {
            leftOut += 1
            return nil
        }
        lines -= 1
        defer { leftOut = 0 }
        return leftOut
    }
}
