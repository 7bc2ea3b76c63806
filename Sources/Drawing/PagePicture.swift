import Replay
import TouchEngine
import TouchModel

/// What to draw besides drawings, hit zones and borders.
public struct PictureOptions: Hashable, Sendable {
    /// Draw retain zones.
    public var retain = false
    /// Draw how often each place was touched.
    public var heat = false

    /// The plain picture.
    public init(retain: Bool = false, heat: Bool = false) {
        self.retain = retain
        self.heat = heat
    }
}

/// A page as an SVG picture.
struct PagePicture {
    static let margin = 20.0
    static let headHeight = 46.0

    let layout: Layout
    let index: Int
    let options: PictureOptions
    let absent: [AbsentRegion]
    let areas: [Area]
    let borders: [BorderLine]
    let hues: [Int]
    let frame: PictureFrame
    let touches: TouchLayer?
    /// Distinguishes identifiers where several pictures share a document.
    let name: String

    var page: Page { layout.pages[index] }

    init(
        _ settings: ScreenSettings, _ layout: Layout, page index: Int, touches: [ContactTrace]?,
        options: PictureOptions
    ) {
        self.layout = layout
        self.index = index
        self.options = options
        name = "p\(index)"
        let page = layout.pages[index]
        absent = AbsentRegion.all(of: settings.pages[index], in: layout.bounds)
        let map = OwnershipMap(of: page, in: layout.bounds)
        areas = map.areas
        borders = map.borders
        let reach = max(layout.size.width, layout.size.height) / 100
        hues = PictureStyle.hues(
            for: page.regions.map { region in
                let zone = region.hitZone.isEmpty ? region.drawing : region.hitZone
                return LayoutRect(
                    left: zone.left - reach, top: zone.top - reach, right: zone.right + reach,
                    bottom: zone.bottom + reach)
            })
        frame = PictureFrame(layout, page: page, left: Self.margin, top: Self.headHeight)
        self.touches = touches.map { TouchLayer($0.filter { $0.page == index }, layout: layout) }
    }

    /// The whole picture as an element; `isDocument` makes it one of its own, its style included.
    func svg(isDocument: Bool = true) -> String {
        let notes = PictureNotes(self)
        let tableIsBeside = frame.width < 560
        let notesLeft = tableIsBeside ? frame.right + Self.margin * 1.5 : Self.margin
        let notesTop = tableIsBeside ? Self.headHeight : frame.bottom + Self.margin
        let room = tableIsBeside ? nil : max(frame.width, 860)
        let block = notes.block(left: notesLeft, top: notesTop, room: room)
        let title = heading
        let width = max(
            frame.right, block.right, Self.margin + Double(title.columns) * LabelPlacer.advance * 15 / 11)
        let height = max(frame.bottom, block.bottom)
        let size = LayoutSize(
            width: (width + Self.margin).rounded(.up), height: (height + Self.margin).rounded(.up))

        var markup = Markup()
        markup.line(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"hz\" width=\"\(decimal(size.width))\" "
                + "height=\"\(decimal(size.height))\" viewBox=\"0 0 \(decimal(size.width)) "
                + "\(decimal(size.height))\" role=\"img\" aria-label=\"\(title.escaped)\">")
        markup.line("<title>\(title.escaped)</title>")
        if isDocument { markup.line("<style>\n\(PictureStyle.sheet)</style>") }
        markup.line(Self.patterns(name))
        markup.line("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>")
        markup.line("<text class=\"title\" x=\"\(decimal(Self.margin))\" y=\"29\">\(title.escaped)</text>")
        drawMap(into: &markup)
        markup.raw(block.markup)
        markup.line("</svg>")
        return markup.text
    }

    private var heading: String {
        var parts = [
            "\(layout.name): \(page.name)", "\(decimal(layout.size.width)) × \(decimal(layout.size.height))",
        ]
        if let scale = layout.scale {
            parts.append(
                "\(decimal(layout.size.width / scale.x)) × \(decimal(layout.size.height / scale.y)) mm")
        }
        if page.overlap == .topmost { parts.append("overlap: topmost") }
        return parts.joined(separator: " · ")
    }

    private static func patterns(_ name: String) -> String {
        """
        <defs><pattern id="\(name)-disabled" width="7" height="7" patternUnits="userSpaceOnUse" \
        patternTransform="rotate(45)"><path class="hatch" d="M0 0V7" stroke-width="2" stroke-opacity=".55"/></pattern>\
        <pattern id="\(name)-blocked" width="8" height="8" patternUnits="userSpaceOnUse">\
        <path class="hatch" d="M0 4H8M4 0V8" stroke-width="1" stroke-opacity=".45"/></pattern></defs>
        """
    }

