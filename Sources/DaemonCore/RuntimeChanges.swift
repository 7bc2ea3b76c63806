import TouchEngine

/// What clients have changed of a screen since the daemon started: pages put, and regions set.
///
/// A change lasts until the file says something new of the same thing: a page that was put stays as long as
/// the file's page of that name is the same as when it was put (or is not there at all); a property of a
/// region that was set stays as long as the file gives it the same value and the region is there. Putting a
/// page forgets what was set in it.
struct RuntimeChanges {
    /// A region by page and id.
    struct Key: Hashable {
        var page: String
        var region: String
    }

    /// Properties that were set; nil: as the page has it.
    struct Properties: Hashable {
        var enabled: Bool?
        var hidden: Bool?
        var opacity: Double?

        var isEmpty: Bool { enabled == nil && hidden == nil && opacity == nil }
    }

    private var pages: [String: PageSettings] = [:]
    private var properties: [Key: Properties] = [:]

    /// Puts `page` in the place of the file's.
    mutating func put(_ page: PageSettings) {
        pages[page.name] = page
        properties = properties.filter { $0.key.page != page.name }
    }

    /// Sets those properties of a region that are not nil.
    mutating func set(_ key: Key, _ new: Properties) {
        var properties = self.properties[key] ?? Properties()
        properties.enabled = new.enabled ?? properties.enabled
        properties.hidden = new.hidden ?? properties.hidden
        properties.opacity = new.opacity ?? properties.opacity
        self.properties[key] = properties
    }

    /// The file's settings with the changes.
    func applied(to file: ScreenSettings) -> ScreenSettings {
        var settings = file
        for index in settings.pages.indices {
            if let page = pages[settings.pages[index].name] { settings.pages[index] = page }
        }
        let known = Set(settings.pages.map(\.name))
        for name in pages.keys.sorted() where !known.contains(name) {
            if let page = pages[name] { settings.pages.append(page) }
        }
        if properties.isEmpty { return settings }
        for index in settings.pages.indices {
            let page = settings.pages[index].name
            settings.pages[index].regions.changeEach { region in
                guard let properties = properties[Key(page: page, region: region.id)] else { return }
                region.enabled = properties.enabled ?? region.enabled
                region.hidden = properties.hidden ?? region.hidden
                region.opacity = properties.opacity ?? region.opacity
            }
        }
        return settings
    }

    /// Forgets what the new file speaks of anew.
    mutating func reconcile(from old: ScreenSettings, to new: ScreenSettings) {
        func page(_ name: String, in settings: ScreenSettings) -> PageSettings? {
            settings.pages.first { $0.name == name }
        }
        for name in pages.keys where page(name, in: old) != page(name, in: new) {
            pages[name] = nil
            properties = properties.filter { $0.key.page != name }
        }
        for key in Array(properties.keys) where pages[key.page] == nil {
            let before = page(key.page, in: old)?.regions.find(key.region)
            let after = page(key.page, in: new)?.regions.find(key.region)
            guard let before, let after, var kept = properties[key] else {
                properties[key] = nil
                continue
            }
            if before.enabled != after.enabled { kept.enabled = nil }
            if before.hidden != after.hidden { kept.hidden = nil }
            if before.opacity != after.opacity { kept.opacity = nil }
            properties[key] = kept.isEmpty ? nil : kept
        }
    }
}

extension [RegionSettings] {
    /// The region `id`, at any depth.
    func find(_ id: String) -> RegionSettings? {
        for region in self {
            if region.id == id { return region }
            if let found = region.regions.find(id) { return found }
        }
        return nil
    }

    /// Lets `change` loose on each region, at any depth.
    fileprivate mutating func changeEach(_ change: (inout RegionSettings) -> Void) {
        for index in indices {
            change(&self[index])
            self[index].regions.changeEach(change)
        }
    }
}
