public import TouchModel

/// A region ready for the hit test. All rectangles are in the screen's layout units and already cut (rule
/// Z4).
public struct Region: Sendable {
    /// The configuration's id.
    public let id: String
    /// The drawing before any cut.
    public let uncutDrawing: LayoutRect
    /// The drawing as far as the screen and clipping ancestors show it; empty when it is cut away or of no
    /// size.
    public let drawing: LayoutRect
    /// The hit zone; empty where the region has none.
    public let hitZone: LayoutRect
    /// The hit zone before any cut; empty where the region is disabled, has no actions, or is shrunk to nothing.
    public let uncutHitZone: LayoutRect
    /// The retain zone; empty where the region has no hit zone.
    public let retainZone: LayoutRect
    /// The index of the parent within the page.
    public let parent: Int?
    /// The index after the last region below this one in the tree.
    public internal(set) var subtreeEnd: Int
    /// False when it or an ancestor is disabled.
    public let isEnabled: Bool
    /// Whether it swallows what lands inside the drawing (rule Z6).
    public let blocks: Bool
    /// Whether it keeps its contact over a page change (rule L9).
    public let persists: Bool
    /// Its own debounce window.
    public let debounce: Debounce
    /// The index of its group in the layout.
    public let group: Int?
    /// The actions by their triggers.
    public let actions: RegionActions

    /// Whether any trigger has an action.
    public var hasActions: Bool { !actions.isEmpty }

    /// Touches pass through it (rule Z6).
    public var isGlass: Bool { isEnabled && !blocks && !hasActions }
}

extension Trigger {
    var index: Int {
        switch self {
        case .press: 0
        case .tap: 1
        case .release: 2
        case .hold: 3
        case .repeat: 4
        }
    }
}

/// A page ready for the hit test.
public struct Page: Sendable {
    /// The configuration's name.
    public let name: String
    /// How overlapping hit zones are resolved.
    public let overlap: Overlap
    /// The regions that are present (rule Z5), back to front: parents before children, earlier siblings
    /// before later ones (rule C1).
    public let regions: [Region]
    /// For the hit test.
    let index: RegionIndex
    private let indices: [String: Int]

    init(name: String, overlap: Overlap, regions: [Region]) {
        self.name = name
        self.overlap = overlap
        self.regions = regions
        index = RegionIndexBuilder.index(of: regions, overlap: overlap)
        var indices: [String: Int] = [:]
        indices.reserveCapacity(regions.count)
        for index in regions.indices {
            let id = regions[index].id
            if let first = indices.updateValue(index, forKey: id) { indices[id] = first }
        }
        self.indices = indices
    }

    /// The index of the region `id`.
    public func index(of id: String) -> Int? { indices[id] }
}

/// A screen's pages and groups, ready for the engine.
public struct Layout: Sendable {
    /// The screen's name.
    public let name: String
    /// Layout units.
    public let size: LayoutSize
    /// Layout units a millimetre, or nil where neither configuration nor panel knows.
    public let scale: LayoutScale?
    /// The pages in the configuration's order.
    public let pages: [Page]
    /// The groups in the configuration's order.
    public let groups: [GroupSettings]
    /// The screen's own debounce window.
    public let debounce: Debounce
    /// The index of the page that shows first.
    public let start: Int

    /// The whole screen.
    public var bounds: LayoutRect { LayoutRect(left: 0, top: 0, right: size.width, bottom: size.height) }

    /// A point as it is told, with two decimals: the last ones before the screen's edge would be rounded to beyond it.
    public func reported(_ point: LayoutPoint) -> LayoutPoint {
        func told(_ value: Double, _ size: Double) -> Double {
            value < size ? min(value, max(size - 0.01, 0)) : value
        }
        return LayoutPoint(x: told(point.x, size.width), y: told(point.y, size.height))
    }

    /// The index of the page `name`.
    public func index(ofPage name: String) -> Int? { pages.firstIndex { $0.name == name } }

