import Configuration
import Testing

@testable import Lints

/// The findings about a screen `s` of 400 × 300 with one page `p` of `regions`, each a flow mapping on a line of its
/// own from line 8; `physical` makes a unit 0.2 mm.
private func lints(
    _ regions: String..., target: TargetSize? = nil, overlap: String = "nearest", physical: Bool = true,
    others: String = ""
) throws -> [String] {
    let text =
        """
        version: 1
        screens:
          s:
            size: [400, 300]
            pages:
              p:
                overlap: \(overlap)
                regions:

        """ + regions.map { "          - \($0)\n" }.joined() + others
        + (physical ? "    physical: [80, 60]\n" : "")
    let configuration = try Configuration.parse(Array(text.utf8), file: "f")
    return configuration.lints(file: "f", target: target).map(\.description)
}

struct `zones-overlap` {
    @Test func `tells what both zones could have, in units and millimetres`() throws {
        let found = try lints(
            "{id: a, frame: [0, 100, 33, 30], expand: 20, action: a}",
            "{id: b, frame: [37, 100, 33, 30], expand: 20, action: b}")
        #expect(
            found == [
                "f:10:18: warning: the hit zones of 'a' and 'b' overlap by 36 × 70 units (7.2 × 14 mm); a contact there "
                    + "goes to the nearer drawing. Where that is not meant move them apart, or make 'expand' or 'minimum' "
                    + "smaller"
            ])
    }

    @Test func `is silent at zones that only adjoin`() throws {
        #expect(
            try lints(
                "{id: a, frame: [0, 100, 30, 30], expand: 5, action: a}",
                "{id: b, frame: [40, 100, 30, 30], expand: 5, action: b}"
            ).isEmpty)
        #expect(
            try lints(
                "{id: a, frame: [0, 100, 30, 30], expand: 5.5, action: a}",
                "{id: b, frame: [40, 100, 30, 30], expand: 5.5, action: b}"
            ).count == 1)
    }

    @Test(arguments: [
        // A child upon its parent, and a stranger drawn wholly inside: the growth is theirs (rule C2).
        "{id: a, frame: [0, 0, 200, 200], minimum: none, action: a, regions: [{id: b, frame: [90, 90, 20, 20], action: b}]}",
        // A stranger's drawing is not covered by growth, so that nothing is contested.
        "{id: a, frame: [0, 0, 100, 100], expand: 0, action: a}, {id: b, frame: [100, 0, 100, 100], expand: 40, action: b}",
        // Two grown buttons with a disabled card below their overlap that neither lies upon.
        "{id: a, frame: [0, 0, 40, 40], expand: 20, action: a}, {id: b, frame: [60, 0, 40, 40], expand: 20, action: b}, "
            + "{id: wall, frame: [40, 0, 20, 60], block: true}",
        // Glass has no zone.
        "{id: a, frame: [0, 0, 40, 40], expand: 20, action: a}, {id: b, frame: [60, 0, 40, 40], expand: 20}",
    ])
    func `is silent where no point could be either's`(regions: String) throws {
        let lines = regions.replacing("}, {", with: "}\n          - {")
        #expect(try lints(lines).isEmpty)
    }

    @Test func `asks on a topmost page whose growth takes from whom`() throws {
        let regions = [
            "{id: a, frame: [0, 0, 100, 100], expand: 0, action: a}",
            "{id: b, frame: [110, 0, 100, 100], expand: 20, action: b}",
        ]
        #expect(try lints(regions[0], regions[1]).isEmpty)
        let found = try lints(regions[0], regions[1], overlap: "topmost")
        #expect(found.count == 1)
        #expect(found.first?.contains("overlap by 10 × 100 units") == true, "\(found)")
        // The one behind takes nothing from the drawing in front.
        #expect(try lints(regions[1], regions[0], overlap: "topmost").isEmpty)
        #expect(
            try lints(
                "{id: a, frame: [110, 0, 100, 100], expand: 20, action: a}",
                "{id: b, frame: [0, 0, 100, 100], expand: 0, action: b}", overlap: "topmost"
            ).isEmpty)
    }
}

