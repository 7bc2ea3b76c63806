import HitZoneClient
import Testing

@Suite(.serialized, .timeLimit(.minutes(1))) struct `Changes by a client` {
    private typealias Change = @Sendable (HitZoneClient) async throws(ClientError) -> Void

    /// Serves one call with `answer` while `change` is asked for; returns what was asked.
    private func serve(
        _ answer: @escaping @Sendable (inout JSONWriter) -> Void = { Reply.writeEmpty(to: &$0) },
        _ change: Change
    ) async throws -> Request {
        let server = try TestServer()
        let asked = Task {
            try await server.run { server in
                let connection = try server.accept()
                let request = try connection.request()
                try connection.send(answer)
                return request
            }
        }
        try await change(HitZoneClient(path: server.path))
        return try await asked.value
    }

    @Test func `each is asked for with its parameters`() async throws {
        #expect(
            try await serve { c throws(ClientError) in try await c.setPage("pay") }
                == .setPage(screen: nil, page: "pay"))
        #expect(
            try await serve { c throws(ClientError) in try await c.setPage("pay", screen: "s") }
                == .setPage(screen: "s", page: "pay"))
        let change = Request.RegionChange(
            screen: "s", page: "p", region: "r", enabled: true, hidden: false, opacity: 0.5)
        #expect(
            try await serve { c throws(ClientError) in
                try await c.setRegion("r", page: "p", screen: "s", enabled: true, hidden: false, opacity: 0.5)
            } == .setRegion(change))
        #expect(try await serve { c throws(ClientError) in try await c.lock() } == .lock(screen: nil))
        #expect(
            try await serve { c throws(ClientError) in try await c.lock(screen: "s") } == .lock(screen: "s"))
        #expect(
            try await serve { c throws(ClientError) in try await c.unlock(screen: "s") }
                == .unlock(screen: "s"))
        #expect(try await serve { c throws(ClientError) in try await c.reload() } == .reload)
    }

    @Test func `a page is put as text or as regions`() async throws {
        let text = #"{"overlap":"topmost", "regions":[]}"#
        #expect(
            try await serve { c throws(ClientError) in try await c.putPage("p", json: text) }
                == .putPage(Request.PagePut(page: "p", regions: Array(text.utf8))))
        var card = PlacedRegion("card", frame: LayoutRect(x: 0.125, y: -2, width: 30, height: 4))
        card.enabled = false
        var close = PlacedRegion("close", frame: LayoutRect(x: 1, y: 1, width: 2, height: 2), action: "go")
        close.actions[.hold] = "menu"
        close.expansion = 12
        card.regions = [close]
        let regions = [card]
        let expected =
            #"[{"id":"card","frame":[0.125,-2.0,30.0,4.0],"enabled":false,"regions":[{"id":"close","#
            + #""frame":[1.0,1.0,2.0,2.0],"expand":12.0,"actions":{"tap":"go","hold":"menu"}}]}]"#
        #expect(
            try await serve { c throws(ClientError) in try await c.putPage("p", regions: regions, screen: "s")
            }
                == .putPage(Request.PagePut(screen: "s", page: "p", regions: Array(expected.utf8))))
    }

    @Test func `the counts come back`() async throws {
        var stats = Stats(screens: [Stats.Screen(screen: "front", page: "home")])
        stats.events = 7
        let answer = stats
        let asked = try await serve({ Reply.write(answer, to: &$0) }) { client throws(ClientError) in
            let found = try await client.stats()
            #expect(found == answer)
        }
        #expect(asked == .getStats)
    }

    @Test(arguments: [
        CallError.permissionDenied, .unknownPage(screen: "s", page: "p"),
        .unknownRegion(screen: "s", page: "p", region: "r"),
        .invalidLayout(problems: [.init(member: "regions[0].id", message: "m")]),
        .reloadFailed(diagnostics: ["f:1:1: error: x"]),
    ])
    func `what the daemon refuses is thrown with its parameters`(error: CallError) async throws {
        await #expect(throws: ClientError.refused(error)) {
            _ = try await serve({ Reply.write(error, to: &$0) }) { c throws(ClientError) in
                try await c.reload()
            }
        }
    }

    @Test(arguments: ["", "[", #"[],"screen":"x""#])
    func `a page that is no JSON is not sent`(text: String) async throws {
        // There is no server: it would be another error.
        let client = HitZoneClient(path: TestServer.freshPath())
        let error = await #expect(throws: ClientError.self) { try await client.putPage("p", json: text) }
        guard case .invalidRequest(.malformed) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a page beyond the limit of a message is not sent`() async throws {
        let server = try TestServer()
        let text = "[\"\(String(repeating: "x", count: Limits.messageBytes))\"]"
        await #expect(throws: ClientError.invalidRequest(.tooLong(limit: Limits.messageBytes))) {
            try await HitZoneClient(path: server.path).putPage("p", json: text)
        }
    }

    @Test(arguments: [Double.nan, .infinity]) func `an opacity that is no number is not sent`(opacity: Double)
        async throws
    {
        let client = HitZoneClient(path: TestServer.freshPath())
        await #expect(throws: ClientError.refused(.invalidParameter(parameter: "opacity"))) {
            try await client.setRegion("r", enabled: true, opacity: opacity)
        }
    }
}
