import Glibc
import Synchronization
import Testing

@testable import HitZoneClient

/// Reconnection without long waits.
private let quick = Reconnection.after(.milliseconds(1), upTo: .milliseconds(4))

@Suite(.serialized, .timeLimit(.minutes(1))) struct `Sequences of events` {
    @Test func `the state comes first, then each event once and in order, then the end`() async throws {
        let server = try TestServer()
        let filter = try EventFilter(kinds: [.action, .page], regions: ["pay*"])
        async let script: Void = server.run { server in
            let (connection, subscription) = try server.acceptSubscriber()
            #expect(subscription == Request.Subscription(filter: filter))
            try connection.sendState(sequence: 2)
            for seq in 3...500 { try connection.sendEvent(UInt64(seq)) }
        }
        var updates: [SubscriptionReply] = []
        let client = HitZoneClient(path: server.path, reconnection: .never)
        for try await update in client.updates(matching: filter) { updates.append(update) }
        #expect(updates == [.state(testState(sequence: 2))] + (3...500).map { .event(testEvent(UInt64($0))) })
        try await script
    }

    @Test func `events alone leave the state with the iterator`() async throws {
        let server = try TestServer()
        async let script: Void = server.run { server in
            let (connection, _) = try server.acceptSubscriber()
            try connection.sendState(sequence: 2)
            try connection.sendEvent(3)
        }
        var iterator = HitZoneClient(path: server.path, reconnection: .never).events().makeAsyncIterator()
        #expect(iterator.state == nil)
        #expect(try await iterator.next() == testEvent(3))
        #expect(iterator.state == testState(sequence: 2))
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
        try await script
    }

    @Test func `a daemon's restart is survived, and the gap is told`() async throws {
        let first = try TestServer()
        let path = first.path
        async let script: Void = first.run { server in
            do {
                let (connection, subscription) = try server.acceptSubscriber()
                #expect(subscription.since == nil && subscription.run == nil)
                try connection.sendState(sequence: 40, run: "one")
                try connection.sendEvent(41)
            }
            do {
                // The same run: it goes on where it was.
                let (connection, subscription) = try server.acceptSubscriber()
                #expect(subscription.since == 41 && subscription.run == "one")
                try connection.sendState(sequence: 43, run: "one")
                try connection.sendEvent(42)
                try connection.sendEvent(43)
            }
            do {
                // Another run that ends before it has told of the gap: the old place is still the one to
                // name.
                let (connection, subscription) = try server.acceptSubscriber()
                #expect(subscription.since == 43 && subscription.run == "one")
                try connection.sendState(sequence: 1, run: "two")
            }
            let (connection, subscription) = try server.acceptSubscriber()
            #expect(subscription.since == 43 && subscription.run == "one")
            try connection.sendState(sequence: 1, run: "two")
            try connection.sendEvent(0, kind: .lost)
            try connection.sendEvent(1)
            try connection.waitForEnd()
        }
        var updates: [SubscriptionReply] = []
        for try await update in HitZoneClient(path: path, reconnection: quick).updates() {
            updates.append(update)
            if updates.count == 9 { break }
        }
        #expect(
            updates == [
                .state(testState(sequence: 40, run: "one")), .event(testEvent(41)),
                .state(testState(sequence: 43, run: "one")), .event(testEvent(42)), .event(testEvent(43)),
                .state(testState(sequence: 1, run: "two")), .state(testState(sequence: 1, run: "two")),
                .event(testEvent(0, kind: .lost)), .event(testEvent(1)),
            ])
        try await script
    }

    @Test func `a daemon that starts later is waited for`() async throws {
        let path = TestServer.freshPath()
        let client = HitZoneClient(path: path, reconnection: quick)
        let first = Task { () throws -> Event? in
            var iterator = client.events().makeAsyncIterator()
            return try await iterator.next()
        }
        try await Task.sleep(for: .milliseconds(20))
        let server = try TestServer(path: path)
        try await server.run { server in
            // Full for a while: told why, the client comes again.
            try server.accept().send { Reply.write(CallError.tooManyConnections(limit: 64), to: &$0) }
            let (connection, _) = try server.acceptSubscriber()
            try connection.sendState(sequence: 0)
            try connection.sendEvent(1)
        }
        #expect(try await first.value == testEvent(1))
    }

    @Test func `a place to start from is named to the daemon`() async throws {
        let server = try TestServer()
        async let script: Void = server.run { server in
            let (connection, subscription) = try server.acceptSubscriber()
            #expect(subscription.since == 5 && subscription.run == "run-1")
            try connection.sendState(sequence: 9)
            try connection.sendEvent(6)
        }
        let client = HitZoneClient(path: server.path, reconnection: .never)
        var iterator = client.updates(since: Position(sequence: 5, run: "run-1")).makeAsyncIterator()
        _ = try await iterator.next()
        #expect(iterator.position == Position(sequence: 5, run: "run-1"))
        #expect(try await iterator.next() == .event(testEvent(6)))
        #expect(iterator.position == Position(sequence: 6, run: "run-1"))
        try await script
    }

    @Test func `what does not pass by itself ends the sequence with an error, once`() async throws {
        let server = try TestServer()
        async let script: Void = server.run { server in
            let (connection, _) = try server.acceptSubscriber()
            try connection.send { Reply.write(CallError.invalidParameter(parameter: "kinds"), to: &$0) }
        }
        var iterator = HitZoneClient(path: server.path, reconnection: quick).events().makeAsyncIterator()
        do throws(ClientError) {
            _ = try await iterator.next()
            Issue.record("no error")
        } catch {
            #expect(error == .refused(.invalidParameter(parameter: "kinds")))
        }
        #expect(try await iterator.next() == nil)
        try await script
    }

    @Test func `without reconnection a missing daemon and a cut message are errors`() async throws {
        let absent = HitZoneClient(path: TestServer.freshPath(), reconnection: .never)
        await #expect(throws: ClientError.self) { for try await _ in absent.events() {} }
        let server = try TestServer()
        async let script: Void = server.run { server in
            let (connection, _) = try server.acceptSubscriber()
            try connection.sendState(sequence: 1)
            try connection.send(Array("{\"parameters\":{\"event\"".utf8))
        }
        let client = HitZoneClient(path: server.path, reconnection: .never)
        await #expect(throws: ClientError.connectionLost(reason: "it ended within a message")) {
            for try await _ in client.events() {}
        }
        try await script
    }

    @Test func `a garbled event is an error, not a silence`() async throws {
        let server = try TestServer()
        async let script: Void = server.run { server in
            let (connection, _) = try server.acceptSubscriber()
            try connection.sendState(sequence: 1)
            try connection.send(Array("{\"parameters\":{\"event\":{}}}\0".utf8))
        }
        let client = HitZoneClient(path: server.path, reconnection: quick)
        await #expect(throws: ClientError.invalidReply(.malformed("parameters.event: \"seq\" is missing"))) {
            for try await _ in client.events() {}
        }
        try await script
    }

    @Test func `nothing is read that is not asked for`() async throws {
        let server = try TestServer()
        let stop = Mutex(false)
        let client = HitZoneClient(path: server.path, reconnection: .never)
        var iterator = client.updates().makeAsyncIterator()
        async let script: Void = server.run { server in
            let (connection, _) = try server.acceptSubscriber()
            try connection.sendState(sequence: 0)
            while !stop.withLock({ $0 }) { usleep(1_000) }
            var writer = JSONWriter()
            for seq in 1...5_000 { Reply.write(.event(testEvent(UInt64(seq))), to: &writer) }
            let taken = try connection.sendWithoutWaiting(writer.bytes)
            // The client is not reading: what the kernel holds is all that goes.
            usleep(20_000)
            let more = try connection.sendWithoutWaiting(Array(writer.bytes.dropFirst(taken)))
            #expect(taken < writer.bytes.count)
            #expect(more == 0)
        }
        _ = try await iterator.next()
        stop.withLock { $0 = true }
        try await script
        #expect(try await iterator.next() == .event(testEvent(1)))
    }

    @Test func `cancelling ends the loop without an error and closes the connection`() async throws {
        let server = try TestServer()
        let client = HitZoneClient(path: server.path)
        let loop = Task { () throws -> Int in
            var count = 0
            for try await _ in client.events() { count += 1 }
            return count
        }
        try await server.run { server in
            let (connection, _) = try server.acceptSubscriber()
            try connection.sendState(sequence: 0)
            try connection.sendEvent(1)
            usleep(5_000)
            loop.cancel()
            try connection.waitForEnd()
        }
        #expect(try await loop.value == 1)
    }

    @Test func `cancelling while waiting to reconnect ends the loop`() async throws {
        let client = HitZoneClient(
            path: TestServer.freshPath(), reconnection: .after(.seconds(3_600), upTo: .seconds(3_600)))
        let loop = Task { () throws -> Void in for try await _ in client.events() {} }
        try await Task.sleep(for: .milliseconds(5))
        loop.cancel()
        try await loop.value
    }

    @Test func `a loop may run on an actor`() async throws {
        let server = try TestServer()
        async let script: Void = server.run { server in
            let (connection, _) = try server.acceptSubscriber()
            try connection.sendState(sequence: 0)
            try connection.sendEvent(1)
            usleep(1_000)
            try connection.sendEvent(2)
        }
        let client = HitZoneClient(path: server.path, reconnection: .never)
        #expect(try await collect(client) == [1, 2])
        try await script
    }

    @MainActor private func collect(_ client: HitZoneClient) async throws(ClientError) -> [UInt64] {
        var numbers: [UInt64] = []
        for try await event in client.events() {
            MainActor.assertIsolated()
            numbers.append(event.seq)
        }
        return numbers
    }

    @Test func `hundreds of subscriptions leave no descriptor open`() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer()
            // The first round opens what the runtime keeps for itself.
            try await subscribeAndLeave(server, times: 20)
            let before = try openDescriptors()
            try await subscribeAndLeave(server, times: 300)
            #expect(try openDescriptors() == before)
        }
    }
}

