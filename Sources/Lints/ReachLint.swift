import TouchEngine
import TouchModel

extension PageLints {
    /// Regions with actions that no contact can mean.
    mutating func checkReach() {
        var reach = Reach(page)
        for index in page.regions.indices {
            let region = page.regions[index]
            guard region.isEnabled, region.hasActions, !isFull(.unreachable) else { continue }
            if region.uncutHitZone.isEmpty {
                checkEmpty(index)
            } else if region.hitZone.isEmpty {
                warn(.unreachable, index, "nothing can hit \(quoted(index)): \(cutReason(index))")
            } else if !reach.isReachable(index) {
                warn(.unreachable, index, "nothing can hit \(quoted(index)): \(coverReason(index))")
            }
        }
    }

    /// A zone that is nothing before any cut. The reader of configurations tells where lengths in layout units
    /// shrink it to nothing; with millimetres it takes the screen's scale.
    private mutating func checkEmpty(_ index: Int) {
        guard let region = settings[page.regions[index].id] else { return }
        if region.frame.isEmpty, !region.hasExpansionBelowZero {
            warn(
                .unreachable, index,
                "nothing can hit \(quoted(index)): its drawing has no area, and 'minimum' does not give it one; "
                    + "give it a width and height, or let 'expand' grow it")
        } else if region.needsMillimetres {
            warn(
                .emptyZone, index,
                "'expand' shrinks the hit zone of \(quoted(index)) to nothing; nothing will hit it")
        }
    }

    private func cutReason(_ index: Int) -> String {
        let region = page.regions[index]
        if !region.uncutDrawing.touches(layout.bounds) {
            return "it lies outside of the screen; its place is \(place(region.uncutDrawing))"
        }
        return "the region with 'clip' that it lies in cuts it away; move it inside, or leave out 'clip'"
    }

    private func place(_ rect: LayoutRect) -> String {
        "[\([rect.left, rect.top, rect.width, rect.height].map { short($0) }.joined(separator: ", "))] and the "
            + "screen is \(short(layout.size.width)) × \(short(layout.size.height))"
    }

    /// Who takes the contacts in the middle of the region.
    private func coverReason(_ index: Int) -> String {
        let region = page.regions[index]
        let middle = (region.drawing.isEmpty ? region.hitZone : region.drawing).center
        let hit = page.hitTest(middle)
        let advice = "move them apart, or change their order or 'expand'"
        guard let taker = hit.owner ?? hit.direct, taker != index else {
            return "others in front of it take every contact; \(advice)"
        }
        let verb = hit.owner == nil ? "swallows" : "takes"
        return
            "\(quoted(taker)) in front of it \(verb) contacts in its middle, and the rest is taken, too; \(advice)"
    }
}

extension LayoutRect {
    /// Whether a point of `self`, or of its edges where it has no area, lies in `bounds`.
    fileprivate func touches(_ bounds: LayoutRect) -> Bool {
        left < bounds.right && top < bounds.bottom && right >= bounds.left && bottom >= bounds.top
            && (right > bounds.left || width == 0) && (bottom > bounds.top || height == 0)
    }
}

extension RegionSettings {
    private var edges: [Length?] { [expansion.left, expansion.top, expansion.right, expansion.bottom] }

    /// Whether it takes a scale to know the hit zone.
    var needsMillimetres: Bool {
        let grows = edges.contains(nil)
        switch minimum {
        case .standard where grows, .size(.millimetres, _) where grows, .size(_, .millimetres) where grows:
            return true
        case .standard, .size, .none:
            return edges.contains { if case .millimetres = $0 { true } else { false } }
        }
    }

    var hasExpansionBelowZero: Bool {
        edges.contains { edge in
            switch edge {
            case .units(let value), .millimetres(let value): value < 0
            case nil: false
            }
        }
    }
}
