import HitZoneProtocol
import ReplyReading
import Testing
import TouchModel

private func call(_ method: String, _ parameters: String) throws -> Call {
    try Call(message: Array("{\"method\":\"io.hitzone.\(method)\",\"parameters\":\(parameters)}".utf8))
}

private func failure(_ method: String, _ parameters: String) throws -> CallError? {
    switch try call(method, parameters).request {
    case .success: nil
    case .failure(let error): error
    }
}

@Suite struct `Calls that change something` {
    @Test(arguments: [
        Request.setPage(screen: nil, page: "pay"), .setPage(screen: "front", page: "pay"),
        .setRegion(Request.RegionChange(region: "a", enabled: false)),
        .setRegion(Request.RegionChange(screen: "s", page: "p", region: "a", hidden: true, opacity: 0.25)),
        .putPage(Request.PagePut(screen: "s", page: "p", regions: Array("[]".utf8))),
        .lock(screen: nil), .lock(screen: "s"), .unlock(screen: nil), .unlock(screen: "s"), .reload,
    ])
    func `come back as they were written`(request: Request) throws {
        var writer = JSONWriter()
        request.write(to: &writer)
        #expect(try Call(message: writer.bytes.dropLast()).request.get() == request)
        #expect(request.isChange && !request.answersMore)
    }

    @Test func `GetStats changes nothing`() throws {
        #expect(try call("GetStats", "{}").request.get() == .getStats)
        #expect(!Request.getStats.isChange && !Request.getState.isChange)
    }

