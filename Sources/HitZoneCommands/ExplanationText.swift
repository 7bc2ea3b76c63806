import HitZoneProtocol
import TouchEngine
import TouchModel

extension Explanation {
    /// How overlaps are resolved on the page, as far as the answer itself tells: where not the nearest candidate
    /// won, it was the frontmost.
    var likelyOverlap: Overlap {
        owner == nil || candidates.isEmpty || owner == candidates[0].region ? .nearest : .topmost
    }

    /// The explanation as sentences on one line; `overlap` is the page's.
    func text(overlap: Overlap) -> String {
        let point = "\(coordinate(x)),\(coordinate(y)) on \(screen):\(page)"
        let hit = direct.map { "the drawing of \($0) has the point" } ?? "no drawing has the point"
        switch result {
        case .unowned, nil: return "\(point) means nothing: \(hit), and no hit zone reaches it."
        case .refused:
            return
                "\(point) is refused (\(reason?.rawValue ?? "unknown")): \(hit), \(refusal)and no other region competes."
        case .accepted:
            guard let owner else { return "\(point) is accepted." }
            if candidates.isEmpty {
                return "\(point) means \(owner): its drawing has the point, and no other region competes."
            }
            return "\(point) means \(owner): \(hit); \(competition(overlap))."
        }
    }

    /// Why the direct hit refuses.
    private var refusal: String {
        switch reason {
        case .disabled: "it or what it lies in is disabled, "
        case .blocked: "it has 'block', "
        default: ""
        }
    }

    /// How the owner came out of the competition.
    private func competition(_ overlap: Overlap) -> String {
        let list = candidates.map { "\($0.region) (\(coordinate($0.distance)) away)" }
        if list.count == 1 {
            return "its hit zone reaches it alone, its drawing \(coordinate(candidates[0].distance)) away"
        }
        switch overlap {
        case .topmost:
            return "of the hit zones that reach it, its own is in front: \(list.joined(separator: ", "))"
        case .nearest:
            let isTie = candidates[0].distance == candidates[1].distance
            let rule = isTie ? "it is in front of others as near" : "its drawing is nearest"
            return "of the hit zones that reach it, \(rule): \(list.joined(separator: ", "))"
        }
    }
}
