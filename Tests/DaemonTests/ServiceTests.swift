import HitZoneProtocol
import ReplyReading
import Testing
import TouchModel

/// The methods that answer once (chapter 8), against the program itself.
struct ServiceTests {
    private let daemon: DaemonProcess
    private let client: TestClient

    init() throws {
        daemon = try DaemonProcess(Samples.layout, recording: Samples.taps([(0, 250)]), ["--wait"])
        client = try TestClient(daemon)
    }

    private func answer(_ method: String, _ parameters: String = "{}", _ more: String = "") throws -> String?
    {
        try client.call(method, parameters, more)
        return try client.next()
    }

    @Test func `GetInfo names the program and its interfaces`() throws {
        let message = try #require(try answer("org.varlink.service.GetInfo"))
        let info = try ReceivedReply<ServiceInfo>(message: Array(message.utf8)).answer.get()
        #expect(info.product == "hitzoned")
        #expect(info.interfaces == ["org.varlink.service", "io.hitzone"])
        #expect(!info.version.isEmpty)
    }

    @Test(arguments: ["org.varlink.service", "io.hitzone"])
    func `each interface is described`(_ name: String) throws {
        let message = try answer(
            "org.varlink.service.GetInterfaceDescription", "{\"interface\":\"\(name)\"}")
        #expect(message?.contains("interface \(name)\\n") == true)
    }

