public import Configuration
import TouchEngine
import TouchModel
import YAML

/// The kinds of findings about a layout that a configuration's reader cannot see.
enum LintCode: String, CaseIterable {
    case zonesOverlap = "zones-overlap"
    case zoneCut = "zone-cut"
    case smallTarget = "small-target"
    case unreachable
    case emptyZone = "empty-zone"
    case persistAlone = "persist-alone"
}

extension Configuration {
    /// What an integrator should look at in this checked configuration, page by page: hit zones that
    /// compete, are cut or are smaller than `target` (nil: of any size), regions that nothing can hit, and keys without use. All are
    /// warnings. `file` is what they call the configuration.
    ///
    /// Where a screen's millimetres are unknown, 44 units count as 9 mm, as they do for its default zones.
    public func lints(file: String, target: TargetSize? = .standard) -> [Diagnostic] {
        var found: [Diagnostic] = []
        for screen in screens {
            let layout = Layout(screen.settings)
            let persistent = screen.settings.persistentPages
            for (page, settings) in zip(layout.pages, screen.settings.pages) {
                var lints = PageLints(
                    page, settings, of: layout, at: screen.locations, file: file, target: target)
                lints.checkReach()
                lints.checkCuts()
                lints.checkTargets()
                lints.checkOverlaps()
                lints.checkPersistence(persistent)
                found += lints.diagnostics
            }
        }
        return found
    }
}

extension ScreenSettings {
    /// How many pages have a region of each id with `persist`.
    fileprivate var persistentPages: [String: Int] {
        var counts: [String: Int] = [:]
        for page in pages {
            for region in page.regions.flattened where region.persist { counts[region.id, default: 0] += 1 }
        }
        return counts
    }
}

extension [RegionSettings] {
    /// All regions with those below them.
    var flattened: [RegionSettings] { flatMap { [$0] + $0.regions.flattened } }
}

/// The findings of one page.
struct PageLints {
    /// The most findings of one kind that are kept of a page.
    static let mostOfAKind = 100

    let page: Page
    let layout: Layout
    let target: TargetSize?
    let settings: [String: RegionSettings]
    /// The hit zones of all regions, to find by place.
    let zones: RectIndex
    private(set) var diagnostics: [Diagnostic] = []
    private let locations: ScreenLocations
    private let file: String
    private var counts: [LintCode: Int] = [:]

    init(
        _ page: Page, _ settings: PageSettings, of layout: Layout, at locations: ScreenLocations,
        file: String,
        target: TargetSize?
    ) {
        self.page = page
        self.layout = layout
        self.target = target
        self.locations = locations
        self.file = file
        self.settings = Dictionary(
            settings.regions.flattened.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        zones = RectIndex(page.regions.map(\.hitZone))
    }

    /// The regions that have a hit zone.
    var candidates: [Int] { page.regions.indices.filter { !page.regions[$0].hitZone.isEmpty } }

    /// Whether no more findings of this kind are kept.
    func isFull(_ code: LintCode) -> Bool { counts[code, default: 0] > Self.mostOfAKind }

    /// Keeps the finding `message` about the region `index`; after the hundredth of its kind only that there are
    /// more.
    mutating func warn(_ code: LintCode, _ index: Int, _ message: String) {
        warn(code, id: page.regions[index].id, message)
    }

    mutating func warn(_ code: LintCode, id: String, _ message: String) {
        guard !isFull(code) else { return }
        counts[code, default: 0] += 1
        let place = locations.regions[page.name]?[id]
        diagnostics.append(
            Diagnostic(
                severity: .warning, code: code.rawValue, file: file,
                at: place ?? locations.pages[page.name] ?? locations.screen,
                message: isFull(code)
                    ? "page \(page.name) has more than \(Self.mostOfAKind) findings of this kind; mend these first"
                    : message))
    }

    func quoted(_ index: Int) -> String { "'\(page.regions[index].id)'" }

    /// `12 × 40 units (2.3 × 7.7 mm)`, the latter where it is known.
    func extent(_ rect: LayoutRect) -> String {
        let units = "\(short(rect.width)) × \(short(rect.height)) units"
        guard let scale = layout.scale else { return units }
        return units + " (\(short(rect.width / scale.x, 10)) × \(short(rect.height / scale.y, 10)) mm)"
    }

    /// A number without zeros at the end, rounded to `steps` in one.
    func short(_ value: Double, _ steps: Double = 100) -> String {
        let rounded = (value * steps).rounded() / steps
        return rounded == rounded.rounded() && rounded.magnitude < 1e15
            ? String(Int64(rounded)) : String(rounded)
    }
}

extension PageLints {
    /// `persist` on one page only.
    mutating func checkPersistence(_ pages: [String: Int]) {
        for region in page.regions where region.persists && pages[region.id, default: 0] < 2 {
            warn(
                .persistAlone, id: region.id,
                "'persist' has no use on '\(region.id)', because no other page has a region of this id with it"
            )
        }
    }
}
