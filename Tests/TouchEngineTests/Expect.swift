import TestSupport
import Testing
import TouchEngine
import TouchModel

/// What the harness tells since the last look is `expected`, else both are shown side by side.
func expect(
    _ harness: inout EngineHarness, contacts: Bool = true, _ expected: String,
    at location: SourceLocation = #_sourceLocation
) {
    let received = harness.take(contacts: contacts)
    #expect(
        received == expected, "\n\(sideBySide(expected: expected, received: received))",
        sourceLocation: location)
}

/// A compiled page of `regions` on a screen of 800 × 480, for the hit test alone.
struct Compiled {
    let page: Page

    init(overlap: Overlap = .nearest, _ regions: RegionSettings...) {
        page = Layout(screen([PageSettings(name: "home", overlap: overlap, regions: regions)])).pages[0]
    }

    /// `owner`, `owner+` when only by its expansion, `owner!reason` when refused, `-` for nothing.
    func at(_ x: Double, _ y: Double) -> String {
        let hit = page.hitTest(LayoutPoint(x: x, y: y))
        if let refusal = hit.refusal, let direct = hit.direct {
            return "\(page.regions[direct].id)!\(refusal.rawValue)"
        }
        guard let owner = hit.owner else { return "-" }
        return page.regions[owner].id + (hit.place == .expansion ? "+" : "")
    }

    /// The region `id`, or nil where it is absent.
    subscript(_ id: String) -> Region? { page.index(of: id).map { page.regions[$0] } }
}