    @Test(
        arguments: [
            ("SetPage", "{}", "page"), ("SetPage", #"{"page":7}"#, "page"),
            ("SetPage", #"{"page":"p","pages":1}"#, "pages"),
            ("SetPage", #"{"page":"p","screen":[]}"#, "screen"),
            ("SetRegion", #"{"enabled":true}"#, "region"), ("SetRegion", #"{"region":"a"}"#, "enabled"),
            ("SetRegion", #"{"region":"a","enabled":null,"opacity":null}"#, "enabled"),
            ("SetRegion", #"{"region":"a","enabled":1}"#, "enabled"),
            ("SetRegion", #"{"region":"a","hidden":"true"}"#, "hidden"),
            ("SetRegion", #"{"region":"a","opacity":0}"#, nil),
            ("SetRegion", #"{"region":"a","opacity":1}"#, nil),
            ("SetRegion", #"{"region":"a","opacity":-0.001}"#, "opacity"),
            ("SetRegion", #"{"region":"a","opacity":1.001}"#, "opacity"),
            ("SetRegion", #"{"region":"a","opacity":true,"enabled":true}"#, "opacity"),
            ("SetRegion", #"{"region":"a","interactive":true}"#, "interactive"),
            ("PutPage", #"{"regions":[]}"#, "page"), ("PutPage", #"{"page":"p"}"#, "regions"),
            ("PutPage", #"{"page":"p","regions":null}"#, "regions"),
            ("PutPage", #"{"page":"p","regions":[],"overlap":"nearest"}"#, "overlap"),
            ("PutPage", #"{"page":"p","regions":7}"#, nil),
            ("Lock", #"{"screen":7}"#, "screen"), ("Lock", #"{"screens":"a"}"#, "screens"),
            ("Unlock", #"{"screen":{}}"#, "screen"), ("Reload", #"{"file":"/x"}"#, "file"),
            ("GetStats", #"{"screen":"a"}"#, "screen"),
        ] as [(String, String, String?)])
    func `name the parameter that is wrong`(method: String, parameters: String, name: String?) throws {
        #expect(try failure(method, parameters) == name.map { .invalidParameter(parameter: $0) })
    }

    @Test(arguments: [
        "[]", "[ ]", "{}", #"[{"id":"a","id":"b"}]"#, #"{"b":1,"a":[1.50,1e2,-0],"c":{"d":[[],{}]}}"#,
        #""x\"]}""#, #""\\""#, #"["\u00e9","é","\\\"",{"}":"]"}]"#, "7", "true", "-1.5e-3",
        "[\n\t1 ,\r 2 ]",
    ])
    func `a page that is put keeps its text`(text: String) throws {
        for parameters in [
            "{\"page\":\"p\",\"regions\":\(text)}", "{\"regions\":\(text),\"page\":\"p\"}",
            "{ \"page\" : \"regions\" , \"screen\":\"\\\"regions\\\":\", \"regions\" :\n\(text) }",
            "{\"page\":\"p\",\"re\\u0067ions\":\(text)}",
        ] {
            guard case .putPage(let put) = try call("PutPage", parameters).request.get() else {
                Issue.record("no put: \(parameters)")
                continue
            }
            #expect(String(decoding: put.regions, as: UTF8.self) == text)
            try put.check()
        }
    }

    @Test func `the members of a call may stand in any order`() throws {
        let json =
            #"{"x":{"parameters":{"regions":1}},"more":false,"parameters":{"page":"p","regions":[2]},"#
            + #""method":"io.hitzone.PutPage"}"#
        let expected = Request.putPage(Request.PagePut(page: "p", regions: Array("[2]".utf8)))
        #expect(try Call(message: Array(json.utf8)).request.get() == expected)
    }

    @Test(arguments: ["", "[", "[]]", "[],\"screen\":\"x\"", "[]} ", "{\"a\":1", "\u{0}", "x"])
    func `a page that is no JSON value is not sent`(text: String) {
        #expect(throws: ProtocolError.self) {
            try Request.PagePut(page: "p", regions: Array(text.utf8)).check()
        }
    }
}

@Suite struct `Answers about changes` {
    private func message(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        body(&writer)
        #expect(writer.bytes.last == 0)
        return writer.bytes.dropLast()
    }

    @Test func `done is an answer without parameters`() throws {
        let bytes = message { Reply.writeEmpty(to: &$0) }
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"parameters":{}}"#)
        #expect(try ReceivedReply<EmptyAnswer>(message: bytes).answer.get() == EmptyAnswer())
    }

    @Test func `the counts are written as the interface says, and come back`() throws {
        var front = Stats.Screen(screen: "front", page: "home", locked: true)
        front.frames = 9
        front.contacts = 8
        front.actions = 7
        front.unowned = 6
        front.refused = [.locked: 2, .disabled: 1, .busy: 0]
        front.cancelled = [.reload: 3, .page: 4]
        front.outOfRange = 5
        front.withoutPosition = 4
        front.quarantined = 3
        front.gaps = .max
        var stats = Stats(screens: [front, Stats.Screen(screen: "back", page: "idle")])
        stats.connections = 3
        stats.subscribers = 2
        stats.events = 100
        stats.lost = 1
        stats.reloads = 5
        stats.failedReloads = 4
        stats.uptime = Interval(microseconds: 1_234_567)
        let bytes = message { Reply.write(stats, to: &$0) }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"parameters":{"stats":{"screens":[{"screen":"front","page":"home","locked":true,"#
                + #""frames":9,"contacts":8,"actions":7,"unowned":6,"refused":{"disabled":1,"locked":2},"#
                + #""cancelled":{"page":4,"reload":3},"outOfRange":5,"withoutPosition":4,"quarantined":3,"#
                + #""gaps":18446744073709551615},{"screen":"back","page":"idle","locked":false,"frames":0,"#
                + #""contacts":0,"actions":0,"unowned":0,"refused":{},"cancelled":{},"outOfRange":0,"#
                + #""withoutPosition":0,"quarantined":0,"gaps":0}],"connections":3,"subscribers":2,"#
                + #""events":100,"lost":1,"reloads":5,"failedReloads":4,"uptime":1234567}}}"#)
        stats.screens[0].refused[.busy] = nil
        #expect(try ReceivedReply<StatsAnswer>(message: bytes).answer.get().stats == stats)
    }

    @Test func `a reason that is not known yet is passed over`() throws {
        var text = String(
            decoding: message { Reply.write(Stats(screens: [.init(screen: "s", page: "p")]), to: &$0) },
            as: UTF8.self)
        text.replace(#""refused":{}"#, with: #""refused":{"storm":5,"busy":1}"#)
        let stats = try ReceivedReply<StatsAnswer>(message: Array(text.utf8)).answer.get().stats
        #expect(stats.screens.first?.refused == [.busy: 1])
    }

    @Test(
        arguments: [
            (
                .unknownRegion(screen: "s", page: "p", region: "r"),
                #"{"screen":"s","page":"p","region":"r"}"#
            ),
            (
                .invalidLayout(problems: [.init(member: "regions[0].id", message: "no \"id\"")]),
                #"{"problems":[{"member":"regions[0].id","message":"no \"id\""}]}"#
            ),
            (
                .reloadFailed(diagnostics: ["f:1:2: error: x", "f:3:4: error: y"]),
                #"{"diagnostics":["f:1:2: error: x","f:3:4: error: y"]}"#
            ),
        ] as [(CallError, String)])
    func `errors are written by name with their parameters, and come back`(
        error: CallError, parameters: String
    ) throws {
        let bytes = message { Reply.write(error, to: &$0) }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"error":"\#(error.name)","parameters":\#(parameters)}"#)
        #expect(throws: error) { try ReceivedReply<EmptyAnswer>(message: bytes).answer.get() }
        #expect(!error.description.isEmpty)
    }

    @Test(arguments: ["InvalidLayout", "ReloadFailed", "UnknownRegion"])
    func `an error without its parameters is an error still`(name: String) throws {
        let bytes = Array("{\"error\":\"io.hitzone.\(name)\",\"parameters\":{}}".utf8)
        #expect(throws: CallError.self) { try ReceivedReply<EmptyAnswer>(message: bytes).answer.get() }
    }

    @Test(arguments: [(100, 100), (101, 100), (10_000, 100)])
    func `of very many errors of a file the last line tells how many`(count: Int, lines: Int) throws {
        let line = "/etc/hitzone/hitzone.yaml:1:1: error: " + String(repeating: "x", count: 500)
        let error = CallError.reloadFailed(diagnostics: .init(repeating: line, count: count))
        let bytes = message { Reply.write(error, to: &$0) }
        #expect(bytes.count <= Limits.messageBytes)
        do {
            _ = try ReceivedReply<EmptyAnswer>(message: bytes).answer.get()
        } catch CallError.reloadFailed(let diagnostics) {
            #expect(diagnostics.count == lines)
            #expect((diagnostics.last == line) == (count == lines))
            #expect(count == lines || diagnostics.last?.hasPrefix("\(count) ") == true)
        }
    }
}
