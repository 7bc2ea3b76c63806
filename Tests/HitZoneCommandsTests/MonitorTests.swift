import Glibc
import Testing

/// Lines of JSON without their numbers, which the daemon also gives to events of other kinds.
private func withoutNumbers(_ output: String) -> [Substring] {
    output.split(separator: "\n").map { line in
        line.firstIndex(of: ",").map { line[$0...] } ?? line
    }
}

struct `hitzone monitor` {
    @Test func `A subscriber gets what a replay prints, and ends with the daemon`() async throws {
        let daemon = try await Daemon("--wait")
        let kinds = "action,contact,refused,page"
        let live = try ProgramRun(
            "hitzone", ["monitor", "--socket", daemon.socket, "--no-reconnect", "--kinds", kinds])
        let replay = try ProgramRun(
            "hitzone",
            [
                "replay", "--json", "-c", daemon.directory.path("layout.yaml"), "--kinds", kinds,
                daemon.directory.path("touches.evemu"),
            ])
        #expect(live.status == 0)
        #expect(live.errors == "")
        #expect(withoutNumbers(live.output) == withoutNumbers(replay.output))
        #expect(live.output.split(separator: "\n").count == 11)
        #expect(try daemon.program.waitForEnd().status == 0)
    }

    @Test func `Filters and a count choose`() async throws {
        let daemon = try await Daemon("--wait")
        let run = try ProgramRun(
            "hitzone",
            [
                "monitor", "--socket", daemon.socket, "--regions", "clo*,x", "--actions", "close.*",
                "--count", "1",
            ])
        #expect(run.status == 0)
        #expect(withoutNumbers(run.output).count == 1)
        #expect(run.output.contains(#""action":"close.card""#))
    }

    @Test func `What has happened is told again on request`() async throws {
        let daemon = try await Daemon("--wait", "--loop")
        let first = try ProgramRun("hitzone", ["monitor", "--socket", daemon.socket, "--count", "2"])
        let again = try ProgramRun(
            "hitzone", ["monitor", "--socket", daemon.socket, "--since", "0", "--count", "2"])
        #expect(again.output == first.output || again.output.contains(#""kind":"lost""#))
    }

    @Test func `Without a daemon the status is 3`() throws {
        let directory = try TemporaryDirectory()
        let run = try ProgramRun("hitzone", ["monitor", "--socket", directory.path("none")])
        #expect(run.status == 3)
        #expect(run.output == "")
        #expect(run.errors.contains(directory.path("none")) && run.errors.contains("start hitzoned"))
    }

    @Test(arguments: [
        ["--regions", "[a"], ["--kinds", "taps"], ["--count", "0"], ["--since", "-1"], ["operand"],
    ])
    func `A wrong command line is found before a daemon is asked for`(arguments: [String]) throws {
        let run = try ProgramRun("hitzone", ["monitor", "--socket", "/nonexistent"] + arguments)
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("hitzone monitor: "))
    }

    @Test func `A reader who leaves ends it quietly`() async throws {
        let daemon = try await Daemon("--wait", "--loop")
        #expect(
            try ProgramRun("hitzone", ["monitor", "--socket", daemon.socket], closedOutput: true)
                == ProgramRun(status: 0, output: "", errors: ""))
    }

    @Test func `An interrupt ends it with status 0`() async throws {
        let daemon = try await Daemon("--wait", "--loop")
        let monitor = try RunningProgram("hitzone", ["monitor", "--socket", daemon.socket])
        try await wait("events") { try !monitor.output().isEmpty }
        monitor.signal(SIGINT)
        let run = try monitor.waitForEnd()
        #expect(run.status == 0)
        #expect(run.output.hasSuffix("}\n"))
    }

    @Test func `A daemon that comes back is followed on, and that is told`() async throws {
        let daemon = try await Daemon("--wait", "--loop")
        let monitor = try RunningProgram("hitzone", ["monitor", "--socket", daemon.socket])
        try await wait("events") { try !monitor.output().isEmpty }
        daemon.program.signal(SIGTERM)
        _ = try daemon.program.waitForEnd()
        try await wait("the loss") { try monitor.errors().contains("waiting until it is back\n") }
        let before = try monitor.output().utf8.count
        daemon.program = try RunningProgram(
            "hitzoned",
            [
                "--config", daemon.directory.path("layout.yaml"), "--socket", daemon.socket, "--replay",
                daemon.directory.path("touches.evemu"), "--speed", "1000", "--loop", "--wait",
            ])
        try await wait("the new connection") { try monitor.errors().hasSuffix("connected again\n") }
        try await wait("new events") { try monitor.output().utf8.count > before }
        #expect(try monitor.output().contains(#""kind":"lost""#))
    }
}
