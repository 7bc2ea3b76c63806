import Glibc
import HitZoneProtocol
import Testing
import TouchModel

/// The methods that change things (chapter 8), against the program itself.
struct ControlTests {
    private let daemon: DaemonProcess
    private let client: TestClient
    private let subscriber: TestClient

    init() throws {
        daemon = try DaemonProcess(Samples.layout, recording: Samples.held(50, 150), ["--wait"])
        client = try TestClient(daemon)
        subscriber = try TestClient(daemon)
    }

    /// Both contacts are down, and what comes after them is still to be read.
    private func begin() throws {
        try subscriber.subscribe("{\"kinds\":[\"*\"]}")
        _ = try subscriber.next()
        _ = try subscriber.events { $0.region == "middle" && $0.phase == .down }
    }

    /// The next events as far as they are about something: kind, page, region, phase, reason.
    private func next(_ count: Int) throws -> [String] {
        try (0..<count).map { _ in
            let event = try #require(try subscriber.nextEvent())
            let words = [
                event.kind.name, event.screen, event.page, event.region, event.phase?.rawValue,
                event.reason?.rawValue,
            ]
            return words.compactMap(\.self).joined(separator: " ")
        }
    }

    private static let done = "{\"parameters\":{}}"

    @Test func `SetPage shows the page, and again does nothing`() throws {
        try begin()
        let page = "{\"screen\":\"front\",\"page\":\"second\"}"
        #expect(try client.answer("SetPage", page) == Self.done)
        #expect(
            try next(3) == [
                "contact front home left cancel page", "contact front home middle cancel page",
                "page front second",
            ])
        #expect(try client.answer("GetState")?.contains("\"screen\":\"front\",\"page\":\"second\"") == true)
        #expect(try client.answer("SetPage", page) == Self.done)
        #expect(try client.answer("SetPage", "{\"screen\":\"front\",\"page\":\"home\"}") == Self.done)
        #expect(try next(1) == ["page front home"])
    }

    @Test func `SetRegion on the page that shows cancels its contact and tells the layout`() throws {
        try begin()
        #expect(
            try client.answer("SetRegion", "{\"screen\":\"front\",\"region\":\"left\",\"enabled\":false}")
                == Self.done)
        #expect(
            try next(2) == ["contact front home left cancel removed", "layout front home reloaded"])
        let layout = try #require(try client.answer("GetLayout", "{\"screen\":\"front\",\"page\":\"home\"}"))
        #expect(
            layout.contains(
                "\"region\":\"left\",\"parent\":null,\"drawing\":[0,0,100,100],\"hitZone\":null,"),
            "\(layout)")
        // What it set before stays when another property is set.
        #expect(
            try client.answer("SetRegion", "{\"screen\":\"front\",\"region\":\"left\",\"opacity\":0.5}")
                == Self.done)
        #expect(try client.answer("GetLayout", "{\"screen\":\"front\",\"page\":\"home\"}") == layout)
        #expect(
            try client.answer("SetRegion", "{\"screen\":\"front\",\"region\":\"middle\",\"hidden\":true}")
                == Self.done)
        #expect(
            try next(3) == [
                "layout front home reloaded", "contact front home middle cancel removed",
                "layout front home reloaded",
            ])
    }

    @Test func `SetRegion on another page disturbs nothing`() throws {
        try begin()
        let back = "{\"screen\":\"front\",\"page\":\"second\",\"region\":\"back\",\"hidden\":"
        #expect(try client.answer("SetRegion", back + "true}") == Self.done)
        #expect(try next(1) == ["layout front second reloaded"])
        let second = "{\"screen\":\"front\",\"page\":\"second\"}"
        #expect(try client.answer("GetLayout", second)?.contains("\"regions\":[]") == true)
        #expect(try client.answer("SetRegion", back + "false}") == Self.done)
        #expect(try client.answer("GetLayout", second)?.contains("\"region\":\"back\"") == true)
    }

    @Test func `PutPage takes the file's form, and contacts of what stays go on`() throws {
        try begin()
        let page = """
            {"screen":"front","page":"home","regions":{"overlap":"topmost","regions":[\
            {"id":"middle","frame":[100,0,100,100],"action":"door.shut"},\
            {"id":"left","frame":[0,0,100,99],"actions":{"tap":{"name":"go","page":"second"}}}]}}
            """
        #expect(try client.answer("PutPage", page) == Self.done)
        #expect(try next(2) == ["contact front home left cancel reload", "layout front home reloaded"])
        let explain = "{\"screen\":\"front\",\"x\":50,\"y\":98.9}"
        #expect(try client.answer("Explain", explain)?.contains("\"owner\":\"left\"") == true)
    }

    @Test func `PutPage makes pages that the file has not`() throws {
        try begin()
        let page = "{\"screen\":\"front\",\"page\":\"extra\",\"regions\":"
        #expect(
            try client.answer("PutPage", page + "[{\"id\":\"x\",\"frame\":[0,0,9,9],\"action\":\"x\"}]}")
                == Self.done)
        #expect(try next(1) == ["layout front extra reloaded"])
        #expect(try client.answer("SetPage", "{\"screen\":\"front\",\"page\":\"extra\"}") == Self.done)
        #expect(try next(3).last == "page front extra")
        #expect(try client.answer("PutPage", page + "[]}") == Self.done)
        #expect(try client.answer("GetState")?.contains("\"page\":\"extra\"") == true)
    }

    @Test func `Lock cancels, refuses and is told; Unlock ends it`() throws {
        try begin()
        #expect(try client.answer("Lock", "{\"screen\":\"front\"}") == Self.done)
        #expect(
            try next(2) == [
                "contact front home left cancel locked", "contact front home middle cancel locked",
            ])
        let state = try #require(try client.answer("GetState"))
        #expect(state.contains("\"screen\":\"front\",\"page\":\"home\",\"locked\":true"))
        #expect(state.contains("\"screen\":\"rear\",\"page\":\"only\",\"locked\":false"))
        #expect(try client.answer("Lock") == Self.done)
        #expect(try client.answer("GetState")?.contains("\"locked\":false") == false)
        #expect(try client.answer("Unlock", "{\"screen\":\"rear\"}") == Self.done)
        #expect(
            try client.answer("GetState")?.contains("\"screen\":\"rear\",\"page\":\"only\",\"locked\":false")
                == true)
        #expect(try client.answer("Unlock") == Self.done)
        #expect(try client.answer("GetState")?.contains("\"locked\":true") == false)
    }

    @Test func `a oneway call is carried out without an answer, also when it is wrong`() throws {
        try client.call(
            "io.hitzone.SetPage", "{\"screen\":\"front\",\"page\":\"second\"}", ",\"oneway\":true")
        try client.call("io.hitzone.SetPage", "{\"screen\":\"front\",\"page\":\"no\"}", ",\"oneway\":true")
        #expect(try client.answer("GetState")?.contains("\"page\":\"second\"") == true)
    }

    @Test func `GetStats counts what was done`() throws {
        try begin()
        _ = try client.answer("SetRegion", "{\"screen\":\"front\",\"region\":\"left\",\"enabled\":false}")
        _ = try client.answer("Lock")
        _ = try client.answer("Reload")
        let stats = try client.stats()
        let front = stats.screens[0]
        #expect(front.screen == "front" && front.page == "home" && front.locked)
        #expect(front.contacts == 2 && front.actions == 1 && front.frames == 1)
        #expect(front.cancelled == [.removed: 1, .locked: 1])
        #expect(
            stats.screens[1].screen == "rear" && stats.screens[1].locked && stats.screens[1].contacts == 0)
        #expect(stats.connections == 2 && stats.subscribers == 1)
        #expect(stats.reloads == 1 && stats.failedReloads == 0)
        // The panel, three events of the contacts, two cancels, a layout, and one for each screen.
        #expect(stats.events == 9)
    }

    private static let wrong: [(method: String, parameters: String, error: String, details: String)] = [
        ("SetPage", "{\"page\":\"home\"}", "io.hitzone.UnknownScreen", "{\"screen\":null}"),
        (
            "SetPage", "{\"screen\":\"side\",\"page\":\"home\"}", "io.hitzone.UnknownScreen",
            "{\"screen\":\"side\"}"
        ),
        (
            "SetPage", "{\"screen\":\"front\",\"page\":\"only\"}", "io.hitzone.UnknownPage",
            "{\"screen\":\"front\",\"page\":\"only\"}"
        ),
        ("SetPage", "{\"screen\":\"front\"}", invalid, "{\"parameter\":\"page\"}"),
        ("SetPage", "{\"screen\":\"front\",\"page\":7}", invalid, "{\"parameter\":\"page\"}"),
        ("SetPage", "{\"screen\":\"front\",\"page\":\"home\",\"x\":1}", invalid, "{\"parameter\":\"x\"}"),
        (
            "SetRegion", "{\"region\":\"left\",\"hidden\":true}", "io.hitzone.UnknownScreen",
            "{\"screen\":null}"
        ),
        (
            "SetRegion", "{\"screen\":\"front\",\"region\":\"back\",\"hidden\":true}",
            "io.hitzone.UnknownRegion",
            "{\"screen\":\"front\",\"page\":\"home\",\"region\":\"back\"}"
        ),
        (
            "SetRegion", "{\"screen\":\"front\",\"page\":\"no\",\"region\":\"left\",\"hidden\":true}",
            "io.hitzone.UnknownPage", "{\"screen\":\"front\",\"page\":\"no\"}"
        ),
        (
            "SetRegion", "{\"screen\":\"front\",\"region\":\"left\"}", invalid,
            "{\"parameter\":\"enabled\"}"
        ),
        (
            "SetRegion", "{\"screen\":\"front\",\"region\":\"left\",\"hidden\":\"yes\"}", invalid,
            "{\"parameter\":\"hidden\"}"
        ),
        (
            "SetRegion", "{\"screen\":\"front\",\"region\":\"left\",\"opacity\":1.01}", invalid,
            "{\"parameter\":\"opacity\"}"
        ),
        (
            "SetRegion", "{\"screen\":\"front\",\"region\":\"left\",\"opacity\":-0.01}", invalid,
            "{\"parameter\":\"opacity\"}"
        ),
        ("SetRegion", "{\"screen\":\"front\",\"hidden\":true}", invalid, "{\"parameter\":\"region\"}"),
        (
            "PutPage", "{\"page\":\"home\",\"regions\":[]}", "io.hitzone.UnknownScreen", "{\"screen\":null}"
        ),
        ("PutPage", "{\"screen\":\"front\",\"page\":\"home\"}", invalid, "{\"parameter\":\"regions\"}"),
        ("PutPage", "{\"screen\":\"front\",\"regions\":[]}", invalid, "{\"parameter\":\"page\"}"),
        ("Lock", "{\"screen\":\"side\"}", "io.hitzone.UnknownScreen", "{\"screen\":\"side\"}"),
        ("Unlock", "{\"screen\":\"side\"}", "io.hitzone.UnknownScreen", "{\"screen\":\"side\"}"),
        ("Lock", "{\"page\":\"home\"}", invalid, "{\"parameter\":\"page\"}"),
        ("Reload", "{\"force\":true}", invalid, "{\"parameter\":\"force\"}"),
        ("GetStats", "{\"screen\":\"front\"}", invalid, "{\"parameter\":\"screen\"}"),
    ]

    private static let invalid = "org.varlink.service.InvalidParameter"

    @Test func `a wrong call is answered by a named error and changes nothing`() throws {
        let before = try client.answer("GetLayout")
        for (method, parameters, error, details) in Self.wrong {
            #expect(
                try client.answer(method, parameters)
                    == "{\"error\":\"\(error)\",\"parameters\":\(details)}", "\(method) \(parameters)")
        }
        #expect(try client.answer("GetLayout") == before)
        #expect(try client.stats().events == 0)
    }

    @Test func `PutPage tells all that is wrong by members, and changes nothing`() throws {
        let before = try client.answer("GetLayout")
        let answer = try #require(
            try client.answer(
                "PutPage",
                """
                {"screen":"front","page":"home","regions":[{"id":"a","frame":[0,0,1]},\
                {"id":"b","frame":[0,0,1,1],"actions":{"tap":{"name":"x","page":"no"}}},\
                {"id":"a","frame":[0,0,1,1],"expnad":1}]}
                """))
        #expect(answer.hasPrefix("{\"error\":\"io.hitzone.InvalidLayout\",\"parameters\":{\"problems\":["))
        let members = answer.split(separator: "\"member\":\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(
            members == [
                "regions[0].frame", "regions[1].actions.tap.page", "regions[2].id", "regions[2].expnad",
            ], "\(answer)")
        #expect(try client.answer("GetLayout") == before)
        #expect(try client.stats().events == 0)
    }
}
