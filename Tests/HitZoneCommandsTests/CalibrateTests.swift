import Testing

struct `hitzone calibrate` {
    /// A single-touch panel of 256 × 512 steps that tells no size, and where its corners were touched, clockwise from
    /// the top left of a picture of 480 × 272.
    private static let corners = [(243, 13), (242, 470), (16, 470), (19, 22)]

    private static func recorded(_ points: [(Int, Int)], gap: Int = 1_000) -> String {
        recording(
            points.enumerated().map { index, point in
                (
                    x: point.0, y: point.1, downMilliseconds: 1_000 + index * gap,
                    upMilliseconds: 1_080 + index * gap
                )
            }
        ).replacing("A: 00 0 799 ", with: "A: 00 0 255 ").replacing("A: 01 0 479 ", with: "A: 01 0 511 ")
    }

    private func calibrate(_ points: [(Int, Int)], _ arguments: String..., gap: Int = 1_000) throws
        -> ProgramRun
    {
        try ProgramRun(
            "hitzone", ["calibrate", "--recording", "-"] + arguments, input: Self.recorded(points, gap: gap))
    }

    @Test func `Corners give the matrix for the configuration and for udev`() throws {
        let run = try calibrate(Self.corners)
        #expect(
            run
                == ProgramRun(
                    status: 0,
                    output: """
                        # the axes are swapped, y runs from bottom to top
                        # residual 0.55 percent of the screen, at most 0.56 at the bottom left
                        calibration: [0.011263, 1.131478, -0.044387, -1.137854, -0.010007, 1.082581]
                        SUBSYSTEM=="input", KERNEL=="event*", ATTRS{id/vendor}=="0eef", ATTRS{id/product}=="0001", \
                        ENV{LIBINPUT_CALIBRATION_MATRIX}="0.011263 1.131478 -0.044387 -1.137854 -0.010007 1.082581"

                        """, errors: ""))
    }

    @Test func `Its own output maps the recorded middle to the screen's`() throws {
        let line = try #require(
            calibrate(Self.corners).output.split(separator: "\n").first { $0.hasPrefix("calibration") })
        let directory = try TemporaryDirectory()
        let config = try directory.write(
            "layout.yaml",
            """
            version: 1
            screens:
              s:
                size: [480, 272]
                \(line)
                pages:
                  p: [{id: all, frame: [0, 0, 480, 272], action: hit}]

            """)
        let run = try ProgramRun(
            "hitzone", ["replay", "-", "--config", config, "--json"], input: Self.recorded([(130, 244)]))
        #expect(
            run.output.contains(#""x":240.27,"y":136,"#) || run.output.contains(#""x":240.26,"y":136,"#),
            "\(run)")
    }

    @Test func `The screen's rotation and millimetres count`() throws {
        let directory = try TemporaryDirectory()
        let config = try directory.write(
            "layout.yaml",
            "version: 1\nscreens: {s: {size: [480, 272], physical: [95, 54], rotate: 270, pages: {p: []}}}\n")
        let run = try calibrate(Self.corners, "--config", config)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("# residual 0.49"), "\(run)")
        #expect(lines.first?.contains(" mm, at most ") == true)
        // What is turned already runs as the screen does; the rule has the turn within it.
        #expect(
            lines[1] == "calibration: [1.131478, -0.011263, -0.033124, -0.010007, 1.137854, -0.055274]",
            "\(run)")
        #expect(
            lines[2].hasSuffix(
                "ENV{LIBINPUT_CALIBRATION_MATRIX}=\"0.011263 1.131478 -0.044387 -1.137854 -0.010007 1.082581\""
            ))
    }

    @Test func `Nine points, inset, give the identity where they were hit`() throws {
        let points = [51, 256, 461].flatMap { y in [26, 128, 230].map { x in (x, y) } }
        let run = try calibrate(points, "--points", "9", "--inset", "10")
        let line = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("calibration") })
        let numbers = line.drop { $0 != "[" }.dropFirst().dropLast().split(separator: ",").compactMap {
            Double($0.drop { $0 == " " })
        }
        #expect(numbers.count == 6)
        for (found, expected) in zip(numbers, [1.0, 0, 0, 0, 1, 0]) {
            #expect(abs(found - expected) < 0.01, "\(run)")
        }
        #expect(!run.output.contains("swapped") && !run.output.contains("runs from"))
    }

    @Test func `A bounce counts once, with its last place`() throws {
        let bounced = [Self.corners[0], (240, 15)] + Self.corners.dropFirst()
        // 280 ms from down to down, so 200 ms from up to down.
        let quick = try calibrate([(240, 15), Self.corners[0]], gap: 280)
        #expect(
            quick.errors.hasPrefix("hitzone calibrate: 1 touch instead of 4; touch each of the points once"))
        #expect(
            try calibrate(bounced).errors.hasPrefix("hitzone calibrate: 5 touches instead of 4;"))
    }

    @Test(arguments: [
        (
            [(10, 10), (20, 20), (30, 30)],
            "3 touches instead of 4; touch each of the points once: top left, top right, "
        ),
        ([], "no touches instead of 4; touch each of the points once"),
        (
            [(10, 20), (60, 120), (110, 220), (160, 320)],
            "the contacts lie on one line or at one place; touch points"
        ),
        (
            [Self.corners[0], Self.corners[1], Self.corners[3], Self.corners[2]],
            "the touches do not fit the points, the one at the "
        ),
        (
            [Self.corners[0], Self.corners[1], Self.corners[2], (19, 150)],
            "the touches do not fit the points, the one at the "
        ),
        (
            [(10, 20), (60, 20), (60, 120), (300, 20)],
            "3 touches, and 1 that left the axes' declared ranges, instead of 4;"
        ),
    ])
    func `Touches that give no matrix say what to do`(points: [(Int, Int)], message: String) throws {
        let run = try calibrate(points)
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("hitzone calibrate: \(message)"), "\(run.errors)")
    }

    @Test(arguments: [
        ([], 2, "give one of DEVICE, --recording FILE and --live"),
        (["/dev/input/event99", "--recording", "x"], 2, "give one of DEVICE, --recording FILE and --live"),
        (["/dev/input/event99", "--range", "0,1,0,1"], 2, "--device and --range need --recording FILE"),
        (["/dev/input/event99", "--screen", "x"], 2, "--screen needs --config FILE"),
        (["--recording", "-", "--config", "-"], 2, "only one of layout and recording"),
        (["--recording", "-", "--points", "5"], 2, "'5' does not suit option '--points 4|9': give 4 or 9"),
        (["/nonexistent/event99"], 3, "/nonexistent/event99: "),
    ])
    func `What cannot be done is told`(arguments: [String], status: Int32, message: String) throws {
        let run = try ProgramRun("hitzone", ["calibrate"] + arguments)
        #expect(run.status == status && run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
    }
}
