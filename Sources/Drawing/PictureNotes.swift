import Replay
import TouchEngine
import TouchModel

/// What stands beside or below the map: scale, legend, the table of regions and that of contacts.
struct PictureNotes {
    /// More rows than anyone reads in a picture.
    private static let mostRows = 200
    private static let mostContacts = 60

    private let picture: PagePicture

    init(_ picture: PagePicture) { self.picture = picture }

    /// Markup with its extent.
    struct Block {
        var markup = ""
        var right: Double
        var bottom: Double
    }

    /// Everything, from a corner on; `room` is the width that columns may use, nil for one column.
    func block(left: Double, top: Double, room: Double?) -> Block {
        var block = Block(right: left, bottom: top)
        drawScale(left: left, &block)
        drawLegend(left: left, room: room ?? 420, &block)
        drawTable(regionRows, left: left, room: room, kind: "table", &block)
        if let touches = picture.touches {
            drawTable(contactRows(touches), left: left, room: room, kind: "touches", &block)
        }
        return block
    }

    // MARK: Scale

    private func drawScale(left: Double, _ block: inout Block) {
        let frame = picture.frame
        let scale = picture.layout.scale
        let horizontal = scale?.x ?? 1
        let vertical = scale?.y ?? 1
        // The longest round length that takes at most a fifth of the picture.
        let room = min(frame.width / 3, 220) / frame.factor / horizontal
        let lengths = (-3...5).flatMap { power in [1.0, 2, 5].map { $0 * tenToThe(power) } }
        let length = lengths.last { $0 <= room } ?? lengths[0]
        let width = length * horizontal * frame.factor
        let height = min(length * vertical * frame.factor, 400)
        let isUneven = abs(width - height) > 1.5
        let top = block.bottom + 6
        let unit = scale == nil ? "layout units (millimetres unknown)" : "mm"
        let rise = isUneven ? min(height, 60) : 5
        var path = "M\(decimal(left + 0.5)) \(decimal(top))v5h\(decimal(width))v-5"
        if isUneven, height <= 60 {
            path += "M\(decimal(left + 0.5)) \(decimal(top + 5))v\(decimal(height))h5"
        }
        block.markup += "<path class=\"bar\" d=\"\(path)\"/>\n"
        let text =
            isUneven && height <= 60
            ? "\(decimal(length)) \(unit), across and down" : "\(decimal(length)) \(unit)"
        block.markup +=
            "<text x=\"\(decimal(left + width + 8))\" y=\"\(decimal(top + 8))\">\(text.escaped)</text>\n"
        block.right = max(block.right, left + width + 8 + Double(text.columns) * LabelPlacer.advance)
        block.bottom = top + (isUneven && height <= 60 ? rise + 5 : 5) + 12
    }

    private func tenToThe(_ power: Int) -> Double {
        (0..<abs(power)).reduce(1.0) { value, _ in power < 0 ? value / 10 : value * 10 }
    }

    // MARK: Legend

