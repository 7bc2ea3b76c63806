import Testing

private let done = ProgramRun(status: 0, output: "", errors: "")

struct `Commands that steer a daemon` {
    @Test func `page shows another page, and stats and events tell`() async throws {
        let daemon = try await Daemon("--wait")
        #expect(try daemon.run("page", "other") == done)
        #expect(try daemon.run("stats").output.hasPrefix("screen front        page other\n"))
        #expect(try daemon.run("page", "home", "--screen", "front") == done)
        #expect(try daemon.run("stats").output.hasPrefix("screen front        page home\n"))
        #expect(
            try daemon.run("page", "nowhere")
                == ProgramRun(
                    status: 1, output: "",
                    errors: "hitzone page: the screen \"front\" has no page \"nowhere\"\n"))
        #expect(
            try daemon.run("page", "home", "-s", "back")
                == ProgramRun(status: 1, output: "", errors: "hitzone page: there is no screen \"back\"\n"))
    }

    @Test func `set changes a region, and only what is given`() async throws {
        let daemon = try await Daemon("--wait")
        #expect(try daemon.run("set", "a", "--enabled", "false") == done)
        #expect(
            try daemon.run("set", "high", "--page", "other", "--hidden", "true", "--opacity", "0.5") == done)
        #expect(
            try daemon.run("set", "none", "--hidden", "true").errors
                == "hitzone set: the page \"home\" of the screen \"front\" has no region \"none\"\n")
        // The first contact of the replay is for the region that refuses now.
        let events = try daemon.run("monitor", "--no-reconnect", "--kinds", "action,refused", "--count", "1")
        #expect(events.output.contains(#""region":"a","reason":"disabled""#), "\(events.output)")
    }

    @Test func `lock refuses until unlock`() async throws {
        let daemon = try await Daemon("--wait")
        #expect(try daemon.run("lock") == done)
        #expect(try daemon.run("stats").output.hasPrefix("screen front        page home, locked\n"))
        #expect(try daemon.run("unlock", "--screen", "front") == done)
        #expect(try daemon.run("stats").output.hasPrefix("screen front        page home\n"))
        #expect(try daemon.run("lock", "--screen", "x").status == 1)
        #expect(try daemon.run("lock") == done)
        let events = try daemon.run("monitor", "--no-reconnect", "--kinds", "action,refused", "--count", "2")
        let lines = events.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""reason":"locked""#) }, "\(lines)")
    }

    @Test func `put takes a page in YAML, its names and numbers as they are`() async throws {
        let daemon = try await Daemon("--wait")
        let page = """
            # moved by the application
            overlap: topmost
            regions:
              - &one {id: 007, frame: [+0, .5, 20, 5.], action: 7, debounce: 0, expand: 1e1}
              - {id: "true", frame: [30, 0, 20, 20], action: yes, enabled: true, opacity: 0.50, minimum: none}
            """
        #expect(try daemon.run("put", "home", "-", input: page) == done)
        let events = try daemon.run("monitor", "--no-reconnect", "--count", "1")
        #expect(events.output.contains(#""region":"007","action":"7","trigger":"tap""#), "\(events.output)")
    }

    @Test func `put tells of all errors by the lines of the file`() async throws {
        let daemon = try await Daemon("--wait")
        let page = """
            regions:
              - id: a
                frame: [0, 0, 10]
                expnad: 3
              - id: a
                frame:
                  - 0
                  - 0
                  - -1
                  - 5
                regions: [{id: b, frame: [0, 0, 1, 1], clip: true, clip: false}]
            """
        let run = try daemon.run("put", "home", "-", input: page)
        #expect(run.status == 1 && run.output.isEmpty)
        let lines = run.errors.split(separator: "\n")
        #expect(
            lines.map { $0.prefix { $0 != "e" } } == [
                "<stdin>:3:5: ", "<stdin>:4:5: ", "<stdin>:5:5: ", "<stdin>:9:9: ", "<stdin>:11:56: ",
                "hitzon",
            ], "\(run.errors)")
        #expect(lines.last == "hitzone put: the page is as it was")
        #expect(try daemon.run("set", "b", "--hidden", "false") == done)
    }

    @Test(arguments: [
        ("", "<stdin>:1:1: error: the file is empty"), ("a: b: c", "<stdin>:1:5: error: "),
        ("[a]: 1", "<stdin>:1:1: error: a list or mapping is the key here"),
        ("7", "<stdin>:1:1: error: the page 'home' is '7'"),
        ("- *x", "<stdin>:1:3: error: there is no anchor"),
    ])
    func `put says what is no page`(input: String, error: String) async throws {
        let daemon = try await Daemon("--wait")
        let run = try daemon.run("put", "home", "-", input: input)
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix(error), "\(run.errors)")
    }

    @Test func `put names a bad page and a missing file`() async throws {
        let daemon = try await Daemon("--wait")
        let run = try daemon.run("put", "a b", "-", input: "[]")
        #expect(
            run.errors.hasPrefix("<stdin>: error: page: the name of a page is 'a b', which"), "\(run.errors)")
        let missing = try daemon.run("put", "home", "/nonexistent")
        #expect(missing.status == 1)
        #expect(missing.errors.hasPrefix("hitzone put: '/nonexistent' cannot be read: No such file"))
    }

    @Test func `put does not send more than a message may hold`() throws {
        let region = "- {id: a, frame: [0, 0, 1, 1], action: \(String(repeating: "x", count: 1_000))}\n"
        let input = String(repeating: region, count: 1_100)
        let run = try ProgramRun("hitzone", ["put", "home", "-", "--socket", "/nonexistent"], input: input)
        // Without a daemon, too, since the connection comes first.
        #expect(run.status == 3)
        let daemon = try ScriptedDaemon(answering: "{}")
        let refused = try ProgramRun(
            "hitzone", ["put", "home", "-", "--socket", daemon.socket], input: input)
        #expect(refused.status == 1)
        #expect(
            refused.errors.hasPrefix(
                "hitzone put: the request cannot be sent: a message has more than 1048576"))
    }

    @Test func `reload prints the daemon's errors with their places`() async throws {
        let daemon = try await Daemon("--wait")
        #expect(try daemon.run("reload") == done)
        let text = layout.replacing("debounce: 300ms", with: "debounce: 300").replacing(
            "enabled: false", with: "enabled: no")
        try daemon.directory.write("layout.yaml", text)
        let run = try daemon.run("reload")
        #expect(run.status == 1 && run.output.isEmpty)
        let file = daemon.directory.path("layout.yaml")
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix("\(file):2:48: error: debounce is '300'") == true, "\(run.errors)")
        #expect(lines.last == "hitzone reload: the old configuration goes on")
        let stats = try daemon.run("stats").output
        #expect(stats.hasPrefix("screen front        page home\n"))
        #expect(stats.contains(", failed "))
    }

    @Test func `stats prints a table, or JSON`() throws {
        let json =
            #"{"screens":[{"screen":"front","page":"home","locked":true,"frames":1234,"contacts":8,"#
            + #""actions":7,"unowned":6,"refused":{"disabled":1,"locked":2},"cancelled":{},"outOfRange":5,"#
            + #""withoutPosition":4,"quarantined":3,"gaps":2},{"screen":"a-screen-with-a-long-name","page":"idle","#
            + #""locked":false,"frames":0,"contacts":0,"actions":0,"unowned":0,"refused":{},"cancelled":"#
            + #"{"reload":18446744073709551615,"page":1},"outOfRange":0,"withoutPosition":0,"quarantined":0,"#
            + #""gaps":0}],"connections":3,"subscribers":2,"events":100,"lost":1,"reloads":5,"#
            + #""failedReloads":4,"uptime":183845678901}"#
        let answer = #"{"parameters":{"stats":\#(json)}}"#
        func run(_ arguments: String...) throws -> ProgramRun {
            let daemon = try ScriptedDaemon(answering: answer)
            return try ProgramRun("hitzone", ["stats", "--socket", daemon.socket] + arguments)
        }
        let table = """
            screen front        page home, locked
              frames            1234
              contacts          8
              actions           7
              unowned           6
              refused           3: disabled 1, locked 2
              cancelled         0
              out of range      5
              without position  4
              quarantined       3
              gaps              2
            screen a-screen-with-a-long-name page idle
              frames            0
              contacts          0
              actions           0
              unowned           0
              refused           0
              cancelled         18446744073709551615: page 1, reload 18446744073709551615
              out of range      0
              without position  0
              quarantined       0
              gaps              0
            daemon              up 2 d 03:04:05
              connections       3, subscribed 2
              events            100, lost 1
              reloads           5, failed 4

            """
        #expect(try run() == ProgramRun(status: 0, output: table, errors: ""))
        let ordered = json.replacing(
            #""reload":18446744073709551615,"page":1"#, with: #""page":1,"reload":18446744073709551615"#)
        #expect(try run("--json") == ProgramRun(status: 0, output: ordered + "\n", errors: ""))
    }

    @Test func `stats prints OpenMetrics, with what is in a label escaped`() throws {
        let json =
            #"{"screens":[{"screen":"a\"b\\c\nd","page":"home","locked":true,"frames":1234,"contacts":8,"#
            + #""actions":7,"unowned":6,"refused":{"disabled":1,"left":2},"cancelled":{},"outOfRange":5,"#
            + #""withoutPosition":4,"quarantined":3,"gaps":2}],"connections":3,"subscribers":2,"#
            + #""events":18446744073709551615,"lost":1,"reloads":5,"failedReloads":4,"uptime":183845000901}"#
        let daemon = try ScriptedDaemon(answering: #"{"parameters":{"stats":\#(json)}}"#)
        let run = try ProgramRun("hitzone", ["stats", "--openmetrics", "--socket", daemon.socket])
        #expect(run.status == 0 && run.errors == "")
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        let name = #"screen="a\"b\\c\nd""#
        for line in [
            "hitzone_frames_total{\(name)} 1234", "# TYPE hitzone_contacts_refused counter",
            #"hitzone_contacts_refused_total{\#(name),reason="disabled"} 1"#,
            #"hitzone_contacts_refused_total{\#(name),reason="debounce"} 0"#,
            #"hitzone_contacts_refused_total{\#(name),reason="left"} 2"#,
            #"hitzone_contacts_cancelled_total{\#(name),reason="palm"} 0"#,
            #"hitzone_screen_page{\#(name),page="home"} 1"#, "hitzone_screen_locked{\(name)} 1",
            "hitzone_events_total 18446744073709551615", "# UNIT hitzone_uptime_seconds seconds",
            "hitzone_uptime_seconds 183845.000901",
        ] { #expect(lines.contains(Substring(line)), "\(line) is missing in \(run.output)") }
        #expect(lines.suffix(2) == ["# EOF", ""])
        let both = try ProgramRun("hitzone", ["stats", "--openmetrics", "--json"])
        #expect(both.status == 2 && both.errors.contains("exclude one another"))
    }

    @Test(arguments: [["page", "x"], ["set", "x", "--hidden", "true"], ["lock"], ["unlock"], ["reload"]])
    func `who may not is told what to do`(arguments: [String]) throws {
        let daemon = try ScriptedDaemon(
            answering: #"{"error":"org.varlink.service.PermissionDenied","parameters":{}}"#)
        let run = try ProgramRun("hitzone", arguments + ["--socket", daemon.socket])
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("hitzone \(arguments[0]): the daemon does not permit it to "))
        #expect(run.errors.contains("'control: users'") && run.errors.contains("'control: groups'"))
    }

    @Test(arguments: [
        ["page", "x"], ["set", "x", "--hidden", "true"], ["put", "x", "-"], ["lock"], ["unlock"], ["reload"],
        ["stats"],
    ])
    func `without a daemon the status is 3`(arguments: [String]) throws {
        let directory = try TemporaryDirectory()
        let run = try ProgramRun("hitzone", arguments + ["--socket", directory.path("none")], input: "[]")
        #expect(run.status == 3 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("hitzone \(arguments[0]): ") && run.errors.contains("start hitzoned"))
    }

    @Test(arguments: [
        ["page"], ["page", "a", "b"], ["set", "x"], ["set", "x", "--enabled", "yes"],
        ["set", "x", "--opacity", "1.1"], ["set", "x", "--opacity", "-0.1"], ["set", "--hidden", "true"],
        ["put", "x"], ["lock", "x"], ["reload", "x"], ["stats", "x"],
    ])
    func `a wrong command line is found before a daemon is asked for`(arguments: [String]) throws {
        let run = try ProgramRun("hitzone", arguments + ["--socket", "/nonexistent"])
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("hitzone \(arguments[0]): "))
    }
}
