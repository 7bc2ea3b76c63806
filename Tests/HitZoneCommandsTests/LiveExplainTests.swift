import Testing

struct `hitzone explain with a daemon` {
    @Test func `follows each contact and says why, one line each`() async throws {
        let daemon = try await Daemon("--wait", "--loop")
        let run = try daemon.run("explain", "--live", "--count", "4")
        #expect(
            run
                == ProgramRun(
                    status: 0,
                    output: """
                        contact 1: 10,10 on front:home means a: its drawing has the point, and no other region competes. It fired \
                        go.a (tap).
                        contact 2: 10,10 on front:home is refused: a has just fired, and its debounce window is open, for 0.15 s \
                        more.
                        contact 3: 365,120 on front:home means close: the drawing of card has the point; its hit zone reaches it \
                        alone, its drawing 5 away. It fired close.card (tap).
                        front shows other now.
                        contact 4: 210,110 on front:other means high: its drawing has the point, and no other region competes. \
                        It fired go.high (tap).

                        """, errors: ""))
    }

    @Test func `follows in JSON, one screen only`() async throws {
        let daemon = try await Daemon("--wait", "--loop")
        let run = try daemon.run("explain", "--live", "--json", "--screen", "front", "-n", "2")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2 && run.status == 0, "\(run)")
        #expect(
            lines.first?.hasPrefix(
                #"{"contact":1,"time":1000000,"screen":"front","page":"home","region":"a","why":"10,10 on front:home means a: "#
            )
                == true)
        #expect(lines.last?.contains(#""region":"a","why":"10,10 on front:home is refused: a has"#) == true)
    }

    @Test(arguments: [
        (
            ["set", "a", "--enabled", "false"],
            "contact 1: 10,10 on front:home is refused: a is disabled, itself or by"
        ),
        (["lock"], "contact 1: 10,10 on front:home is refused: the screen is locked."),
        (
            ["set", "a", "--hidden", "true"],
            "contact 1: 10,10 on front:home means nothing: no drawing has the point, and"
        ),
        (
            ["put", "home", "-"],
            "contact 1: 10,10 on front:home means a: its drawing has the point, and no other region competes. It fired "
                + "nothing: a has no action for what it did."
        ),
    ])
    func `says why a button does nothing`(change: [String], line: String) async throws {
        let daemon = try await Daemon("--wait", "--loop")
        let input = "[{id: a, frame: [0, 0, 33, 33], actions: {hold: {name: menu, after: 3s}}}]"
        let changed = try ProgramRun("hitzone", change + ["--socket", daemon.socket], input: input)
        #expect(changed.status == 0, "\(changed)")
        let run = try daemon.run("explain", "--live", "--count", "1")
        #expect(run.output.hasPrefix(line), "\(run)")
    }

    @Test func `answers for a point on what shows, or on a page`() async throws {
        let daemon = try await Daemon("--wait", "--loop")
        #expect(
            try daemon.run("explain", "34.9", "10").output
                == "34.9,10 on front:home means a: no drawing has the point; of the hit zones that reach it, its drawing is "
                + "nearest: a (1.9 away), b (2.1 away).\n")
        #expect(
            try daemon.run("explain", "160", "110", "--page", "other").output
                == "160,110 on front:other means high: no drawing has the point; of the hit zones that reach it, its own is "
                + "in front: low (10 away), high (40 away).\n")
        let lines = try daemon.run("explain", "-", "--json", input: "360 120\nfive 5\n")
        #expect(lines.output.hasPrefix(#"{"screen":"front","page":"home","x":360,"y":120,"direct":"card","#))
        #expect(lines.errors.hasPrefix("<stdin>:2: error: ") && lines.status == 1, "\(lines)")
        let wrong = try daemon.run("explain", "5", "5", "--page", "nowhere")
        #expect(wrong.status == 1 && wrong.errors.hasPrefix("hitzone explain: "), "\(wrong)")
    }

    @Test(arguments: [
        (["--live", "5", "5"], 2, "--live follows contacts, and takes no point"),
        (["--live", "--config", "x"], 2, "leave out --config"),
        (["5", "5", "--count", "1"], 2, "--count needs --live"),
        ([], 2, "give X and Y, or '-'"), (["--live", "--socket", "/nonexistent"], 3, "start hitzoned"),
        (["5", "5", "--socket", "/nonexistent"], 3, "start hitzoned"),
    ])
    func `what cannot be done is told`(arguments: [String], status: Int32, message: String) throws {
        let run = try ProgramRun("hitzone", ["explain"] + arguments)
        #expect(run.status == status && run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
    }
}
