import Testing

/// The package's directory.
private let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/")

/// The blocks of a document in `language`.
private func blocks(_ language: String, of document: String) throws -> [String] {
    try TemporaryDirectory.read(root + "/docs/" + document).split(
        separator: "```\(language)\n", omittingEmptySubsequences: false
    )
    .dropFirst().compactMap { $0.split(separator: "```", omittingEmptySubsequences: false).first }.map(
        String.init)
}

private func hasProgram(_ name: String) -> Bool {
    ["/bin/", "/usr/bin/", "/usr/sbin/"].contains { TemporaryDirectory.exists($0 + name) }
}

struct `docs guide` {
    @Test func `Its layout is clean and its commands say what they should`() throws {
        let directory = try TemporaryDirectory()
        let layout = try directory.write("shop.yaml", try #require(try blocks("yaml", of: "guide.md").first))
        let commands = try blocks("sh", of: "guide.md").map { $0.split(separator: "\n").joined() }
        #expect(
            commands == [
                "hitzone panels", "hitzone check shop.yaml", "hitzone explain --config shop.yaml 250 200",
            ])
        let check = try ProgramRun("hitzone", ["check", layout, "--strict"])
        #expect(check.status == 0 && check.output.hasSuffix("no errors, no warnings\n"), "\(check)")
        let explain = try ProgramRun("hitzone", ["explain", "--config", layout, "250", "200"])
        #expect(explain.output.hasPrefix("250,200 on front:home means nothing"), "\(explain)")
    }

    @Test(arguments: ["guide.md", "troubleshooting.md", "recipes.md"])
    func `Every command and option of the documents is one`(document: String) throws {
        let text = try TemporaryDirectory.read(root + "/docs/" + document)
        for part in text.split(separator: "hitzone ").dropFirst() {
            let words = part.prefix { $0 != "`" && $0 != "\n" && $0 != "|" }.split(separator: " ").map(
                String.init)
            guard let command = words.first, command.allSatisfy(\.isLowercase) else { continue }
            let help = try ProgramRun("hitzone", [command, "--help"])
            guard help.status == 0 else { continue }
            for option in words where option.hasPrefix("--") {
                #expect(help.output.contains(option), "\(document): hitzone \(command) has no \(option)")
            }
        }
    }
}

struct `docs recipes` {
    private let daemon: Daemon

    init() async throws { daemon = try await Daemon("--wait", "--loop") }

    private func shell(_ script: String, _ arguments: String...) throws -> ProgramRun {
        // The recipes call the programs by name.
        try ProgramRun(
            "/bin/sh",
            ["-c", "PATH=\(RunningProgram.directoryOfPrograms):$PATH\n" + script, "sh"] + arguments)
    }

    private func recipe(_ word: String) throws -> String {
        let command = try #require(try blocks("sh", of: "recipes.md").first { $0.contains(word) })
        return command.replacing("/run/hitzone/hitzone.sock", with: daemon.socket)
            .split(separator: "\n").joined(separator: "\n")
    }

    @Test func `Shell: one JSON object a line`() throws {
        let run = try shell("\(try recipe("monitor --json")) | head -n 2")
        #expect(run.output.split(separator: "\n").count == 2 && run.output.hasPrefix(#"{"seq":"#), "\(run)")
    }

    @Test(.enabled(if: hasProgram("mosquitto") && hasProgram("mosquitto_sub")))
    func `MQTT: each event is a message`() throws {
        let port = "18470"
        let run = try shell(
            """
            mosquitto -p \(port) >/dev/null 2>&1 & broker=$!
            trap 'kill $broker $publisher 2>/dev/null' EXIT
            tries=0
            until mosquitto_pub -h 127.0.0.1 -p \(port) -t ready -n 2>/dev/null; do
                tries=$((tries + 1)); [ $tries -lt 200 ] || exit 9; sleep 0.1
            done
            { \(try recipe("mosquitto_pub").replacing("-h 127.0.0.1", with: "-h 127.0.0.1 -p " + port)); } 2>/dev/null & publisher=$!
            mosquitto_sub -h 127.0.0.1 -p \(port) -t hitzone/events -C 2 -W 60
            """)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""kind":"action""#) }, "\(run)")
    }

    @Test(.enabled(if: hasProgram("node")))
    func `Web page: the bridge gives the state and then events`() throws {
        let run = try shell(
            """
            cd '\(daemon.directory.root)'
            node '\(root)/examples/bridge/bridge.mjs' '\(daemon.socket)' 0 > bridge.url & bridge=$!
            trap 'kill $bridge; rm -f bridge.url' EXIT
            tries=0
            until [ -s bridge.url ]; do tries=$((tries + 1)); [ $tries -lt 300 ] || exit 9; sleep 0.1; done
            node -e '
                require("http").get(process.argv[1], (response) => {
                    let text = "";
                    response.setEncoding("utf8").on("data", (part) => {
                        text += part;
                        const messages = text.split("\\n\\n").slice(0, -1);
                        if (messages.length < 2) return;
                        console.log(response.headers["content-type"]);
                        console.log(messages.slice(0, 2).join("\\n"));
                        process.exit();
                    });
                });
            ' "$(cat bridge.url)"
            """)
        let lines = run.output.split(separator: "\n")
        try #require(lines.count == 3, "\(run)")
        #expect(lines[0] == "text/event-stream")
        #expect(lines[1].hasPrefix(#"data: {"state":{"screens":[{"screen":"front""#))
        #expect(lines[2].hasPrefix(#"data: {"event":{"seq":"#) && lines[2].contains(#""kind":"action""#))
    }
}
