import Recording
import Replay
import TestSupport
import Testing
import TouchModel

/// Recordings through the engine to the events that `hitzone replay` prints: each case a file of `cases/`.
struct ReplayCaseTests {
    @Test func `all cases are read`() throws {
        let cases = try ReplayCase.all.get()
        #expect(cases.count >= 20)
        #expect(cases.allSatisfy { !$0.layout.isEmpty })
    }

    @Test(arguments: ReplayCase.own)
    func `a recording made for it gives the events that its case names`(_ test: ReplayCase) throws {
        try check(test)
    }

    @Test(
        .enabled(if: !ReplayCase.shared.isEmpty, "there are no field recordings here"),
        arguments: ReplayCase.shared)
    func `a field recording gives the events that its case names`(_ test: ReplayCase) throws {
        try check(test)
    }

    private func check(_ test: ReplayCase) throws {
        let received = try test.received()
        if received != test.expected {
            let texts = [test.expected, received].map { $0.joined(separator: "\n") }
            Issue.record("\(test.name)\n\(sideBySide(expected: texts[0], received: texts[1]))")
        }
    }

    @Test(arguments: ReplayCase.own + ReplayCase.shared)
    func `the same input gives the same bytes`(_ test: ReplayCase) throws {
        let events = try test.events()
        #expect(try test.events() == events)
    }
}