    private var legend: [(sample: String, text: String)] {
        let regions = picture.page.regions
        var items: [(String, String)] = [
            ("<rect class=\"drawing h0\" width=\"24\" height=\"11\"/>", "drawing")
        ]
        func add(_ condition: Bool, _ sample: String, _ text: String) {
            if condition { items.append((sample, text)) }
        }
        let box = "width=\"24\" height=\"11\""
        let hasGrowth = regions.contains { !$0.hitZone.isEmpty && $0.hitZone != $0.drawing }
        add(hasGrowth, "<rect class=\"zone h0\" \(box)/>", "hit zone")
        add(
            !picture.areas.isEmpty, "<rect class=\"area h0\" stroke=\"none\" \(box)/>",
            "its contacts: who wins there")
        add(!picture.borders.isEmpty, "<path class=\"border\" d=\"M0 11L24 0\"/>", "border by distance")
        add(
            picture.options.retain && regions.contains { !$0.retainZone.isEmpty },
            "<rect class=\"retain h0\" \(box)/>", "retain zone")
        add(
            regions.contains { $0.uncutDrawing != $0.drawing && !$0.uncutDrawing.isEmpty },
            "<rect class=\"cut h0\" \(box)/>", "cut away")
        add(
            regions.contains(where: \.isGlass), "<rect class=\"drawing glass h0\" \(box)/>",
            "glass: passes through")
        let pattern = { (kind: String) in
            "<rect class=\"drawing h0\" \(box)/><rect fill=\"url(#\(picture.name)-\(kind))\" \(box)/>"
        }
        add(regions.contains { !$0.isEnabled }, pattern("disabled"), "disabled: refuses")
        add(
            regions.contains { $0.isEnabled && $0.blocks && !$0.hasActions }, pattern("blocked"),
            "blocks: refuses")
        add(!picture.absent.isEmpty, "<rect class=\"absent\" \(box)/>", "not there for touches")
        if let touches = picture.touches {
            let present = Set(touches.traces.map(TouchLayer.style))
            for (style, text) in [
                ("ok", "contact, action fired"), ("bad", "refused"), ("odd", "left or cancelled"),
                ("none", "unowned, or nothing fired"),
            ] where present.contains(style) {
                items.append((TouchLayer.mark(style, x: 12, y: 5.5), text))
            }
            add(
                picture.options.heat && !touches.traces.isEmpty,
                "<rect class=\"heat heat2\" width=\"12\" height=\"11\"/>"
                    + "<rect class=\"heat heat6\" x=\"12\" width=\"12\" height=\"11\"/>",
                "contacts here: few, many")
        }
        return items
    }

    private func drawLegend(left: Double, room: Double, _ block: inout Block) {
        var x = left
        var y = block.bottom
        block.markup += "<g class=\"legend\">\n"
        for item in legend {
            let width = 32 + Double(item.text.columns) * LabelPlacer.advance + 16
            if x > left, x + width > left + room {
                x = left
                y += 20
            }
            block.markup +=
                "<g transform=\"translate(\(decimal(x)) \(decimal(y)))\">\(item.sample)</g>"
                + "<text x=\"\(decimal(x + 31))\" y=\"\(decimal(y + 9.5))\">\(item.text.escaped)</text>\n"
            x += width
            block.right = max(block.right, x - 16)
        }
        block.markup += "</g>\n"
        block.bottom = y + 30
    }

    // MARK: Tables

    /// The actions of a region: `tap checkout.pay`, `hold admin.menu after 3 s`, with the page they turn to.
    static func actions(of region: Region) -> [String] {
        Trigger.allCases.compactMap { trigger in
            guard let action = region.actions[trigger] else { return nil }
            var text = "\(trigger.rawValue) \(action.name)"
            if trigger == .hold || trigger == .repeat {
                text += " after \(decimal(Double(action.after.microseconds) / 1e6)) s"
            }
            return text + (action.page.map { " → \($0)" } ?? "")
        }
    }

    /// A region's row: number (its place in the order from back to front), id, drawing, millimetres, the
    /// rest.
    static func row(_ region: Region, _ index: Int, scale: LayoutScale?) -> [String] {
        let drawing = region.uncutDrawing
        let place = [drawing.left, drawing.top, drawing.width, drawing.height].map(decimal)
        let millimetres =
            scale.map { "\(tenths(drawing.width / $0.x))×\(tenths(drawing.height / $0.y)) mm" } ?? ""
        var facts: [String] = []
        if !region.isEnabled { facts.append("disabled") }
        if region.blocks { facts.append("blocks") }
        if region.isGlass { facts.append("glass") }
        if region.drawing.isEmpty { facts.append(drawing.isEmpty ? "no size" : "cut away wholly") }
        if region.isEnabled, region.hasActions, region.hitZone.isEmpty { facts.append("no hit zone") }
        facts += actions(of: region)
        return [
            "\(index + 1)", region.id, "[\(place.joined(separator: ", "))]", millimetres,
            facts.joined(separator: "; "),
        ]
    }

