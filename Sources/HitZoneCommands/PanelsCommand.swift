import CommandOptions
import Configuration
import Evdev
import HitZoneProtocol
import LinuxIO
import PanelDiscovery
import TouchEngine
import TouchModel

/// `hitzone panels`: the touchscreens that there are.
enum PanelsCommand {
    struct Values: Sendable {
        var config: String?
        var json = false
    }

    static let syntax = CommandSyntax<Values>(
        name: "hitzone panels",
        summary:
            "List this machine's touchscreens, and which screen takes each. Where none does, it says why.",
        options: [
            .value("config", letter: "c", argument: "FILE", help: "The layout whose screens want panels.") {
                $0.config = $1
            },
            .flag("json", letter: "j", help: "Print one JSON object a line.") { $0.json = true },
        ],
        notes: """
            What a panel declares and who has grabbed it is only told to those who may open its node: root and the
            group input, as a rule. To find out, the panel is grabbed for a moment if no contact is down.
            """)

    static func run(_ arguments: [String], _ streams: inout Streams) throws(CommandFailure) -> ExitStatus {
        guard let (values, _) = try syntax.values(arguments, defaults: Values(), &streams) else {
            return .done
        }
        let configuration = try values.config.map { path throws(CommandFailure) in
            try Configuration.load(for: syntax.name, path: path)
        }
        let monitor: PanelMonitor
        do throws(SystemError) {
            monitor = try PanelMonitor()
        } catch {
            throw .unavailable("\(syntax.name): the devices cannot be listed: \(error)")
        }
        let wishes = configuration?.screens.map {
            PanelWish(screen: $0.settings.name, selector: $0.panel)
        }
        let verdicts = assignPanels(monitor.candidates, to: wishes ?? [])
        let panels = monitor.candidates.filter(\.isTouchscreen)
        for candidate in panels {
            let report = PanelReport(candidate, verdict: wishes == nil ? nil : verdicts[candidate.syspath])
            if values.json { try streams.answer(json: report.write) } else { try streams.answer(report.text) }
        }
        if panels.isEmpty {
            let hint = monitor.isUdevRunning ? "" : "; udev does not run here"
            throw .unavailable("\(syntax.name): there is no touchscreen\(hint)")
        }
        return .done
    }
}

/// What is known of one panel.
private struct PanelReport {
    let candidate: PanelCandidate
    let verdict: PanelVerdict?
    /// nil when it cannot be opened.
    private(set) var description: PanelDescription?
    /// Why it cannot.
    private(set) var problem: String?
    /// Nobody, unless somebody has grabbed it; then those who have it open.
    private(set) var grabbers: [NodeHolder]?
    /// A contact is down, so nobody can be asked.
    private var grabIsUnknown = false

    init(_ candidate: PanelCandidate, verdict: PanelVerdict?) {
        self.candidate = candidate
        self.verdict = verdict
        do throws(DeviceError) {
            let device = try Device(path: candidate.node)
            description = device.description
            switch try device.grab() {
            case .grabbed: try device.ungrab()
            case .busy: grabbers = nodeHolders(of: candidate.node)
            case .contactDown: grabIsUnknown = true
            }
        } catch {
            problem = error.description
        }
    }

    private var id: String { PanelID(vendor: candidate.id.vendor, product: candidate.id.product).description }

    private var grabText: String? {
        grabbers.map { holders in
            let list = holders.map { "\($0.program) (\($0.process))" }.joined(separator: " or ")
            return list.isEmpty ? "another process" : list
        }
    }

    /// Some lines for a person.
    var text: String {
        var lines = [
            "\(candidate.node)  \(candidate.name)", "  id        \(id)",
            "  path      \(candidate.idPath ?? "none")", "  protocol  \(candidate.touchProtocol.rawValue)",
        ]
        if let description {
            lines += [line("x", description.horizontal), line("y", description.vertical)]
            let size = description.physicalSize.map {
                "\(Int($0.width.rounded())) × \(Int($0.height.rounded())) mm"
            }
            lines.append("  size      \(size ?? "unknown, the axes have no resolution")")
            let none = grabIsUnknown ? "unknown, a contact is down" : "no"
            lines.append("  grabbed   \(grabText.map { "by \($0)" } ?? none)")
        }
        if let problem { lines.append("  problem   \(problem)") }
        if let verdict { lines.append("  layout    \(verdict)") }
        return lines.joined(separator: "\n")
    }

    private func line(_ name: String, _ axis: AxisInfo?) -> String {
        guard let axis else { return "  \(name)         none" }
        let resolution = axis.resolution > 0 ? ", \(axis.resolution) units a mm" : ""
        return "  \(name)         \(axis.minimum) to \(axis.maximum)\(resolution)"
    }

    /// An object for a program.
    func write(to writer: inout JSONWriter) {
        func member(_ name: String, _ value: String?) {
            writer.key(name)
            if let value { writer.string(value) } else { writer.null() }
        }
        func axis(_ name: String, _ axis: AxisInfo?) {
            writer.key(name)
            guard let axis else { return writer.null() }
            writer.beginArray()
            for value in [axis.minimum, axis.maximum, axis.resolution] { writer.integer(value) }
            writer.endArray()
        }
        writer.beginObject()
        member("node", candidate.node)
        member("name", candidate.name)
        member("id", id)
        member("path", candidate.idPath)
        member("protocol", candidate.touchProtocol.rawValue)
        axis("x", description?.horizontal)
        axis("y", description?.vertical)
        writer.key("millimetres")
        if let size = description?.physicalSize {
            writer.beginArray()
            writer.coordinate(size.width)
            writer.coordinate(size.height)
            writer.endArray()
        } else {
            writer.null()
        }
        member("grabbedBy", grabText)
        member("problem", problem)
        if let verdict {
            var screen: String?
            if case .taken(let name) = verdict { screen = name }
            member("screen", screen)
            member("verdict", verdict.description)
        }
        writer.endObject()
    }
}