    /// Resolves `settings` on a panel whose surface, turned as the screen is, has `panelSize`. The
    /// configuration's own `physical` goes before it.
    public init(_ settings: ScreenSettings, panelSize: PhysicalSize? = nil) {
        name = settings.name
        size = settings.size
        let scale = (settings.physical ?? panelSize).flatMap {
            LayoutScale(size: settings.size, physical: $0)
        }
        self.scale = scale
        groups = settings.groups
        debounce = settings.debounce
        pages = settings.pages.map { page in
            var compiler = PageCompiler(screen: settings, scale: scale)
            compiler.regions.reserveCapacity(page.regions.presentCount)
            compiler.add(page.regions, to: nil)
            return Page(name: page.name, overlap: page.overlap, regions: compiler.regions)
        }
        start = settings.pages.firstIndex { $0.name == settings.start } ?? 0
    }
}

/// Layout units a millimetre, for each axis.
public struct LayoutScale: Hashable, Sendable {
    /// Layout units a millimetre from left to right.
    public let x: Double
    /// Layout units a millimetre from top to bottom.
    public let y: Double

    /// The scale that lengths in millimetres get where none is known: 44 units for 9 mm, as the defaults have
    /// it.
    public static let nominal = LayoutScale(unitsPerMillimetre: 44.0 / 9)

    private init(unitsPerMillimetre: Double) {
        x = unitsPerMillimetre
        y = unitsPerMillimetre
    }

    /// The scale of a screen of `size` on a surface of `physical`; nil unless both have an extent.
    public init?(size: LayoutSize, physical: PhysicalSize) {
        guard physical.width > 0, physical.height > 0, size.width > 0, size.height > 0 else { return nil }
        x = size.width / physical.width
        y = size.height / physical.height
    }
}

/// What a region has from its ancestors.
private struct Ancestry {
    var index: Int?
    var x = 0.0
    var y = 0.0
    var clip: LayoutRect
    var isEnabled = true
}

/// Walks a page's tree and resolves each region's zones (rules Z1 to Z6).
private struct PageCompiler {
    let screen: ScreenSettings
    let scale: LayoutScale?
    private let groups: [String: Int]
    var regions: [Region] = []

