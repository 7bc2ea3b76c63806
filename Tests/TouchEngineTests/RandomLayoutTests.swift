import TestSupport
import Testing
import TouchEngine
import TouchModel

/// The engine's zones and hit test against the reference, on random layouts and points (rules Z1 to Z6, C1 to
/// C5).
struct RandomLayoutTests {
    private static let size = LayoutSize(width: 64, height: 48)

    private struct Generator {
        var random: RandomSource
        var count = 0

        mutating func page() -> PageSettings {
            count = 0
            return PageSettings(
                name: "home", overlap: random.chance(25) ? .topmost : .nearest,
                regions: regions(depth: 0, most: 5))
        }

        private mutating func regions(depth: Int, most: Int) -> [RegionSettings] {
            (0..<Int.random(in: depth == 0 ? 1...most : 0...most, using: &random)).map { _ in one(depth) }
        }

        private mutating func one(_ depth: Int) -> RegionSettings {
            count += 1
            let isFlat = random.chance(6)
            let x = random.quarters(depth == 0 ? -8...60 : -10...30)
            let y = random.quarters(depth == 0 ? -8...44 : -10...30)
            let width = isFlat && random.chance(50) ? 0 : random.quarters(1...(depth == 0 ? 40 : 20))
            var region = RegionSettings(
                id: "r\(count)",
                frame: LayoutRect(x: x, y: y, width: width, height: isFlat ? 0 : random.quarters(1...20)))
            if random.chance(60) { region.expansion = expansion() }
            region.minimum =
                random.chance(50)
                ? .none
                : .size(width: .units(random.quarters(0...24)), height: .units(random.quarters(0...24)))
            if random.chance(75) { region.actions[.tap] = ActionSettings(name: "tap") }
            region.clip = random.chance(20)
            region.enabled = random.chance(88)
            region.hidden = random.chance(4)
            region.interactive = random.chance(96)
            region.opacity =
                random.chance(90) ? 1 : [0.0, 0.01, 0.011, 0.5].randomElement(using: &random) ?? 1
            region.block = random.chance(12)
            if depth < 3 { region.regions = regions(depth: depth + 1, most: 3) }
            return region
        }

        private mutating func expansion() -> Expansion {
            if random.chance(50) { return Expansion(all: .units(random.quarters(-4...12))) }
            func edge() -> Length? { random.chance(30) ? nil : .units(random.quarters(-6...12)) }
            return Expansion(left: edge(), top: edge(), right: edge(), bottom: edge())
        }

        /// Half of the points lie exactly on an edge of a drawing or a zone, in one or both axes.
        mutating func point(_ edges: (x: [Double], y: [Double])) -> LayoutPoint {
            func coordinate(_ edges: [Double], _ end: Int) -> Double {
                var value = random.quarters(0...end - 1)
                if random.chance(50), let edge = edges.randomElement(using: &random) { value = edge }
                return min(max(value, 0), Double(end).nextDown)
            }
            return LayoutPoint(x: coordinate(edges.x, 64), y: coordinate(edges.y, 48))
        }
    }

    private func answer(_ page: Page, _ point: LayoutPoint) -> ReferenceHitTest.Answer {
        let hit = page.hitTest(point)
        return ReferenceHitTest.Answer(
            direct: hit.direct.map { page.regions[$0].id }, owner: hit.owner.map { page.regions[$0].id },
            place: hit.place, refusal: hit.refusal,
            competitors: page.competitors(at: point).map { page.regions[$0.region].id })
    }

    private func compile(_ settings: PageSettings) -> Page? {
        Layout(ScreenSettings(name: "s", size: Self.size, pages: [settings], start: "home")).pages.first
    }

    @Test(arguments: UInt64(1)...8)
    func `the engine and the reference agree on what every point means`(_ seed: UInt64) {
        var generator = Generator(random: RandomSource(seed: seed))
        var kinds: [String: Int] = [:]
        for round in 0..<60 {
            let settings = generator.page()
            guard let page = compile(settings) else { return }
            let reference = ReferenceHitTest(settings, size: Self.size)
            let zones = reference.drawings + reference.zones.compactMap { $0 }
            let edges = (
                x: zones.flatMap { [$0.left, $0.right] }, y: zones.flatMap { [$0.top, $0.bottom] }
            )
            for _ in 0..<50 {
                let point = generator.point(edges)
                let expected = reference.answer(point)
                let received = answer(page, point)
                kinds[kind(expected), default: 0] += 1
                guard expected != received else { continue }
                let sides = sideBySide(expected: text(expected), received: text(received))
                Issue.record("seed \(seed), round \(round), point \(point)\n\(sides)\n\(settings)")
                return
            }
        }
        // The layouts are of use only if all answers occur.
        for kind in ["drawing", "expansion", "blocked", "disabled", "nothing", "several"] {
            #expect(kinds[kind, default: 0] > 10, "seed \(seed): too few of \(kind)")
        }
    }

    @Test(arguments: UInt64(101)...104)
    func `the engine and the reference agree on every zone`(_ seed: UInt64) {
        var generator = Generator(random: RandomSource(seed: seed))
        for round in 0..<60 {
            let settings = generator.page()
            guard let page = compile(settings) else { return }
            let reference = ReferenceHitTest(settings, size: Self.size)
            let ids = page.regions.reversed().map(\.id)
            #expect(ids == reference.frontToBack.map(\.id), "seed \(seed), round \(round)")
            guard ids.count == reference.frontToBack.count else { return }
            for (index, region) in page.regions.reversed().enumerated() {
                let node = reference.frontToBack[index]
                let zone = reference.zones[index]
                let place: Comment = "seed \(seed), round \(round), region \(node.id)"
                #expect(region.hitZone.isEmpty == (zone?.isEmpty ?? true), place)
                if let zone, !zone.isEmpty { #expect(region.hitZone == zone, place) }
                if !reference.drawings[index].isEmpty {
                    #expect(region.drawing == reference.drawings[index], place)
                }
                #expect(region.isEnabled == !node.isDisabled && region.isGlass == node.isGlass, place)
            }
        }
    }

    private func kind(_ answer: ReferenceHitTest.Answer) -> String {
        if answer.competitors.count > 1 { return "several" }
        return answer.refusal?.rawValue ?? answer.place?.rawValue ?? "nothing"
    }

    private func text(_ answer: ReferenceHitTest.Answer) -> String {
        """
        direct \(answer.direct ?? "-")
        owner \(answer.owner ?? "-") \(answer.place?.rawValue ?? "")
        refusal \(answer.refusal?.rawValue ?? "-")
        competitors \(answer.competitors.joined(separator: " "))
        """
    }
}
