import CommandOptions
import Configuration
import Glibc
import HitZoneClient
import HitZoneProtocol
import LinuxIO
import Naming
import TouchEngine
import TouchModel

/// `hitzone explain`: which region a point means, and why.
enum ExplainCommand {
    struct Values: DaemonValues {
        var config: String?
        var socket = HitZoneClient.defaultPath
        var screen: String?
        var page: String?
        var live = false
        var count: Int64?
        var json = false
    }

    static let syntax = CommandSyntax<Values>(
        name: "hitzone explain",
        summary:
            "Tell which region a contact would mean, and why. Asked is a point, or each contact of a daemon.",
        operands: Operands("[X Y | -]", count: 0...2),
        options: [
            .value("config", letter: "c", argument: "FILE", help: "The layout; by default a daemon is asked.")
            {
                $0.config = $1
            },
            .socket,
            .value("screen", letter: "s", argument: "NAME", help: "The screen; by default the only one.") {
                $0.screen = $1
            },
            .value(
                "page", letter: "p", argument: "NAME",
                help: "The page; by default the one that shows (first)."
            ) {
                $0.page = $1
            },
            .flag("live", letter: "l", help: "Follow the contacts of a daemon, and say of each why.") {
                $0.live = true
            },
            .value("count", letter: "n", argument: "N", help: "With --live, end after N contacts.") {
                values, text throws(OptionValueError) in
                values.count = try OptionValue.integer(text, in: 1...Int64.max)
            },
            .flag("json", letter: "j", help: "Answer with one JSON object a line.") { $0.json = true },
        ],
        notes: """
            X and Y are layout units. With '-' points come from standard input, one 'X Y' a line, and each is
            answered by a line; lines that are no point on the screen are told on standard error, and make the
            status 1. With --live a contact that nothing takes is told when it begins, any other when it ends.
            """)

    static func run(_ arguments: [String], _ streams: inout Streams) async throws(CommandFailure)
        -> ExitStatus
    {
        guard let (values, operands) = try syntax.values(arguments, defaults: Values(), &streams) else {
            return .done
        }
        try check(values, operands)
        if values.live {
            var live = LiveExplanations(
                client: HitZoneClient(path: values.socket), screen: values.screen, page: values.page,
                count: values.count, json: values.json)
            return try await live.run(&streams)
        }
        let explainer = Explainer(source: try source(values, &streams), json: values.json)
        if operands == ["-"] { return try await explainer.answerInput(&streams) }
        do throws(Explainer.Failure) {
            try await explainer.answer(operands, &streams)
        } catch {
            switch error {
            case .point(let message): throw .input("\(syntax.name): \(message)")
            case .command(let failure): throw failure
            }
        }
        return .done
    }

    private static func check(_ values: Values, _ operands: [String]) throws(CommandFailure) {
        func fail(_ message: String) -> CommandFailure { .commandLine(syntax.failure(message)) }
        if values.live {
            if !operands.isEmpty { throw fail("--live follows contacts, and takes no point") }
            if values.config != nil {
                throw fail("--live follows a daemon, which has its own layout; leave out --config")
            }
            return
        }
        if values.count != nil { throw fail("--count needs --live") }
        if operands.count != 2, operands != ["-"] {
            throw fail("give X and Y, or '-' to read them from standard input")
        }
        if operands == ["-"], values.config == "-" {
            throw fail("only one of layout and points can come from standard input")
        }
    }

    private static func source(_ values: Values, _ streams: inout Streams) throws(CommandFailure)
        -> Explainer.Source
    {
        guard let path = values.config else {
            return .daemon(HitZoneClient(path: values.socket), screen: values.screen, page: values.page)
        }
        let configuration = try Configuration.load(for: syntax.name, path: path)
        let screen = try choose(
            values.screen, in: configuration.screens, of: "screen", for: syntax.name, name: \.settings.name)
        if let note = screen.millimetresNote(path) { streams.say(note) }
        let layout = Layout(screen.settings)
        let page =
            try values.page.map { name throws(CommandFailure) in
                let page = try choose(name, in: layout.pages, of: "page", for: syntax.name, name: \.name)
                return layout.index(ofPage: page.name) ?? layout.start
            } ?? layout.start
        return .layout(layout, page: page)
    }
}

