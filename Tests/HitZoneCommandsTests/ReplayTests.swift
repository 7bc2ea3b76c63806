import Testing

struct `hitzone replay` {
    private let touches = [
        (x: 10, y: 10, downMilliseconds: 1_000, upMilliseconds: 1_050),
        (x: 10, y: 10, downMilliseconds: 1_200, upMilliseconds: 1_210),
        (x: 365, y: 120, downMilliseconds: 2_000, upMilliseconds: 2_100),
    ]

    private func replay(
        _ arguments: String..., events: String? = nil, config: String? = layout, input: String = ""
    ) throws -> ProgramRun {
        let directory = try TemporaryDirectory()
        let file = try directory.write("layout.yaml", config ?? layout)
        let events = try directory.write("touches.evemu", events ?? recording(touches))
        var run = try ProgramRun(
            "hitzone",
            ["replay", "--config", file] + arguments.map { $0 == "RECORDING" ? events : $0 }, input: input)
        run.errors = run.errors.replacing(events, with: "RECORDING")
        return run
    }

    @Test func `Actions are printed as a subscriber gets them, numbered from 1`() throws {
        #expect(
            try replay("--json", "RECORDING")
                == ProgramRun(
                    status: 0,
                    output: #"""
                        {"seq":1,"time":1050000,"kind":"action","screen":"front","page":"home","region":"a","action":"go.a","trigger":"tap","contact":1,"x":10,"y":10,"inside":"drawing"}
                        {"seq":2,"time":2100000,"kind":"action","screen":"front","page":"home","region":"close","action":"close.card","trigger":"tap","contact":3,"x":365,"y":120,"inside":"expansion"}

                        """#,
                    errors: ""))
    }

    @Test func `What comes before a malformed line is printed before its error`() throws {
        let good = """
            N: Panel
            B: 03 00 00 00 00 00 80 60 02
            A: 2f 0 9 0 0 0
            A: 35 0 799 0 0 0
            A: 36 0 479 0 0 0
            E: 1.000000 0003 0039 0001
            E: 1.000000 0003 0035 0010
            E: 1.000000 0003 0036 0010
            E: 1.000000 0000 0000 0000
            E: 1.050000 0003 0039 -001
            E: 1.050000 0000 0000 0000

            """
        let whole = try replay("--json", "-", input: good)
        let broken = try replay("--json", "-", input: good + "E: nonsense\n")
        #expect(whole.status == 0)
        #expect(whole.output.contains("go.a"))
        #expect(broken.status == 1)
        #expect(broken.output == whole.output)
        #expect(broken.errors.hasPrefix("hitzone replay: <stdin>:12: "))
    }

    @Test func `All kinds of events have their keys in order`() throws {
        #expect(
            try replay("--json", "--kinds", "contact,refused,page", "RECORDING").output
                == #"""
                {"seq":1,"time":1000000,"kind":"contact","screen":"front","page":"home","region":"a","phase":"down","contact":1,"x":10,"y":10,"inside":"drawing"}
                {"seq":2,"time":1050000,"kind":"contact","screen":"front","page":"home","region":"a","phase":"up","contact":1,"x":10,"y":10,"inside":"drawing"}
                {"seq":3,"time":1200000,"kind":"refused","screen":"front","page":"home","region":"a","reason":"debounce","remaining":150000,"contact":2,"x":10,"y":10,"inside":"drawing"}
                {"seq":4,"time":2000000,"kind":"contact","screen":"front","page":"home","region":"close","phase":"down","contact":3,"x":365,"y":120,"inside":"expansion"}
                {"seq":5,"time":2100000,"kind":"contact","screen":"front","page":"home","region":"close","phase":"up","contact":3,"x":365,"y":120,"inside":"expansion"}
                {"seq":6,"time":2100000,"kind":"page","screen":"front","page":"other"}

                """#)
    }

    @Test func `Lines for people stand in columns`() throws {
        #expect(
            try replay("-k", "action,contact,refused", "-k", "page", "RECORDING").output
                == """
                     1.000000  contact  down                          front:home        a               contact 1 at 10,10 (drawing)
                     1.050000  action   go.a (tap)                    front:home        a               contact 1 at 10,10 (drawing)
                     1.050000  contact  up                            front:home        a               contact 1 at 10,10 (drawing)
                     1.200000  refused  debounce, 0.15 s remain       front:home        a               contact 2 at 10,10 (drawing)
                     2.000000  contact  down                          front:home        close           contact 3 at 365,120 (expansion)
                     2.100000  action   close.card (tap)              front:home        close           contact 3 at 365,120 (expansion)
                     2.100000  contact  up                            front:home        close           contact 3 at 365,120 (expansion)
                     2.100000  page     other                         front:other

                """)
    }

    @Test func `A recording on standard input gives the same bytes, every time`() throws {
        let first = try replay("--json", "RECORDING")
        for _ in 0..<3 {
            #expect(try replay("--json", "-", input: recording(touches)) == first)
        }
    }

    @Test func `A range that is missing is asked for, and taken`() throws {
        let bare = recording(touches).split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("A:") }.joined(separator: "\n")
        let refused = try replay("RECORDING", events: bare)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("--range X0,X1,Y0,Y1"))
        #expect(
            try replay("--json", "--range", "0,799,0,479", "RECORDING", events: bare).output
                == replay("--json", "RECORDING").output)
    }

    @Test func `Half a recording is replayed with a warning that names the line`() throws {
        let text = recording(touches)
        let cut = text.split(separator: "\n", omittingEmptySubsequences: true).dropLast().joined(
            separator: "\n")
        let run = try replay("--json", "RECORDING", events: cut + "\n")
        #expect(run.output.split(separator: "\n").count == 2)
        #expect(run.errors.contains("warning"))
        #expect(run.errors.hasPrefix("RECORDING:"))
        #expect(run.status == 0)
    }

    @Test func `Silence is explained`() throws {
        let run = try replay("-k", "page", "RECORDING", events: recording([touches[0]]))
        #expect(
            run
                == ProgramRun(
                    status: 0, output: "",
                    errors: "hitzone replay: no events of kind page in 2 frames of touches\n"))
    }

    @Test(arguments: [
        (
            ["--kinds", "actions", "RECORDING"], 2,
            "hitzone replay: 'actions' does not suit option '--kinds KIND,...': did you mean action? the kinds are action, "
                + "contact, refused, page\nTry 'hitzone replay --help'.\n"
        ),
        (
            ["--range", "0,1,2", "RECORDING"], 2,
            "hitzone replay: '0,1,2' does not suit option '--range X0,X1,Y0,Y1': give least and greatest x, least and "
                + "greatest y, such as 0,4095,0,4095\nTry 'hitzone replay --help'.\n"
        ),
        (["/nonexistent"], 1, "hitzone replay: /nonexistent: cannot be read: No such file or directory\n"),
        (
            ["--screen", "back", "RECORDING"], 1,
            "hitzone replay: there is no screen back; choose with --screen among front\n"
        ),
    ])
    func `What is wrong is said with what is allowed`(arguments: [String], status: Int32, errors: String)
        throws
    {
        let directory = try TemporaryDirectory()
        let file = try directory.write("layout.yaml", layout)
        let events = try directory.write("touches.evemu", recording(touches))
        let run = try ProgramRun(
            "hitzone", ["replay", "-c", file] + arguments.map { $0 == "RECORDING" ? events : $0 })
        #expect(run == ProgramRun(status: status, output: "", errors: errors))
    }

    @Test func `A wrong layout is refused with all its errors`() throws {
        let run = try replay("RECORDING", config: "version: 1\nscreens: 7\ndefault: {}\n")
        #expect(run.status == 1)
        #expect(run.errors.split(separator: "\n").count == 3)
        #expect(run.errors.hasSuffix("hitzone replay: the configuration cannot be used\n"))
    }

    @Test func `A reader who leaves ends the program quietly`() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("layout.yaml", layout)
        let many = (0..<2_000).map {
            (x: 10, y: 10, downMilliseconds: $0 * 1_000, upMilliseconds: $0 * 1_000 + 50)
        }
        let events = try directory.write("touches.evemu", recording(many))
        #expect(
            try ProgramRun("hitzone", ["replay", "-c", file, events], closedOutput: true)
                == ProgramRun(status: 0, output: "", errors: ""))
    }
}
