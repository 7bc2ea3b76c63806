import Testing

struct `hitzone explain` {
    private func explain(_ arguments: String..., input: String = "") throws -> ProgramRun {
        let directory = try TemporaryDirectory()
        let file = try directory.write("layout.yaml", layout)
        return try ProgramRun("hitzone", ["explain", "--config", file] + arguments, input: input)
    }

    @Test(arguments: [
        (["5", "5"], "5,5 on front:home means a: its drawing has the point, and no other region competes."),
        (
            ["34.9", "10"],
            "34.9,10 on front:home means a: no drawing has the point; of the hit zones that reach it, its drawing is "
                + "nearest: a (1.9 away), b (2.1 away)."
        ),
        (
            ["35", "10"],
            "35,10 on front:home means b: no drawing has the point; of the hit zones that reach it, it is in front of "
                + "others as near: b (2 away), a (2 away)."
        ),
        (
            ["360", "120"],
            "360,120 on front:home means close: the drawing of card has the point; its hit zone reaches it alone, its "
                + "drawing 10 away."
        ),
        (
            ["510", "110"],
            "510,110 on front:home is refused (disabled): the drawing of off has the point, it or what it lies in is disabled, and no other region competes."
        ),
        (
            ["700", "400"],
            "700,400 on front:home means nothing: no drawing has the point, and no hit zone reaches it."
        ),
        (
            ["--page", "other", "160", "110"],
            "160,110 on front:other means high: no drawing has the point; of the hit zones that reach it, its own is in "
                + "front: low (10 away), high (40 away)."
        ),
    ])
    func `Sentences give owner, direct hit, competitors and reason`(arguments: [String], expected: String)
        throws
    {
        let directory = try TemporaryDirectory()
        let file = try directory.write("layout.yaml", layout)
        #expect(
            try ProgramRun("hitzone", ["explain", "-c", file] + arguments)
                == ProgramRun(status: 0, output: expected + "\n", errors: ""))
    }

    @Test func `JSON has every key, in order`() throws {
        let run = try explain("--json", "-", input: "360 120\n510 110\r\n\t700   400")
        #expect(
            run.output == #"""
                {"screen":"front","page":"home","x":360,"y":120,"direct":"card","candidates":[{"region":"close","distance":10}],"owner":"close","inside":"expansion","result":"accepted","reason":null}
                {"screen":"front","page":"home","x":510,"y":110,"direct":"off","candidates":[],"owner":null,"inside":null,"result":"refused","reason":"disabled"}
                {"screen":"front","page":"home","x":700,"y":400,"direct":null,"candidates":[],"owner":null,"inside":null,"result":"unowned","reason":null}

                """#)
        #expect(run.status == 0)
    }

    @Test func `A bad line is told with its number and the others are answered`() throws {
        let run = try explain("-", input: "5 5\nfive 5\n\n800 5\n799.99 479.99\n5 5 5\n")
        #expect(run.output.split(separator: "\n").count == 2)
        #expect(
            run.errors == """
                <stdin>:2: error: 'five 5' is no point; give two numbers, X and Y
                <stdin>:3: error: '' is no point; give two numbers, X and Y
                <stdin>:4: error: 800,5 lies outside screen front, which is 800 x 480
                <stdin>:6: error: '5 5 5' is no point; give two numbers, X and Y

                """)
        #expect(run.status == 1)
    }

    @Test func `No line is answered by no line`() throws {
        #expect(try explain("-") == ProgramRun(status: 0, output: "", errors: ""))
    }

    @Test(arguments: [
        (["nan", "5"], 1, "hitzone explain: 'nan 5' is no point; give two numbers, X and Y\n"),
        (["--", "-1", "5"], 1, "hitzone explain: -1,5 lies outside screen front, which is 800 x 480\n"),
        (["-p", "hme", "5", "5"], 1, "hitzone explain: there is no page hme, did you mean home?\n"),
        (
            ["-p", "zzzzzz", "5", "5"], 1,
            "hitzone explain: there is no page zzzzzz; choose --page among home, other\n"
        ),
        (["-s", "frnt", "5", "5"], 1, "hitzone explain: there is no screen frnt, did you mean front?\n"),
        (
            ["5"], 2,
            "hitzone explain: give X and Y, or '-' to read them from standard input\nTry 'hitzone explain --help'.\n"
        ),
    ])
    func `What is wrong is said with what is allowed`(arguments: [String], status: Int32, errors: String)
        throws
    {
        let directory = try TemporaryDirectory()
        let file = try directory.write("layout.yaml", layout)
        #expect(
            try ProgramRun("hitzone", ["explain", "-c", file] + arguments)
                == ProgramRun(status: status, output: "", errors: errors))
    }

    @Test func `Of several screens one must be chosen`() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write(
            "layout.yaml",
            """
            version: 1
            screens:
              left: {size: [10, 10], panel: {name: l}, start: p, pages: {p: []}}
              right: {size: [10, 10], panel: {name: r}, start: p, pages: {p: []}}
            """)
        let run = try ProgramRun("hitzone", ["explain", "-c", file, "1", "1"])
        #expect(
            run.errors == "hitzone explain: there are several screens; choose --screen among left, right\n")
        #expect(run.status == 1)
        let chosen = try ProgramRun("hitzone", ["explain", "-c", file, "-s", "right", "1", "1"])
        #expect(chosen.output.hasPrefix("1,1 on right:p means nothing"))
    }

    @Test func `Millimetres without a physical size are told`() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write(
            "layout.yaml",
            """
            version: 1
            screens:
              s:
                size: [100, 100]
                start: p
                pages:
                  p:
                    - {id: r, frame: [40, 40, 10, 10], minimum: 4.5mm, action: go}
            """)
        let run = try ProgramRun("hitzone", ["explain", "-c", file, "35", "45"])
        #expect(run.errors.hasPrefix("\(file):8:"))
        #expect(run.errors.contains("no 'physical'"))
        #expect(run.output.contains("means r"))
        #expect(run.status == 0)
    }
}
