import Glibc
import Testing

struct `hitzone draw` {
    private let directory: TemporaryDirectory
    private let file: String

    init() throws {
        directory = try TemporaryDirectory()
        file = try directory.write("layout.yaml", layout)
    }

    private func draw(_ arguments: String...) throws -> ProgramRun {
        try ProgramRun("hitzone", ["draw", "--config", file] + arguments)
    }

    @Test func `It writes SVG to standard output, the same bytes each time`() throws {
        let run = try draw()
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "))
        #expect(run.output.hasSuffix("</svg>\n"))
        #expect(try draw().output == run.output)
    }

    @Test func `The page may be chosen`() throws {
        #expect(try draw("--page", "other").output.contains("front: other"))
        let wrong = try draw("--page", "othr")
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("hitzone draw: there is no page othr, did you mean other?"))
    }

    @Test func `The output's name tells the format`() throws {
        #expect(try draw("-o", directory.path("a.svg")) == ProgramRun(status: 0, output: "", errors: ""))
        #expect(try directory.read("a.svg") == draw().output)
        #expect(try draw("-o", directory.path("a.html")).status == 0)
        #expect(try directory.read("a.html") == draw("--html").output)
        let wrong = try draw("-o", directory.path("a.gif"))
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("let it end in .svg, .png or .html"))
    }

    @Test func `A recording is drawn, and its options need one`() throws {
        let touches = try directory.write("t.evemu", recording([(10, 10, 100, 150), (10, 10, 200, 220)]))
        let run = try draw("--touches", touches, "--heat")
        #expect(run.status == 0)
        #expect(run.output.contains(">#2 debounce</text>"))
        #expect(run.output.contains("class=\"heats\""))
        for option in [["--heat"], ["--device", "1"], ["--range", "0,1,0,1"]] {
            let lonely = try ProgramRun("hitzone", ["draw", "-c", file] + option)
            #expect(lonely.status == 2)
            #expect(lonely.errors.contains("needs '--touches RECORDING'"))
        }
    }

    @Test func `Input that is wrong gives status 1, a command line that is wrong 2`() throws {
        #expect(try ProgramRun("hitzone", ["draw"]).status == 2)
        #expect(try ProgramRun("hitzone", ["draw", "-c", directory.path("none.yaml")]).status == 1)
        #expect(try draw("--touches", directory.path("none.evemu")).status == 1)
        #expect(try draw("-o", directory.path("none/a.svg")).status == 1)
        #expect(try draw("--html", "-o", directory.path("a.svg")).status == 2)
        #expect(try ProgramRun("hitzone", ["draw", "-c", "-", "-t", "-"], input: layout).status == 2)
    }

    @Test func `Without rsvg-convert a PNG names the package that has it`() throws {
        let program = RunningProgram.directoryOfPrograms + "/hitzone"
        let run = try ProgramRun(
            "/usr/bin/env",
            ["PATH=/nonexistent", program, "draw", "-c", file, "-o", directory.path("a.png")])
        #expect(run.status == 1)
        #expect(run.errors.contains("install the package librsvg2-bin"))
        #expect(!directory.has("a.png"))
    }

    @Test(.enabled(if: unsafe access("/usr/bin/rsvg-convert", X_OK) == 0))
    func `With rsvg-convert a PNG is written`() throws {
        #expect(try draw("-o", directory.path("a.png")) == ProgramRun(status: 0, output: "", errors: ""))
        #expect(try directory.read("a.png").utf8.dropFirst(3).starts(with: "PNG".utf8))
        let wrong = try draw("-o", directory.path("none/a.png"))
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("was not written"))
    }

    @Test func `The picture in the documents is what draw makes now`() throws {
        // Tests/HitZoneCommandsTests/DrawTests.swift is three levels below the package.
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let run = try ProgramRun(
            "hitzone",
            ["draw", "-c", root + "/config/hitzone.yaml", "-t", root + "/config/demo.evemu"])
        let expected = try TemporaryDirectory.read(root + "/docs/example.svg")
        #expect(
            run.output == expected,
            "make it anew: hitzone draw -c config/hitzone.yaml -t config/demo.evemu -o docs/example.svg")
    }
}
