import HitZoneProtocol
import Testing
import TouchModel

@testable import DaemonCore

/// What the daemon holds of the past (chapter 8): the last 1,024 events, and for `since` none older than 10
/// s.
struct EventLogTests {
    private func log(_ count: Int, at times: (Int) -> Int64 = { _ in 0 }) -> EventLog {
        var log = EventLog()
        for index in 0..<count {
            log.append(event(.action, "r\(index + 1)", time: Int64(index)), at: times(index))
        }
        return log
    }

    @Test func `an empty log has no oldest event`() {
        let log = EventLog()
        #expect(log.lastSequence == 0)
        #expect(log.oldestSequence == 1)
        #expect(log.nextOverwritten(at: .max) == nil)
        #expect(log.oldestWithinAge(at: .max) == 1)
    }

    @Test func `events are numbered from 1 without gaps and found by their number`() {
        let log = log(40)
        #expect(log.lastSequence == 40)
        for sequence in UInt64(1)...40 {
            #expect(log[sequence].event.region == "r\(sequence)")
        }
    }

    @Test func `an event is encoded as the reply that subscribers get, however often and in any order`() {
        var log = log(100)
        for sequence in [2, 2, 34, 100, 2, 66, 34, 1] as [UInt64] {
            var expected = event(.action, "r\(sequence)", time: Int64(sequence) - 1)
            expected.seq = sequence
            var (writer, reference) = (JSONWriter([1]), JSONWriter([1]))
            Reply.write(.event(expected), to: &reference)
            log.write(messageOf: sequence, to: &writer)
            #expect(writer.bytes == reference.bytes)
        }
    }

    @Test(arguments: EventKind.known)
    func `an event comes out of the log as it went in`(_ kind: EventKind) {
        var bare = Event(seq: 0, time: Timestamp(microseconds: -5), kind: kind)
        let full = Event(
            0, Timestamp(microseconds: 7), kind, screen: "s", page: "p", region: "r", action: "a",
            trigger: .hold, phase: .leave, reason: .busy, remaining: .zero, contact: 1, x: 0, y: -0.25,
            inside: .expansion)
        var log = EventLog()
        log.append(bare, at: 0)
        log.append(full, at: 1)
        bare.seq = 1
        #expect(log[1].event == bare)
        var expected = full
        expected.seq = 2
        #expect(log[2].event == expected)
        #expect(log[2].published == 1)
    }

    @Test(
        arguments: [(1_023, 1, nil), (1_024, 1, 1), (1_025, 2, 2), (5_000, 3_977, 3_977)]
            as [(Int, UInt64, UInt64?)])
    func `it holds the last 1,024`(_ count: Int, _ oldest: UInt64, _ next: UInt64?) {
        let log = log(count)
        #expect(log.oldestSequence == oldest)
        #expect(log.nextOverwritten(at: 0) == next)
        for sequence in oldest...UInt64(count) { #expect(log[sequence].event.region == "r\(sequence)") }
    }

    @Test func `it grows only while all events may still be asked for`() {
        // Ten events a second, then a hundred, then one.
        var log = EventLog()
        var now: Int64 = 0
        func publish(_ count: Int, every interval: Int64) {
            for _ in 0..<count {
                now += interval
                log.append(event(.action, "r\(log.lastSequence + 1)", time: 0), at: now)
                for sequence in log.oldestSequence...log.lastSequence {
                    #expect(log[sequence].event.region == "r\(sequence)")
                }
            }
        }
        publish(500, every: 100_000)
        #expect(log.lastSequence - log.oldestSequence == 100)
        publish(450, every: 10_000)
        #expect(log.lastSequence - log.oldestSequence > 400)
        #expect(log.oldestWithinAge(at: now) < log.lastSequence - 450)
        let held = log.lastSequence - log.oldestSequence
        publish(50, every: 1_000_000)
        #expect(log.lastSequence - log.oldestSequence == held)
        #expect(log.lastSequence - log.oldestWithinAge(at: now) == 10)
    }

    @Test func `an event of exactly 10 s makes no room and an older one does`() {
        let log = log(3) { Int64($0) * 1_000_000 }
        #expect(log.nextOverwritten(at: 10_000_000) == nil)
        #expect(log.nextOverwritten(at: 10_000_001) == 1)
    }

    @Test func `an event of exactly 10 s may still be asked for and an older one not`() {
        let log = log(3) { Int64($0) * 1_000_000 }
        #expect(log.oldestWithinAge(at: 10_000_000) == 1)
        #expect(log.oldestWithinAge(at: 10_000_001) == 2)
        #expect(log.oldestWithinAge(at: 12_000_000) == 3)
        #expect(log.oldestWithinAge(at: 12_000_001) == 4)
    }
}
