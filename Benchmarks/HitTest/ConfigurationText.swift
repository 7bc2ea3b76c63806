import TouchEngine
import TouchModel

/// A configuration's text of one page, as an integrator or a program writes it.
enum ConfigurationText {
    /// The page in block style, a key a line.
    static func block(_ page: PageSettings) -> String {
        var text = head
        text += "    pages:\n      \(page.name):\n"
        for region in page.regions { write(region, indent: "        ", to: &text) }
        return text
    }

    /// The page in flow style, as JSON has it.
    static func flow(_ page: PageSettings) -> String {
        var text = head + "    pages: {\"\(page.name)\": ["
        writeFlow(page.regions, to: &text)
        return text + "]}\n"
    }

    private static let head = """
        version: 1
        screens:
          bench:
            size: [\(Int(BenchmarkPages.size.width)), \(Int(BenchmarkPages.size.height))]
            physical: [344, 194]

        """

    private static func write(_ region: RegionSettings, indent: String, to text: inout String) {
        text += "\(indent)- id: \(region.id)\n"
        text += "\(indent)  frame: [\(frame(region))]\n"
        if let expand = expand(region) { text += "\(indent)  expand: \(expand)\n" }
        if let action = region.actions[.tap] { text += "\(indent)  action: \(action.name)\n" }
        if region.clip { text += "\(indent)  clip: true\n" }
        if !region.enabled { text += "\(indent)  enabled: false\n" }
        guard !region.regions.isEmpty else { return }
        text += "\(indent)  regions:\n"
        for child in region.regions { write(child, indent: indent + "    ", to: &text) }
    }

    private static func writeFlow(_ regions: [RegionSettings], to text: inout String) {
        for (index, region) in regions.enumerated() {
            if index > 0 { text += "," }
            text += "{\"id\":\"\(region.id)\",\"frame\":[\(frame(region))]"
            if let expand = expand(region) { text += ",\"expand\":\(expand)" }
            if let action = region.actions[.tap] { text += ",\"action\":\"\(action.name)\"" }
            if region.clip { text += ",\"clip\":true" }
            if !region.enabled { text += ",\"enabled\":false" }
            if !region.regions.isEmpty {
                text += ",\"regions\":["
                writeFlow(region.regions, to: &text)
                text += "]"
            }
            text += "}"
        }
    }

    private static func frame(_ region: RegionSettings) -> String {
        let frame = region.frame
        return [frame.left, frame.top, frame.width, frame.height].map(short).joined(separator: ", ")
    }

    private static func expand(_ region: RegionSettings) -> String? {
        guard case .units(let value)? = region.expansion.left else { return nil }
        return short(value)
    }

    /// A number with two decimals at most.
    private static func short(_ value: Double) -> String { String((value * 100).rounded() / 100) }
}

extension PageSettings {
    /// The page with all regions next to one another instead of in one another.
    var flat: PageSettings {
        func collect(_ regions: [RegionSettings], x: Double, y: Double) -> [RegionSettings] {
            regions.flatMap { region -> [RegionSettings] in
                var single = region
                single.regions = []
                single.frame = LayoutRect(
                    x: x + region.frame.left, y: y + region.frame.top, width: region.frame.width,
                    height: region.frame.height)
                return [single] + collect(region.regions, x: single.frame.left, y: single.frame.top)
            }
        }
        return PageSettings(name: name, overlap: overlap, regions: collect(regions, x: 0, y: 0))
    }
}
