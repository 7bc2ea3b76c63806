package import TouchEngine
package import TouchModel

/// A region for tests: no automatic growth, no debounce and a tap action unless the test says otherwise.
///
/// - Parameters:
///   - expand: layout units on all edges; nil is the automatic growth. `edges` goes before it.
///   - retain: layout units beyond the hit zone.
///   - debounce: milliseconds.
///   - triggers: those that have an action; none makes glass.
///   - turns: triggers whose action asks for a page.
package func region(
    _ id: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    expand: Double? = 0, edges: Expansion? = nil, minimum: Double? = nil, retain: Double = 10,
    debounce: Int64 = 0, mode: DebounceMode = .fixed, group: String? = nil,
    on triggers: [Trigger] = [.tap], turns: [Trigger: String] = [:],
    regions: [RegionSettings] = [], _ change: (inout RegionSettings) -> Void = { _ in }
) -> RegionSettings {
    var region = RegionSettings(id: id, frame: LayoutRect(x: x, y: y, width: width, height: height))
    region.expansion = edges ?? expand.map { Expansion(all: .units($0)) } ?? Expansion()
    region.minimum = minimum.map { .size(width: .units($0), height: .units($0)) } ?? .none
    region.retain = .length(.units(retain))
    region.debounce = Debounce(interval: .milliseconds(debounce), mode: mode)
    region.group = group
    for trigger in Set(triggers).union(turns.keys) {
        region.actions[trigger] = ActionSettings(name: "\(id).\(trigger.rawValue)", page: turns[trigger])
    }
    region.regions = regions
    change(&region)
    return region
}

extension Expansion {
    /// The growth at each edge in layout units; nil is the automatic growth.
    package static func edges(
        left: Double? = nil, top: Double? = nil, right: Double? = nil, bottom: Double? = nil
    ) -> Expansion {
        Expansion(
            left: left.map { .units($0) }, top: top.map { .units($0) }, right: right.map { .units($0) },
            bottom: bottom.map { .units($0) })
    }
}

/// A screen of 800 × 480 layout units, without millimetres, that starts on the first page.
package func screen(
    _ pages: [PageSettings], groups: [GroupSettings] = [], debounce: Debounce = .off
) -> ScreenSettings {
    var screen = ScreenSettings(
        name: "front", size: LayoutSize(width: 800, height: 480), pages: pages,
        start: pages.first?.name ?? "")
    screen.groups = groups
    screen.debounce = debounce
    return screen
}

/// A page for tests.
package func page(_ name: String, overlap: Overlap = .nearest, _ regions: RegionSettings...) -> PageSettings {
    PageSettings(name: name, overlap: overlap, regions: regions)
}
