import TouchModel

/// One debounce window: the moment of the activation that opened it, or nil.
struct DebounceWindow {
    var start: Timestamp?

    /// Time left at `time`, or nil when the window is past; a start that lies ahead by more than the interval
    /// is forgotten (rule T7).
    mutating func remaining(_ rule: Debounce, at time: Timestamp) -> Interval? {
        guard let start, rule.interval > .zero else { return nil }
        if start - time > rule.interval {
            self.start = nil
            return nil
        }
        let end = start + rule.interval
        return time < end ? end - time : nil
    }

    /// The time left when the window refuses a down at `time`, after the restart that `quiet` asks for (rules
    /// T3, T4); nil when it does not.
    mutating func refuse(_ rule: Debounce, at time: Timestamp) -> Interval? {
        guard let left = remaining(rule, at: time) else { return nil }
        guard rule.mode == .quiet else { return left }
        start = time
        return rule.interval
    }
}

/// A hit zone that has gone from the screen, with its page or region, and still refuses for the rest of its
/// window (rule T6).
struct PlaceWindow {
    /// The page and the region that it is of; by name, since indices change with the layout.
    var page: String
    var region: String
    var zone: LayoutRect
    /// What the region's own window counted from when this was kept.
    var opened: Timestamp?
    var rule: Debounce
    var window: DebounceWindow
    /// The slot of the contact that opened the window and has not lifted yet; its up moves the start.
    var slot: Int?
}

/// All windows of a screen (rule T5): each region's, each group's, the screen's own, and those of places.
struct DebounceWindows {
    private var regions: [[DebounceWindow]]
    private var groups: [DebounceWindow]
    private var screen = DebounceWindow()
    private var places: [PlaceWindow] = []

    init(_ layout: Layout) {
        regions = layout.pages.map { Array(repeating: DebounceWindow(), count: $0.regions.count) }
        groups = Array(repeating: DebounceWindow(), count: layout.groups.count)
        places.reserveCapacity(16)
    }

    /// Opens all windows of a region at an activation (rule T2).
    mutating func open(region: Int, page: Int, in layout: Layout, at time: Timestamp) {
        forEachWindow(of: region, page: page, in: layout) { $0.start = time }
    }

    /// The contact that opened a region's windows lifts: they count from here, if that is later (rule T2).
    mutating func extend(region: Int, page: Int, in layout: Layout, to time: Timestamp) {
        forEachWindow(of: region, page: page, in: layout) { window in
            window.start = window.start.map { max($0, time) } ?? time
        }
    }

    private mutating func forEachWindow(
        of region: Int, page: Int, in layout: Layout, _ change: (inout DebounceWindow) -> Void
    ) {
        change(&regions[page][region])
        if let group = layout.pages[page].regions[region].group { change(&groups[group]) }
        change(&screen)
    }

    /// The longest time left of the windows that refuse a down on a region, or nil when all are past (rules
    /// T4, T5).
    mutating func refuse(
        region: Int, page: Int, at point: LayoutPoint, in layout: Layout, time: Timestamp
    ) -> Interval? {
        var longest: Interval?
        func consider(_ left: Interval?) {
            if let left { longest = max(longest ?? left, left) }
        }
        consider(regions[page][region].refuse(layout.pages[page].regions[region].debounce, at: time))
        if let group = layout.pages[page].regions[region].group {
            consider(groups[group].refuse(layout.groups[group].debounce, at: time))
        }
        consider(screen.refuse(layout.debounce, at: time))
        for index in places.indices where places[index].zone.contains(point) {
            consider(places[index].window.refuse(places[index].rule, at: time))
        }
        return longest
    }

    /// The regions of `page` whose window was ever opened.
    func activated(onPage page: Int) -> [Int] {
        regions[page].indices.filter { regions[page][$0].start != nil }
    }

    /// Rule T6, as all regions of `page` go from the screen.
    mutating func keepPlaces(ofPage page: Int, in layout: Layout, time: Timestamp, contacts: [Contact]) {
        forgetPlaces(at: time)
        for region in regions[page].indices where regions[page][region].start != nil {
            keepPlace(of: region, ofPage: page, in: layout, time: time, contacts: contacts)
        }
    }

