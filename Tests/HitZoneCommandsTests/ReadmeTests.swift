import Testing

/// The package's directory.
private let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/")

/// The blocks of README.md in `language`.
private func blocks(_ language: String) throws -> [String] {
    try TemporaryDirectory.read(root + "/README.md").split(
        separator: "```\(language)\n", omittingEmptySubsequences: false
    )
    .dropFirst().compactMap { $0.split(separator: "```", omittingEmptySubsequences: false).first }
    .map(String.init)
}

struct `README.md` {
    @Test func `Its Swift example is the one that is built`() throws {
        #expect(try blocks("swift") == [TemporaryDirectory.read(root + "/examples/subscriber/main.swift")])
    }

    @Test func `Its Swift example follows a daemon`() async throws {
        let directory = try TemporaryDirectory()
        let socket = directory.path("socket")
        let daemon = try RunningProgram(
            "hitzoned",
            [
                "--config", root + "/config/hitzone.yaml", "--socket", socket, "--replay",
                root + "/config/demo.evemu", "--speed", "100", "--wait",
            ])
        try await wait("the daemon's socket") { directory.has("socket") }
        // Its output goes to a file, where the C library keeps back what a program does not ask it to write.
        let example = try RunningProgram("subscriber", [socket])
        try await wait("the last action") { try example.output().contains("to the cash desk, by contact") }
        #expect(try example.output().hasPrefix("counter shows home\n"))
        withExtendedLifetime(daemon) {}
    }
}
