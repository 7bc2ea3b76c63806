import TouchEngine
import TouchModel

/// Zones and the hit test a second time, slowly and as the rules say it: every region looks at all its
/// ancestors, every rule is a filter over the list of all regions. It shares nothing with the engine but the
/// settings.
struct ReferenceHitTest {
    /// A region with its ancestors, nearest first.
    struct Node {
        var settings: RegionSettings
        var ancestors: [RegionSettings]

        var id: String { settings.id }
        var origin: (x: Double, y: Double) {
            ancestors.reduce((0, 0)) { ($0.0 + $1.frame.left, $0.1 + $1.frame.top) }
        }
        var isDisabled: Bool { !settings.enabled || ancestors.contains { !$0.enabled } }
        var isGlass: Bool { !isDisabled && settings.actions.isEmpty && !settings.block }
        /// May own contacts.
        var isTarget: Bool { !isDisabled && !settings.actions.isEmpty }
    }

    /// What the point means.
    struct Answer: Equatable {
        var direct: String?
        var owner: String?
        var place: TouchPlace?
        var refusal: Reason?
        var competitors: [String] = []
    }

    let page: PageSettings
    let screen: LayoutRect
    /// Front to back (rule C1).
    let frontToBack: [Node]
    /// The cut D of each, and its Z.
    private(set) var drawings: [LayoutRect] = []
    private(set) var zones: [LayoutRect?] = []

    init(_ page: PageSettings, size: LayoutSize) {
        self.page = page
        screen = LayoutRect(left: 0, top: 0, right: size.width, bottom: size.height)
        frontToBack = Self.list(page.regions, below: [])
        drawings = frontToBack.map(cutDrawing)
        zones = frontToBack.map(hitZone)
    }

    /// Rule C1: later siblings before earlier ones, children before their parent; rule Z5: absent ones not at
    /// all.
    private static func list(_ regions: [RegionSettings], below ancestors: [RegionSettings]) -> [Node] {
        regions.reversed().flatMap { region -> [Node] in
            if region.hidden || !region.interactive || region.opacity <= 0.01 { return [] }
            return list(region.regions, below: [region] + ancestors)
                + [Node(settings: region, ancestors: ancestors)]
        }
    }

    // MARK: Zones

    /// D before any cut.
    func drawing(_ node: Node) -> LayoutRect {
        let (x, y) = node.origin
        let frame = node.settings.frame
        return LayoutRect(
            left: frame.left + x, top: frame.top + y, right: frame.right + x, bottom: frame.bottom + y)
    }

    /// What cuts D, Z and K (rule Z4): the screen and the drawings of clipping ancestors.
    func cutters(_ node: Node) -> [LayoutRect] {
        var result = [screen]
        for (index, ancestor) in node.ancestors.enumerated() where ancestor.clip {
            result.append(
                drawing(Node(settings: ancestor, ancestors: Array(node.ancestors[(index + 1)...]))))
        }
        return result
    }

    func cutDrawing(_ node: Node) -> LayoutRect { cut(drawing(node), cutters(node)) }

    private func cut(_ rect: LayoutRect, _ cutters: [LayoutRect]) -> LayoutRect {
        LayoutRect(
            left: (cutters.map(\.left) + [rect.left]).max() ?? 0,
            top: (cutters.map(\.top) + [rect.top]).max() ?? 0,
            right: (cutters.map(\.right) + [rect.right]).min() ?? 0,
            bottom: (cutters.map(\.bottom) + [rect.bottom]).min() ?? 0)
    }

    /// Whether anything of D is left by the cut; a drawing of no width or height lies where its edge lies.
    func isCutAway(_ node: Node) -> Bool {
        let whole = drawing(node)
        var left = cutDrawing(node)
        let clip = cut(whole.infinite, cutters(node))
        if clip.isEmpty { return true }
        if whole.left == whole.right {
            if whole.left < clip.left || whole.left >= clip.right { return true }
            (left.left, left.right) = (0, 1)
        }
        if whole.top == whole.bottom {
            if whole.top < clip.top || whole.top >= clip.bottom { return true }
            (left.top, left.bottom) = (0, 1)
        }
        return left.isEmpty
    }

