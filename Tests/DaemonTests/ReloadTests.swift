import Glibc
import HitZoneProtocol
import Testing
import TouchModel

/// Another configuration for the running program (chapter 9, rules L9 and T7).
struct ReloadTests {
    /// The layout of one screen with these regions.
    private static func layout(_ regions: String, more: String = "") -> String {
        """
        version: 1
        defaults: {minimum: none, retain: 10, debounce: 0s}
        screens:
          front: {size: [800, 480], start: home, pages: {home: [\(regions)]\(more)}}

        """
    }

    private static let left = "{id: left, frame: [0, 0, 100, 100], action: l}"
    private static let middle = "{id: middle, frame: [100, 0, 100, 100], action: m}"
    private static let before = layout("\(left), \(middle)")
    private static let after = layout("{id: new, frame: [400, 0, 50, 50], action: n}, \(middle)")

    /// A daemon whose contacts on `left` and `middle` are down, with a subscriber that has read that.
    private func begin(_ layout: String = before, _ arguments: [String] = []) throws -> (
        DaemonProcess, TestClient
    ) {
        let daemon = try DaemonProcess(layout, recording: Samples.held(50, 150), ["--wait"] + arguments)
        let subscriber = try TestClient(daemon)
        try subscriber.subscribe("{\"kinds\":[\"*\"]}")
        _ = try subscriber.next()
        _ = try subscriber.events { $0.region == "middle" && $0.phase == .down }
        return (daemon, subscriber)
    }

    private func words(_ events: [Event]) -> [String] {
        events.map { event in
            [
                event.kind.name, event.screen, event.page, event.region, event.phase?.rawValue,
                event.reason?.rawValue,
            ]
            .compactMap(\.self).joined(separator: " ")
        }
    }

    private func isLayout(_ event: Event) -> Bool { event.kind == .layout }

    private static let change = ["contact front home left cancel reload", "layout front reloaded"]

    // MARK: What asks for it

    @Test func `Reload takes the new file before it answers`() throws {
        let (daemon, subscriber) = try begin()
        try daemon.replaceLayout(Self.after)
        let client = try TestClient(daemon)
        #expect(try client.answer("Reload") == "{\"parameters\":{}}")
        #expect(words(try subscriber.events(until: isLayout)) == Self.change)
        #expect(try client.answer("GetLayout")?.contains("\"region\":\"new\"") == true)
        #expect(daemon.errors.contains("layout.yaml is in use"))
    }

    @Test func `SIGHUP reloads, and also a file that has not changed`() throws {
        let (daemon, subscriber) = try begin()
        daemon.signal(SIGHUP)
        #expect(words(try subscriber.events(until: isLayout)) == ["layout front reloaded"])
        try daemon.replaceLayout(Self.after)
        daemon.signal(SIGHUP)
        #expect(words(try subscriber.events(until: isLayout)) == Self.change)
    }

    @Test(arguments: [false, true])
    func `a file that changes is taken by itself, written in place or renamed`(_ renames: Bool) throws {
        let (daemon, subscriber) = try begin()
        try daemon.replaceLayout(Self.after, renaming: renames)
        #expect(words(try subscriber.events(until: isLayout)) == Self.change)
        // The watch goes on with the file that is there now.
        try daemon.replaceLayout(Self.before, renaming: renames)
        _ = try subscriber.events(until: isLayout)
        let client = try TestClient(daemon)
        #expect(try client.answer("GetLayout")?.contains("\"region\":\"left\"") == true)
    }

    @Test func `an editor that moves the file away first is followed as well`() throws {
        let (daemon, subscriber) = try begin()
        unsafe rename(daemon.layoutPath, daemon.layoutPath + "~")
        try daemon.replaceLayout(Self.after)
        #expect(words(try subscriber.events(until: isLayout)) == Self.change)
    }

    @Test func `a file of another name beside it is none of its business`() throws {
        let (daemon, subscriber) = try begin()
        try writeFile("x", to: daemon.directory + "/layout.yaml.new")
        try writeFile("x", to: daemon.directory + "/other.yaml")
        try daemon.replaceLayout(Self.after)
        _ = try subscriber.events(until: isLayout)
        let stats = try TestClient(daemon).stats()
        #expect(stats.failedReloads == 0)
    }

