import CLinux
import Glibc

/// The clock that live panels' events and the daemon's deadlines are on.
public enum Clock {
    /// Microseconds of CLOCK_MONOTONIC. clock_gettime(2).
    public static func monotonicMicroseconds() -> Int64 {
        var time = timespec()
        // It cannot fail for this clock and a valid address.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}

/// One deadline on CLOCK_MONOTONIC, as a descriptor that becomes readable when it has passed.
/// timerfd_create(2).
public struct Timer: ~Copyable {
    /// To watch for readability.
    public let descriptor: FileDescriptor

    /// A timer that is not armed.
    public init() throws(SystemError) {
        let raw = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        if raw < 0 { throw .current("timerfd_create") }
        descriptor = FileDescriptor(adopting: raw)
    }

    /// Fires once when the clock shows `deadline` microseconds, at once when that has passed; replaces the
    /// deadline before. timerfd_settime(2) with TFD_TIMER_ABSTIME.
    public func arm(atMicroseconds deadline: Int64) throws(SystemError) {
        // All zero would disarm, so a deadline at or before the clock's origin becomes one nanosecond after
        // it.
        let isPast = deadline <= 0
        try set(
            timespec(
                tv_sec: isPast ? 0 : Int(deadline / 1_000_000),
                tv_nsec: isPast ? 1 : Int(deadline % 1_000_000) * 1_000))
    }

    /// Forgets the deadline; one that has passed but was not drained is forgotten too.
    public func disarm() throws(SystemError) {
        try set(timespec(tv_sec: 0, tv_nsec: 0))
    }

    /// Takes the readability back and tells whether the deadline had passed since it was armed.
    public func drain() throws(SystemError) -> Bool {
        var expirations: UInt64 = 0
        let raw = descriptor.rawValue
        let count = unsafe withUnsafeMutableBytes(of: &expirations) { bytes in
            retrying { unsafe read(raw, bytes.baseAddress, bytes.count) }
        }
        return try readResult(count, "read timerfd") != .wouldBlock
    }

    private func set(_ deadline: timespec) throws(SystemError) {
        var setting = itimerspec(it_interval: timespec(), it_value: deadline)
        if unsafe timerfd_settime(descriptor.rawValue, Int32(TFD_TIMER_ABSTIME), &setting, nil) != 0 {
            throw .current("timerfd_settime")
        }
    }
}
