import TouchEngine
import TouchModel

/// Numbers, ids and actions upon the regions, where there is room: the number alone where there is little,
/// beside the region where there is none. What finds no room stands in the table alone.
struct PictureLabels {
    private let picture: PagePicture
    private let labels: [(region: Int, place: LabelPlacer.Place)]
    private let absentLabels: [LabelPlacer.Place]
    private let contactLabels: [LabelPlacer.Place]

    init(_ picture: PagePicture) {
        self.picture = picture
        let frame = picture.frame
        let regions = picture.page.regions
        let boxes = regions.map { frame.box($0.drawing.isEmpty ? $0.hitZone : $0.drawing) }
        var placer = LabelPlacer(
            bounds: frame.box(picture.layout.bounds), avoiding: boxes.filter { $0.width < 150 })
        // Contacts first: a recording is looked at for them.
        contactLabels = picture.touches?.labels(frame, &placer) ?? []
        var labels: [(Int, LabelPlacer.Place)] = []
        var homeless: [Int] = []
        for index in regions.indices.reversed() where !boxes[index].isEmpty {
            let front = boxes.indices.filter { $0 > index && boxes[$0].overlaps(boxes[index]) }
            if let place = placer.place(
                Self.versions(regions[index], index), in: boxes[index], free: front.map { boxes[$0] })
            {
                labels.append((index, place))
            } else {
                homeless.append(index)
            }
        }
        for index in homeless {
            let lines = ["\(index + 1)"]
            if let place = placer.place(lines, beside: boxes[index], reach: 3) {
                labels.append((index, place))
            }
        }
        self.labels = labels
        absentLabels = picture.absent.compactMap { region in
            placer.place(
                [["\(region.id) (\(region.why))"], [region.id]], in: frame.box(region.drawing), free: [])
        }
    }

    /// The label's text, from the longest to the shortest.
    private static func versions(_ region: Region, _ index: Int) -> [[String]] {
        let name = "\(index + 1) \(region.id)"
        let actions = PictureNotes.actions(of: region).map { $0.shortened(to: 40) }
        var versions: [[String]] = []
        if !actions.isEmpty { versions.append([name] + actions) }
        if actions.count > 1 { versions.append([name, actions[0] + " …"]) }
        versions.append([name])
        for length in [20, 12, 8] where name.columns > length {
            versions.append([name.shortened(to: length)])
        }
        versions.append(["\(index + 1)"])
        return versions
    }

    func draw(into markup: inout Markup) {
        markup.line("<g class=\"labels\">")
        for (region, place) in labels {
            if place.isOutside {
                Self.drawLeader(
                    place.box, to: picture.frame.box(picture.page.regions[region].drawing), into: &markup)
            }
            Self.draw(place, soft: false, into: &markup)
        }
        for place in absentLabels { Self.draw(place, soft: true, into: &markup) }
        markup.line("</g>")
        guard !contactLabels.isEmpty else { return }
        markup.line("<g class=\"touches\">")
        for place in contactLabels { Self.draw(place, soft: false, into: &markup) }
        markup.line("</g>")
    }

    private static func drawLeader(_ label: LayoutRect, to box: LayoutRect, into markup: inout Markup) {
        let startX = min(max((box.left + box.right) / 2, label.left), label.right)
        let startY = min(max((box.top + box.bottom) / 2, label.top), label.bottom)
        let endX = min(max(startX, box.left), box.right)
        let endY = min(max(startY, box.top), box.bottom)
        markup.line(
            "<path class=\"leader\" d=\"M\(decimal(startX)) \(decimal(startY))"
                + "L\(decimal(endX)) \(decimal(endY))\"/>"
        )
    }

    private static func draw(_ place: LabelPlacer.Place, soft: Bool, into markup: inout Markup) {
        markup.line("<rect class=\"plate\" rx=\"2\" \(place.box.attributes)/>")
        for (row, line) in place.lines.enumerated() {
            let y = place.box.top + LabelPlacer.line * Double(row) + 11
            let kind = soft || row > 0 ? " class=\"soft\"" : ""
            markup.line(
                "<text\(kind) x=\"\(decimal(place.box.left + 2.5))\" y=\"\(decimal(y))\">"
                    + "\(line.escaped)</text>"
            )
        }
    }
}
