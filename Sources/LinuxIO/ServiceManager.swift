import Glibc

/// What systemd, or a manager like it, asks of a service and is told by it: sd_notify(3), sd_listen_fds(3),
/// sd_watchdog_enabled(3), by the environment alone. Where nothing is asked, nothing is done.
public struct ServiceManager: Sendable {
    /// The socket that states are sent to, NOTIFY_SOCKET; nil without a manager.
    private let socketPath: String?
    /// How often the manager wants to hear of the service, in microseconds (WATCHDOG_USEC); nil when it does
    /// not.
    public let watchdogInterval: Int64?

    /// Reads the environment.
    public init() { self.init(Self.variable) }

    /// Takes the environment from `variable`, which gives nil for what is not there.
    init(_ variable: (String) -> String?) {
        socketPath = variable("NOTIFY_SOCKET")
        let isForThis = variable("WATCHDOG_PID").map { Int32($0) == getpid() } ?? true
        let interval = variable("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
        watchdogInterval = isForThis && interval > 0 ? interval : nil
    }

    /// Tells the manager `state`, lines such as `READY=1`. What cannot be told is dropped, as with
    /// sd_notify(3): a service works without a manager.
    public func notify(_ state: String) {
        guard let socketPath, let (address, length) = Self.address(socketPath) else { return }
        let raw = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if raw < 0 { return }
        let descriptor = FileDescriptor(adopting: raw)
        let bytes = Array(state.utf8)
        _ = unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe sendto(
                    descriptor.rawValue, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
    }

    /// The listening sockets that the manager handed over, if they are for this process; to be taken once.
    /// LISTEN_PID, LISTEN_FDS.
    public static func takeListeners() -> [Int32] {
        defer {
            for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) }
        }
        guard variable("LISTEN_PID").flatMap({ Int32($0) }) == getpid(),
            let count = variable("LISTEN_FDS").flatMap({ Int32($0) }), count > 0, count <= 64
        else { return [] }
        let first: Int32 = 3
        for raw in first..<(first + count) { _ = fcntl(raw, F_SETFD, FD_CLOEXEC) }
        return Array(first..<(first + count))
    }

    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// The address of a socket by path, or by `@` and a name in the abstract space.
    private static func address(_ path: String) -> (sockaddr_un, socklen_t)? {
        var address = sockaddr_un()
        var bytes = Array(path.utf8)
        // A path ends in its NUL; a name in the abstract space begins with one and has no end.
        if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 } else { bytes.append(0) }
        guard bytes.count > 1, bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        return (address, socklen_t(offset + bytes.count))
    }
}
