import TouchModel

/// What a complete frame does, step by step (rule L12): contacts that end, then new ones, then moves, each by
/// slot.
extension TouchEngine {
    mutating func carryOutFrame(at time: Timestamp, into output: inout [TouchEvent]) {
        counters.frames += 1
        tracker.completeFrame()
        // In ascending order.
        if let last = tracker.changed.last {
            while contacts.count <= last { contacts.append(Contact()) }
        }
        if tracker.frameIsState {
            dropLostContacts(at: time, into: &output)
            quarantineUnknownContacts()
            for index in tracker.changed.indices {
                cancelUnfit(tracker.changed[index], at: time, into: &output)
            }
        } else {
            endContacts(at: time, into: &output)
        }
        beginContacts(at: time, into: &output)
        moveContacts(at: time, into: &output)
        tracker.commitFrame()
    }

    private mutating func endContacts(at time: Timestamp, into output: inout [TouchEvent]) {
        for index in tracker.changed.indices {
            let slot = tracker.changed[index]
            cancelUnfit(slot, at: time, into: &output)
            if tracker.slots[slot].ended || !tracker.slots[slot].isTouching {
                end(slot, at: time, into: &output)
            }
        }
    }

    /// Cancels a contact that the panel calls a palm now (rule L7) or that left the panel's range (rule C6).
    private mutating func cancelUnfit(_ slot: Int, at time: Timestamp, into output: inout [TouchEvent]) {
        let state = tracker.slots[slot]
        // Of a slot that changed hands in this frame, tool and position are the new contact's.
        guard !state.began, contacts[slot].phase == .owned || contacts[slot].phase == .unowned else { return }
        if state.isPalm {
            cancel(slot, .palm, at: time, into: &output)
        } else if state.isTouching, let position = state.position, mapping?(position) == nil {
            counters.outOfRange += 1
            cancel(slot, .dropped, at: time, into: &output)
        }
    }

    private mutating func beginContacts(at time: Timestamp, into output: inout [TouchEvent]) {
        for index in tracker.changed.indices {
            let slot = tracker.changed[index]
            for brief in tracker.briefContacts.indices where tracker.briefContacts[brief].slot == slot {
                begin(slot, tracker.briefContacts[brief].position, at: time, into: &output)
                end(slot, at: time, into: &output)
            }
            let isPending = contacts[slot].phase == .none || contacts[slot].phase == .waiting
            guard isPending, tracker.slots[slot].isTouching else { continue }
            if tracker.slots[slot].isPalm {
                use(slot)
                contacts[slot].phase = .quarantined
            } else {
                begin(slot, tracker.slots[slot].position, at: time, into: &output)
            }
        }
    }

    private mutating func moveContacts(at time: Timestamp, into output: inout [TouchEvent]) {
        for index in tracker.changed.indices {
            let slot = tracker.changed[index]
            guard contacts[slot].phase == .owned || contacts[slot].phase == .unowned else { continue }
            if let position = tracker.slots[slot].position {
                move(slot, to: position, at: time, into: &output)
            }
        }
    }

    /// After a gap: a contact whose id is no longer there, or not the same, is lost (rule L8).
    private mutating func dropLostContacts(at time: Timestamp, into output: inout [TouchEvent]) {
        for index in tracker.changed.indices {
            let slot = tracker.changed[index]
            guard contacts[slot].phase != .none else { continue }
            let state = tracker.slots[slot]
            if state.isTouching, state.id == state.committedID { continue }
            if contacts[slot].phase == .waiting { counters.withoutPosition += 1 }
            cancel(slot, .dropped, at: time, into: &output)
            windows.contactLifted(slot: slot, at: time)
            contacts[slot] = Contact()
        }
    }

    /// After a gap: nobody saw these go down, so nobody knows where they started (rule L8).
    private mutating func quarantineUnknownContacts() {
        for index in tracker.changed.indices {
            let slot = tracker.changed[index]
            guard contacts[slot].phase == .none, tracker.slots[slot].isTouching else { continue }
            use(slot)
            contacts[slot].phase = .quarantined
            counters.quarantined += 1
        }
    }
}
