import Glibc
import HitZoneProtocol
import LinuxIO
import Testing

private var canBeAnother: Bool { unsafe geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0 }

/// Users that are neither root nor the daemon's own (chapter 8). Only root can be someone else.
@Suite(.enabled(if: canBeAnother, "only root can be another user, with setpriv"))
struct OtherUserTests {
    /// A user that nothing belongs to.
    private static let user = 65_534

    private let daemon: DaemonProcess

    init() throws {
        daemon = try DaemonProcess(Samples.layout, recording: Samples.held(50), ["--wait"])
        // All may come in, so that it is the daemon who says what they may do.
        unsafe chmod(daemon.directory, 0o755)
        unsafe chmod(daemon.socket, 0o666)
        let copy = try spawn(
            ["/bin/cp", try DaemonProcess.program("hitzone"), hitzone], errors: daemon.directory + "/copied")
        #expect(wait(for: copy) == 0)
        unsafe chmod(hitzone, 0o755)
    }

    private var hitzone: String { daemon.directory + "/hitzone" }

    private func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    }

    /// Runs `hitzone COMMAND` as the other user, in `group`, and gives its status and what it said.
    private func run(_ command: [String], group: Int = user) throws -> (status: Int32, errors: String) {
        let errors = daemon.directory + "/said"
        unsafe unlink(errors)
        let process = try spawn(
            identity(group) + [hitzone] + command + ["--socket", daemon.socket], errors: errors)
        return (wait(for: process), text(of: errors))
    }

    private func identity(_ group: Int) -> [String] {
        ["/usr/bin/setpriv", "--reuid", String(Self.user), "--regid", String(group), "--clear-groups"]
    }

    @Test(arguments: [
        ["page", "second", "--screen", "front"], ["set", "left", "--screen", "front", "--hidden", "true"],
        ["lock"], ["unlock"], ["reload"], ["put", "home", "/dev/null", "--screen", "front"],
    ])
    func `who is not named may change nothing, and the log says who tried`(_ command: [String]) throws {
        let client = try TestClient(daemon)
        let before = (try client.answer("GetLayout"), try client.answer("GetState"))
        var command = command
        if command[0] == "put" {
            try writeFile("[]", to: daemon.directory + "/page")
            unsafe chmod(daemon.directory + "/page", 0o644)
            command[2] = daemon.directory + "/page"
        }
        let (status, errors) = try run(command)
        #expect(status == 1)
        #expect(errors.contains("the daemon does not permit it"), "\(errors)")
        #expect((try client.answer("GetLayout"), try client.answer("GetState")) == before)
        let name = User.name(of: UInt32(Self.user)) ?? String(Self.user)
        #expect(daemon.errors.contains("user \(name) (process "), "\(daemon.errors)")
        #expect(daemon.errors.contains(") may not call io.hitzone."), "\(daemon.errors)")
    }

    @Test func `who may change nothing may still read`() throws {
        #expect(try run(["stats"]).status == 0)
        #expect(try run(["explain", "--screen", "front", "50", "50"]).errors.contains("permit") == false)
        #expect(!daemon.errors.contains("may not"))
    }

    @Test(arguments: [
        ("users: [\"65534\"]", 65_534, true), ("users: [\"65533\"]", 65_534, false),
        ("groups: [\"54321\"]", 54_321, true), ("groups: [\"54321\"]", 54_322, false),
    ])
    func `who is named by user or group may, from the next reload on`(
        _ control: String, group: Int, isAllowed: Bool
    ) throws {
        #expect(try run(["lock"], group: group).status == 1)
        let client = try TestClient(daemon)
        try daemon.replaceLayout(Samples.layout + "\ncontrol: {\(control)}\n")
        #expect(try client.answer("Reload") == "{\"parameters\":{}}")
        #expect(try run(["lock"], group: group).status == (isAllowed ? 0 : 1))
        #expect(try client.answer("GetState")?.contains("\"locked\":true") == isAllowed)
        try daemon.replaceLayout(Samples.layout)
        #expect(try client.answer("Reload") == "{\"parameters\":{}}")
        #expect(try run(["unlock"], group: group).status == 1)
    }

    /// Makes 33 connections, tells what each is answered, and keeps them.
    private static let hoarder = """
        import signal, socket, sys
        held = []
        for index in range(33):
            held.append(socket.socket(socket.AF_UNIX))
            held[-1].connect(sys.argv[1])
            answer = b""
            try:
                held[-1].sendall(b'{"method":"io.hitzone.GetState"}\\0')
                while not answer.endswith(b"\\0"):
                    answer += held[-1].recv(65536) or b"\\0"
            except OSError:
                answer += held[-1].recv(65536)
            print(answer.decode().strip("\\0"), file=sys.stderr, flush=True)
        signal.pause()
        """

    @Test(.enabled(if: unsafe access("/usr/bin/python3", X_OK) == 0, "needs Python"))
    func `one user takes no more than 32 places, and leaves the others to the rest`() throws {
        let said = daemon.directory + "/said"
        let hoarder = try spawn(
            identity(Self.user) + ["/usr/bin/python3", "-c", Self.hoarder, daemon.socket], errors: said)
        defer {
            kill(hoarder, SIGKILL)
            _ = wait(for: hoarder)
        }
        func answers() -> [Substring] { text(of: said).split(separator: "\n") }
        try DaemonTests.wait("33 are answered") { answers().count == 33 }
        #expect(answers().dropLast().allSatisfy { $0.contains("\"state\"") }, "\(answers())")
        let refusal = "{\"error\":\"io.hitzone.TooManyConnections\",\"parameters\":{\"limit\":"
        #expect(answers().last == "\(refusal)32}}")
        // Root has no such limit, and 64 places hold for all.
        let others = try (0..<32).map { _ in try TestClient(daemon) }
        for other in others { #expect(try other.answer("GetState")?.contains("\"state\"") == true) }
        #expect(try others[0].stats().connections == 64)
        #expect(try TestClient(daemon).next() == "\(refusal)64}}")
        // A place of the other user's that is free again is for that user, too.
        kill(hoarder, SIGKILL)
        try DaemonTests.wait("they are gone") { try others[0].stats().connections == 32 }
        #expect(try run(["stats"]).status == 0)
    }
}
