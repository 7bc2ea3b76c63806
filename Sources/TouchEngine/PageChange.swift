public import TouchModel

/// Changes of page (rules L9, L12, T6).
extension TouchEngine {
    /// Shows another page; contacts of the old one are cancelled and quarantined. Nothing happens when it
    /// shows already.
    public mutating func show(page newPage: Int, at time: Timestamp, into output: inout [TouchEvent]) {
        guard newPage != page, layout.pages.indices.contains(newPage) else { return }
        keepWindows(for: newPage, at: time)
        forEachContact(in: .owned) { engine, slot in
            engine.leavePage(slot, for: newPage, at: time, into: &output)
        }
        for slot in usedSlots
        where contacts[slot].phase == .refused || contacts[slot].phase == .waiting {
            contacts[slot].phase = .quarantined
        }
        page = newPage
        output.append(TouchEvent(.page, at: time, page: newPage))
    }

    /// Shows the page that the action of `trigger` asks for, if it does.
    mutating func turnPage(
        for trigger: Trigger, of region: Int, at time: Timestamp, into output: inout [TouchEvent]
    ) {
        guard let name = layout.pages[page].regions[region].actions[trigger]?.page,
            let newPage = layout.index(ofPage: name)
        else { return }
        show(page: newPage, at: time, into: &output)
    }

    private mutating func leavePage(
        _ slot: Int, for newPage: Int, at time: Timestamp, into output: inout [TouchEvent]
    ) {
        if let heir = heir(of: contacts[slot].region, on: newPage) {
            contacts[slot].region = heir
        } else {
            cancel(slot, .page, at: time, into: &output)
        }
    }

    /// The region that goes on with a persistent one's contact: the same id on the new page, persistent too
    /// and able to answer (rule L9).
    private func heir(of region: Int, on newPage: Int) -> Int? {
        let old = layout.pages[page].regions[region]
        guard old.persists, let index = layout.pages[newPage].index(of: old.id) else { return nil }
        let new = layout.pages[newPage].regions[index]
        return new.persists && new.isEnabled && !new.hitZone.isEmpty ? index : nil
    }

    /// Open windows go on: at their places whatever is drawn there, and with persistent regions (rules T6,
    /// L9).
    private mutating func keepWindows(for newPage: Int, at time: Timestamp) {
        windows.keepPlaces(ofPage: page, in: layout, time: time, contacts: contacts)
        for region in layout.pages[page].regions.indices {
            guard let heir = heir(of: region, on: newPage) else { continue }
            windows.carry(region: region, page: page, toRegion: heir, page: newPage)
        }
    }
}
