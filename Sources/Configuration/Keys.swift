import TouchEngine
import TouchModel

/// The keys of one kind of mapping: parsing, messages and the schema's test all use this table.
protocol MappingKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// What has these keys, with its article.
    static var owner: String { get }
    /// The keys that must be there.
    static var required: [Self] { get }
    /// What the value may be, for messages.
    var allowed: String { get }
    /// The keys by their bytes.
    static var table: KeyTable<Self> { get }
}

extension MappingKey {
    static var required: [Self] { [] }

    /// All names, in the order of the table.
    static var names: [String] { allCases.map(\.rawValue) }
}

/// What values may be, in words that several keys share.
enum Allowed {
    static let name =
        "a name of letters, digits and . _ / -, first a letter or digit, at most \(Bounds.nameLength) long"
    static let boolean = "true or false"
    static let length = "a number (layout units) or one with a unit: 12px, 9mm, 48pt, 48dp"
    static let time = "a time from 0 to 60s with its unit, such as 300ms or 2s (0 is off)"
    static let debounce = "\(time), or {interval: TIME, mode: fixed or quiet}"
    static let timer = "a time from 10ms to 60s with its unit, such as 500ms"
    static let minimum = "none, \(length), or [width, height] of such"
    static let retain = "\(length), 0 or more"
    static let glob =
        "a text that is not empty, * and ? standing for any characters, at most \(Bounds.globLength) long"
    static let account = "each a name, or a number from 0 to \(UInt32.max - 1)"
    static let regions = "a list of regions, [] for none"
    static let action = "an action's name, or {name: NAME, page: NAME}"
}

/// The keys of the whole file.
enum RootKey: String, MappingKey {
    case version, screens, defaults, groups, control

    static let owner = "the configuration"
    static let table = KeyTable<Self>()
    static let required: [RootKey] = [.version, .screens]

    var allowed: String {
        switch self {
        case .version: "1, the version of this format"
        case .screens:
            "a mapping of at least one screen's name to its keys: \(ScreenKey.names.joined(separator: ", "))"
        case .defaults: "a mapping with the keys \(DefaultsKey.names.joined(separator: ", "))"
        case .groups: "a mapping of groups' names to their keys: \(GroupKey.names.joined(separator: ", "))"
        case .control: "a mapping with the keys \(ControlKey.names.joined(separator: ", "))"
        }
    }
}

/// The keys of `control`.
enum ControlKey: String, MappingKey {
    case users, groups

    static let owner = "control"
    static let table = KeyTable<Self>()

    var allowed: String { "a list of \(rawValue), \(Allowed.account)" }
}

/// The keys of `defaults`.
enum DefaultsKey: String, MappingKey {
    case minimum, retain, debounce

    static let owner = "defaults"
    static let table = KeyTable<Self>()

    var allowed: String {
        switch self {
        case .minimum: Allowed.minimum
        case .retain: Allowed.retain
        case .debounce: Allowed.debounce
        }
    }
}

/// The keys of a group.
enum GroupKey: String, MappingKey {
    case debounce, exclusive

    static let owner = "a group"
    static let table = KeyTable<Self>()

    var allowed: String {
        switch self {
        case .debounce: Allowed.debounce
        case .exclusive: Allowed.boolean
        }
    }
}

/// The keys of a screen.
enum ScreenKey: String, MappingKey {
    case size, physical, panel, rotate, calibration, grab, debounce, start, pages

    static let owner = "a screen"
    static let table = KeyTable<Self>()
    static let required: [ScreenKey] = [.size, .pages]

    var allowed: String {
        switch self {
        case .size: "[width, height] in layout units, each above 0 and at most \(Bounds.text(Bounds.length))"
        case .physical:
            "[width, height] in millimetres, each above 0 and at most \(Bounds.text(Bounds.physical))"
        case .panel: "a mapping with at least one of the keys \(PanelKey.names.joined(separator: ", "))"
        case .rotate: "one of \(Rotation.allCases.map { String($0.rawValue) }.joined(separator: ", "))"
        case .calibration: "[a, b, c, d, e, f], six numbers with a·e - b·d not 0"
        case .grab: GrabPolicy.allCases.map(\.rawValue).joined(separator: " or ")
        case .debounce: Allowed.debounce
        case .start: "the name of one of the screen's pages"
        case .pages: "a mapping of at least one page's name to a list of regions, or to {overlap, regions}"
        }
    }
}

