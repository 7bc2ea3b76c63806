import CLinux
import Glibc

/// Waits until one of many descriptors is ready. epoll(7), level-triggered.
///
/// The buffer for what is ready is allocated once; waiting allocates nothing. A descriptor that closes leaves
/// the poller by itself, but what a wait has already found stays in its answer: tokens should carry a
/// generation.
@safe public struct Poller: ~Copyable {
    /// What to wait for, and what came.
    public struct Interest: OptionSet, Hashable, Sendable {
        /// The bits of EPOLLIN and the like.
        public let rawValue: UInt32

        /// The set of these bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// EPOLLIN: a read gives bytes or the end.
        public static let readable = Interest(rawValue: EPOLLIN.rawValue)
        /// EPOLLOUT: a write takes bytes.
        public static let writable = Interest(rawValue: EPOLLOUT.rawValue)
        /// EPOLLHUP, told without asking: the other side is gone for both directions.
        public static let hangUp = Interest(rawValue: EPOLLHUP.rawValue)
        /// EPOLLRDHUP: the other side will write no more.
        public static let peerClosed = Interest(rawValue: EPOLLRDHUP.rawValue)
        /// EPOLLERR, told without asking.
        public static let error = Interest(rawValue: EPOLLERR.rawValue)
    }

    /// A descriptor that is ready.
    public struct Readiness: Hashable, Sendable {
        /// The token that it was registered with.
        public var token: UInt64
        /// What it is ready for.
        public var interest: Interest
    }

    private let descriptor: FileDescriptor
    private let events: UnsafeMutableBufferPointer<epoll_event>
    private var ready = 0

    /// A poller that gives at most `capacity` ready descriptors at a time; the others come with the next
    /// wait. epoll_create1(2).
    public init(capacity: Int = 64) throws(SystemError) {
        let raw = epoll_create1(Int32(EPOLL_CLOEXEC))
        if raw < 0 { throw .current("epoll_create1") }
        descriptor = FileDescriptor(adopting: raw)
        unsafe events = .allocate(capacity: max(capacity, 1))
        unsafe events.initialize(repeating: epoll_event())
    }

    deinit {
        unsafe events.deallocate()
    }

    /// Begins to watch `descriptor`. epoll_ctl(2) EPOLL_CTL_ADD.
    public func add(
        _ descriptor: borrowing FileDescriptor, for interest: Interest, token: UInt64
    ) throws(SystemError) {
        try control(EPOLL_CTL_ADD, descriptor.rawValue, interest, token)
    }

    /// Begins to watch a descriptor that a C library owns. epoll_ctl(2) EPOLL_CTL_ADD.
    public func add(rawDescriptor: Int32, for interest: Interest, token: UInt64) throws(SystemError) {
        try control(EPOLL_CTL_ADD, rawDescriptor, interest, token)
    }

    /// Changes what to wait for on a watched `descriptor`. epoll_ctl(2) EPOLL_CTL_MOD.
    public func modify(
        _ descriptor: borrowing FileDescriptor, for interest: Interest, token: UInt64
    ) throws(SystemError) {
        try control(EPOLL_CTL_MOD, descriptor.rawValue, interest, token)
    }

    /// Stops watching `descriptor`. epoll_ctl(2) EPOLL_CTL_DEL.
    public func remove(_ descriptor: borrowing FileDescriptor) throws(SystemError) {
        try control(EPOLL_CTL_DEL, descriptor.rawValue, [], 0)
    }

    /// Stops watching a descriptor that a C library owns. epoll_ctl(2) EPOLL_CTL_DEL.
    public func remove(rawDescriptor: Int32) throws(SystemError) {
        try control(EPOLL_CTL_DEL, rawDescriptor, [], 0)
    }

    /// Waits until something is ready or `milliseconds` have passed (nil: for ever, 0: not at all), and
    /// returns how many descriptors are; `subscript` gives them. A signal ends the wait with 0.
    /// epoll_wait(2).
    public mutating func wait(milliseconds: Int32? = nil) throws(SystemError) -> Int {
        ready = 0
        let count = unsafe epoll_wait(
            descriptor.rawValue, events.baseAddress, Int32(clamping: events.count), milliseconds ?? -1)
        if count >= 0 {
            ready = Int(count)
        } else if errno != EINTR {
            throw .current("epoll_wait")
        }
        return ready
    }

    /// The `index`-th ready descriptor of the last wait, from 0 up to the count that it returned.
    public subscript(index: Int) -> Readiness {
        precondition(index >= 0 && index < ready, "beyond what the last wait found")
        let event = unsafe events[index]
        return unsafe Readiness(token: event.data.u64, interest: Interest(rawValue: event.events))
    }

    private func control(
        _ operation: Int32, _ raw: Int32, _ interest: Interest, _ token: UInt64
    ) throws(SystemError) {
        var event = unsafe epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token))
        if unsafe epoll_ctl(descriptor.rawValue, operation, raw, &event) != 0 { throw .current("epoll_ctl") }
    }
}