    init(screen: ScreenSettings, scale: LayoutScale?) {
        self.screen = screen
        self.scale = scale
        groups = Dictionary(
            screen.groups.indices.map { (screen.groups[$0].name, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    mutating func add(_ siblings: [RegionSettings], to parent: Int?) {
        let whole = LayoutRect(left: 0, top: 0, right: screen.size.width, bottom: screen.size.height)
        add(siblings, under: Ancestry(index: parent, clip: whole))
    }

    private mutating func add(_ siblings: [RegionSettings], under ancestry: Ancestry) {
        let siblings = siblings.span
        for place in siblings.indices where siblings[place].isPresent {
            let index = regions.count
            regions.append(resolve(siblings[place], under: ancestry))
            let below = Ancestry(
                index: index, x: regions[index].uncutDrawing.left, y: regions[index].uncutDrawing.top,
                clip: siblings[place].clip ? ancestry.clip.cut(by: regions[index].drawing) : ancestry.clip,
                isEnabled: regions[index].isEnabled)
            add(siblings[place].regions, under: below)
            regions[index].subtreeEnd = regions.count
        }
    }

    private func resolve(_ settings: RegionSettings, under ancestry: Ancestry) -> Region {
        let frame = settings.frame
        let uncut = LayoutRect(
            left: frame.left + ancestry.x, top: frame.top + ancestry.y,
            right: frame.right + ancestry.x, bottom: frame.bottom + ancestry.y)
        let isEnabled = ancestry.isEnabled && settings.enabled
        let hasActions = !settings.actions.isEmpty
        let drawing = uncut.cut(by: ancestry.clip)
        let grown = isEnabled && hasActions ? grow(uncut, settings) : .nothing
        var hitZone = LayoutRect.nothing
        var retainZone = LayoutRect.nothing
        if !grown.isEmpty, isVisible(uncut, within: ancestry.clip) {
            hitZone = grown.cut(by: ancestry.clip)
            retainZone = retain(grown, settings.retain).cut(by: ancestry.clip)
        }
        return Region(
            id: settings.id, uncutDrawing: uncut, drawing: drawing, hitZone: hitZone, uncutHitZone: grown,
            retainZone: retainZone, parent: ancestry.index, subtreeEnd: regions.count + 1,
            isEnabled: isEnabled,
            blocks: settings.block, persists: settings.persist, debounce: settings.debounce,
            group: settings.group.flatMap { groups[$0] },
            actions: settings.actions)
    }

    /// Whether anything of `drawing` is left by the cut; of a drawing without size, whether its place is
    /// (rule Z4).
    private func isVisible(_ drawing: LayoutRect, within clip: LayoutRect) -> Bool {
        func overlaps(_ low: Double, _ high: Double, _ clipLow: Double, _ clipHigh: Double) -> Bool {
            low == high ? low >= clipLow && low < clipHigh : max(low, clipLow) < min(high, clipHigh)
        }
        return overlaps(drawing.left, drawing.right, clip.left, clip.right)
            && overlaps(drawing.top, drawing.bottom, clip.top, clip.bottom)
    }

    /// The drawing grown edge by edge: the edge's own value, else the automatic growth (rule Z2).
    private func grow(_ drawing: LayoutRect, _ settings: RegionSettings) -> LayoutRect {
        let automatic = automaticGrowth(of: drawing, minimum: settings.minimum)
        let expansion = settings.expansion
        return LayoutRect(
            left: drawing.left - (expansion.left.map(horizontal) ?? automatic.width),
            top: drawing.top - (expansion.top.map(vertical) ?? automatic.height),
            right: drawing.right + (expansion.right.map(horizontal) ?? automatic.width),
            bottom: drawing.bottom + (expansion.bottom.map(vertical) ?? automatic.height))
    }

    private func automaticGrowth(of drawing: LayoutRect, minimum: MinimumSize) -> LayoutSize {
        // A drawing without size gets no zone from `minimum` (rule Z3).
        if drawing.isEmpty { return LayoutSize(width: 0, height: 0) }
        let least: LayoutSize
        switch minimum {
        case .none:
            return LayoutSize(width: 0, height: 0)
        case .size(let width, let height):
            least = LayoutSize(width: horizontal(width), height: vertical(height))
        case .standard:
            least =
                scale.map { LayoutSize(width: 9 * $0.x, height: 9 * $0.y) }
                ?? LayoutSize(width: 44, height: 44)
        }
        return LayoutSize(
            width: max(0, (least.width - drawing.width) / 2),
            height: max(0, (least.height - drawing.height) / 2))
    }

    private func retain(_ zone: LayoutRect, _ retention: Retention) -> LayoutRect {
        let dx: Double
        let dy: Double
        switch retention {
        case .length(let length):
            (dx, dy) = (horizontal(length), vertical(length))
        case .standard:
            (dx, dy) = scale.map { (10 * $0.x, 10 * $0.y) } ?? (64, 64)
        }
        return LayoutRect(
            left: zone.left - dx, top: zone.top - dy, right: zone.right + dx, bottom: zone.bottom + dy)
    }

    private func horizontal(_ length: Length) -> Double {
        units(length, scale?.x)
    }

    private func vertical(_ length: Length) -> Double {
        units(length, scale?.y)
    }

    private func units(_ length: Length, _ unitsPerMillimetre: Double?) -> Double {
        switch length {
        case .units(let value): value
        case .millimetres(let value): value * (unitsPerMillimetre ?? LayoutScale.nominal.x)
        }
    }
}

extension LayoutRect {
    /// The rectangle that holds no point and grows into none.
    static let nothing = LayoutRect(left: 0, top: 0, right: 0, bottom: 0)
}

extension [RegionSettings] {
    /// How many of these and of the regions below them are present.
    fileprivate var presentCount: Int {
        var count = 0
        for index in indices where self[index].isPresent { count += 1 + self[index].regions.presentCount }
        return count
    }
}

extension RegionSettings {
    /// Whether it and what is below it take part at all (rule Z5).
    @inline(__always)
    var isPresent: Bool { !hidden && interactive && opacity > 0.01 }
}
