import HitZoneProtocol
import Testing
import TouchModel

/// Subscribe (chapter 8), against the program itself.
struct SubscribeTests {
    /// A tap on `left`, two on `middle` of which the second is refused, one on `off`, one on nothing, then
    /// the page turns and back.
    private static let recording = Samples.taps([
        (0, 50), (100, 150), (200, 160), (300, 350), (400, 550), (500, 250), (600, 250),
    ])

    /// What the recording means, without seq.
    private static let expected = """
        {0,panel,front,added}
        {0,contact,front,home,left,down,1,50,50,drawing}
        {0,action,front,home,left,lamp.on,press,1,50,50,drawing}
        {40000,action,front,home,left,lamp.toggle,tap,1,50,50,drawing}
        {40000,contact,front,home,left,up,1,50,50,drawing}
        {100000,contact,front,home,middle,down,2,150,50,drawing}
        {140000,action,front,home,middle,door.open,tap,2,150,50,drawing}
        {140000,contact,front,home,middle,up,2,150,50,drawing}
        {200000,refused,front,home,middle,debounce,190000,3,160,50,drawing}
        {300000,refused,front,home,off,disabled,4,350,50,drawing}
        {500000,contact,front,home,next,down,6,250,50,drawing}
        {540000,action,front,home,next,go.next,tap,6,250,50,drawing}
        {540000,contact,front,home,next,up,6,250,50,drawing}
        {540000,page,front,second}
        {600000,contact,front,second,back,down,7,250,50,drawing}
        {640000,action,front,second,back,go.back,tap,7,250,50,drawing}
        {640000,contact,front,second,back,up,7,250,50,drawing}
        {640000,page,front,home}
        """

    private func start(_ arguments: String...) throws -> DaemonProcess {
        try DaemonProcess(
            Samples.layout, recording: Self.recording, ["--wait", "--speed", "100"] + arguments)
    }

    /// The values of an event's message, without names and seq.
    private static func short(_ message: String) -> String {
        let fields = message.split(whereSeparator: { "{},".contains($0) })
        guard let time = fields.firstIndex(where: { $0.hasPrefix("\"time\":") }) else { return message }
        let values = fields[time...].prefix { !$0.hasPrefix("\"continues\"") }.map { field in
            String(field.drop { $0 != ":" }.dropFirst().filter { $0 != "\"" })
        }
        return "{\(values.joined(separator: ","))}"
    }

    @Test func `the state comes first, then every event in order, numbered from 1`() throws {
        let daemon = try start()
        let client = try TestClient(daemon)
        try client.subscribe("{\"kinds\":[\"*\"]}")
        let state = try #require(try client.next())
        #expect(state.hasPrefix("{\"parameters\":{\"state\":{\"screens\":["))
        #expect(state.contains("\"sequence\":0,"))
        #expect(state.hasSuffix(",\"continues\":true}"))
        var received: [String] = []
        while true {
            let message = try #require(try client.next())
            #expect(message.hasPrefix("{\"parameters\":{\"event\":{\"seq\":\(received.count + 1),\"time\":"))
            #expect(message.hasSuffix("}},\"continues\":true}"))
            received.append(message)
            if message.contains("\"kind\":\"page\""), message.contains("\"page\":\"home\"") { break }
        }
        let short = received.map(Self.short).joined(separator: "\n")
        #expect(Self.withoutUnowned(short) == Self.expected)
    }

    /// Leaves out how a contact on nothing is told.
    private static func withoutUnowned(_ text: String) -> String {
        text.split(separator: "\n").filter { !$0.contains("unowned") && !$0.contains(",5,550,50") }
            .joined(separator: "\n")
    }

    /// The word that tells the daemon's run, in a state.
    private static func run(in state: String) -> String? {
        let fields = state.split(separator: "\"")
        return fields.firstIndex(of: "run").map { String(fields[$0 + 2]) }
    }

    static let filters: [(filter: String, lines: [Int])] = [
        ("{}", [3, 4, 7, 12, 16]),
        ("{\"kinds\":null,\"regions\":null}", [3, 4, 7, 12, 16]),
        ("{\"kinds\":[\"action\"]}", [3, 4, 7, 12, 16]),
        ("{\"kinds\":[\"page\"]}", [14, 18]),
        ("{\"kinds\":[\"p*\"]}", [1, 14, 18]),
        ("{\"kinds\":[\"refused\",\"page\"]}", [9, 10, 14, 18]),
        ("{\"kinds\":[\"contact\"],\"regions\":[\"middle\"]}", [6, 8]),
        ("{\"kinds\":[\"*\"],\"pages\":[\"second\"]}", [14, 15, 16, 17]),
        ("{\"kinds\":[\"*\"],\"regions\":[\"m*\",\"off\"]}", [6, 7, 8, 9, 10]),
        ("{\"actions\":[\"lamp.*\"]}", [3, 4]),
        ("{\"actions\":[\"*.o[pn]*\"]}", [3, 7]),
        ("{\"actions\":[\"go.*\"],\"pages\":[\"home\"],\"screens\":[\"f?ont\"]}", [12]),
        ("{\"kinds\":[\"panel\"],\"screens\":[\"front\"]}", [1]),
        ("{\"kinds\":[\"*\"],\"screens\":[\"rear\"]}", []),
        ("{\"kinds\":[\"*\"],\"regions\":[]}", []),
        ("{\"kinds\":[],\"regions\":[\"*\"]}", []),
    ]

