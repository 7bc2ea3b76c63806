import Testing

/// The package's directory.
private let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/")

private func manual(_ name: String) throws -> String {
    // Hyphens of options are escaped, so that they can be copied from the page.
    try TemporaryDirectory.read(root + "/man/" + name).replacing("\\-", with: "-")
}

/// The names of the options that a help text lists.
private func options(of help: String) -> [String] {
    help.split(separator: "\n").compactMap { line in
        guard line.hasPrefix("  -") || line.hasPrefix("      --") else { return nil }
        return line.split(separator: " ").first { $0.hasPrefix("--") }.map(String.init)
    }
}

/// The commands that help lists.
private func commands() throws -> [String] {
    try ProgramRun("hitzone", ["--help"]).output.split(separator: "\n", omittingEmptySubsequences: false)
        .drop { !$0.hasPrefix("Commands") }.dropFirst().prefix { !$0.isEmpty }
        .compactMap { $0.split(separator: " ").first.map(String.init) }
}

private func run(_ shell: String, _ script: String) throws -> String? {
    guard let path = ["/bin/", "/usr/bin/"].map({ $0 + shell }).first(where: TemporaryDirectory.exists) else {
        return nil
    }
    let run = try ProgramRun(path, ["-c", script])
    #expect(run.errors.isEmpty && run.status == 0, "\(run)")
    return run.output
}

struct `The manuals` {
    @Test func `hitzone 1 has every command with every option`() throws {
        let sections = try manual("hitzone.1").split(separator: ".It Xo\n.Cm ")
        for command in try commands() {
            let section = try #require(
                sections.first { $0.hasPrefix(command + "\n") }, "hitzone.1 lacks the command \(command)")
            for option in try options(of: ProgramRun("hitzone", [command, "--help"]).output)
            where option != "--help" && option != "--version" {
                #expect(
                    section.contains(".It Fl \(option.dropFirst())")
                        || section.contains(" , \(option.dropFirst())"),
                    "hitzone.1 lacks \(option) of \(command)")
            }
        }
    }

    @Test func `hitzoned 8 has every option`() throws {
        let page = try manual("hitzoned.8")
        let names = try options(of: ProgramRun("hitzoned", ["--help"]).output)
        #expect(names.count > 5)
        for option in names {
            #expect(
                page.contains(".It Fl \(option.dropFirst())") || page.contains(" , \(option.dropFirst())"),
                "hitzoned.8 lacks \(option)")
        }
    }

    @Test func `io hitzone 7 has every method and error`() throws {
        let page = try manual("io.hitzone.7")
        let lines = try TemporaryDirectory.read(root + "/config/io.hitzone.varlink").split(separator: "\n")
        var count = 0
        for line in lines {
            for word in ["method ", "error "] where line.hasPrefix(word) {
                let name = line.dropFirst(word.count).prefix { $0.isLetter }
                #expect(page.contains(name), "io.hitzone.7 lacks \(name)")
                count += 1
            }
        }
        #expect(count > 10)
    }

    @Test(arguments: ["hitzone.1", "hitzone.yaml.5", "io.hitzone.7", "hitzoned.8"])
    func `have nothing that mandoc complains of`(name: String) throws {
        let script =
            "command -v mandoc >/dev/null || exit 0; mandoc -T lint '\(root)/man/\(name)' 2>/dev/null; :"
        let lines = try #require(try run("sh", script)).split(separator: "\n")
        // Whether pages are found that are referred to depends on what is installed.
        #expect(lines.filter { !$0.contains("referenced manual not found") }.isEmpty, "\(lines)")
    }
}

struct `hitzone completion` {
    private var hitzone: String { RunningProgram.directoryOfPrograms + "/hitzone" }

    private static let cases: [(words: [String], offered: [String])] = [
        (["mon"], ["monitor"]), (["set", "--ena"], ["--enabled"]), (["set", "x", "--hidden", "t"], ["true"]),
        (["completion", "f"], ["fish"]), (["check", "--st"], ["--strict"]),
        (["calibrate", "--points", ""], ["4", "9"]),
        (["explain", "--config", "/etc/passw"], ["/etc/passwd"]), (["page", ""], []),
    ]

