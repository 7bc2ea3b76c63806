public import TouchModel

/// Another layout for a running engine, resolved and compared with the one at hand. Made by
/// `TouchEngine.change(to:)`; then `cancelContacts` tells what it costs, in the words of the old layout, and
/// `adopt` carries it out.
public struct LayoutChange: Sendable {
    let settings: ScreenSettings
    let layout: Layout
    let mapping: PanelMapping?
    /// Whether panel positions mean the same points as before.
    let keepsMapping: Bool
    /// The index of the old page that shows in the new layout, or nil when that has no such page.
    let page: Int?
}

extension TouchEngine {
    /// Resolves `settings` for this engine and its panel. Changes nothing.
    public func change(to settings: ScreenSettings) -> LayoutChange {
        let mapping = panel.flatMap {
            PanelMapping($0.description, calibration: $0.calibration, for: settings)
        }
        let new = Layout(settings, on: panel?.description)
        let keepsMapping =
            settings.size == self.settings.size && settings.rotation == self.settings.rotation
            && settings.calibration == self.settings.calibration
        return LayoutChange(
            settings: settings, layout: new, mapping: mapping, keepsMapping: keepsMapping,
            page: new.index(ofPage: layout.pages[page].name))
    }

    /// Cancels the contacts whose regions `change` removes, disables, hides or moves (rule L9); the others go
    /// on.
    public mutating func cancelContacts(
        lostBy change: LayoutChange, _ reason: Reason, at time: Timestamp, into output: inout [TouchEvent]
    ) {
        keepPlaces(lostBy: change, at: time)
        forEachContact(in: .owned) { engine, slot in
            if engine.heir(of: engine.contacts[slot].region, in: change) == nil {
                engine.cancel(slot, reason, at: time, into: &output)
            }
        }
        if !change.keepsMapping {
            forEachContact(in: .unowned) { engine, slot in
                engine.cancel(slot, reason, at: time, into: &output)
            }
        }
        // The start page in a vanished one's place inherits nothing (rule L9).
        guard !change.keepsMapping || change.page == nil else { return }
        for slot in usedSlots where contacts[slot].phase == .waiting {
            contacts[slot].phase = .quarantined
        }
    }

    /// Puts the new layout in the old one's place. Contacts that have a region in it keep it; windows stay by
    /// page and region id (rule T7). When the page that shows is no more, the start page shows, and a `page`
    /// event says so.
    public mutating func adopt(
        _ change: LayoutChange, at time: Timestamp, into output: inout [TouchEvent]
    ) {
        for slot in usedSlots where contacts[slot].phase == .owned {
            guard let heir = heir(of: contacts[slot].region, in: change) else { continue }
            contacts[slot].region = heir
        }
        windows.move(from: layout, to: change.layout, keepsPlaces: change.keepsMapping)
        settings = change.settings
        layout = change.layout
        mapping = change.mapping
        page = change.page ?? layout.start
        if change.page == nil { output.append(TouchEvent(.page, at: time, page: page)) }
    }

    /// The region of the new layout that goes on with a contact of `region` on the page that shows: the same
    /// id in the same place, able to answer.
    private func heir(of region: Int, in change: LayoutChange) -> Int? {
        guard change.keepsMapping, let newPage = change.page else { return nil }
        let old = layout.pages[page].regions[region]
        guard let index = change.layout.pages[newPage].index(of: old.id) else { return nil }
        let new = change.layout.pages[newPage].regions[index]
        return new.isEnabled && new.hasActions && new.hasSamePlace(as: old) ? index : nil
    }

    /// What is drawn anew under an open window is not to get the bounce (rule T6).
    private mutating func keepPlaces(lostBy change: LayoutChange, at time: Timestamp) {
        guard change.keepsMapping else { return }
        let leaving = windows.activated(onPage: page).filter { heir(of: $0, in: change) == nil }
        windows.keepPlaces(of: leaving, ofPage: page, in: layout, time: time, contacts: contacts)
    }
}

extension Region {
    /// Whether contacts mean this region at the same points.
    fileprivate func hasSamePlace(as other: Region) -> Bool {
        drawing == other.drawing && hitZone == other.hitZone && retainZone == other.retainZone
    }
}
