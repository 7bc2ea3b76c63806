import Glibc
import LinuxIO
import Testing

@Suite struct `The poller and what it watches` {
    @Test func `an armed timer wakes its token, a disarmed one does not`() throws {
        var poller = try Poller(capacity: 4)
        let timer = try Timer()
        try poller.add(timer.descriptor, for: .readable, token: 0xffff_0000_0001)
        #expect(try poller.wait(milliseconds: 0) == 0)
        try timer.arm(atMicroseconds: Clock.monotonicMicroseconds() + 1_000)
        #expect(try poller.wait() == 1)
        #expect(poller[0].token == 0xffff_0000_0001)
        #expect(poller[0].interest == .readable)
        #expect(try timer.drain())
        #expect(try !timer.drain())
        #expect(try poller.wait(milliseconds: 0) == 0)
        try timer.arm(atMicroseconds: Clock.monotonicMicroseconds() + 3_600_000_000)
        try timer.disarm()
        #expect(try !timer.drain())
    }

    @Test(arguments: [Int64.min, -1, 0, 1, 999_999, 1_000_000])
    func `a deadline that has passed fires at once`(deadline: Int64) throws {
        var poller = try Poller()
        let timer = try Timer()
        try poller.add(timer.descriptor, for: .readable, token: 1)
        try timer.arm(atMicroseconds: deadline)
        #expect(try poller.wait(milliseconds: 10_000) == 1)
        #expect(try timer.drain())
    }

    @Test func `a deadline never fires before its microsecond`() throws {
        var poller = try Poller()
        let timer = try Timer()
        try poller.add(timer.descriptor, for: .readable, token: 1)
        let deadline = Clock.monotonicMicroseconds() + 2_345
        try timer.arm(atMicroseconds: deadline)
        #expect(try poller.wait() == 1)
        #expect(Clock.monotonicMicroseconds() >= deadline)
    }

    @Test func `disarming forgets a deadline that passed`() throws {
        var poller = try Poller()
        let timer = try Timer()
        try poller.add(timer.descriptor, for: .readable, token: 1)
        try timer.arm(atMicroseconds: 0)
        #expect(try poller.wait() == 1)
        try timer.disarm()
        #expect(try !timer.drain())
    }

    @Test func `interest can be changed and taken back`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        let reader = FileDescriptor(adopting: ends[0])
        let writer = FileDescriptor(adopting: ends[1])
        var poller = try Poller(capacity: 1)
        try poller.add(writer, for: [], token: 5)
        try poller.add(rawDescriptor: reader.rawValue, for: .readable, token: 6)
        #expect(try poller.wait(milliseconds: 0) == 0)
        try poller.modify(writer, for: .writable, token: 7)
        #expect(try poller.wait(milliseconds: 0) == 1)
        #expect(poller[0].token == 7)
        #expect(poller[0].interest == .writable)
        try poller.remove(writer)
        #expect(try poller.wait(milliseconds: 0) == 0)
        try writer.close()
        #expect(try poller.wait(milliseconds: 0) == 1)
        #expect(poller[0].token == 6)
        #expect(poller[0].interest.contains(.hangUp))
        try poller.remove(rawDescriptor: reader.rawValue)
        #expect(try poller.wait(milliseconds: 0) == 0)
    }

    @Test func `watching twice is an error`() throws {
        let poller = try Poller()
        let timer = try Timer()
        try poller.add(timer.descriptor, for: .readable, token: 1)
        do throws(SystemError) {
            try poller.add(timer.descriptor, for: .readable, token: 1)
            Issue.record("the second registration was taken")
        } catch {
            #expect(error.code == EEXIST)
        }
    }

    @Test func `more ready descriptors than the buffer holds come with the next wait`() throws {
        var poller = try Poller(capacity: 1)
        let first = try Timer()
        let second = try Timer()
        try poller.add(first.descriptor, for: .readable, token: 1)
        try poller.add(second.descriptor, for: .readable, token: 2)
        try first.arm(atMicroseconds: 0)
        try second.arm(atMicroseconds: 0)
        var tokens: Set<UInt64> = []
        for _ in 0..<2 {
            #expect(try poller.wait(milliseconds: 10_000) == 1)
            tokens.insert(poller[0].token)
        }
        #expect(tokens == [1, 2])
    }

    @Test func `blocked signals come through the descriptor`() throws {
        let signals = try SignalDescriptor(SignalSet([SIGUSR1, SIGUSR2]))
        #expect(try signals.next() == nil)
        // To this thread alone: other threads of the test process do not block the signals.
        pthread_kill(pthread_self(), SIGUSR2)
        #expect(try signals.next() == SIGUSR2)
        #expect(try signals.next() == nil)
    }

    @Test func `a number that is no signal is refused`() {
        #expect(throws: SystemError.self) { _ = try SignalSet([SIGTERM, 4_711]) }
    }

    @Test func `the clock does not go back`() {
        let first = Clock.monotonicMicroseconds()
        #expect(first > 0)
        #expect(Clock.monotonicMicroseconds() >= first)
    }
}
