public import Configuration
import TouchModel

/// A screen that wants a panel.
public struct PanelWish: Hashable, Sendable {
    /// The screen's name.
    public var screen: String
    /// What it asks for.
    public var selector: PanelMatch
    /// The `syspath` of the candidate that it has, which it keeps while that is there and matches; nil for
    /// none.
    public var holds: String?

    /// The wish of `screen`.
    public init(screen: String, selector: PanelMatch, holds: String? = nil) {
        self.screen = screen
        self.selector = selector
        self.holds = holds
    }
}

/// What becomes of a candidate, and why.
public enum PanelVerdict: Hashable, Sendable, CustomStringConvertible {
    /// The screen takes it.
    case taken(screen: String)
    /// It is another node of the panel that `node` is of, so its contacts would come twice.
    case secondNode(of: String)
    /// Neither udev nor what it can send makes it a touchscreen.
    case noTouchscreen
    /// No screen asks for it.
    case unwanted
    /// The screen has another panel, `node`, already.
    case spare(screen: String, node: String)
    /// The screen's selector matches this panel and others, `nodes`, and does not say which.
    case ambiguous(screen: String, nodes: [String])
    /// More than one screen asks for it, so none gets it: an error of the configuration.
    case contested(screens: [String])

    /// One line for a person, with the remedy where there is one.
    public var description: String {
        switch self {
        case .taken(let screen): "screen \(screen) takes it"
        case .secondNode(let node): "ignored: another node of the same panel as \(node)"
        case .noTouchscreen:
            "ignored: no touchscreen; if it is one, set ID_INPUT_TOUCHSCREEN=1 by a udev rule"
        case .unwanted: "no screen's panel matches it"
        case .spare(let screen, let node): "screen \(screen) has \(node) already"
        case .ambiguous(let screen, let nodes):
            "screen \(screen) matches \(nodes.joined(separator: " and ")); name one by panel's name, id or path"
        case .contested(let screens):
            "screens \(screens.joined(separator: " and ")) both match it, so none takes it; make their panel differ"
        }
    }
}

extension PanelMatch {
    /// Whether every given part matches `candidate`.
    func fits(_ candidate: PanelCandidate) -> Bool {
        fits(name: candidate.name, id: candidate.id, path: candidate.idPath)
    }
}

/// A panel: the best of its nodes, and the others.
private struct Panel {
    var node: PanelCandidate
    var others: [PanelCandidate] = []

    /// The candidates by hardware, in the order of their first nodes. Of one piece of hardware the best node
    /// is the one that a screen holds or asks for, then the one with more of multi-touch, then the first.
    static func grouped(_ candidates: [PanelCandidate], for wishes: [PanelWish]) -> [Panel] {
        func rank(_ candidate: PanelCandidate) -> [Int] {
            let multiTouch =
                candidate.touchProtocol == .slots ? 2 : candidate.touchProtocol == .anonymous ? 1 : 0
            return [
                wishes.contains { $0.holds == candidate.syspath } ? 1 : 0,
                wishes.contains { $0.selector.fits(candidate) } ? 1 : 0, multiTouch,
            ]
        }
        var panels: [Panel] = []
        for candidate in candidates where candidate.isTouchscreen {
            guard let index = panels.firstIndex(where: { $0.node.hardware == candidate.hardware }) else {
                panels.append(Panel(node: candidate))
                continue
            }
            if rank(panels[index].node).lexicographicallyPrecedes(rank(candidate)) {
                panels[index].others.append(panels[index].node)
                panels[index].node = candidate
            } else {
                panels[index].others.append(candidate)
            }
        }
        return panels
    }
}

/// Decides which screen takes which candidate, and tells of each candidate what becomes of it, by `syspath`.
///
/// A screen never guesses: when its selector matches several panels that nobody else asks for by more, it
/// gets none, unless it holds one of them. A screen whose selector is empty takes what no other screen's
/// selector names.
public func assignPanels(
    _ candidates: [PanelCandidate], to wishes: [PanelWish]
) -> [String: PanelVerdict] {
    let panels = Panel.grouped(candidates, for: wishes)
    var verdicts: [String: PanelVerdict] = [:]
    for candidate in candidates where !candidate.isTouchscreen {
        verdicts[candidate.syspath] = .noTouchscreen
    }
    var offers: [Int: [PanelCandidate]] = [:]
    for panel in panels {
        for other in panel.others { verdicts[other.syspath] = .secondNode(of: panel.node.node) }
        let matching = wishes.indices.filter { wishes[$0].selector.fits(panel.node) }
        let named = matching.filter { wishes[$0].selector != PanelMatch() }
        let takers = named.isEmpty ? matching : named
        switch takers.count {
        case 0: verdicts[panel.node.syspath] = .unwanted
        case 1: offers[takers[0], default: []].append(panel.node)
        default: verdicts[panel.node.syspath] = .contested(screens: takers.map { wishes[$0].screen })
        }
    }
    for (index, offered) in offers {
        for (candidate, verdict) in answers(to: wishes[index], offered) {
            verdicts[candidate.syspath] = verdict
        }
    }
    return verdicts
}

/// The verdicts on the panels that are offered to one screen alone.
private func answers(to wish: PanelWish, _ offered: [PanelCandidate]) -> [(PanelCandidate, PanelVerdict)] {
    let taken = offered.first { $0.syspath == wish.holds } ?? (offered.count == 1 ? offered[0] : nil)
    return offered.map { candidate in
        guard let taken else {
            return (candidate, .ambiguous(screen: wish.screen, nodes: offered.map(\.node)))
        }
        return (
            candidate,
            candidate == taken ? .taken(screen: wish.screen) : .spare(screen: wish.screen, node: taken.node)
        )
    }
}
