import Configuration
public import TouchEngine
import TouchModel

/// The least size that a hit zone should have.
public struct TargetSize: Hashable, Sendable {
    /// Width and height alike.
    public var side: Length
    /// How messages call it.
    public var name: String
    /// Whether a smaller zone is right where circles of this diameter around the middles of small zones touch no
    /// other zone and no other circle, as success criterion 2.5.8 of WCAG 2.2 allows.
    public var allowsSpacing: Bool

    /// The size `side`, which messages call `name`.
    public init(_ side: Length, name: String, allowsSpacing: Bool = false) {
        self.side = side
        self.name = name
        self.allowsSpacing = allowsSpacing
    }

    /// 9 mm, about a fingertip's width.
    public static let standard = TargetSize(.millimetres(9), name: "9mm")
    /// WCAG 2.2, success criterion 2.5.8 (level AA): 24 pixels, or spacing; a layout unit counts as a pixel.
    public static let wcagMinimum = TargetSize(.units(24), name: "wcag-2.5.8", allowsSpacing: true)
    /// WCAG 2.2, success criterion 2.5.5 (level AAA): 44 pixels; a layout unit counts as a pixel.
    public static let wcagEnhanced = TargetSize(.units(44), name: "wcag-2.5.5")

    /// The size that `text` gives: the name of a criterion, or a length above 0 as a configuration writes it.
    public init?(_ text: String) {
        if let named = [Self.wcagMinimum, Self.wcagEnhanced].first(where: { $0.name == text }) {
            self = named
            return
        }
        guard let side = Length(text) else { return nil }
        switch side {
        case .units(let value), .millimetres(let value): guard value > 0 else { return nil }
        }
        self.init(side, name: text)
    }

    /// Width and height in layout units.
    func size(_ scale: LayoutScale?) -> LayoutSize {
        switch side {
        case .units(let value): return LayoutSize(width: value, height: value)
        case .millimetres(let value):
            let scale = scale ?? .nominal
            return LayoutSize(width: value * scale.x, height: value * scale.y)
        }
    }
}

extension PageLints {
    /// Hit zones that are smaller than the target.
    mutating func checkTargets() {
        guard let target else { return }
        let least = target.size(layout.scale)
        let small = candidates.filter { page.regions[$0].hitZone.isSmaller(than: least) }
        let circles = RectIndex(small.map { page.regions[$0].hitZone.center.square(around: least.width) })
        var assumed = ""
        if layout.scale == nil, case .millimetres = target.side {
            assumed = " (here \(short(least.width)) units, because the screen has no 'physical')"
        }
        for index in small {
            let zone = page.regions[index].hitZone
            if target.allowsSpacing, isSpaced(zone, of: index, diameter: least.width, small, circles) {
                continue
            }
            let advice =
                target.allowsSpacing
                ? "; enlarge it with 'expand' or 'minimum', or leave more space around it"
                : "; enlarge it with 'expand' or 'minimum', or draw it larger or farther from what cuts it"
            warn(
                .smallTarget, index,
                "the hit zone of \(quoted(index)) is \(extent(zone)), less than \(target.name)\(assumed)\(advice)"
            )
        }
    }

    /// The exception of WCAG 2.5.8: the circle around the zone's middle touches no other zone and no other
    /// small zone's circle.
    private func isSpaced(
        _ zone: LayoutRect, of index: Int, diameter: Double, _ small: [Int], _ circles: RectIndex
    ) -> Bool {
        let middle = zone.center
        let box = middle.square(around: diameter)
        let radius = diameter / 2
        let touchesZone = zones.intersecting(box).contains { other in
            other != index && page.regions[other].hitZone.squaredDistance(to: middle) < radius * radius
        }
        if touchesZone { return false }
        return !circles.intersecting(box).contains { other in
            guard small[other] != index else { return false }
            let (dx, dy) = (
                page.regions[small[other]].hitZone.center.x - middle.x,
                page.regions[small[other]].hitZone.center.y - middle.y
            )
            return dx * dx + dy * dy < diameter * diameter
        }
    }
}

extension LayoutRect {
    /// Whether a side is shorter than that of `size`, by more than what arithmetic loses.
    fileprivate func isSmaller(than size: LayoutSize) -> Bool {
        width < size.width * (1 - 1e-9) || height < size.height * (1 - 1e-9)
    }
}

extension LayoutPoint {
    fileprivate func square(around side: Double) -> LayoutRect {
        LayoutRect(x: x - side / 2, y: y - side / 2, width: side, height: side)
    }
}