    private static func tenths(_ value: Double) -> String { decimal((value * 10).rounded() / 10) }

    private var regionRows: [[String]] {
        let regions = picture.page.regions
        var rows = [["z", "region", "drawing", "", "actions"]]
        for index in regions.indices.reversed().prefix(Self.mostRows) {
            rows.append(Self.row(regions[index], index, scale: picture.layout.scale))
        }
        if regions.count > Self.mostRows {
            rows.append(["", "… and \(regions.count - Self.mostRows) more behind", "", "", ""])
        }
        for region in picture.absent.prefix(Self.mostRows) {
            let place = [
                region.drawing.left, region.drawing.top, region.drawing.width, region.drawing.height,
            ]
            rows.append(["–", region.id, "[\(place.map(decimal).joined(separator: ", "))]", "", region.why])
        }
        return rows
    }

    /// Refused and odd contacts before those that went well, as far as there is room.
    private func contactRows(_ touches: TouchLayer) -> [[String]] {
        var rows = [["#", "contact", "at", "", "what became of it"]]
        let traces = touches.traces
        let chosen =
            traces.count <= Self.mostContacts
            ? traces
            : Array(
                (traces.filter { TouchLayer.style(of: $0) != "ok" }
                    + traces.filter { TouchLayer.style(of: $0) == "ok" }).prefix(Self.mostContacts)
            ).sorted { $0.number < $1.number }
        for trace in chosen {
            guard let point = trace.path.first else { continue }
            let milliseconds = trace.time.microseconds / 1_000
            let fraction = String(abs(milliseconds % 1_000))
            let time =
                "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
                + " s"
            rows.append([
                "\(trace.number)", time, "\(decimal(point.x)), \(decimal(point.y))", trace.region ?? "–",
                TouchLayer.words(of: trace),
            ])
        }
        if traces.count > chosen.count {
            rows.append(["", "… and \(traces.count - chosen.count) more", "", "", ""])
        }
        return traces.isEmpty ? [["", "no contacts on this page", "", "", ""]] : rows
    }

    private func drawTable(
        _ rows: [[String]], left: Double, room: Double?, kind: String, _ block: inout Block
    ) {
        let limits = [6, 34, 30, 20, 52]
        let cells = rows.map { row in zip(row, limits).map { $0.shortened(to: $1) } }
        let widths = limits.indices.map { column in cells.map { $0[column].columns }.max() ?? 0 }
        let advance = LabelPlacer.advance
        let gap = 2
        var starts = [0]
        for width in widths { starts.append((starts.last ?? 0) + width + (width > 0 ? gap : 0)) }
        let width = Double(starts.last ?? 0) * advance + 14
        let columns = room.map { max(1, min(Int(($0 + 14) / width), (rows.count + 7) / 8)) } ?? 1
        let height = (rows.count - 1 + columns - 1) / columns
        block.markup += "<g class=\"\(kind)\">\n"
        for column in 0..<columns {
            let x = left + Double(column) * width
            let first = 1 + column * height
            let part = first < rows.count ? Array(cells[first..<min(first + height, rows.count)]) : []
            if column > 0 && part.isEmpty { continue }
            for (row, line) in ([cells[0]] + part).enumerated() {
                let y = block.bottom + Double(row) * 15 + 10
                for (index, text) in line.enumerated() where !text.isEmpty {
                    let style = row == 0 || index == 2 || index == 3 ? " class=\"soft\"" : ""
                    let anchor = index == 0 ? " text-anchor=\"end\"" : ""
                    let start = index == 0 ? widths[0] : starts[index]
                    block.markup +=
                        "<text\(style)\(anchor) x=\"\(decimal(x + Double(start) * advance))\" "
                        + "y=\"\(decimal(y))\">\(text.escaped)</text>"
                }
                block.markup += "\n"
            }
            block.right = max(block.right, x + width - 14)
        }
        block.markup += "</g>\n"
        block.bottom += Double(height + 1) * 15 + 14
    }
}