    @Test func `each filter gives exactly what it says`() throws {
        let daemon = try start()
        let lines = Self.expected.split(separator: "\n").map(String.init)
        let clients = try Self.filters.map { _ in try TestClient(daemon) }
        let all = try TestClient(daemon)
        for (client, (filter, _)) in zip(clients.dropFirst(), Self.filters.dropFirst()) {
            // The recording begins with the first subscriber, and whoever comes later asks for what was
            // before.
            try client.subscribe(filter.dropLast() + (filter == "{}" ? "" : ",") + "\"since\":0}")
            #expect(try client.next()?.contains("\"state\"") == true, "\(filter)")
        }
        try clients[0].subscribe("{\"since\":0}")
        #expect(try clients[0].next()?.contains("\"state\"") == true)
        try all.subscribe("{\"kinds\":[\"page\"],\"since\":0}")
        _ = try all.next()
        _ = try all.events { $0.kind == .page && $0.page == "home" }
        for (client, (filter, wanted)) in zip(clients, Self.filters) {
            for line in wanted {
                #expect(try Self.short(client.next() ?? "the end") == lines[line - 1], "\(filter)")
            }
            #expect(!client.hasInput, "\(filter)")
        }
    }

    @Test func `since goes on after that event, for whoever lost the connection`() throws {
        let daemon = try start()
        let first = try TestClient(daemon)
        try first.subscribe("{\"kinds\":[\"*\"]}")
        let run = try #require(Self.run(in: try first.next() ?? ""))
        let all = try first.events { $0.kind == .page && $0.page == "home" }
        let last = try #require(all.last).seq

        for since in [0, 1, last - 1, last] {
            let client = try TestClient(daemon)
            try client.subscribe("{\"kinds\":[\"*\"],\"since\":\(since),\"run\":\"\(run)\"}")
            #expect(try client.next()?.contains("\"sequence\":\(since),") == true)
            for event in all where event.seq > since { #expect(try client.nextEvent() == event) }
            #expect(!client.hasInput)
        }
        for parameters in ["\"since\":\(last + 1)", "\"since\":2,\"run\":\"another\""] {
            let client = try TestClient(daemon)
            try client.subscribe("{\(parameters)}")
            #expect(try client.next()?.contains("\"sequence\":0,") == true)
            let lost = try #require(try client.nextEvent())
            #expect(lost.kind == .lost)
            #expect(lost.count == nil)
            for event in all where event.kind == .action { #expect(try client.nextEvent() == event) }
        }
    }

    @Test func `of more than 1,024 events those before are lost, with the count`() throws {
        let taps = (0..<500).map { ($0 * 50, 150) }
        let daemon = try DaemonProcess(
            Samples.plainLayout, recording: Samples.taps(taps), ["--speed", "20", "--wait"])
        let watcher = try TestClient(daemon)
        try watcher.subscribe("{\"kinds\":[\"contact\"]}")
        _ = try watcher.next()
        // The panel, and three events each.
        let last = try #require(try watcher.events { $0.seq == 1_501 }.last)
        #expect(last.phase == .up)
        let client = try TestClient(daemon)
        try client.subscribe("{\"kinds\":[\"*\"],\"since\":1}")
        _ = try client.next()
        let lost = try #require(try client.nextEvent())
        #expect(lost.kind == .lost)
        #expect(lost.count == lost.seq - 1)
        // Fewer than 1,024 may be left when the machine is slow and some are older than 10 s.
        #expect(lost.seq >= 1_501 - 1_024)
        for sequence in (lost.seq + 1)..<1_502 { #expect(try client.nextEvent()?.seq == sequence) }
        #expect(!client.hasInput)
    }

    @Test func `a subscriber's later calls are not answered, and harm nobody`() throws {
        let daemon = try DaemonProcess(Samples.layout, recording: Samples.silent, ["--wait"])
        let client = try TestClient(daemon)
        try client.subscribe()
        try client.call("io.hitzone.GetState")
        #expect(try client.next()?.contains("continues") == true)
        // The recording has no event: it is over, and so is the daemon.
        #expect(try client.next() == nil)
        #expect(try daemon.end() == 0)
    }

    @Test func `a subscriber that ends what it sends goes on to receive`() throws {
        let daemon = try start()
        let client = try TestClient(daemon)
        try client.subscribe("{\"kinds\":[\"page\"]}")
        client.endSending()
        _ = try client.next()
        #expect(try client.events { $0.page == "home" }.count == 2)
    }
}
