import HitZoneProtocol
import Testing

private func call(_ json: String) throws(ProtocolError) -> Call {
    try Call(message: Array(json.utf8))
}

private func failure(_ json: String) throws -> CallError? {
    switch try call(json).request {
    case .success: nil
    case .failure(let error): error
    }
}

@Suite struct `Calls` {
    @Test func `are read with their flags`() throws {
        let plain = try call(#"{"method":"io.hitzone.GetState"}"#)
        #expect(try plain.request.get() == .getState)
        #expect(!plain.more && !plain.oneway && !plain.upgrade)
        let flagged = try call(
            #"{"method":"org.varlink.service.GetInfo","parameters":{},"more":true,"oneway":true,"upgrade":true}"#
        )
        #expect(try flagged.request.get() == .getInfo)
        #expect(flagged.more && flagged.oneway && flagged.upgrade)
    }

    @Test(arguments: [
        "", "{", "[]", "7", "null", "{}", #"{"method":7}"#, #"{"method":"io.hitzone.GetState","more":"yes"}"#,
        #"{"method":"io.hitzone.GetState","parameters":[]}"#, #"{"method":null}"#, "{\"method\":\"\u{1}\"}",
        #"{"method":"io.hitzone.GetState"} x"#, "\u{feff}", String(repeating: "[", count: 100_000),
        #"{"method":"io.hitzone.GetState","parameters":"# + String(repeating: #"{"a":"#, count: 50_000),
    ])
    func `that are none are malformed`(json: String) {
        #expect(throws: ProtocolError.self) { try call(json) }
    }

    @Test func `with bytes that are no UTF-8 are malformed`() {
        #expect(throws: ProtocolError.self) { try Call(message: [0x7b, 0xff, 0xfe, 0x7d]) }
    }

    @Test func `a malformed one says where`() {
        #expect(throws: ProtocolError.malformed("\"method\" is missing")) { try call(#"{"more":true}"#) }
    }

    @Test(arguments: [
        ("io.hitzone.Paint", CallError.methodNotFound(method: "io.hitzone.Paint")),
        ("org.varlink.service.Paint", .methodNotFound(method: "org.varlink.service.Paint")),
        ("io.other.GetState", .interfaceNotFound(interface: "io.other")),
        ("GetState", .interfaceNotFound(interface: "")),
        ("io.hitzone.Subscribe", .expectedMore),
    ])
    func `of what is not there are answered`(method: String, error: CallError) throws {
        #expect(try failure("{\"method\":\"\(method)\"}") == error)
    }

    @Test func `GetInterfaceDescription knows the interfaces`() throws {
        let method = #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":"#
        #expect(
            try call(method + #"{"interface":"io.hitzone"}}"#).request.get()
                == .getInterfaceDescription(.hitzone))
        #expect(try failure(method + #"{"interface":"io.x"}}"#) == .interfaceNotFound(interface: "io.x"))
        #expect(try failure(method + "{}}") == .invalidParameter(parameter: "interface"))
    }

    @Test func `Subscribe takes no parameters at all, or null, for the defaults`() throws {
        let standard = Request.subscribe(Request.Subscription(filter: EventFilter()))
        for parameters in [
            "", #","parameters":null"#, #","parameters":{"kinds":null,"since":null,"run":null}"#,
        ] {
            let json = #"{"method":"io.hitzone.Subscribe","more":true\#(parameters)}"#
            #expect(try call(json).request.get() == standard)
        }
    }

    @Test func `Subscribe takes kinds by name and by pattern`() throws {
        let json =
            #"{"method":"io.hitzone.Subscribe","more":true,"parameters":{"kinds":["page","pa*","[c]*"]}}"#
        guard case .subscribe(let subscription) = try call(json).request.get() else {
            Issue.record("not a subscription")
            return
        }
        #expect(subscription.filter.kinds == [.page, .panel, .contact])
    }

    @Test(arguments: [
        (#""kinds":["action","actoin"]"#, "kinds"), (#""kinds":"action""#, "kinds"),
        (#""kinds":["["]"#, "kinds"),
        (#""screens":["["]"#, "screens"), (#""pages":[""]"#, "pages"), (#""regions":[7]"#, "regions"),
        (#""actions":{"a":1}"#, "actions"), (#""since":-1"#, "since"), (#""since":1.5"#, "since"),
        (#""since":"1""#, "since"), (#""run":1"#, "run"), (#""action":["a"]"#, "action"),
    ])
    func `Subscribe names the parameter that is wrong`(parameters: String, name: String) throws {
        let json = #"{"method":"io.hitzone.Subscribe","more":true,"parameters":{\#(parameters)}}"#
        #expect(try failure(json) == .invalidParameter(parameter: name))
    }

    @Test(
        arguments: [
            (#""x":1e9,"y":-1e9"#, nil), (#""x":1000000000.1,"y":0"#, "x"), (#""x":0,"y":1e999"#, "y"),
            (#""x":0"#, "y"),
            (#""y":0"#, "x"), (#""x":"0","y":0"#, "x"), (#""x":0,"y":0,"screen":1"#, "screen"),
            (#""x":0,"y":0,"z":1"#, "z"),
            (#""x":null,"y":0"#, "x"),
        ] as [(String, String?)])
    func `Explain wants a point that can be on a screen`(parameters: String, name: String?) throws {
        let json = #"{"method":"io.hitzone.Explain","parameters":{\#(parameters)}}"#
        #expect(try failure(json) == name.map { .invalidParameter(parameter: $0) })
    }

    @Test(arguments: [
        Request.getInfo, .getInterfaceDescription(.service), .getState, .getLayout(screen: nil, page: nil),
        .getLayout(screen: "front", page: "home"),
        .explain(Request.Question(screen: "a", page: "b", x: 257.9999, y: -3e-7)),
        .explain(Request.Question(x: 0, y: 0)),
        .subscribe(Request.Subscription(filter: EventFilter(kinds: .all))),
    ])
    func `come back as they were written`(request: Request) throws {
        #expect(try roundTrip(request) == request)
    }

    @Test func `a subscription with everything comes back as it was written`() throws {
        let filter = try EventFilter(
            kinds: [.refused, .page], screens: ["a\"*"], pages: [], regions: ["ü", "[x]"], actions: ["\\*"])
        let request = Request.subscribe(Request.Subscription(filter: filter, since: .max, run: "r"))
        #expect(try roundTrip(request) == request)
    }

    private func roundTrip(_ request: Request) throws -> Request {
        var writer = JSONWriter()
        request.write(to: &writer)
        #expect(writer.bytes.last == 0)
        let call = try Call(message: Array(writer.bytes.dropLast()))
        #expect(call.more == request.answersMore)
        return try call.request.get()
    }
}
