import TestSupport
import Testing
import TouchEngine
import TouchModel

@testable import Lints

/// What cannot be hit, against hit tests all over the page.
struct ReachTests {
    private static let size = LayoutSize(width: 24, height: 16)

    private static func settings(_ random: inout RandomSource) -> PageSettings {
        var count = 0
        func regions(_ most: Int, _ depth: Int, _ random: inout RandomSource) -> [RegionSettings] {
            (0..<Int.random(in: 0...most, using: &random)).map { _ in
                count += 1
                let flat = random.chance(10)
                var region = region(
                    "r\(count)", Double(Int.random(in: -2...20, using: &random)),
                    Double(Int.random(in: -2...14, using: &random)),
                    flat ? 0 : Double(Int.random(in: 1...14, using: &random)),
                    Double(Int.random(in: 1...10, using: &random)),
                    expand: Double(Int.random(in: -2...5, using: &random)),
                    on: random.chance(75) ? [.tap] : [])
                region.enabled = random.chance(92)
                region.block = random.chance(10)
                region.clip = random.chance(10)
                if depth < 2 { region.regions = regions(2, depth + 1, &random) }
                return region
            }
        }
        return PageSettings(
            name: "p", overlap: random.chance(30) ? .topmost : .nearest, regions: regions(9, 0, &random))
    }

    @Test func `Reach agrees with hit tests at every eighth of a unit`() {
        var unreachable = 0
        for seed in 0..<150 {
            var random = RandomSource(seed: UInt64(seed))
            var screen = ScreenSettings(
                name: "s", size: Self.size, pages: [Self.settings(&random)], start: "p")
            screen.size = Self.size
            guard let page = Layout(screen).pages.first else { continue }
            var owners: Set<Int> = []
            for x in 0..<Int(Self.size.width) * 8 {
                for y in 0..<Int(Self.size.height) * 8 {
                    if let owner = page.hitTest(LayoutPoint(x: Double(x) / 8, y: Double(y) / 8)).owner {
                        owners.insert(owner)
                    }
                }
            }
            var reach = Reach(page)
            for index in page.regions.indices where !page.regions[index].hitZone.isEmpty {
                // The points tried may miss a region that wins only in a corner, never the other way round.
                let isReachable = reach.isReachable(index)
                if owners.contains(index) {
                    #expect(isReachable, "seed \(seed), \(page.regions[index].id)")
                } else if isReachable {
                    #expect(Self.isCloseCall(index, in: page), "seed \(seed), \(page.regions[index].id)")
                }
                if !isReachable { unreachable += 1 }
            }
        }
        #expect(unreachable > 40)
    }

    /// Whether the region wins at a finer grid of points around its zone.
    private static func isCloseCall(_ index: Int, in page: Page) -> Bool {
        let zone = page.regions[index].hitZone
        for x in 0..<Int(zone.width * 64) {
            for y in 0..<Int(zone.height * 64) {
                let point = LayoutPoint(
                    x: zone.left + Double(x) / 64 + 1.0 / 128, y: zone.top + Double(y) / 64 + 1.0 / 128)
                if page.hitTest(point).owner == index { return true }
            }
        }
        return false
    }
}