    /// Rule T6, as the regions `leaving` of `page` go from the screen.
    mutating func keepPlaces(
        of leaving: [Int], ofPage page: Int, in layout: Layout, time: Timestamp, contacts: [Contact]
    ) {
        forgetPlaces(at: time)
        for region in leaving {
            keepPlace(of: region, ofPage: page, in: layout, time: time, contacts: contacts)
        }
    }

    private mutating func forgetPlaces(at time: Timestamp) {
        places.removeAll { $0.slot == nil && !$0.isOpen(at: time) }
    }

    /// The hit zone of a region goes on refusing while its window is open, or a contact that is still down has
    /// opened it.
    private mutating func keepPlace(
        of region: Int, ofPage page: Int, in layout: Layout, time: Timestamp, contacts: [Contact]
    ) {
        let details = layout.pages[page].regions[region]
        var window = regions[page][region]
        guard details.debounce.interval > .zero, !details.hitZone.isEmpty else { return }
        let slot = contacts.firstIndex {
            $0.phase == .owned && $0.isActivated && $0.region == region
        }
        guard slot != nil || window.remaining(details.debounce, at: time) != nil else { return }
        keep(
            PlaceWindow(
                page: layout.pages[page].name, region: details.id, zone: details.hitZone,
                opened: window.start, rule: details.debounce, window: window, slot: slot))
    }

    /// A place that is kept already, since its page or region came back meanwhile, stays one place. Where a
    /// region has come to by moving on since it was accepted is none.
    private mutating func keep(_ place: PlaceWindow) {
        for index in places.indices where places[index].isKept(of: place) && places[index].zone == place.zone
        {
            if let old = places[index].window.start, let new = place.window.start, old < new {
                places[index].window.start = new
            }
            places[index].opened = place.opened
            places[index].slot = place.slot
            return
        }
        let hasMoved =
            place.slot == nil
            && places.contains { $0.isKept(of: place) && $0.opened == place.opened }
        if !hasMoved { places.append(place) }
    }

    /// The cancelled contact of `slot` lifts: its window counts from here (rule T2).
    mutating func contactLifted(slot: Int, at time: Timestamp) {
        for index in places.indices where places[index].slot == slot {
            places[index].window.start = time
            places[index].slot = nil
        }
    }

    /// Another layout: windows go with the page's name and the region's id, and with the group's name (rule
    /// T7). Places stay where they are, unless positions mean other points now.
    mutating func move(from old: Layout, to new: Layout, keepsPlaces: Bool) {
        var moved = DebounceWindows(new)
        for (pageIndex, page) in new.pages.enumerated() {
            guard let oldPage = old.index(ofPage: page.name) else { continue }
            let oldIndices = Dictionary(
                old.pages[oldPage].regions.enumerated().map { ($1.id, $0) },
                uniquingKeysWith: { first, _ in first })
            for (index, region) in page.regions.enumerated() {
                guard let oldIndex = oldIndices[region.id] else { continue }
                moved.regions[pageIndex][index] = regions[oldPage][oldIndex]
            }
        }
        for (index, group) in new.groups.enumerated() {
            guard let oldIndex = old.groups.firstIndex(where: { $0.name == group.name }) else { continue }
            moved.groups[index] = groups[oldIndex]
        }
        moved.screen = screen
        if keepsPlaces { moved.places = places }
        self = moved
    }

    /// A region that persists over a change of page takes its window along (rule L9).
    mutating func carry(region: Int, page: Int, toRegion newRegion: Int, page newPage: Int) {
        regions[newPage][newRegion] = regions[page][region]
    }
}

extension PlaceWindow {
    /// Whether this is a place of the same region, with no contact down.
    fileprivate func isKept(of other: PlaceWindow) -> Bool {
        slot == nil && page == other.page && region == other.region
    }

    fileprivate func isOpen(at time: Timestamp) -> Bool {
        var copy = window
        return copy.remaining(rule, at: time) != nil
    }
}