    private func drawMap(into markup: inout Markup) {
        markup.line("<rect class=\"screen\" \(frame.attributes(layout.bounds))/>")
        drawAreas(into: &markup)
        drawRegions(into: &markup)
        drawBorders(into: &markup)
        if options.retain { drawRetainZones(into: &markup) }
        drawAbsent(into: &markup)
        if let touches {
            if options.heat { touches.drawHeat(frame, into: &markup) }
            touches.drawPaths(frame, into: &markup)
        }
        PictureLabels(self).draw(into: &markup)
    }

    private func drawAreas(into markup: inout Markup) {
        markup.line("<g class=\"areas\">")
        for area in areas {
            if case .owned(let region) = area.answer {
                markup.line("<path class=\"area h\(hues[region])\" d=\"\(frame.path(area.rings))\"/>")
            }
        }
        markup.line("</g>")
    }

    private func drawRegions(into markup: inout Markup) {
        markup.line("<g class=\"drawings\">")
        for (index, region) in page.regions.enumerated() {
            let hue = "h\(hues[index])"
            markup.line("<g data-region=\"\(index)\"><title>\(facts(of: region, index).escaped)</title>")
            if region.uncutDrawing != region.drawing, !region.uncutDrawing.isEmpty {
                markup.line("<rect class=\"cut \(hue)\" \(visibleCut(region).attributes)/>")
            }
            if !region.drawing.isEmpty {
                let kind = region.isGlass ? "drawing glass" : "drawing"
                markup.line("<rect class=\"\(kind) \(hue)\" \(frame.attributes(region.drawing))/>")
            }
            if !region.isEnabled || (region.blocks && !region.hasActions), !region.drawing.isEmpty {
                let pattern = region.isEnabled ? "blocked" : "disabled"
                markup.line("<rect fill=\"url(#\(name)-\(pattern))\" \(frame.attributes(region.drawing))/>")
            }
            markup.line("</g>")
        }
        markup.line("</g>\n<g class=\"zones\">")
        for (index, region) in page.regions.enumerated()
        where !region.hitZone.isEmpty && region.hitZone != region.drawing {
            markup.line("<rect class=\"zone h\(hues[index])\" \(frame.attributes(region.hitZone))/>")
        }
        markup.line("</g>")
    }

    /// The whole drawing as far as the picture has room for what is cut away: a little beyond the screen.
    private func visibleCut(_ region: Region) -> LayoutRect {
        let screen = frame.box(layout.bounds)
        return frame.box(region.uncutDrawing).cut(
            by: LayoutRect(
                left: screen.left - 12, top: screen.top - 8, right: screen.right + 12,
                bottom: screen.bottom + 12))
    }

    /// Where a contact passes from one owner to another without leaving all zones: rule C3 as a line.
    private func drawBorders(into markup: inout Markup) {
        guard !borders.isEmpty else { return }
        let data = borders.map { line in
            "M\(decimal(frame.x(line.start.x))) \(decimal(frame.y(line.start.y)))"
                + "L\(decimal(frame.x(line.end.x))) \(decimal(frame.y(line.end.y)))"
        }.joined()
        markup.line("<g class=\"borders\"><path class=\"border\" d=\"\(data)\"/></g>")
    }

    private func drawRetainZones(into markup: inout Markup) {
        markup.line("<g class=\"retains\">")
        for (index, region) in page.regions.enumerated() where !region.retainZone.isEmpty {
            markup.line("<rect class=\"retain h\(hues[index])\" \(frame.attributes(region.retainZone))/>")
        }
        markup.line("</g>")
    }

    private func drawAbsent(into markup: inout Markup) {
        guard !absent.isEmpty else { return }
        markup.line("<g class=\"absents\">")
        for region in absent {
            markup.line(
                "<rect class=\"absent\" \(frame.attributes(region.drawing))>"
                    + "<title>\("\(region.id): \(region.why)".escaped)</title></rect>")
        }
        markup.line("</g>")
    }

    private func facts(of region: Region, _ index: Int) -> String {
        let row = PictureNotes.row(region, index, scale: layout.scale)
        return row.map { $0.trimmed }.filter { !$0.isEmpty }.joined(separator: "  ")
    }
}

extension String {
    fileprivate var trimmed: Substring { drop { $0 == " " } }
}