/// Makes subscriptions and ends them in every way there is: by the loop's break, by cancelling while it
/// waits, and by the daemon.
private func subscribeAndLeave(_ server: TestServer, times: Int) async throws {
    let client = HitZoneClient(path: server.path, reconnection: .never)
    for round in 0..<times {
        let loop = Task { () throws -> Void in
            for try await _ in client.events() where round % 3 == 0 { break }
        }
        try await server.run { server in
            let (connection, _) = try server.acceptSubscriber()
            try connection.sendState(sequence: 0)
            try connection.sendEvent(1)
            if round % 3 == 1 { loop.cancel() }
            if round % 3 != 2 { try connection.waitForEnd() }
        }
        try await loop.value
    }
}

/// How many descriptors this process has, once Dispatch has let go of those that are being closed.
private func openDescriptors() throws -> Int {
    var least = Int.max
    // Dispatch closes on a thread of its own, a moment later.
    for _ in 0..<200 {
        var count = 0
        let directory = unsafe opendir("/proc/self/fd")
        guard let directory = unsafe directory else { throw TestServer.Unexpected.end }
        while unsafe readdir(directory) != nil { count += 1 }
        unsafe closedir(directory)
        least = min(least, count)
        usleep(500)
    }
    return least
}

@Suite struct `Reconnection pauses` {
    @Test func `double up to the most, less up to half at random`() {
        let reconnection = Reconnection.after(.milliseconds(100), upTo: .seconds(1))
        let most = (1...6).map { reconnection.pause(afterFailures: $0, random: 1) }
        #expect(most == [100, 200, 400, 800, 1_000, 1_000].map { .milliseconds($0) })
        #expect(reconnection.pause(afterFailures: 3, random: 0) == .milliseconds(200))
        #expect(reconnection.pause(afterFailures: .max, random: 1) == .seconds(1))
    }

    @Test func `never is never`() {
        #expect(Reconnection.never.pause(afterFailures: 1, random: 1) == nil)
    }

    @Test func `a pause of nothing becomes a millisecond, so that no loop spins`() {
        #expect(Reconnection.after(.zero, upTo: .zero).pause(afterFailures: 9, random: 1) == .milliseconds(1))
    }
}
