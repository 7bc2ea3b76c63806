/// A length of time in microseconds.
public struct Interval: Hashable, Comparable, Sendable {
    /// Whole microseconds; may be negative.
    public var microseconds: Int64

    /// An interval of `microseconds`.
    @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }

    /// No time at all.
    @inlinable public static var zero: Interval { Interval(microseconds: 0) }
    /// `count` milliseconds.
    @inlinable public static func milliseconds(_ count: Int64) -> Interval {
        Interval(microseconds: count * 1_000)
    }
    /// `count` seconds.
    @inlinable public static func seconds(_ count: Int64) -> Interval {
        Interval(microseconds: count * 1_000_000)
    }

    /// Whether `left` is the shorter.
    @inlinable public static func < (left: Interval, right: Interval) -> Bool {
        left.microseconds < right.microseconds
    }
}

/// A moment on the event clock: for a live panel CLOCK_MONOTONIC, for a recording the recording's own time
/// (rule T1).
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Microseconds since the clock's origin.
    public var microseconds: Int64

    /// The moment `microseconds` after the clock's origin.
    @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }

    /// Whether `left` is the earlier.
    @inlinable public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }

    /// The later moment; saturates, because a recording may name any time at all.
    @inlinable public static func + (start: Timestamp, step: Interval) -> Timestamp {
        let (sum, overflow) = start.microseconds.addingReportingOverflow(step.microseconds)
        if overflow { return Timestamp(microseconds: step.microseconds > 0 ? .max : .min) }
        return Timestamp(microseconds: sum)
    }

    /// The time from `right` to `left`, negative when `left` is earlier; saturates.
    @inlinable public static func - (left: Timestamp, right: Timestamp) -> Interval {
        let (difference, overflow) = left.microseconds.subtractingReportingOverflow(right.microseconds)
        if overflow { return Interval(microseconds: left.microseconds > 0 ? .max : .min) }
        return Interval(microseconds: difference)
    }
}
