import TouchModel

/// A contact's life (chapter 5) and what the windows make of it (chapter 6).
extension TouchEngine {
    /// A repeat ends here, so that a recording with years between two frames cannot run for ever.
    private static let mostRepeats = 100_000

    // MARK: Down

    /// A contact goes down: its position decides once and for all which region it means (rules C1 to C6, L1).
    /// Without a position it waits (rule L11).
    mutating func begin(
        _ slot: Int, _ position: DevicePoint?, at time: Timestamp, into output: inout [TouchEvent]
    ) {
        use(slot)
        guard let position else {
            contacts[slot].phase = .waiting
            return
        }
        guard let point = mapping?(position) else {
            contacts[slot].phase = .quarantined
            counters.outOfRange += 1
            return
        }
        lastNumber += 1
        contacts[slot] = Contact()
        contacts[slot].number = lastNumber
        contacts[slot].point = point
        let hit = layout.pages.span[page].hitTest(point)
        if isLocked {
            refuse(slot, region: hit.owner ?? hit.direct, .locked, at: time, into: &output)
        } else if let refusal = hit.refusal {
            refuse(slot, region: hit.direct, refusal, at: time, into: &output)
        } else if let owner = hit.owner {
            capture(slot, owner, at: time, into: &output)
        } else {
            contacts[slot].phase = .unowned
            emit(.contact(.down), of: contacts[slot], reason: .unowned, at: time, into: &output)
        }
    }

    private mutating func capture(
        _ slot: Int, _ region: Int, at time: Timestamp, into output: inout [TouchEvent]
    ) {
        if isBusy(region) {
            refuse(slot, region: region, .busy, at: time, into: &output)
            return
        }
        let point = contacts[slot].point
        if let remaining = windows.refuse(region: region, page: page, at: point, in: layout, time: time) {
            refuse(slot, region: region, .debounce, remaining: remaining, at: time, into: &output)
            return
        }
        contacts[slot].phase = .owned
        contacts[slot].region = region
        contacts[slot].isInside = true
        emit(.contact(.down), of: contacts[slot], at: time, into: &output)
        if let timed = timedAction(of: region) { contacts[slot].deadline = time + timed.action.after }
        if fire(.press, of: slot, at: time, into: &output) {
            turnPage(for: .press, of: region, at: time, into: &output)
        }
    }

    /// Whether another contact owns the region, or a member of its exclusive group (rule L4).
    private func isBusy(_ region: Int) -> Bool {
        let group = layout.pages[page].regions[region].group
        let isExclusive = group.map { layout.groups[$0].exclusive } ?? false
        for slot in usedSlots where contacts[slot].phase == .owned {
            if contacts[slot].region == region { return true }
            if isExclusive, layout.pages[page].regions[contacts[slot].region].group == group { return true }
        }
        return false
    }

    /// The contact stays captured and silent to its up (rule T4).
    private mutating func refuse(
        _ slot: Int, region: Int?, _ reason: Reason, remaining: Interval? = nil, at time: Timestamp,
        into output: inout [TouchEvent]
    ) {
        contacts[slot].phase = .refused
        var event = TouchEvent(.refused, at: time, page: page)
        event.region = region
        event.contact = contacts[slot].number
        event.point = layout.reported(contacts[slot].point)
        event.place = region.map { layout.pages[page].regions[$0].place(of: contacts[slot].point) }
        event.reason = reason
        event.remaining = remaining
        output.append(event)
    }

    // MARK: Move

    /// A live contact moves, within the panel's range.
    mutating func move(
        _ slot: Int, to position: DevicePoint, at time: Timestamp, into output: inout [TouchEvent]
    ) {
        guard let point = mapping?(position) else { return }
        contacts[slot].point = point
        guard contacts[slot].phase == .owned else { return }
        let region = contacts[slot].region
        if contacts[slot].isInside, !layout.pages[page].regions[region].retainZone.contains(point) {
            contacts[slot].isInside = false
            contacts[slot].deadline = nil
            emit(.contact(.leave), of: contacts[slot], at: time, into: &output)
        } else if !contacts[slot].isInside, layout.pages[page].regions[region].hitZone.contains(point) {
            contacts[slot].isInside = true
            emit(.contact(.enter), of: contacts[slot], at: time, into: &output)
        }
    }

    // MARK: Timers