    @Test func `GetState tells pages and panels, before the recording begins and after`() throws {
        let before = try #require(try answer("io.hitzone.GetState"))
        #expect(
            before.hasPrefix(
                """
                {"parameters":{"state":{"screens":[{"screen":"front","page":"home","locked":false,"panel":null},\
                {"screen":"rear","page":"only","locked":false,"panel":null}],"sequence":0,"run":"
                """))
        let subscriber = try TestClient(daemon)
        try subscriber.subscribe("{\"kinds\":[\"page\"]}")
        _ = try subscriber.next()
        _ = try subscriber.next()
        let after = try #require(try answer("io.hitzone.GetState"))
        #expect(
            after.hasPrefix(
                """
                {"parameters":{"state":{"screens":[{"screen":"front","page":"second","locked":false,"panel":\
                {"name":"Sample panel","id":"1209:00ab","node":"\(daemon.directory)/recording",\
                "mapping":{"rotate":0,"calibration":[1.0,0.0,0.0,0.0,1.0,0.0]}}},\
                {"screen":"rear","page":"only","locked":false,"panel":null}],"sequence":5,"run":"
                """))
    }

    @Test func `GetLayout gives all, one screen, or one page`() throws {
        let all = try #require(try answer("io.hitzone.GetLayout"))
        for part in [
            "\"screen\":\"front\"", "\"screen\":\"rear\"", "\"page\":\"second\"", "\"region\":\"all\"",
        ] {
            #expect(all.contains(part))
        }
        let rear = try answer("io.hitzone.GetLayout", "{\"screen\":\"rear\"}")
        #expect(
            rear == """
                {"parameters":{"screens":[{"screen":"rear","size":[100,50],"page":"only","pages":[{"page":"only",\
                "regions":[{"region":"all","parent":null,"drawing":[0,0,100,50],"hitZone":[0,0,100,50],\
                "retainZone":[0,0,100,50],"enabled":true,"actions":{"tap":"any"}}]}]}]}}
                """)
        let second = try #require(
            try answer("io.hitzone.GetLayout", "{\"screen\":\"front\",\"page\":\"second\"}"))
        #expect(second.contains("\"hitZone\":[180,0,140,120]"))
        #expect(second.contains("\"page\":\"home\",\"pages\":[{\"page\":\"second\""))
        #expect(!second.contains("\"region\":\"left\""))
    }

    @Test func `Explain answers for the page that shows or another`() throws {
        #expect(
            try answer("io.hitzone.Explain", "{\"screen\":\"front\",\"x\":150,\"y\":50.125}") == """
                {"parameters":{"explanation":{"screen":"front","page":"home","x":150,"y":50.13,"direct":"middle",\
                "candidates":[],"owner":"middle","inside":"drawing","result":"accepted","reason":null}}}
                """)
        #expect(
            try answer("io.hitzone.Explain", "{\"screen\":\"front\",\"page\":\"second\",\"x\":310,\"y\":50}")
                == """
                {"parameters":{"explanation":{"screen":"front","page":"second","x":310,"y":50,"direct":null,\
                "candidates":[{"region":"back","distance":10}],"owner":"back","inside":"expansion",\
                "result":"accepted","reason":null}}}
                """)
        #expect(
            try answer("io.hitzone.Explain", "{\"screen\":\"front\",\"x\":350,\"y\":50}")?
                .hasSuffix("\"owner\":null,\"inside\":null,\"result\":\"refused\",\"reason\":\"disabled\"}}}")
                == true)
        #expect(
            try answer("io.hitzone.Explain", "{\"screen\":\"front\",\"x\":-5,\"y\":50}")
                == "{\"error\":\"org.varlink.service.InvalidParameter\",\"parameters\":{\"parameter\":\"x\"}}"
        )
    }

    static let errors: [(call: String, error: String, parameters: String)] = {
        let service = "org.varlink.service."
        func invalid(_ call: String, _ parameter: String) -> (String, String, String) {
            (call, service + "InvalidParameter", "{\"parameter\":\"\(parameter)\"}")
        }
        func subscribe(_ parameters: String) -> String {
            "{\"method\":\"io.hitzone.Subscribe\",\"more\":true,\"parameters\":\(parameters)}"
        }
        func explain(_ parameters: String) -> String {
            "{\"method\":\"io.hitzone.Explain\",\"parameters\":\(parameters)}"
        }
        func layout(_ parameters: String) -> String {
            "{\"method\":\"io.hitzone.GetLayout\",\"parameters\":\(parameters)}"
        }
        let manyKinds = Array(repeating: "\"action\"", count: 65).joined(separator: ",")
        return [
            (
                "{\"method\":\"io.nothing.Do\"}", service + "InterfaceNotFound",
                "{\"interface\":\"io.nothing\"}"
            ),
            ("{\"method\":\"nothing\"}", service + "InterfaceNotFound", "{\"interface\":\"\"}"),
            ("{\"method\":\"io.hitzone.Do\"}", service + "MethodNotFound", "{\"method\":\"io.hitzone.Do\"}"),
            ("{\"method\":\"io.hitzone.Subscribe\"}", service + "ExpectedMore", "{}"),
            invalid(subscribe("{\"kinds\":[\"acton\"]}"), "kinds"),
            invalid(subscribe("{\"kinds\":[\"action\",\"[\"]}"), "kinds"),
            invalid(subscribe("{\"kinds\":[\(manyKinds)]}"), "kinds"),
            invalid(subscribe("{\"kinds\":\"action\"}"), "kinds"),
            invalid(subscribe("{\"screens\":[\"\"]}"), "screens"),
            invalid(subscribe("{\"pages\":[\"a[\"]}"), "pages"),
            invalid(subscribe("{\"regions\":[3]}"), "regions"),
            invalid(subscribe("{\"actions\":[\"a\\\\\"]}"), "actions"),
            invalid(subscribe("{\"since\":-1}"), "since"),
            invalid(subscribe("{\"since\":\"1\"}"), "since"),
            invalid(subscribe("{\"run\":7}"), "run"),
            invalid(subscribe("{\"region\":[\"a\"]}"), "region"),
            invalid("{\"method\":\"io.hitzone.GetState\",\"parameters\":{\"screen\":\"front\"}}", "screen"),
            invalid(layout("{\"screen\":1}"), "screen"),
            (layout("{\"screen\":\"side\"}"), "io.hitzone.UnknownScreen", "{\"screen\":\"side\"}"),
            (layout("{\"page\":\"home\"}"), "io.hitzone.UnknownScreen", "{\"screen\":null}"),
            (
                layout("{\"screen\":\"rear\",\"page\":\"home\"}"), "io.hitzone.UnknownPage",
                "{\"screen\":\"rear\",\"page\":\"home\"}"
            ),
            invalid(explain("{\"screen\":\"front\",\"x\":1}"), "y"),
            invalid(explain("{\"screen\":\"front\",\"x\":\"1\",\"y\":1}"), "x"),
            invalid(explain("{\"screen\":\"front\",\"x\":1,\"y\":1e10}"), "y"),
            (explain("{\"x\":1,\"y\":1}"), "io.hitzone.UnknownScreen", "{\"screen\":null}"),
            (
                explain("{\"screen\":\"front\",\"page\":\"third\",\"x\":1,\"y\":1}"),
                "io.hitzone.UnknownPage",
                "{\"screen\":\"front\",\"page\":\"third\"}"
            ),
            (
                "{\"method\":\"org.varlink.service.GetInterfaceDescription\",\"parameters\":{\"interface\":\"a.b\"}}",
                service + "InterfaceNotFound", "{\"interface\":\"a.b\"}"
            ),
            invalid("{\"method\":\"org.varlink.service.GetInterfaceDescription\"}", "interface"),
        ]
    }()

    @Test func `each error is named and has the parameter that is wrong, and the connection goes on`() throws
    {
        for (call, error, parameters) in Self.errors {
            try client.send(call + "\0")
            #expect(try client.next() == "{\"error\":\"\(error)\",\"parameters\":\(parameters)}", "\(call)")
        }
        #expect(try answer("io.hitzone.GetState") != nil)
    }

    @Test func `calls sent at once are answered in order, however many`() throws {
        var calls = ""
        for index in 0..<300 {
            calls += "{\"method\":\"io.hitzone.Do\(index)\"}\0{\"method\":\"io.hitzone.GetState\"}\0"
        }
        try client.send(calls)
        for index in 0..<300 {
            #expect(try client.next()?.contains("\"method\":\"io.hitzone.Do\(index)\"") == true)
            #expect(try client.next()?.contains("\"state\"") == true)
        }
        #expect(!client.hasInput)
    }

    @Test func `a oneway call gets no answer, not even an error`() throws {
        try client.call("io.hitzone.GetState", "{}", ",\"oneway\":true")
        try client.call("io.hitzone.Nothing", "{}", ",\"oneway\":true")
        // One that wants no reply cannot mean to get events; it must not close the connection to other calls
        // either.
        try client.call("io.hitzone.Subscribe", "{}", ",\"oneway\":true,\"more\":true")
        #expect(try answer("io.hitzone.GetState")?.contains("\"sequence\":0") == true)
    }

    @Test func `a call that comes byte by byte is a call`() throws {
        for byte in "{\"method\":\"io.hitzone.GetState\"}\0".unicodeScalars { try client.send(String(byte)) }
        #expect(try client.next()?.contains("\"state\"") == true)
    }

    @Test func `a call with more is answered once by a method that has one answer`() throws {
        let message = try answer("io.hitzone.GetState", "{}", ",\"more\":true")
        #expect(message?.contains("continues") == false)
        #expect(!client.hasInput)
    }

    @Test func `a client that ends what it sends still gets its answers`() throws {
        try client.send(String(repeating: "{\"method\":\"io.hitzone.GetLayout\"}\0", count: 40))
        client.endSending()
        #expect(try client.rest().count == 40)
    }
}
