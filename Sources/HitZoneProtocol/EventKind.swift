public import TouchModel

/// What an event tells of.
public enum EventKind: Hashable, Sendable {
    /// A trigger fired an action.
    case action
    /// A contact's step: `down`, `leave`, `enter`, `up`, `cancel`.
    case contact
    /// A contact was refused, with the reason.
    case refused
    /// A screen shows another page.
    case page
    /// A screen's panel came or went: `added`, `removed`.
    case panel
    /// The layout was replaced: `reloaded`.
    case layout
    /// Events are missing here.
    case lost
    /// A kind that only a newer daemon knows, by its name.
    case other(String)

    /// The kinds that this version knows, in the order of the interface.
    public static let known: [EventKind] = [.action, .contact, .refused, .page, .panel, .layout, .lost]

    /// The kind of this name; `other` when it is not known.
    public init(name: String) {
        self = EventKind.known.first { $0.name == name } ?? .other(name)
    }

    /// The name on the wire.
    public var name: String {
        switch self {
        case .action: "action"
        case .contact: "contact"
        case .refused: "refused"
        case .page: "page"
        case .panel: "panel"
        case .layout: "layout"
        case .lost: "lost"
        case .other(let name): name
        }
    }
}

/// A set of event kinds.
public struct EventKinds: OptionSet, Hashable, Sendable {
    /// One bit for each kind, in the order of `EventKind.known`.
    public let rawValue: UInt8

    /// The set of these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `EventKind.action`.
    public static let action = EventKinds(rawValue: 1 << 0)
    /// `EventKind.contact`.
    public static let contact = EventKinds(rawValue: 1 << 1)
    /// `EventKind.refused`.
    public static let refused = EventKinds(rawValue: 1 << 2)
    /// `EventKind.page`.
    public static let page = EventKinds(rawValue: 1 << 3)
    /// `EventKind.panel`.
    public static let panel = EventKinds(rawValue: 1 << 4)
    /// `EventKind.layout`.
    public static let layout = EventKinds(rawValue: 1 << 5)
    /// `EventKind.lost`.
    public static let lost = EventKinds(rawValue: 1 << 6)

    /// All kinds that this version knows.
    public static let all = EventKinds(rawValue: 0x7f)

    /// The set of `kind` alone; empty for one that is not known.
    public init(_ kind: EventKind) {
        switch kind {
        case .action: self = .action
        case .contact: self = .contact
        case .refused: self = .refused
        case .page: self = .page
        case .panel: self = .panel
        case .layout: self = .layout
        case .lost: self = .lost
        case .other: self = []
        }
    }

    /// The names of the members, in the order of the interface.
    public var names: [String] {
        EventKind.known.filter { contains(EventKinds($0)) }.map(\.name)
    }
}

/// The step that a `contact`, `panel` or `layout` event tells of.
public enum EventPhase: String, Hashable, Sendable, CaseIterable, Codable {
    /// A contact began.
    case down
    /// A contact left the retain zone.
    case leave
    /// A contact came back inside the hit zone.
    case enter
    /// A contact lifted.
    case up
    /// A contact ended without a release (rule L5).
    case cancel
    /// A panel came.
    case added
    /// A panel went.
    case removed
    /// A layout took the place of another.
    case reloaded

    /// A contact's step.
    public init(_ phase: ContactPhase) {
        self =
            switch phase {
            case .down: .down
            case .leave: .leave
            case .enter: .enter
            case .up: .up
            case .cancel: .cancel
            }
    }
}