/// The keys of `panel`.
enum PanelKey: String, MappingKey {
    case name, id, path

    static let owner = "panel"
    static let table = KeyTable<Self>()

    var allowed: String {
        switch self {
        case .name, .path: Allowed.glob
        case .id: "\"vendor:product\", each of one to four hexadecimal digits, such as \"0eef:0001\""
        }
    }
}

/// The keys of a page that is not a bare list of regions.
enum PageKey: String, MappingKey {
    case overlap, regions

    static let owner = "a page"
    static let table = KeyTable<Self>()
    static let required: [PageKey] = [.regions]

    var allowed: String {
        switch self {
        case .overlap: Overlap.allCases.map(\.rawValue).joined(separator: " or ")
        case .regions: Allowed.regions
        }
    }
}

/// The keys of a region.
enum RegionKey: String, MappingKey {
    case id, frame, expand, touchExtendInset, minimum, retain, debounce, group, actions, action, regions
    case clip, enabled, hidden, interactive, opacity, block, persist

    static let owner = "a region"
    static let table = KeyTable<Self>()
    static let required: [RegionKey] = [.id, .frame]

    var allowed: String {
        switch self {
        case .id: Allowed.name
        case .frame: "[x, y, width, height] in layout units, width and height 0 or more"
        case .expand, .touchExtendInset:
            "\(Allowed.length), or a mapping of such with the keys \(EdgeKey.names.joined(separator: ", "))"
        case .minimum: Allowed.minimum
        case .retain: Allowed.retain
        case .debounce: Allowed.debounce
        case .group: "the name of one of the groups"
        case .actions: "a mapping of at least one of \(Trigger.names.joined(separator: ", ")) to its action"
        case .action: Allowed.action
        case .regions: Allowed.regions
        case .opacity: "a number from 0 to 1"
        case .clip, .enabled, .hidden, .interactive, .block, .persist: Allowed.boolean
        }
    }
}

/// The keys of `expand` and `touchExtendInset`.
enum EdgeKey: String, MappingKey {
    case all, left, top, right, bottom

    static let owner = "an expansion"
    static let table = KeyTable<Self>()

    var allowed: String { Allowed.length }
}

/// The keys of a `debounce` that is a mapping.
enum DebounceKey: String, MappingKey {
    case interval, mode

    static let owner = "debounce"
    static let table = KeyTable<Self>()
    static let required: [DebounceKey] = [.interval]

    var allowed: String {
        switch self {
        case .interval: Allowed.time
        case .mode: DebounceMode.allCases.map(\.rawValue).joined(separator: " or ")
        }
    }
}

/// The keys of an action that is a mapping.
enum ActionKey: String, MappingKey {
    case name, after, every, page

    static let owner = "an action"
    static let table = KeyTable<Self>()
    static let required: [ActionKey] = [.name]

    var allowed: String {
        switch self {
        case .name: Allowed.name
        case .after, .every: Allowed.timer
        case .page: "the name of one of the screen's pages"
        }
    }

    /// The triggers whose actions may have this key.
    var triggers: [Trigger] {
        switch self {
        case .name, .page: Trigger.allCases
        case .after: [.hold, .repeat]
        case .every: [.repeat]
        }
    }
}

extension Trigger: MappingKey {
    static let owner = "actions"
    static let table = KeyTable<Self>()

    var allowed: String {
        let keys = ActionKey.allCases.filter { $0.triggers.contains(self) }.map(\.rawValue)
        return "an action's name, or a mapping with the keys \(keys.joined(separator: ", "))"
    }
}