struct `zone-cut` {
    @Test func `tells how much the screen cuts off a drawing`() throws {
        let found = try lints("{id: a, frame: [380, 0, 80, 100], expand: 0, action: a}")
        #expect(
            found == [
                "f:9:18: warning: the screen cuts 75 % off the drawing of 'a', which is 80 × 100 units (16 × 20 mm); move it "
                    + "inside"
            ])
        #expect(try lints("{id: a, frame: [320, 0, 80, 100], expand: 50, action: a}").isEmpty)
    }

    @Test func `tells how much a clipping region cuts off a zone`() throws {
        let found = try lints(
            "{id: list, frame: [0, 0, 100, 100], clip: true, regions: [{id: a, frame: [0, 80, 100, 20], expand: 20, "
                + "action: a}]}")
        #expect(found.count == 1)
        #expect(
            found.first?.contains(
                "a region with 'clip' cuts 52 % off the hit zone of 'a', 100 × 40 units (20 × 8 mm) of 140 × 60 units"
            ) == true,
            "\(found)")
    }
}

struct `small-target` {
    @Test(arguments: [(45.0, true), (44.9, false)])
    func `measures the hit zone, both sides of 9 mm`(side: Double, isRight: Bool) throws {
        let found = try lints(
            "{id: a, frame: [100, 100, \(side), 60], expand: 0, action: a}", target: .standard)
        #expect(found.isEmpty == isRight)
        if !isRight {
            #expect(
                found == [
                    "f:9:18: warning: the hit zone of 'a' is 44.9 × 60 units (9 × 12 mm), less than 9mm; enlarge it with "
                        + "'expand' or 'minimum', or draw it larger or farther from what cuts it"
                ])
        }
    }

    @Test func `says what it takes 9 mm for where nobody knows`() throws {
        let found = try lints(
            "{id: a, frame: [100, 100, 43, 60], expand: 0, action: a}", target: .standard, physical: false)
        #expect(
            found.first?.contains("less than 9mm (here 44 units, because the screen has no 'physical')")
                == true)
        #expect(
            try lints(
                "{id: a, frame: [100, 100, 4, 4], action: a}", target: .standard, physical: false
            ).isEmpty)
    }

    @Test func `leaves out what cannot be hit anyway`() throws {
        #expect(
            try lints(
                "{id: a, frame: [100, 100, 4, 4], minimum: none}",
                "{id: b, frame: [200, 100, 4, 4], minimum: none, enabled: false, action: b}",
                target: .standard
            ).isEmpty)
    }

    @Test(arguments: [(24.0, 0), (23.9, 2)])
    func `lets the circles of WCAG 2 5 8 stand for size`(distance: Double, findings: Int) throws {
        let found = try lints(
            "{id: a, frame: [100, 100, 10, 10], expand: 0, action: a}",
            "{id: b, frame: [\(100 + distance), 100, 10, 10], expand: 0, action: b}", target: .wcagMinimum)
        #expect(found.count == findings)
    }

    @Test(arguments: [(117.0, 0), (116.9, 1)])
    func `lets no circle touch a zone that is large enough`(left: Double, findings: Int) throws {
        let found = try lints(
            "{id: a, frame: [100, 100, 10, 10], expand: 0, action: a}",
            "{id: b, frame: [\(left), 80, 50, 50], expand: 0, action: b}", target: .wcagMinimum)
        #expect(found.count == findings)
        #expect(found.allSatisfy { $0.contains("'a' is 10 × 10 units (2 × 2 mm), less than wcag-2.5.8") })
    }

    @Test(arguments: [
        ("9mm", 45), ("48dp", 38.1), ("24px", 24), ("24", 24), ("wcag-2.5.8", 24), ("wcag-2.5.5", 44),
    ])
    func `takes lengths and names`(text: String, units: Double) throws {
        let target = try #require(TargetSize(text))
        let found = { (side: Double) in
            try lints("{id: a, frame: [100, 100, \(side), \(side)], expand: 0, action: a}", target: target)
        }
        #expect(try found(units).isEmpty)
        #expect(try found(units - 0.01).isEmpty == target.allowsSpacing)
    }

    @Test(arguments: ["", "0", "-1mm", "9 mm", "9cm", "wcag", "wcag-2.5.7", "nan", "inf"])
    func `takes nothing else`(text: String) { #expect(TargetSize(text) == nil) }
}

