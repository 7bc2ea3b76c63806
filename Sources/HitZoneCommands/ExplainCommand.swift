import CommandOptions
import Configuration
import Glibc
import HitZoneProtocol
import LinuxIO
import Naming
import Spelling
import TouchEngine
import TouchModel
import YAML

/// `hitzone explain`: which region a point means, and why.
enum ExplainCommand {
    struct Values: Sendable {
        var config = ""
        var screen: String?
        var page: String?
        var json = false
    }

    static let syntax = CommandSyntax<Values>(
        name: "hitzone explain",
        summary: "Tell which region a contact at a point would mean, and why.",
        operands: Operands("X Y | -", count: 1...2),
        options: [
            .value("config", letter: "c", argument: "FILE", isRequired: true, help: "The layout.") {
                $0.config = $1
            },
            .value("screen", letter: "s", argument: "NAME", help: "The screen; by default the only one.") {
                $0.screen = $1
            },
            .value(
                "page", letter: "p", argument: "NAME", help: "The page; by default the one that shows first."
            ) {
                $0.page = $1
            },
            .flag("json", letter: "j", help: "Answer with one JSON object a line.") { $0.json = true },
        ],
        notes: """
            X and Y are layout units. With '-' points come from standard input, one 'X Y' a line, and each is
            answered by a line; lines that are no point on the screen are told on standard error, and make the
            status 1.
            """)

    static func run(_ arguments: [String], _ streams: inout Streams) throws(CommandFailure) -> ExitStatus {
        guard let (values, operands) = try syntax.values(arguments, defaults: Values(), &streams) else {
            return .done
        }
        let readsInput = operands == ["-"]
        if operands.count == 1 && !readsInput {
            throw .commandLine(syntax.failure("give X and Y, or '-' to read them from standard input"))
        }
        if readsInput && values.config == "-" {
            throw .commandLine(syntax.failure("only one of layout and points can come from standard input"))
        }
        let configuration = try Configuration.load(for: syntax.name, path: values.config)
        let screen = try choose(
            values.screen, in: configuration.screens, of: "screen", for: syntax.name,
            name: \.settings.name)
        warnOfMillimetres(screen, config: values.config, &streams)
        let layout = Layout(screen.settings)
        let page =
            try values.page.map { name throws(CommandFailure) in
                let page = try choose(name, in: layout.pages, of: "page", for: syntax.name, name: \.name)
                return layout.index(ofPage: page.name) ?? layout.start
            } ?? layout.start
        let explainer = Explainer(layout: layout, page: page, json: values.json)
        if readsInput { return try explainer.answerInput(&streams) }
        let point = try inputFailure(of: syntax.name) { () throws(PointError) in try explainer.point(operands)
        }
        try explainer.answer(point, &streams)
        return .done
    }

    /// The one of `choices` called `name`; without a name the only one.
    static func choose<Choice>(
        _ name: String?, in choices: [Choice], of noun: String, for command: String,
        name key: (Choice) -> String
    ) throws(CommandFailure) -> Choice {
        let fitting = choices.filter { name == nil || key($0) == name }
        if fitting.count == 1, let only = fitting.first { return only }
        let names = choices.map(key)
        let problem = name.map { "there is no \(noun) \($0)" } ?? "there are several \(noun)s"
        let hint = name.flatMap { nearest(to: $0, among: names) }.map { ", did you mean \($0)?" }
        throw .input(
            "\(command): \(problem)\(hint ?? "; choose --\(noun) among \(names.joined(separator: ", "))")"
        )
    }

    /// Without a panel nobody knows a millimetre unless the configuration tells.
    static func warnOfMillimetres(
        _ screen: ScreenConfiguration, config: String, _ streams: inout Streams
    ) {
        guard screen.settings.physical == nil, let place = screen.locations.firstMillimetres else { return }
        streams.say(
            "\(config):\(place.line):\(place.column): warning: screen \(screen.settings.name) has no 'physical', so "
                + "that 9mm counts as 44 units here; with its panel it may differ")
    }
}

/// Why there is no answer for a point.
private struct PointError: Error, CustomStringConvertible {
    var description: String
}

/// Answers questions about a page.
private struct Explainer {
    /// More bytes than any line with a point needs.
    private static let longestLine = 4_096

    let layout: Layout
    let page: Int
    let json: Bool

    /// The point that two words give.
    func point(_ words: [String]) throws(PointError) -> LayoutPoint {
        let numbers = words.compactMap(Double.init).filter(\.isFinite)
        guard words.count == 2, numbers.count == 2 else {
            throw PointError(
                description: "'\(words.joined(separator: " "))' is no point; give two numbers, X and Y")
        }
        let point = LayoutPoint(x: numbers[0], y: numbers[1])
        guard layout.bounds.contains(point) else {
            let size = "\(coordinate(layout.size.width)) x \(coordinate(layout.size.height))"
            throw PointError(
                description:
                    "\(coordinate(point.x)),\(coordinate(point.y)) lies outside screen \(layout.name), which is "
                    + "\(size)")
        }
        return point
    }

    func answer(_ point: LayoutPoint, _ streams: inout Streams) throws(CommandFailure) {
        let explanation = Explanation(point, page: page, in: layout)
        if json {
            try streams.answer { explanation.write(to: &$0) }
        } else {
            try streams.answer(explanation.text(overlap: layout.pages[page].overlap))
        }
    }

    /// Answers standard input line by line; what is complete is answered before more is read, so that a
    /// program can ask and wait.
    func answerInput(_ streams: inout Streams) throws(CommandFailure) -> ExitStatus {
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
                throw .input("\(ExplainCommand.syntax.name): standard input: \(error)")
            }
            pending += buffer[..<count]
            var lines = pending.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            // What follows the last line feed is no line yet, unless the input ends there.
            let rest = lines.removeLast()
            if count == 0, !rest.isEmpty { lines.append(rest) }
            for line in lines {
                number += 1
                if try !answer(line: line, number, &streams) { status = .wrongInput }
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
    ) throws(CommandFailure) -> Bool {
        let words = String(decoding: line, as: UTF8.self).split {
            $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n"
        }
        let point: LayoutPoint
        do throws(PointError) {
            point = try self.point(words.map(String.init))
        } catch {
            streams.say("<stdin>:\(number): error: \(error.description)")
            return false
        }
        try answer(point, &streams)
        return true
    }
}
