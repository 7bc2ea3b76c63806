import TouchEngine
import TouchModel
import YAML

extension Reader {
    mutating func pages(_ node: YAMLNode) -> [PageSettings] {
        let entries = named(node, "a page", for: Field(ScreenKey.pages))
        if node.mapping?.isEmpty == true { refuse(node, for: Field(ScreenKey.pages)) }
        screen.pages = entries.map(\.name)
        screen.pageSet = Set(screen.pages)
        return entries.map { name, entry in
            screen.locations.pages[name] = entry.key.location
            screen.regions = [:]
            let page = page(name, entry.value)
            screen.locations.regions[name] = screen.regions
            return page
        }
    }

    /// The page `name`, a list of regions or a mapping.
    mutating func page(_ name: String, _ node: YAMLNode) -> PageSettings {
        guard node.mapping != nil else {
            let field = Field(
                name: "the page \(name.quoted)",
                allowed: "\(Allowed.regions), or {overlap: WORD, regions: LIST}")
            return PageSettings(name: name, regions: regions(node, on: name, for: field))
        }
        let field = Field(ScreenKey.pages)
        guard let fields = fields(node, as: PageKey.self, for: field) else {
            return PageSettings(name: name, regions: [])
        }
        let overlap = fields[.overlap].flatMap { word($0, Overlap.self, for: Field(PageKey.overlap)) }
        let list = fields[.regions].map { regions($0, on: name, for: Field(PageKey.regions)) }
        return PageSettings(name: name, overlap: overlap ?? .nearest, regions: list ?? [])
    }

    /// The depth of this recursion is bounded by the parser's limit on nesting.
    private mutating func regions(_ node: YAMLNode, on page: String, for field: Field) -> [RegionSettings] {
        guard let items = node.sequence else {
            refuse(node, for: field)
            return []
        }
        var regions: [RegionSettings] = []
        regions.reserveCapacity(items.count)
        screen.regions.reserveCapacity(screen.regions.count + items.count)
        for item in items {
            readRegion(item, on: page, into: &regions)
        }
        return regions
    }

    /// Appends the region and fills it there, since it is so large that each copy of it counts.
    private mutating func readRegion(
        _ node: YAMLNode, on page: String, into siblings: inout [RegionSettings]
    ) {
        let form = Field(
            name: "a region", allowed: "a mapping with the keys \(RegionKey.names.joined(separator: ", "))")
        guard let fields = fields(node, as: RegionKey.self, for: form) else { return }
        let id = fields[.id].flatMap { regionID($0, on: page) } ?? ""
        let frame = fields[.frame].flatMap { self.frame($0) }
        let place = siblings.count
        siblings.append(RegionSettings(id: id, frame: frame ?? LayoutRect(x: 0, y: 0, width: 0, height: 0)))
        readZones(fields, into: &siblings[place])
        readActions(fields, into: &siblings[place])
        readSwitches(fields, into: &siblings[place])
        siblings[place].group = fields[.group].flatMap { group($0) }
        siblings[place].regions =
            fields[.regions].map { regions($0, on: page, for: Field(RegionKey.regions)) } ?? []
        if let frame {
            checkZone(
                frame, growing: siblings[place].expansion, to: siblings[place].minimum, of: id, fields)
        }
        checkUse(of: id, isBlocking: siblings[place].block, fields)
    }

    private mutating func regionID(_ node: YAMLNode, on page: String) -> String? {
        guard let id = name(node, for: Field(RegionKey.id)) else { return nil }
        if let first = screen.regions.updateValue(node.location, forKey: id) {
            screen.regions[id] = first
            if isFull { return id }
            error(
                .duplicateRegion, at: node.location,
                "the page \(page.quoted) has a region \(id.quoted) already, at \(placeText(first)); "
                    + "give each its own id")
        }
        return id
    }

    private mutating func frame(_ node: YAMLNode) -> LayoutRect? {
        let field = Field(RegionKey.frame)
        guard let items = list(node, of: 4, for: field) else { return nil }
        let first = items.startIndex
        let second = items.index(after: first)
        let third = items.index(after: second)
        let fourth = items.index(after: third)
        let x = units(items[first], in: -Bounds.length...Bounds.length, for: field)
        let y = units(items[second], in: -Bounds.length...Bounds.length, for: field)
        let width = units(items[third], in: 0...Bounds.length, for: field)
        let height = units(items[fourth], in: 0...Bounds.length, for: field)
        guard let x, let y, let width, let height else { return nil }
        return LayoutRect(x: x, y: y, width: width, height: height)
    }

