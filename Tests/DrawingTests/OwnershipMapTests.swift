import TestSupport
import Testing
import TouchEngine
import TouchModel

@testable import Drawing

/// The first page of `page` as the engine resolves it.
private func map(_ settings: PageSettings) -> (page: Page, map: OwnershipMap) {
    let layout = Layout(screen([settings]))
    return (layout.pages[0], OwnershipMap(of: layout.pages[0], in: layout.bounds))
}

/// Whether a point is within rings, holes left out: rays to the right cross them an odd number of times.
private func contains(_ rings: [[LayoutPoint]], _ point: LayoutPoint) -> Bool {
    var isInside = false
    for ring in rings {
        for index in ring.indices {
            let (start, end) = (ring[index], ring[(index + 1) % ring.count])
            guard (start.y > point.y) != (end.y > point.y) else { continue }
            let x = start.x + (point.y - start.y) / (end.y - start.y) * (end.x - start.x)
            if x > point.x { isInside.toggle() }
        }
    }
    return isInside
}

extension OwnershipMap {
    /// The answers of all areas that have the point; at most one when all is well.
    fileprivate func answers(x: Double, y: Double) -> [Answer] {
        areas.filter { contains($0.rings, LayoutPoint(x: x, y: y)) }.map(\.answer)
    }
}

extension Page {
    fileprivate func answer(_ point: LayoutPoint) -> Answer? {
        let hit = hitTest(point)
        if let owner = hit.owner { return .owned(owner) }
        return hit.refusal == nil ? nil : hit.direct.map { .refused($0) }
    }
}

struct `Areas of one owner` {
    @Test(
        arguments: [
            (0.0, 17.0, 0), (0, 32.9, 0), (0, 33.1, 1), (0, 36.9, 1), (20, 34.9, 0), (20, 35.1, 1),
        ])
    func `Growth covers no stranger's drawing, and a gap is split half-way (C2, C3)`(
        _ expandA: Double, _ x: Double, _ owner: Int
    ) {
        let map = map(
            page("home", region("A", 0, 0, 33, 33, expand: expandA), region("B", 37, 0, 33, 33, expand: 20))
        ).map
        #expect(map.answers(x: x, y: 10) == [.owned(owner)])
    }

    @Test func `The border in a gap of 4 lies at 2 (C3)`() throws {
        let map = map(
            page(
                "home", region("A", 0, 0, 20, 20, expand: nil, minimum: 44),
                region("B", 24, 0, 20, 20, expand: nil, minimum: 44))
        ).map
        #expect(map.answers(x: 21.9, y: 10) == [.owned(0)])
        #expect(map.answers(x: 22.1, y: 10) == [.owned(1)])
        #expect(!map.borders.isEmpty)
        #expect(map.borders.allSatisfy { abs($0.start.x - 22) < 1e-9 && abs($0.end.x - 22) < 1e-9 })
    }

    @Test func `The border between a corner and a side is the parabola (C3)`() {
        // Nearest to the corner (100, 100) or to the side y = 120.
        let map = map(
            page(
                "home", region("corner", 60, 60, 40, 40, expand: 60),
                region("side", 60, 120, 300, 40, expand: 60))
        ).map
        let curve = map.borders.flatMap { [$0.start, $0.end] }.filter { $0.x > 101 && $0.x < 159 }
        #expect(curve.count > 4)
        for point in curve {
            let dx = point.x - 100
            #expect(abs((dx * dx + (point.y - 100) * (point.y - 100)).squareRoot() - (120 - point.y)) < 0.05)
        }
    }

    @Test func `Equally near everywhere is the frontmost's (C3)`() {
        let map = map(
            page(
                "home", region("back", 50, 50, 20, 20, expand: 30),
                region("front", 50, 50, 20, 20, expand: 10))
        ).map
        #expect(map.answers(x: 45, y: 60) == [.owned(1)])
        #expect(map.answers(x: 35, y: 60) == [.owned(0)])
        #expect(map.answers(x: 60, y: 60) == [.owned(1)])
    }

    @Test func `Disabled and blocking drawings refuse, glass has no area (Z5, Z6)`() {
        let map = map(
            page(
                "home", region("glass", 0, 0, 100, 100, on: []),
                region("off", 200, 0, 50, 50) { $0.enabled = false },
                region("wall", 300, 0, 50, 50, on: []) { $0.block = true })
        ).map
        #expect(map.areas.map(\.answer) == [.refused(1), .refused(2)])
        #expect(map.answers(x: 225, y: 25) == [.refused(1)])
    }

    @Test func `A hole is a ring of its own`() {
        let map = map(
            page("home", region("card", 100, 100, 200, 200, regions: [region("close", 50, 50, 20, 20)]))
        ).map
        #expect(map.areas.map(\.rings.count) == [2, 1])
        #expect(map.answers(x: 160, y: 160) == [.owned(1)])
    }

    @Test(arguments: 0..<60)
    func `Random points are in the one area of the hit test's answer (C1 to C5)`(_ seed: Int) {
        var source = RandomSource(seed: UInt64(seed))
        let (page, map) = map(randomPage(&source))
        let areas = map.areas
        for _ in 0..<200 {
            let point = LayoutPoint(x: source.quarters(1...798) + 0.1, y: source.quarters(1...478) + 0.1)
            let answer = page.answer(point)
            // A chord may be off a curved border by no more than the tolerance.
            let isBesideBorder = [(-0.05, 0.0), (0.05, 0), (0, -0.05), (0, 0.05)].contains { dx, dy in
                page.answer(LayoutPoint(x: point.x + dx, y: point.y + dy)) != answer
            }
            if isBesideBorder { continue }
            let found = areas.filter { contains($0.rings, point) }.map(\.answer)
            #expect(found == (answer.map { [$0] } ?? []), "seed \(seed) at \(point)")
        }
    }

    private func randomPage(_ source: inout RandomSource) -> PageSettings {
        var regions: [RegionSettings] = []
        for index in 0..<14 {
            let width = source.quarters(0...150)
            var item = region(
                "r\(index)", source.quarters(-20...700), source.quarters(-20...400), width,
                source.quarters(4...120), expand: source.quarters(-5...70),
                on: source.chance(85) ? [.tap] : [])
            item.enabled = !source.chance(8)
            item.block = source.chance(8)
            item.clip = source.chance(20)
            if source.chance(40), let last = regions.indices.last {
                item.frame = LayoutRect(x: 10, y: 5, width: 30, height: 30)
                regions[last].regions.append(item)
            } else {
                regions.append(item)
            }
        }
        return PageSettings(name: "home", overlap: source.chance(20) ? .topmost : .nearest, regions: regions)
    }
}
