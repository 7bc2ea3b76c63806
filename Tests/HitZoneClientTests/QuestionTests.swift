import Glibc
import HitZoneClient
import Testing

@Suite(.serialized, .timeLimit(.minutes(1))) struct `Questions to a daemon` {
    private let info = ServiceInfo(vendor: "v", product: "p", version: "1.0", url: "u")

    @Test func `each is asked and answered over a connection that is closed then`() async throws {
        let server = try TestServer()
        let explanation = Explanation(
            screen: "front", page: "home", x: 1.5, y: 2, candidates: [.init(region: "pay", distance: 3)],
            owner: "pay",
            inside: .expansion, result: .accepted)
        let layout = LayoutReply(screens: [])
        async let script: Void = server.run { [info] server in
            let answers: [(Request, (inout JSONWriter) -> Void)] = [
                (.getInfo, { Reply.write(info, to: &$0) }),
                (.getState, { Reply.write(testState(sequence: 7), to: &$0) }),
                (.getLayout(screen: "front", page: nil), { Reply.write(layout, to: &$0) }),
                (.explain(Request.Question(x: 257.9999, y: 2)), { Reply.write(explanation, to: &$0) }),
            ]
            for (request, write) in answers {
                let connection = try server.accept()
                let asked = try connection.request()
                #expect(asked == request)
                try connection.send(write)
                try connection.waitForEnd()
            }
        }
        let client = try await HitZoneClient.connect(path: server.path)
        #expect(try await client.state() == testState(sequence: 7))
        #expect(try await client.layout(screen: "front") == layout)
        #expect(try await client.explain(x: 257.9999, y: 2) == explanation)
        try await script
    }

    @Test func `the daemon's error is thrown as it is`() async throws {
        let server = try TestServer()
        async let script: Void = server.run { server in
            let connection = try server.accept()
            _ = try connection.request()
            try connection.send { Reply.write(CallError.unknownScreen(screen: "x"), to: &$0) }
        }
        await #expect(throws: ClientError.refused(.unknownScreen(screen: "x"))) {
            try await HitZoneClient(path: server.path).explain(x: 0, y: 0, screen: "x")
        }
        try await script
    }

    @Test func `a connection that is refused tells why, though it is closed at once`() async throws {
        let server = try TestServer()
        async let script: Void = server.run { server in
            try server.accept().send { Reply.write(CallError.tooManyConnections(limit: 64), to: &$0) }
        }
        try await Task.sleep(for: .milliseconds(1))
        await #expect(throws: ClientError.refused(.tooManyConnections(limit: 64))) {
            _ = try await HitZoneClient.connect(path: server.path)
        }
        try await script
    }

    @Test func `without a daemon the error says where and what to do`() async throws {
        let path = TestServer.freshPath()
        let error = await #expect(throws: ClientError.self) { try await HitZoneClient.connect(path: path) }
        guard case .cannotConnect(path, ENOENT, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(
            reason == "connect \(path): No such file or directory (ENOENT); "
                + "start hitzoned, or give the path of its socket")
    }

    @Test func `a service without the interface is refused`() async throws {
        let server = try TestServer()
        async let script: Void = server.run { server in
            let connection = try server.accept()
            _ = try connection.request()
            let other = ServiceInfo(
                vendor: "", product: "", version: "", url: "", interfaces: ["org.varlink.service"])
            try connection.send { Reply.write(other, to: &$0) }
        }
        await #expect(throws: ClientError.refused(.interfaceNotFound(interface: "io.hitzone"))) {
            _ = try await HitZoneClient.connect(path: server.path)
        }
        try await script
    }

    @Test(arguments: [
        ("", false), ("{\"parameters\":", false), ("not JSON\0", true), ("{}\0", true),
        ("{\"parameters\":{}}\0", true),
    ])
    func `an answer that ends early or makes no sense is an error`(answer: String, isInvalid: Bool)
        async throws
    {
        let server = try TestServer()
        async let script: Void = server.run { server in
            let connection = try server.accept()
            _ = try connection.request()
            try connection.send(Array(answer.utf8))
        }
        let error = await #expect(throws: ClientError.self) {
            try await HitZoneClient(path: server.path).state()
        }
        switch error {
        case .invalidReply: #expect(isInvalid)
        case .connectionLost: #expect(!isInvalid)
        default: Issue.record("\(String(describing: error))")
        }
        try await script
    }

    @Test func `an answer over the limit is given up`() async throws {
        let server = try TestServer()
        async let script: Void = server.run { server in
            let connection = try server.accept()
            _ = try connection.request()
            // The client closes before all of it is sent.
            try? connection.send([UInt8](repeating: 32, count: 2 << 20))
        }
        await #expect(throws: ClientError.invalidReply(.tooLong(limit: Limits.messageBytes))) {
            try await HitZoneClient(path: server.path).state()
        }
        try await script
    }

    @Test func `an answer of many pieces is put together`() async throws {
        let server = try TestServer()
        let screens = (0..<5_000).map { State.Screen(screen: "screen-\($0)", page: "home") }
        let state = State(screens: screens, sequence: 1, run: "r", version: "1")
        async let script: Void = server.run { server in
            let connection = try server.accept()
            _ = try connection.request()
            try connection.send { Reply.write(state, to: &$0) }
            try connection.waitForEnd()
        }
        #expect(try await HitZoneClient(path: server.path).state() == state)
        try await script
    }

    @Test func `cancelling one that waits ends it and closes its connection`() async throws {
        let server = try TestServer()
        let client = HitZoneClient(path: server.path)
        let question = Task { try await client.state() }
        try await server.run { server in
            let connection = try server.accept()
            _ = try connection.request()
            question.cancel()
            try connection.waitForEnd()
        }
        await #expect(throws: ClientError.cancelled) { try await question.value }
    }

    @Test func `a filter larger than the socket's buffer is sent whole`() async throws {
        let server = try TestServer()
        // Each of these bytes becomes six in JSON.
        let pattern = String(repeating: "\u{1}", count: Limits.patternBytes)
        let list = [String](repeating: pattern, count: Limits.patterns)
        let filter = try EventFilter(screens: list, pages: list, regions: list, actions: list)
        async let script: Void = server.run { server in
            let connection = try server.accept()
            usleep(20_000)
            guard case .subscribe(let subscription) = try connection.request() else {
                throw TestServer.Unexpected.request
            }
            #expect(subscription.filter == filter)
            try connection.sendState(sequence: 0)
            try connection.sendEvent(1, kind: .lost)
        }
        var iterator = HitZoneClient(path: server.path).events(matching: filter).makeAsyncIterator()
        #expect(try await iterator.next()?.kind == .lost)
        try await script
    }
}
