import Testing

@testable import DaemonCore

struct `A limit of lines` {
    @Test func `takes a burst, and then leaves out and counts`() {
        var limit = LineLimit()
        for line in 0..<LineLimit.burst { #expect(limit.admit(at: Int64(line)) == 0) }
        for _ in 0..<7 { #expect(limit.admit(at: LineLimit.interval - 1) == nil) }
        #expect(limit.admit(at: LineLimit.interval) == 7)
        #expect(limit.admit(at: LineLimit.interval) == nil)
        #expect(limit.admit(at: LineLimit.interval * 2 - 1) == nil)
        #expect(limit.admit(at: LineLimit.interval * 2) == 2)
    }

    @Test func `gathers no more than a burst in a long silence`() {
        var limit = LineLimit()
        let late = LineLimit.interval * 1_000_000
        for _ in 0..<LineLimit.burst { #expect(limit.admit(at: late) == 0) }
        #expect(limit.admit(at: late) == nil)
    }
}
