public import HitZoneProtocol
public import TouchEngine
public import TouchModel

extension Explanation {
    /// What a contact that goes down at `point` on the page of index `page` would mean: the layout's answer,
    /// before busy and debounce.
    public init(_ point: LayoutPoint, page index: Int, in layout: Layout) {
        let page = layout.pages[index]
        let hit = page.hitTest(point)
        let result: Explanation.Result
        if hit.refusal != nil {
            result = .refused
        } else {
            result = hit.owner == nil ? .unowned : .accepted
        }
        let told = layout.reported(point)
        self.init(
            screen: layout.name, page: page.name, x: told.x, y: told.y,
            direct: hit.direct.map { page.regions[$0].id },
            candidates: page.competitors(at: point).map {
                Candidate(region: page.regions[$0.region].id, distance: $0.distance)
            },
            owner: hit.owner.map { page.regions[$0].id }, inside: hit.place, result: result,
            reason: hit.refusal)
    }
}
