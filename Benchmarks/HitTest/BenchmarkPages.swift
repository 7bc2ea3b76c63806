import TestSupport
import TouchEngine
import TouchModel

/// Pages to measure with, always the same for the same number of regions.
enum BenchmarkPages {
    /// The screen of all pages, in layout units.
    static let size = LayoutSize(width: 1_920, height: 1_080)

    /// Cards in rows and columns over the whole screen, about every fifth region one: with buttons inside that
    /// grow over the card, some cards so large that they lie over their neighbours, some glass or disabled
    /// or with `clip`.
    static func cards(_ count: Int) -> PageSettings {
        var random = RandomSource(seed: 6)
        let cards = max((count + 4) / 5, 1)
        let columns = max(Int((Double(cards) * 16 / 9).squareRoot()), 1)
        let rows = (cards + columns - 1) / columns
        let cell = LayoutSize(width: size.width / Double(columns), height: size.height / Double(rows))
        var left = count
        let regions = (0..<cards).map { index in
            var card = card(
                index, children: min(4, left - 1),
                at: LayoutPoint(
                    x: Double(index % columns) * cell.width, y: Double(index / columns) * cell.height),
                cell, &random)
            left -= 1 + card.regions.count
            if index % 7 == 3 { card.actions = [:] }
            card.clip = index % 11 == 5
            card.enabled = index % 13 != 6
            return card
        }
        return PageSettings(name: "cards", regions: regions)
    }

    private static func card(
        _ index: Int, children: Int, at corner: LayoutPoint, _ cell: LayoutSize, _ random: inout RandomSource
    ) -> RegionSettings {
        let scale = index % 10 == 9 ? 1.4 : Double.random(in: 0.7...0.95, using: &random)
        let (width, height) = (cell.width * scale, cell.height * scale)
        let buttons = (0..<max(children, 0)).map { button in
            region(
                "c\(index).b\(button)", width * (0.1 + 0.45 * Double(button % 2)),
                height * (0.1 + 0.45 * Double(button / 2)), width * 0.3, height * 0.3,
                expand: cell.width * Double.random(in: -0.02...0.12, using: &random))
        }
        return region(
            "c\(index)", corner.x, corner.y, width, height, expand: cell.width * 0.1, regions: buttons)
    }

    /// Layouts whose zones overlap so much that no division of the screen alone makes lists short.
    static let hard: KeyValuePairs<String, @Sendable () -> PageSettings> = [
        "1000-on-one-point": { zonesOverOnePoint(1_000) },
        "10000-on-one-point": { zonesOverOnePoint(10_000) },
        "100000-on-one-point": { zonesOverOnePoint(100_000) },
        "10000-on-one-point,-topmost": { zonesOverOnePoint(10_000, overlap: .topmost) },
        "100000-on-one-point,-topmost": { zonesOverOnePoint(100_000, overlap: .topmost) },
        "50000-in-a-crowd": { crowd(50_000) },
    ]

    /// Small buttons in rows and columns, each zone so large that all have the middle of the screen.
    static func zonesOverOnePoint(_ count: Int, overlap: Overlap = .nearest) -> PageSettings {
        let columns = Int(Double(count).squareRoot().rounded(.up))
        let regions = (0..<count).map { index in
            region(
                "z\(index)", 560 + Double(index % columns) * 800 / Double(columns),
                140 + Double(index / columns) * 800 / Double(columns), 10, 10, expand: 800)
        }
        return PageSettings(name: "zones", overlap: overlap, regions: regions)
    }

    /// Buttons all over the screen, of many sizes and in no order, whose zones lie over many others.
    static func crowd(_ count: Int) -> PageSettings {
        var random = RandomSource(seed: 9)
        let regions = (0..<count).map { index in
            region(
                "o\(index)", Double.random(in: 0..<size.width, using: &random),
                Double.random(in: 0..<size.height, using: &random), Double.random(in: 1...30, using: &random),
                Double.random(in: 1...30, using: &random), expand: 100)
        }
        return PageSettings(name: "crowd", regions: regions)
    }

    /// One hit test's layout of `page`.
    static func screen(_ page: PageSettings) -> ScreenSettings {
        ScreenSettings(name: "bench", size: size, pages: [page], start: page.name)
    }

    /// Points in and around the regions of `page`: half of them in the zone of a region, grown by half its
    /// extent, the others anywhere.
    static func points(_ count: Int, on page: Page) -> [LayoutPoint] {
        var random = RandomSource(seed: 11)
        let zones = page.regions.map { $0.hitZone.isEmpty ? $0.drawing : $0.hitZone }.filter { !$0.isEmpty }
        func within(_ low: Double, _ high: Double, _ end: Double) -> Double {
            min(max(Double.random(in: low...high, using: &random), 0), end.nextDown)
        }
        return (0..<count).map { index in
            guard index % 2 == 0, let zone = zones.randomElement(using: &random) else {
                return LayoutPoint(
                    x: within(0, size.width, size.width), y: within(0, size.height, size.height))
            }
            return LayoutPoint(
                x: within(zone.left - zone.width / 4, zone.right + zone.width / 4, size.width),
                y: within(zone.top - zone.height / 4, zone.bottom + zone.height / 4, size.height))
        }
    }
}