    /// Rules Z2 and Z3: the growth of one edge.
    private func growth(_ own: Length?, _ size: Double, _ minimum: Double?, _ node: Node) -> Double {
        switch own {
        case .units(let value): return value
        case .millimetres: return .nan  // Not made by the tests.
        case nil:
            let drawing = drawing(node)
            if drawing.left == drawing.right || drawing.top == drawing.bottom { return 0 }
            return max(0, ((minimum ?? 0) - size) / 2)
        }
    }

    /// Z, or nil where the region has none.
    func hitZone(_ node: Node) -> LayoutRect? {
        guard node.isTarget, !isCutAway(node) else { return nil }
        let whole = drawing(node)
        var least: (Double?, Double?) = (nil, nil)
        if case .size(.units(let width), .units(let height)) = node.settings.minimum {
            least = (width, height)
        }
        let edges = node.settings.expansion
        let zone = LayoutRect(
            left: whole.left - growth(edges.left, whole.width, least.0, node),
            top: whole.top - growth(edges.top, whole.height, least.1, node),
            right: whole.right + growth(edges.right, whole.width, least.0, node),
            bottom: whole.bottom + growth(edges.bottom, whole.height, least.1, node))
        return zone.left < zone.right && zone.top < zone.bottom ? cut(zone, cutters(node)) : nil
    }

    // MARK: Hit test

    private func isInDrawing(_ index: Int, _ point: LayoutPoint) -> Bool { drawings[index].contains(point) }

    private func isInZone(_ index: Int, _ point: LayoutPoint) -> Bool {
        zones[index]?.contains(point) ?? false
    }

    func answer(_ point: LayoutPoint) -> Answer {
        let direct = frontToBack.indices.first { index in
            let node = frontToBack[index]
            guard !node.isGlass, isInDrawing(index, point) else { return false }
            // A negative expansion takes the point from a region that neither blocks nor is disabled.
            return node.isDisabled || node.settings.block || isInZone(index, point)
        }
        let front = frontToBack.indices.filter { $0 < direct ?? .max }
        let reaching = front.filter {
            isInZone($0, point) && !isInDrawing($0, point)
        }
        let competing = reaching.filter { competes($0, with: direct) }
        let nearestFirst = competing.sorted {
            (distance($0, point), $0) < (distance($1, point), $1)
        }
        var answer = Answer(direct: direct.map { frontToBack[$0].id })
        answer.competitors = nearestFirst.map { frontToBack[$0].id }
        if let winner = page.overlap == .topmost ? competing.first : nearestFirst.first {
            answer.owner = frontToBack[winner].id
            answer.place = .expansion
        } else if let direct {
            settle(direct, point, &answer)
        }
        return answer
    }

    /// Rule C2; on a topmost page (rule C5) all that lie in front.
    private func competes(_ index: Int, with direct: Int?) -> Bool {
        guard let direct, page.overlap == .nearest else { return true }
        let node = frontToBack[index]
        let hit = frontToBack[direct]
        if node.ancestors.contains(where: { $0.id == hit.id }) { return true }
        return drawings[direct].encloses(drawings[index])
    }

    private func distance(_ index: Int, _ point: LayoutPoint) -> Double {
        let rect = drawings[index]
        let x = min(max(point.x, rect.left), rect.right)
        let y = min(max(point.y, rect.top), rect.bottom)
        return (point.x - x) * (point.x - x) + (point.y - y) * (point.y - y)
    }

    /// Rule C4.
    private func settle(_ index: Int, _ point: LayoutPoint, _ answer: inout Answer) {
        let node = frontToBack[index]
        if node.isDisabled {
            answer.refusal = .disabled
        } else if !isInZone(index, point) {
            answer.refusal = .blocked
        } else {
            answer.owner = node.id
            answer.place = .drawing
        }
    }
}

extension LayoutRect {
    /// A rectangle that cuts nothing.
    fileprivate var infinite: LayoutRect {
        LayoutRect(left: -.infinity, top: -.infinity, right: .infinity, bottom: .infinity)
    }
}
