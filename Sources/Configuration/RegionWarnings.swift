import TouchEngine
import TouchModel
import YAML

extension Reader {
    /// Warns of a shrink beyond the middle (rule Z3), as far as lengths in layout units can tell.
    mutating func checkZone(
        _ frame: LayoutRect, growing growth: Expansion, to minimum: MinimumSize, of id: String,
        _ fields: Fields<RegionKey>
    ) {
        let minimum = automaticSize(minimum)
        let width = zoneExtent(frame.width, growth.left, growth.right, minimum: minimum?.width)
        let height = zoneExtent(frame.height, growth.top, growth.bottom, minimum: minimum?.height)
        let isWide = width ?? 1 > 0
        guard !isWide || height ?? 1 <= 0 else { return }
        let key: RegionKey = fields.has(.expand) ? .expand : .touchExtendInset
        warn(
            .emptyZone, at: fields.location(of: key),
            "this shrinks the hit zone of \(id.quoted) to nothing, it is no longer \(isWide ? "high" : "wide"); "
                + "nothing will hit it")
    }

    /// The zone's extent along one axis; nil where it takes millimetres to tell, or nothing shrinks it.
    private func zoneExtent(_ size: Double, _ before: Length?, _ after: Length?, minimum: Double?) -> Double?
    {
        func growth(_ edge: Length?) -> Double? {
            switch edge {
            case .units(let value): value
            case .millimetres: nil
            case nil: minimum.map { max(0, ($0 - size) / 2) }
            }
        }
        guard let first = growth(before), let second = growth(after), min(first, second) < 0 else {
            return nil
        }
        return size + first + second
    }

    /// The minimum in layout units; nil where it takes millimetres to tell.
    private func automaticSize(_ minimum: MinimumSize) -> (width: Double, height: Double)? {
        switch minimum {
        case .none: (0, 0)
        case .size(.units(let width), .units(let height)): (width, height)
        case .size, .standard: nil
        }
    }

    /// Warns of keys that do nothing on this region.
    mutating func checkUse(of id: String, isBlocking: Bool, _ fields: Fields<RegionKey>) {
        let hasActions = fields.has(.actions) || fields.has(.action)
        if !hasActions, fields.has(.debounce) {
            warn(
                .unusedKey, at: fields.location(of: .debounce),
                "the debounce of \(id.quoted) has no use, because the region has no actions")
        }
        if hasActions, isBlocking {
            warn(
                .unusedKey, at: fields.location(of: .block),
                "'block' has no use on \(id.quoted), because the region has actions and so takes what lands on it"
            )
        }
    }
}