    private static let daemonCases: [(words: [String], offered: [String])] = [
        (["--rep"], ["--replay"]), (["--loop", "--wa"], ["--wait"]),
        (["--replay", "/etc/passw"], ["/etc/passwd"]),
        (["--completion", "b"], ["bash"]), (["--screen", ""], []),
    ]

    @Test(arguments: Self.cases.indices)
    func `completes in bash`(index: Int) throws {
        let (words, offered) = Self.cases[index]
        try expect(inBash: "hitzone", "completion", words, offered)
    }

    @Test(arguments: Self.cases.indices)
    func `completes in fish`(index: Int) throws {
        let (words, offered) = Self.cases[index]
        try expect(inFish: "hitzone", "completion", words, offered)
    }

    @Test(arguments: Self.daemonCases.indices)
    func `completes the daemon's options, too`(index: Int) throws {
        let (words, offered) = Self.daemonCases[index]
        try expect(inBash: "hitzoned", "--completion", words, offered)
        try expect(inFish: "hitzoned", "--completion", words, offered)
    }

    private func expect(
        inBash program: String, _ option: String, _ words: [String], _ offered: [String]
    ) throws {
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let output = try run(
            "bash",
            """
            source <('\(RunningProgram.directoryOfPrograms)/\(program)' \(option) bash)
            COMP_WORDS=(\(program) \(list)); COMP_CWORD=\(words.count); _\(program)
            printf '%s\\n' "${COMPREPLY[@]}"
            """)
        guard let output else { return }
        let found = output.split(separator: "\n").map(String.init)
        #expect(found.filter { $0 != "/etc/passwd-" }.sorted() == offered, "\(words)")
    }

    private func expect(
        inFish program: String, _ option: String, _ words: [String], _ offered: [String]
    ) throws {
        let output = try run(
            "fish",
            "'\(RunningProgram.directoryOfPrograms)/\(program)' \(option) fish | source; "
                + "complete -C '\(program) \(words.joined(separator: " "))'")
        guard let output else { return }
        let found = output.split(separator: "\n").compactMap {
            $0.split(separator: "\t").first.map(String.init)
        }
        #expect(found.filter { $0 != "/etc/passwd-" }.sorted() == offered, "\(words)")
    }

    @Test func `is for zsh what its own functions take`() throws {
        let output = try run(
            "zsh",
            """
            compdef() { print "$@"; }
            _describe() { print -l "${(@P)2}"; }
            compadd() { print -l "$@"; }
            _arguments() { print -l -- "$@"; }
            source <('\(hitzone)' completion zsh)
            words=(hitzone ''); CURRENT=2; _hitzone
            words=(hitzone set ''); CURRENT=3; _hitzone
            """)
        guard let output else { return }
        let lines = output.split(separator: "\n")
        #expect(lines.first == "_hitzone hitzone")
        for command in try commands() {
            #expect(lines.contains { $0.hasPrefix("\(command):") }, "\(command)")
        }
        #expect(
            lines.contains { $0.hasPrefix("--enabled=[Whether") && $0.hasSuffix("]:true|false:(true false)") }
        )
    }

    @Test func `is for zsh what its own functions take, of the daemon, too`() throws {
        let output = try run(
            "zsh",
            """
            compdef() { print "$@"; }
            _arguments() { print -l -- "$@"; }
            source <('\(RunningProgram.directoryOfPrograms)/hitzoned' --completion zsh)
            words=(hitzoned ''); CURRENT=2; _hitzoned
            """)
        guard let output else { return }
        let lines = output.split(separator: "\n")
        #expect(lines.first == "_hitzoned hitzoned")
        #expect(lines.contains { $0.hasPrefix("--replay=[Take") && $0.hasSuffix("]:RECORDING:_files") })
        #expect(lines.contains { $0.hasSuffix("]:bash|zsh|fish:(bash zsh fish)") })
    }

    @Test func `knows its shells`() throws {
        let daemon = try ProgramRun("hitzoned", ["--completion", "ksh"])
        #expect(daemon.status == 2 && daemon.errors.contains("the shells are: bash, zsh, fish"))
        let wrong = try ProgramRun("hitzone", ["completion", "ksh"])
        #expect(wrong.status == 2 && wrong.errors.contains("the shells are: bash, zsh, fish"))
    }
}