struct `unreachable` {
    @Test(arguments: [
        (
            "{id: a, frame: [10, 10, 20, 20], expand: 0, action: a}\n          - {id: b, frame: [0, 0, 100, 100], action: b}",
            "nothing can hit 'a': 'b' in front of it takes contacts in its middle, and the rest is taken, too; move them "
                + "apart, or change their order or 'expand'"
        ),
        (
            "{id: a, frame: [10, 10, 20, 20], expand: 0, action: a}\n          - {id: b, frame: [0, 0, 100, 100], block: true}",
            "nothing can hit 'a': 'b' in front of it swallows contacts in its middle, and the rest is taken, too; move "
                + "them apart, or change their order or 'expand'"
        ),
        (
            "{id: a, frame: [400, 10, 20, 20], action: a}",
            "nothing can hit 'a': it lies outside of the screen; its place is [400, 10, 20, 20] and the screen is 400 × 300"
        ),
        (
            "{id: c, frame: [0, 0, 50, 50], clip: true, regions: [{id: a, frame: [60, 0, 20, 20], action: a}]}",
            "nothing can hit 'a': the region with 'clip' that it lies in cuts it away; move it inside, or leave out 'clip'"
        ),
        (
            "{id: a, frame: [60, 0, 0, 20], action: a}",
            "nothing can hit 'a': its drawing has no area, and 'minimum' does not give it one; give it a width and height, "
                + "or let 'expand' grow it"
        ),
    ])
    func `says why`(region: String, message: String) throws {
        let found = try lints(region).filter { $0.contains("nothing can hit") }
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix("warning: \(message)") == true, "\(found)")
    }

    @Test func `leaves a shrink in layout units to the configuration's own warning`() throws {
        #expect(try lints("{id: a, frame: [60, 0, 20, 20], expand: -10, action: a}").isEmpty)
        #expect(
            try lints("{id: a, frame: [60, 0, 20, 20], expand: -2mm, action: a}") == [
                "f:9:18: warning: 'expand' shrinks the hit zone of 'a' to nothing; nothing will hit it"
            ])
    }

    @Test func `finds a gap of a quarter unit between a thousand covers`() throws {
        // Slats of 0.3 that adjoin; in one place they leave a gap.
        func page(gap: Bool) -> [String] {
            ["{id: a, frame: [0, 0, 300, 300], expand: 0, action: a}"]
                + (0..<1_000).map { index in
                    let width = gap && index == 611 ? 0.25 : 0.3125
                    return
                        "{id: b\(index), frame: [\(Double(index) * 0.3125), 0, \(width), 300], block: true}"
                }
        }
        func found(gap: Bool) throws -> Int {
            try lints(page(gap: gap).joined(separator: "\n          - ")).count {
                $0.contains("nothing can hit")
            }
        }
        #expect(try found(gap: false) == 1)
        #expect(try found(gap: true) == 0)
    }
}

struct `persist-alone` {
    @Test func `wants the id with persist on two pages`() throws {
        let region = "{id: a, frame: [0, 0, 100, 100], persist: true, action: a}"
        #expect(
            try lints(region) == [
                "f:9:18: warning: 'persist' has no use on 'a', because no other page has a region of this id with it"
            ])
        #expect(try lints(region, others: "      q:\n        - \(region)\n").isEmpty)
    }
}

struct `The shipped configurations` {
    @Test(arguments: ["config/hitzone.yaml", "config/start.yaml"])
    func `have nothing to find`(path: String) throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        let configuration = try Configuration.load(path: (root + [Substring(path)]).joined(separator: "/"))
        #expect(configuration.warnings.isEmpty)
        #expect(configuration.lints(file: path).map(\.description) == [])
    }
}

struct `Large pages` {
    @Test func `of ten thousand buttons end, and each kind of finding after a hundred`() throws {
        let regions = (0..<10_000).map { index in
            "{id: r\(index), frame: [\(Double(index % 100) * 4), \(Double(index / 100) * 3), 3, 2], action: a}"
        }
        let found = try lints(regions.joined(separator: "\n          - "), target: .wcagEnhanced)
        let text = found.joined(separator: "\n")
        #expect(found.count { $0.contains("overlap by") } == 100)
        #expect(found.count { $0.contains("more than 100 findings of this kind") } >= 1)
        #expect(!text.contains("nothing can hit"))
    }
}
