public import HitZoneProtocol
public import TouchEngine
import TouchModel

// Within the reply's types these names mean the reply's own.
private typealias ResolvedRegion = Region
private typealias ResolvedPage = Page

extension LayoutReply.Screen {
    /// The layout as clients get it: of one page, or of all when `only` is nil.
    public init(_ layout: Layout, showing page: Int, only: Int? = nil) {
        let pages = only.map { [layout.pages[$0]] } ?? layout.pages
        self.init(
            screen: layout.name, size: layout.size, page: layout.pages[page].name,
            pages: pages.map { page in
                LayoutReply.Page(
                    page: page.name, regions: page.regions.map { LayoutReply.Region($0, on: page) })
            })
    }
}

extension LayoutReply.Region {
    fileprivate init(_ region: ResolvedRegion, on page: ResolvedPage) {
        var actions: [Trigger: String] = [:]
        for trigger in Trigger.allCases { actions[trigger] = region.actions[trigger]?.name }
        self.init(
            region: region.id, parent: region.parent.map { page.regions[$0].id },
            drawing: region.drawing.unlessEmpty, hitZone: region.hitZone.unlessEmpty,
            retainZone: region.retainZone.unlessEmpty, enabled: region.isEnabled, actions: actions)
    }
}

extension LayoutRect {
    fileprivate var unlessEmpty: LayoutRect? { isEmpty ? nil : self }
}
