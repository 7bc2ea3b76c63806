import Testing

struct `hitzone check` {
    /// Each zone as large as it is drawn, and nothing near another.
    private let plain = """
        version: 1
        defaults: {minimum: none, retain: 0, debounce: 300ms}
        screens:
          front:
            size: [800, 480]
            physical: [160, 96]
            pages:
              home:
                - {id: a, frame: [0, 0, 60, 60], expand: 0, action: go.a}
                - {id: b, frame: [70, 0, 60, 60], expand: 0, action: go.b}

        """

    private func check(_ text: String, _ arguments: String...) throws -> ProgramRun {
        let directory = try TemporaryDirectory()
        let file = try directory.write("layout.yaml", text)
        var run = try ProgramRun("hitzone", ["check"] + arguments + [file])
        run.output = run.output.replacing(file, with: "FILE")
        run.errors = run.errors.replacing(file, with: "FILE")
        return run
    }

    @Test func `A layout without fault is counted`() throws {
        let expected = "FILE: 1 screen, 1 page, 2 regions: no errors, no warnings\n"
        #expect(try check(plain) == ProgramRun(status: 0, output: expected, errors: ""))
        #expect(try check(plain, "--strict") == ProgramRun(status: 0, output: expected, errors: ""))
    }

    @Test func `Standard input is a file like others`() throws {
        let run = try ProgramRun("hitzone", ["check", "-"], input: plain)
        #expect(run.output == "<stdin>: 1 screen, 1 page, 2 regions: no errors, no warnings\n")
    }

    @Test func `All errors are printed with their places, and fail`() throws {
        let text = plain.replacing("frame: [0, 0, 60, 60]", with: "fraem: [0, 0, 60, 60]")
            .replacing("debounce: 300ms", with: "debounce: 300")
        let run = try check(text)
        let lines = run.output.split(separator: "\n")
        #expect(lines.dropLast().allSatisfy { $0.hasPrefix("FILE:") && $0.contains(": error: ") })
        #expect(lines.contains { $0.hasPrefix("FILE:2:") })
        #expect(lines.contains { $0.hasPrefix("FILE:9:") && $0.contains("frame") })
        #expect(lines.last == "FILE: \(lines.count - 1) errors, no warnings")
        #expect(run.status == 1)
    }

    @Test func `Warnings fail with strict only`() throws {
        let text = plain.replacing("[0, 0, 60, 60], expand: 0", with: "[0, 0, 60, 60], expand: -30")
        for (arguments, status) in [([], 0), (["--strict"], 1)] as [([String], Int32)] {
            let directory = try TemporaryDirectory()
            let file = try directory.write("layout.yaml", text)
            let run = try ProgramRun("hitzone", ["check", file] + arguments)
            #expect(run.output.hasSuffix(": 1 screen, 1 page, 2 regions: no errors, 1 warning\n"))
            #expect(run.status == status)
        }
    }

    @Test func `Findings of the reader and of the layout come in the order of the file`() throws {
        let run = try check(
            """
            version: 1
            screens:
              front:
                size: [800, 480]
                physical: [160, 96]
                pages:
                  home:
                    - {id: a, frame: [0, 100, 33, 33], expand: 20, action: go.a}
                    - {id: b, frame: [37, 100, 33, 33], expand: 20, action: go.b}
                    - {id: label, frame: [300, 0, 60, 60], debounce: 1s}
                    - {id: cover, frame: [300, 100, 200, 200], block: true}
                    - {id: tiny, frame: [320, 400, 8, 8], expand: 1mm, action: go.tiny}
                  back:
                    - {id: low, frame: [100, 100, 60, 60], expand: 0, action: go.low}
                    - {id: high, frame: [90, 90, 80, 80], expand: 0, block: true}
                    - {id: out, frame: [700, 400, 200, 60], expand: 0, persist: true, action: go.out}

            """)
        #expect(
            run.output == """
                FILE:9:16: warning: the hit zones of 'a' and 'b' overlap by 36 × 73 units (7.2 × 14.6 mm); a contact \
                there goes to the nearer drawing. Where that is not meant move them apart, or make 'expand' or 'minimum' \
                smaller
                FILE:10:48: warning: the debounce of 'label' has no use, because the region has no actions
                FILE:12:16: warning: the hit zone of 'tiny' is 18 × 18 units (3.6 × 3.6 mm), less than 9mm; enlarge it \
                with 'expand' or 'minimum', or draw it larger or farther from what cuts it
                FILE:14:16: warning: nothing can hit 'low': 'high' in front of it swallows contacts in its middle, and the \
                rest is taken, too; move them apart, or change their order or 'expand'
                FILE:16:16: warning: the screen cuts 50 % off the drawing of 'out', which is 200 × 60 units (40 × 12 mm); \
                move it inside
                FILE:16:16: warning: 'persist' has no use on 'out', because no other page has a region of this id with it
                FILE: 1 screen, 2 pages, 8 regions: no errors, 6 warnings

                """)
        #expect(run.status == 0 && run.errors.isEmpty)
    }

    @Test(arguments: [
        ("none", 0), ("9mm", 1), ("12mm", 2), ("24px", 0), ("44px", 1), ("48dp", 1), ("wcag-2.5.8", 0),
        ("wcag-2.5.5", 1),
    ])
    func `The target is the user's choice`(target: String, warnings: Int) throws {
        let text = plain.replacing("[70, 0, 60, 60]", with: "[70, 0, 60, 30]")
            .replacing("[0, 0, 60, 60]", with: "[0, 0, 59, 60]")
        let run = try check(text, "--target", target, "--json")
        let lines = run.output.split(separator: "\n")
        #expect(
            lines.count == warnings && lines.allSatisfy { $0.contains(#""code":"small-target""#) }, "\(lines)"
        )
    }

    @Test func `A target that is no size is refused`() throws {
        let run = try check(plain, "--target", "9cm")
        #expect(run.status == 2)
        #expect(
            run.errors.contains(
                "give a length above 0 such as 9mm, 48dp or 24px, wcag-2.5.8, wcag-2.5.5, or none"))
    }

    @Test func `Millimetres that only the panel knows are told`() throws {
        let run = try check(
            plain.replacing("    physical: [160, 96]\n", with: "").replacing(
                "minimum: none", with: "minimum: 9mm"))
        #expect(
            run.output.hasPrefix(
                "FILE:2:21: warning: millimetres are used on the screen 'front', which has no"))
        #expect(run.output.hasSuffix("no errors, 1 warning\n") && run.status == 0 && run.errors.isEmpty)
    }

    @Test func `JSON has one finding a line`() throws {
        let run = try check("version: 1\nscreens: 7\n", "--json")
        #expect(
            run.output.hasPrefix(
                #"{"file":"FILE","line":2,"column":10,"severity":"error","code":"wrong-value","message":""#))
        #expect(run.output.hasSuffix("\"}\n"))
        #expect(run.output.split(separator: "\n").count == 1)
        #expect(run.status == 1)
        #expect(try check(plain, "--json").output == "")
    }

    @Test func `A file that is not there is an error at its place`() throws {
        let run = try ProgramRun("hitzone", ["check", "/nonexistent"])
        #expect(run.output.hasPrefix("/nonexistent:1:1: error: "))
        #expect(run.status == 1)
    }
}
