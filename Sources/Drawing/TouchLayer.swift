import Replay
import TouchEngine
import TouchModel

/// A page's contacts, drawn upon it.
struct TouchLayer {
    /// A finger's width in millimetres, and in parts of the screen where those are unknown.
    private static let fingerWidth = 9.0

    let traces: [ContactTrace]
    private let layout: Layout

    init(_ traces: [ContactTrace], layout: Layout) {
        self.traces = traces
        self.layout = layout
    }

    /// How a contact is marked.
    static func style(of trace: ContactTrace) -> String {
        switch trace.ending {
        case .lifted: trace.triggers.isEmpty ? "none" : "ok"
        case .refused: "bad"
        case .unowned: "none"
        case .left, .cancelled: "odd"
        }
    }

    /// What became of a contact, in words.
    static func words(of trace: ContactTrace) -> String {
        let fired = trace.triggers.map(\.rawValue).reduce(into: [String]()) { words, word in
            if words.last != word { words.append(word) }
        }
        let ending =
            switch trace.ending {
            case .lifted: fired.isEmpty ? "nothing fired" : ""
            case .left: "left"
            case .refused(let reason): "refused (\(reason.rawValue))"
            case .unowned: "unowned"
            case .cancelled(let reason): "cancelled (\(reason.rawValue))"
            }
        return (fired + (ending.isEmpty ? [] : [ending])).joined(separator: ", ")
    }

    func drawPaths(_ frame: PictureFrame, into markup: inout Markup) {
        markup.line("<g class=\"touches\">")
        for trace in traces {
            guard let first = trace.path.first else { continue }
            let style = Self.style(of: trace)
            let text = "contact \(trace.number): \(Self.words(of: trace))"
            markup.line("<g data-contact=\"\(trace.number)\"><title>\(text.escaped)</title>")
            if trace.path.count > 1 {
                let points = trace.path.map { "\(decimal(frame.x($0.x))) \(decimal(frame.y($0.y)))" }
                markup.line("<path class=\"path \(style)\" d=\"M\(points.joined(separator: "L"))\"/>")
            }
            markup.line(Self.mark(style, x: frame.x(first.x), y: frame.y(first.y)))
            markup.line("</g>")
        }
        markup.line("</g>")
    }

    /// The mark of a contact of `style` that went down at a point of the picture.
    static func mark(_ style: String, x: Double, y: Double) -> String {
        func at(_ dx: Double, _ dy: Double) -> String { "\(decimal(x + dx)) \(decimal(y + dy))" }
        switch style {
        case "ok": return "<circle class=\"mark ok\" cx=\"\(decimal(x))\" cy=\"\(decimal(y))\" r=\"3.5\"/>"
        case "bad":
            return "<path class=\"mark bad\" d=\"M\(at(-4, -4))L\(at(4, 4))M\(at(4, -4))L\(at(-4, 4))\"/>"
        case "odd":
            return
                "<path class=\"mark odd\" d=\"M\(at(0, -5))L\(at(5, 0))L\(at(0, 5))L\(at(-5, 0))Z\"/>"
        default: return "<circle class=\"mark none\" cx=\"\(decimal(x))\" cy=\"\(decimal(y))\" r=\"4\"/>"
        }
    }

    /// Labels at the contacts, those of refused and odd ones first; keeps the marks free.
    func labels(_ frame: PictureFrame, _ placer: inout LabelPlacer) -> [LabelPlacer.Place] {
        let marks = traces.map { trace in
            let point = trace.path.first ?? LayoutPoint(x: 0, y: 0)
            return LayoutRect(x: frame.x(point.x) - 5, y: frame.y(point.y) - 5, width: 10, height: 10)
        }
        placer.reserve(marks)
        let isPlain = { (trace: ContactTrace) in Self.style(of: trace) == "ok" }
        let order =
            traces.indices.filter { !isPlain(traces[$0]) } + traces.indices.filter { isPlain(traces[$0]) }
        return order.compactMap { index in
            let trace = traces[index]
            let word: String? =
                switch trace.ending {
                case .refused(let reason), .cancelled(let reason): reason.rawValue
                case .left: "left"
                case .lifted, .unowned: nil
                }
            let short = "#\(trace.number)"
            let text = word.map { "\(short) \($0)" } ?? short
            return placer.place([text], beside: marks[index], reach: 2, avoids: false)
                ?? placer.place([short], beside: marks[index], reach: 2, avoids: false)
        }
    }

    // MARK: Heat

    /// Where contacts went down: each spreads over a finger's width, and six depths show the sums.
    func drawHeat(_ frame: PictureFrame, into markup: inout Markup) {
        let columns = 192
        let cell = layout.size.width / Double(columns)
        let rows = max(1, min(800, Int((layout.size.height / cell).rounded(.up))))
        let radius = layout.scale.map { Self.fingerWidth / 2 * $0.x } ?? layout.size.width / 40
        var sums = Array(repeating: 0.0, count: columns * rows)
        for trace in traces {
            guard let point = trace.path.first else { continue }
            Self.spread(point, radius: max(radius, cell), cell: cell, columns: columns, rows: rows, &sums)
        }
        let most = sums.max() ?? 0
        guard most > 0 else { return }
        markup.line("<g class=\"heats\">")
        for row in 0..<rows {
            let levels = (0..<columns).map { column in
                let share = sums[row * columns + column] / most
                return share < 0.02 ? 0 : min(6, 1 + Int(share * 6))
            }
            var column = 0
            while column < columns {
                let end = levels[column...].firstIndex { $0 != levels[column] } ?? columns
                if levels[column] > 0 {
                    let rect = LayoutRect(
                        left: Double(column) * cell, top: Double(row) * cell, right: Double(end) * cell,
                        bottom: Double(row + 1) * cell
                    ).cut(by: layout.bounds)
                    markup.line("<rect class=\"heat heat\(levels[column])\" \(frame.attributes(rect))/>")
                }
                column = end
            }
        }
        markup.line("</g>")
    }

    private static func spread(
        _ point: LayoutPoint, radius: Double, cell: Double, columns: Int, rows: Int, _ sums: inout [Double]
    ) {
        func cells(_ middle: Double, _ count: Int) -> Range<Int> {
            let low = min(max(Int(((middle - radius) / cell).rounded(.down)), 0), count)
            return low..<min(max(Int(((middle + radius) / cell).rounded(.up)), low), count)
        }
        for row in cells(point.y, rows) {
            for column in cells(point.x, columns) {
                let dx = (Double(column) + 0.5) * cell - point.x
                let dy = (Double(row) + 0.5) * cell - point.y
                let rest = 1 - (dx * dx + dy * dy) / (radius * radius)
                if rest > 0 { sums[row * columns + column] += rest * rest }
            }
        }
    }
}