/// Answers questions about a page.
private struct Explainer {
    /// Where answers come from.
    enum Source {
        case layout(Layout, page: Int)
        case daemon(HitZoneClient, screen: String?, page: String?)
    }

    /// Why there is no answer.
    enum Failure: Error {
        /// The point is none, or not on the screen; the message has no place.
        case point(String)
        /// No other point would have one.
        case command(CommandFailure)
    }

    /// More bytes than any line with a point needs.
    private static let longestLine = 4_096

    let source: Source
    let json: Bool

    /// Answers the point that two words give.
    func answer(_ words: [String], _ streams: inout Streams) async throws(Failure) {
        let numbers = words.compactMap(Double.init).filter(\.isFinite)
        guard words.count == 2, numbers.count == 2 else {
            throw .point("'\(words.joined(separator: " "))' is no point; give two numbers, X and Y")
        }
        let (explanation, overlap) = try await explanation(LayoutPoint(x: numbers[0], y: numbers[1]))
        do throws(CommandFailure) {
            if json {
                try streams.answer { explanation.write(to: &$0) }
            } else {
                try streams.answer(explanation.text(overlap: overlap))
            }
        } catch {
            throw .command(error)
        }
    }

    private func explanation(_ point: LayoutPoint) async throws(Failure) -> (Explanation, Overlap) {
        switch source {
        case .layout(let layout, let page):
            guard layout.bounds.contains(point) else {
                let size = "\(coordinate(layout.size.width)) x \(coordinate(layout.size.height))"
                throw .point(
                    "\(coordinate(point.x)),\(coordinate(point.y)) lies outside screen \(layout.name), which is \(size)"
                )
            }
            return (Explanation(point, page: page, in: layout), layout.pages[page].overlap)
        case .daemon(let client, let screen, let page):
            do throws(ClientError) {
                let explanation = try await client.explain(x: point.x, y: point.y, screen: screen, page: page)
                return (explanation, explanation.likelyOverlap)
            } catch {
                if case .refused(.invalidParameter(let parameter)) = error, ["x", "y"].contains(parameter) {
                    throw .point("\(coordinate(point.x)),\(coordinate(point.y)) lies outside of the screen")
                }
                if case .refused = error { throw .point("\(error)") }
                throw .command(ExplainCommand.syntax.failure(error))
            }
        }
    }

    /// Answers standard input line by line; what is complete is answered before more is read, so that a
    /// program can ask and wait.
    func answerInput(_ streams: inout Streams) async throws(CommandFailure) -> ExitStatus {
        let input = FileDescriptor(adopting: STDIN_FILENO)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var pending: [UInt8] = []
        var number = 0
        var status = ExitStatus.done
        while true {
            let count: Int
            do throws(SystemError) {
                var span = buffer.mutableSpan
                count = if case .bytes(let bytes) = try input.read(into: &span) { bytes } else { 0 }
            } catch {
                throw .input("\(ExplainCommand.syntax.name): <stdin>: \(error)")
            }
            pending += buffer[..<count]
            var lines = pending.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            // What follows the last line feed is no line yet, unless the input ends there.
            let rest = lines.removeLast()
            if count == 0, !rest.isEmpty { lines.append(rest) }
            for line in lines {
                number += 1
                if try await !answer(line: line, number, &streams) { status = .wrongInput }
            }
            try streams.flush()
            if count == 0 { return status }
            pending = Array(rest)
            if pending.count > Self.longestLine {
                throw .input(
                    "<stdin>:\(number + 1): a line of more than \(Self.longestLine) bytes is no point")
            }
        }
    }

    /// Answers one line; false when it is no point on the screen.
    private func answer(
        line: ArraySlice<UInt8>, _ number: Int, _ streams: inout Streams
    ) async throws(CommandFailure) -> Bool {
        let words = String(decoding: line, as: UTF8.self).split {
            $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n"
        }
        do throws(Failure) {
            try await answer(words.map(String.init), &streams)
            return true
        } catch {
            switch error {
            case .point(let message):
                streams.say("<stdin>:\(number): error: \(message)")
                return false
            case .command(let failure): throw failure
            }
        }
    }
}