    /// The action of hold or repeat, which exclude one another (rule L3).
    private func timedAction(of region: Int) -> (trigger: Trigger, action: ActionSettings)? {
        let actions = layout.pages[page].regions[region].actions
        if let action = actions[.hold] { return (.hold, action) }
        if let action = actions[.repeat] { return (.repeat, action) }
        return nil
    }

    mutating func fireTimer(of slot: Int, at time: Timestamp, into output: inout [TouchEvent]) {
        contacts[slot].deadline = nil
        let region = contacts[slot].region
        guard contacts[slot].phase == .owned, let timed = timedAction(of: region) else { return }
        contacts[slot].tapIsConsumed = true
        if timed.trigger == .repeat, contacts[slot].repeats < Self.mostRepeats {
            contacts[slot].repeats += 1
            contacts[slot].deadline = time + max(timed.action.every, .milliseconds(1))
        }
        if fire(timed.trigger, of: slot, at: time, into: &output) {
            turnPage(for: timed.trigger, of: region, at: time, into: &output)
        }
    }

    // MARK: End

    /// A contact lifts.
    mutating func end(_ slot: Int, at time: Timestamp, into output: inout [TouchEvent]) {
        let contact = contacts[slot]
        if contact.phase != .none { windows.contactLifted(slot: slot, at: time) }
        switch contact.phase {
        case .none:
            return
        case .waiting:
            counters.withoutPosition += 1
        case .unowned:
            emit(.contact(.up), of: contact, reason: .unowned, at: time, into: &output)
        case .quarantined, .refused:
            break
        case .owned:
            lift(slot, at: time, into: &output)
            return
        }
        contacts[slot] = Contact()
    }

    private mutating func lift(_ slot: Int, at time: Timestamp, into output: inout [TouchEvent]) {
        let region = contacts[slot].region
        let taps = contacts[slot].isInside && !contacts[slot].tapIsConsumed
        let hasTapped = taps && fire(.tap, of: slot, at: time, into: &output)
        let hasReleased = fire(.release, of: slot, at: time, into: &output)
        let contact = contacts[slot]
        contacts[slot] = Contact()
        if contact.isActivated { windows.extend(region: region, page: page, in: layout, to: time) }
        emit(
            .contact(.up), of: contact, reason: contact.isInside ? nil : .left, at: time, into: &output)
        // Of two wishes of one moment the later one counts.
        if hasReleased, layout.pages[page].regions[region].actions[.release]?.page != nil {
            turnPage(for: .release, of: region, at: time, into: &output)
        } else if hasTapped {
            turnPage(for: .tap, of: region, at: time, into: &output)
        }
    }

    /// A contact ends without a release (rule L5), and is ignored until it lifts.
    mutating func cancel(
        _ slot: Int, _ reason: Reason, at time: Timestamp, into output: inout [TouchEvent]
    ) {
        let contact = contacts[slot]
        contacts[slot] = Contact()
        contacts[slot].phase = .quarantined
        guard contact.phase == .owned || contact.phase == .unowned else { return }
        emit(.contact(.cancel), of: contact, reason: reason, at: time, into: &output)
    }

    // MARK: Events

    /// Fires the region's action of `trigger`, if it has one; the contact's first opens the windows (rule
    /// T2). Whether it did.
    private mutating func fire(
        _ trigger: Trigger, of slot: Int, at time: Timestamp, into output: inout [TouchEvent]
    ) -> Bool {
        guard layout.pages[page].regions[contacts[slot].region].actions.has(trigger) else { return false }
        if !contacts[slot].isActivated {
            contacts[slot].isActivated = true
            windows.open(region: contacts[slot].region, page: page, in: layout, at: time)
        }
        emit(.action(trigger), of: contacts[slot], at: time, into: &output)
        return true
    }

    // Changes nothing but the output; `mutating` keeps the compiler from copying the engine for it.
    private mutating func emit(
        _ kind: TouchEvent.Kind, of contact: Contact, reason: Reason? = nil, at time: Timestamp,
        into output: inout [TouchEvent]
    ) {
        var event = TouchEvent(kind, at: time, page: page)
        event.contact = contact.number
        event.point = layout.reported(contact.point)
        event.reason = reason
        if contact.phase == .owned {
            event.region = contact.region
            if contact.isInside, kind != .contact(.cancel) {
                event.place = layout.pages[page].regions[contact.region].place(of: contact.point)
            }
        }
        output.append(event)
    }
}