    @Test func `several quick writes are one reload, of the last`() throws {
        let (daemon, subscriber) = try begin()
        for index in 0..<200 {
            try daemon.replaceLayout(
                Self.layout("{id: n\(index), frame: [400, 0, 50, 50], action: n}"), renaming: true)
        }
        let client = try TestClient(daemon)
        try wait("the last one is in use") {
            try client.answer("GetLayout")?.contains("\"region\":\"n199\"") == true
        }
        // A loaded machine may make a pause between two writes; it does not make a hundred.
        #expect(try client.stats().reloads < 100)
        _ = try subscriber.events(until: isLayout)
    }

    @Test func `a file that never comes to rest is taken all the same`() throws {
        let (daemon, _) = try begin()
        let client = try TestClient(daemon)
        var index = 0
        try wait("a reload") {
            index += 1
            try daemon.replaceLayout(
                Self.layout("{id: n\(index), frame: [400, 0, 50, 50], action: n}"), renaming: true)
            return try client.stats().reloads > 0
        }
    }

    @Test func `a configuration from standard input cannot be reloaded, and log and caller are told`() throws
    {
        let daemon = try DaemonProcess(
            Self.before, recording: Samples.held(50), ["--wait"], readsInput: true)
        let client = try TestClient(daemon)
        let answer = try client.answer("Reload")
        #expect(
            answer == """
                {"error":"io.hitzone.ReloadFailed","parameters":{"diagnostics":\
                ["the configuration did not come from a file"]}}
                """)
        daemon.signal(SIGHUP)
        try wait("the log") { daemon.errors.contains("the configuration did not come from a file") }
    }

    // MARK: Errors

    @Test func `on an error the old layout goes on, and log and caller get every line, until it is mended`()
        throws
    {
        let (daemon, subscriber) = try begin()
        let client = try TestClient(daemon)
        let layout = try client.answer("GetLayout")
        try daemon.replaceLayout(
            """
            version: 1
            screens:
              front:
                size: [800, -1]
                start: nowhere
                pages: {home: [{id: left, frame: [0, 0, 1], actoin: x}]}

            """)
        let answer = try #require(try client.answer("Reload"))
        #expect(answer.hasPrefix("{\"error\":\"io.hitzone.ReloadFailed\",\"parameters\":{\"diagnostics\":["))
        let file = daemon.layoutPath
        for place in ["4:17", "5:12", "6:38", "6:49"] {
            #expect(answer.contains("\(file):\(place): error: "), "\(place) in \(answer)")
            #expect(daemon.errors.contains("\(file):\(place): error: "), "\(place) in \(daemon.errors)")
        }
        #expect(daemon.errors.contains("cannot be used; the layout before it goes on"))
        #expect(try client.answer("GetLayout") == layout)
        #expect(try client.stats().failedReloads > 0)

        try daemon.replaceLayout(Self.after)
        #expect(try client.answer("Reload") == "{\"parameters\":{}}")
        // Nothing was told of the reloads that failed.
        #expect(words(try subscriber.events(until: isLayout)) == Self.change)
    }

    @Test func `a file that is gone leaves the layout as it is`() throws {
        let (daemon, _) = try begin()
        let client = try TestClient(daemon)
        unsafe unlink(daemon.layoutPath)
        #expect(try client.answer("Reload")?.contains("cannot be read: No such file") == true)
        #expect(try client.answer("GetLayout")?.contains("\"region\":\"left\"") == true)
        try daemon.replaceLayout(Self.after)
        try wait("the new one is in use") {
            try client.answer("GetLayout")?.contains("\"region\":\"new\"") == true
        }
    }

    // MARK: What stays

    @Test func `what clients have changed stays where the file says nothing new`() throws {
        let daemon = try DaemonProcess(Samples.layout, recording: Samples.held(750), ["--wait"])
        let client = try TestClient(daemon)
        func set(_ region: String, _ properties: String) throws {
            let answer = try client.answer(
                "SetRegion", "{\"screen\":\"front\",\"region\":\"\(region)\",\(properties)}")
            #expect(answer == "{\"parameters\":{}}")
        }
        try set("left", "\"hidden\":true")
        try set("middle", "\"hidden\":true")
        _ = try client.answer(
            "PutPage",
            "{\"screen\":\"front\",\"page\":\"second\",\"regions\":[{\"id\":\"put\",\"frame\":[0,0,9,9],\"action\":\"p\"}]}"
        )
        _ = try client.answer("SetPage", "{\"screen\":\"front\",\"page\":\"second\"}")
        _ = try client.answer("Lock", "{\"screen\":\"rear\"}")
        func regions(_ text: String) throws -> [Bool] {
            try daemon.replaceLayout(text)
            #expect(try client.answer("Reload") == "{\"parameters\":{}}")
            let layout = try #require(try client.answer("GetLayout", "{\"screen\":\"front\"}"))
            return ["left", "middle", "put", "back"].map { layout.contains("\"region\":\"\($0)\"") }
        }
        #expect(try regions(Samples.layout) == [false, false, true, false])
        let moved = Samples.layout.replacing("id: middle, frame: [100, 0", with: "id: middle, frame: [101, 0")
        #expect(try regions(moved) == [false, false, true, false])
        let named = moved.replacing("id: middle, frame", with: "id: middle, hidden: true, frame")
        #expect(try regions(named) == [false, false, true, false])
        #expect(try regions(moved) == [false, true, true, false])
        let other = moved.replacing("expand: 20", with: "expand: 21")
        #expect(try regions(other) == [false, true, false, true])
        let state = try #require(try client.answer("GetState"))
        #expect(state.contains("\"screen\":\"front\",\"page\":\"second\""))
        #expect(state.contains("\"screen\":\"rear\",\"page\":\"only\",\"locked\":true"))
    }

    @Test func `when the page that shows is gone, the start page shows`() throws {
        let more = ", second: [\(Self.middle)]"
        let (daemon, subscriber) = try begin(Self.layout("\(Self.left), \(Self.middle)", more: more))
        let client = try TestClient(daemon)
        _ = try client.answer("SetPage", "{\"page\":\"second\"}")
        _ = try subscriber.events { $0.kind == .page }
        try daemon.replaceLayout(Self.before)
        #expect(try client.answer("Reload") == "{\"parameters\":{}}")
        #expect(
            words(try subscriber.events(until: isLayout)) == ["page front home", "layout front reloaded"])
    }

    @Test func `control is the new file's`() throws {
        let (daemon, _) = try begin()
        try daemon.replaceLayout(Self.after + "control: {users: [no-such-user], groups: [no-such-group]}\n")
        #expect(try TestClient(daemon).answer("Reload") == "{\"parameters\":{}}")
        #expect(daemon.errors.contains("control: there is no user no-such-user, ignoring"))
        #expect(daemon.errors.contains("control: there is no group no-such-group, ignoring"))
    }

    // MARK: Screens

    private static func screens(_ names: String...) -> String {
        let screens = names.map { name in
            """
              \(name):
                size: [800, 480]
                panel: {name: "\(name == "front" ? "Sample*" : name)"}
                start: home
                pages: {home: [\(left), \(middle)]}

            """
        }
        return "version: 1\ndefaults: {minimum: none, debounce: 0s}\nscreens:\n" + screens.joined()
    }

    @Test func `screens come, go and change places while contacts of another go on`() throws {
        let (daemon, subscriber) = try begin(Self.screens("front", "rear"))
        let client = try TestClient(daemon)
        for names in [["side", "rear", "front"], ["front", "side"], ["new", "front"], ["front"]] {
            let layout =
                "version: 1\n" + Self.screens("x").split(separator: "\n")[1] + "\nscreens:\n"
                + names.map { Self.screens($0).components(after: "screens:\n") }.joined()
            try daemon.replaceLayout(layout)
            #expect(try client.answer("Reload") == "{\"parameters\":{}}")
            #expect(
                words(try (names.map { _ in try #require(try subscriber.nextEvent()) }))
                    == names.map { "layout \($0) reloaded" })
            let state = try #require(try client.answer("GetState"))
            #expect(
                state.split(separator: "\"screen\":\"").dropFirst().map { $0.prefix { $0 != "\"" } }
                    == names.map { $0[...] })
            #expect(
                state.contains("\"screen\":\"front\",\"page\":\"home\",\"locked\":false,\"panel\":{"),
                "\(state)")
        }
        // Both are still down.
        _ = try client.answer("Lock")
        #expect(
            words([try #require(try subscriber.nextEvent()), try #require(try subscriber.nextEvent())]) == [
                "contact front home left cancel locked", "contact front home middle cancel locked",
            ])
    }

    @Test func `a screen that is gone loses its panel and contacts, and the daemon goes on`() throws {
        let (daemon, subscriber) = try begin(Self.screens("front", "rear"))
        let client = try TestClient(daemon)
        try daemon.replaceLayout(Self.screens("rear"))
        #expect(try client.answer("Reload") == "{\"parameters\":{}}")
        #expect(
            words(try subscriber.events(until: isLayout)) == [
                "contact front home left cancel device", "contact front home middle cancel device",
                "panel front removed", "layout rear reloaded",
            ])
        #expect(try client.answer("SetPage", "{\"page\":\"home\"}") == "{\"parameters\":{}}")
        try daemon.replaceLayout(Self.screens("front", "rear"))
        #expect(try client.answer("Reload") == "{\"parameters\":{}}")
        #expect(try client.answer("GetState")?.contains("\"screen\":\"front\"") == true)
        daemon.signal(SIGTERM)
        #expect(try daemon.end() == 0)
    }

    // MARK: Load

    @Test func `reloads under load lose no contact of what stays`() throws {
        // Odd contacts are on what stays, even ones on what moves with each reload.
        let taps = (0..<120).map { ($0 * 50, $0.isMultiple(of: 2) ? 50 : 350) }
        func layout(_ x: Int) -> String {
            Self.layout(
                "{id: left, frame: [0, 0, 100, 100], actions: {press: p, tap: t}}, {id: moving, frame: [\(x), 0, 100, 100], action: m}"
            )
        }
        let daemon = try DaemonProcess(
            layout(300), recording: Samples.taps(taps), ["--wait"])
        let subscriber = try TestClient(daemon)
        try subscriber.subscribe("{\"kinds\":[\"*\"]}")
        _ = try subscriber.next()
        let client = try TestClient(daemon)
        var events: [Event] = []
        var reloads = 0
        // The last one on what stays; what comes with it in one piece may follow it.
        while !events.contains(where: { $0.contact == 119 && $0.phase == .up }) {
            reloads += 1
            try daemon.replaceLayout(layout(300 + reloads % 2), renaming: true)
            #expect(try client.answer("Reload") == "{\"parameters\":{}}")
            while subscriber.hasInput { events.append(try #require(try subscriber.nextEvent())) }
            usleep(10_000)
        }
        let stays = events.filter { $0.region == "left" }
        for contact in stride(from: UInt64(1), through: 119, by: 2) {
            let life = stays.filter { $0.contact == contact }.map {
                $0.trigger?.rawValue ?? $0.phase?.rawValue ?? ""
            }
            #expect(life == ["down", "press", "tap", "up"], "contact \(contact)")
        }
        #expect(stays.count == 240)
        #expect(events.contains { $0.region == "moving" && $0.reason == .reload })
        #expect(events.count { $0.kind == .layout } >= reloads)
        #expect(events.map(\.seq) == Array(1...UInt64(events.count)))
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    }

    @Test func `what a program does comes after the frames before it, though the replay lags behind`() throws
    {
        let taps = (0..<4_000).map { ($0 * 50, 50) }
        let daemon = try DaemonProcess(
            Self.layout(
                "{id: left, frame: [0, 0, 100, 100], actions: {press: p, hold: {name: h, after: 30ms}}}"),
            recording: Samples.taps(taps), ["--wait", "--loop", "--speed", "1000000"])
        let client = try TestClient(daemon)
        let subscriber = try TestClient(daemon)
        try subscriber.subscribe("{\"kinds\":[\"contact\",\"refused\",\"layout\",\"action\"]}")
        _ = try subscriber.next()
        var events: [Event] = []
        var rounds = 0
        while (events.last?.contact ?? 0) <= 4_000 {
            rounds += 1
            if rounds <= 20 {
                for method in ["Lock", "Reload", "Unlock"] {
                    #expect(try client.answer(method) == "{\"parameters\":{}}")
                }
            }
            // The recording comes again and again, so there may always be more.
            while subscriber.hasInput, (events.last?.contact ?? 0) <= 4_000 {
                events.append(try #require(try subscriber.nextEvent()))
            }
        }
        #expect(events.contains { $0.reason == .locked })
        #expect(events.contains { $0.trigger == .hold })
        for (event, next) in zip(events, events.dropFirst()) where event.time > next.time {
            Issue.record("\(event) is told before \(next)")
        }
    }
}

extension String {
    /// What follows `mark`.
    fileprivate func components(after mark: String) -> Substring {
        firstRange(of: mark).map { self[$0.upperBound...] } ?? ""
    }
}
