import TouchEngine
import TouchModel
import YAML

/// The values of `defaults`, with the places of millimetres among them.
struct Defaults: Hashable {
    var minimum = MinimumSize.standard
    var retain = Retention.standard
    var debounce = Debounce(interval: .milliseconds(300))
    var minimumMillimetres: SourceLocation?
    var retainMillimetres: SourceLocation?
}

/// What is known of the screen that is being read.
struct ScreenScope {
    /// The names of all its pages, also of those that are not read yet.
    var pages: [String] = []
    /// The same for looking up.
    var pageSet: Set<String> = []
    var locations = ScreenLocations(screen: .start)
    /// The ids of the page that is being read.
    var regions: [String: SourceLocation] = [:]

    mutating func noteMillimetres(at location: SourceLocation?) {
        guard let location else { return }
        locations.firstMillimetres = min(locations.firstMillimetres ?? location, location)
    }
}

extension Reader {
    /// The screens of the whole file; empty when errors were found before them.
    mutating func root(_ node: YAMLNode?) -> [ScreenConfiguration] {
        let form = "a mapping with the keys \(RootKey.names.joined(separator: ", "))"
        guard let node, node.scalar?.isNull != true else {
            error(.missingKey, at: node?.location ?? .start, "the file is empty; allowed is \(form)")
            return []
        }
        // Of another version we know nothing, so that more findings would mislead.
        if let version = node[RootKey.version.rawValue], !isVersionOne(version) { return [] }
        guard let fields = fields(node, as: RootKey.self, for: Field(name: "the file", allowed: form)) else {
            return []
        }
        if let node = fields[.defaults] { readDefaults(node) }
        if let node = fields[.control] { control = control(node) }
        let groups = fields[.groups].map { self.groups($0) } ?? []
        self.groups = groups.map(\.name)
        groupSet = Set(self.groups)
        guard let node = fields[.screens] else { return [] }
        let entries = named(node, "a screen", for: Field(RootKey.screens))
        if node.mapping?.isEmpty == true { refuse(node, for: Field(RootKey.screens)) }
        var screens: [ScreenConfiguration] = []
        var panels: [PanelMatch: ScreenConfiguration] = [:]
        for (name, entry) in entries {
            guard var screen = screen(name, entry) else { continue }
            screen.settings.groups = groups
            screens.append(screen)
            let panel = entry.value[ScreenKey.panel.rawValue]
            // A panel that could not be read was reported and equals nothing.
            if panel != nil, screen.panel.isAny { continue }
            if let other = panels[screen.panel] {
                refuse(samePanelFor: name, as: other, at: panel?.location ?? entry.key.location)
            } else {
                panels[screen.panel] = screen
            }
        }
        return screens
    }

    private mutating func isVersionOne(_ node: YAMLNode) -> Bool {
        guard
            let version = number(
                node, in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
                for: Field(RootKey.version))
        else { return false }
        guard version == 1 else {
            refuse(
                node, for: Field(RootKey.version),
                Problem(code: .outOfRange, reason: "this program does not know"))
            return false
        }
        return true
    }

    private mutating func refuse(
        samePanelFor name: String, as other: ScreenConfiguration, at place: SourceLocation
    ) {
        let first = other.locations.screen
        let both =
            "the screens \(other.settings.name.quoted) (\(first.line):\(first.column)) and \(name.quoted)"
        let keys = PanelKey.names.joined(separator: ", ")
        error(
            .samePanel, at: place,
            other.panel.isAny
                ? "\(both) both take the one touchscreen present; give each a panel with \(keys)"
                : "\(both) ask for the same panel; tell them apart by \(keys)")
    }

    private mutating func readDefaults(_ node: YAMLNode) {
        guard let fields = fields(node, as: DefaultsKey.self, for: Field(RootKey.defaults)) else { return }
        if let node = fields[.minimum] {
            screen = ScreenScope()
            defaults.minimum = minimum(node, for: Field(DefaultsKey.minimum)) ?? .standard
            defaults.minimumMillimetres = screen.locations.firstMillimetres
        }
        if let node = fields[.retain] {
            screen = ScreenScope()
            defaults.retain = retention(node, for: Field(DefaultsKey.retain)) ?? .standard
            defaults.retainMillimetres = screen.locations.firstMillimetres
        }
        if let node = fields[.debounce] {
            defaults.debounce = debounce(node, for: Field(DefaultsKey.debounce)) ?? defaults.debounce
        }
    }

    private mutating func groups(_ node: YAMLNode) -> [GroupSettings] {
        named(node, "a group", for: Field(RootKey.groups)).map { name, entry in
            var group = GroupSettings(name: name)
            let field = Field(
                name: "the group \(name.quoted)",
                allowed: "a mapping with the keys \(GroupKey.names.joined(separator: ", "))")
            guard let fields = fields(entry.value, as: GroupKey.self, for: field) else { return group }
            group.debounce = fields[.debounce].flatMap { debounce($0, for: Field(GroupKey.debounce)) } ?? .off
            group.exclusive =
                fields[.exclusive].flatMap { boolean($0, for: Field(GroupKey.exclusive)) } ?? false
            return group
        }
    }

    private mutating func screen(_ name: String, _ entry: YAMLEntry) -> ScreenConfiguration? {
        let field = Field(
            name: "the screen \(name.quoted)",
            allowed: "a mapping with the keys \(ScreenKey.names.joined(separator: ", "))")
        guard let fields = fields(entry.value, as: ScreenKey.self, for: field) else { return nil }
        screen = ScreenScope()
        screen.locations.screen = entry.key.location
        let size = fields[.size].flatMap { self.size($0) } ?? LayoutSize(width: 1, height: 1)
        let pages = fields[.pages].map { self.pages($0) } ?? []
        var settings = ScreenSettings(
            name: name, size: size, pages: pages, start: start(fields[.start], pages: pages))
        settings.physical = fields[.physical].flatMap { physical($0) }
        settings.rotation = fields[.rotate].flatMap { rotation($0) } ?? .none
        settings.calibration = fields[.calibration].flatMap { calibration($0) }
        settings.debounce = fields[.debounce].flatMap { debounce($0, for: Field(ScreenKey.debounce)) } ?? .off
        let panel = fields[.panel].flatMap { self.panel($0) } ?? PanelMatch()
        let grab = fields[.grab].flatMap { word($0, GrabPolicy.self, for: Field(ScreenKey.grab)) } ?? .auto
        checkMillimetres(of: name, hasPhysical: fields.has(.physical))
        return ScreenConfiguration(settings: settings, panel: panel, grab: grab, locations: screen.locations)
    }
}