    private mutating func group(_ node: YAMLNode) -> String? {
        guard let name = name(node, for: Field(RegionKey.group)) else { return nil }
        guard groupSet.contains(name) else {
            refuse(unknown: name, "group", at: node.location, known: groups)
            return nil
        }
        return name
    }

    /// What makes the hit zone, the retain zone and the window.
    private mutating func readZones(_ fields: Fields<RegionKey>, into region: inout RegionSettings) {
        let expand = fields[.expand].flatMap { expansion($0, outward: 1, for: Field(RegionKey.expand)) }
        let inset = fields[.touchExtendInset].flatMap {
            expansion($0, outward: -1, for: Field(RegionKey.touchExtendInset))
        }
        region.expansion = expand ?? inset ?? Expansion()
        refuseBoth(.expand, .touchExtendInset, fields, "they say the same with opposite signs")
        if let node = fields[.minimum] {
            region.minimum = minimum(node, for: Field(RegionKey.minimum)) ?? .standard
        } else {
            region.minimum = defaults.minimum
            screen.noteMillimetres(at: defaults.minimumMillimetres)
        }
        if let node = fields[.retain] {
            region.retain = retention(node, for: Field(RegionKey.retain)) ?? .standard
        } else {
            region.retain = defaults.retain
            screen.noteMillimetres(at: defaults.retainMillimetres)
        }
        region.debounce =
            fields[.debounce].flatMap { debounce($0, for: Field(RegionKey.debounce)) } ?? defaults.debounce
    }

    private mutating func readSwitches(_ fields: Fields<RegionKey>, into region: inout RegionSettings) {
        func read(_ key: RegionKey, _ path: WritableKeyPath<RegionSettings, Bool>) {
            if let node = fields[key], let value = boolean(node, for: Field(key)) {
                region[keyPath: path] = value
            }
        }
        read(.clip, \.clip)
        read(.enabled, \.enabled)
        read(.hidden, \.hidden)
        read(.interactive, \.interactive)
        read(.block, \.block)
        read(.persist, \.persist)
        if let node = fields[.opacity] {
            region.opacity = number(node, in: 0...1, for: Field(RegionKey.opacity)) ?? 1
        }
    }

    /// Reports the later of two keys that exclude one another.
    private mutating func refuseBoth<Key: MappingKey>(
        _ one: Key, _ other: Key, _ fields: Fields<Key>, _ reason: String
    ) {
        guard fields.has(one), fields.has(other) else { return }
        let later = max(fields.location(of: one), fields.location(of: other))
        error(
            .conflict, at: later,
            "\(Key.owner) has both \(one.rawValue.quoted) and \(other.rawValue.quoted): \(reason); remove one"
        )
    }

    private mutating func readActions(_ fields: Fields<RegionKey>, into region: inout RegionSettings) {
        refuseBoth(.action, .actions, fields, "'action' is short for 'actions' with 'tap' alone")
        if let node = fields[.action] {
            region.actions[.tap] = action(node, of: .tap, for: Field(RegionKey.action))
        }
        guard let node = fields[.actions] else { return }
        guard let entries = self.fields(node, as: Trigger.self, for: Field(RegionKey.actions)) else { return }
        if node.mapping?.isEmpty == true {
            refuse(node, for: Field(RegionKey.actions), Problem(reason: "is empty"))
        }
        refuseBoth(.hold, .repeat, entries, "each waits on the same contact")
        for trigger in Trigger.allCases {
            if let node = entries[trigger] {
                region.actions[trigger] = action(node, of: trigger, for: Field(trigger))
            }
        }
    }

    private mutating func action(_ node: YAMLNode, of trigger: Trigger, for field: Field) -> ActionSettings? {
        guard node.mapping != nil else { return name(node, for: field).map { ActionSettings(name: $0) } }
        guard let fields = fields(node, as: ActionKey.self, for: field) else { return nil }
        var action = ActionSettings(
            name: fields[.name].flatMap { name($0, for: Field(ActionKey.name)) } ?? "")
        let range = Bounds.timer...Bounds.time
        if let node = fields[.after] {
            action.after = time(node, in: range, for: Field(ActionKey.after)) ?? action.after
        }
        if let node = fields[.every] {
            action.every = time(node, in: range, for: Field(ActionKey.every)) ?? action.every
        }
        action.page = fields[.page].flatMap { page($0, for: Field(ActionKey.page)) }
        for key in ActionKey.allCases where fields.has(key) && !key.triggers.contains(trigger) {
            let fitting = key.triggers.map(\.rawValue).joined(separator: " and ")
            error(
                .unusedKey, at: fields.location(of: key),
                "\(key.rawValue.quoted) has no meaning for \(trigger.rawValue); it goes with \(fitting)")
        }
        return action
    }
}
