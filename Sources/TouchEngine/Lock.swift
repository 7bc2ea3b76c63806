public import TouchModel

/// A locked screen answers no contact: those that are down are cancelled, and new ones refused with reason
/// `locked`.
extension TouchEngine {
    /// Locks the screen; nothing happens when it is locked already.
    public mutating func lock(at time: Timestamp, into output: inout [TouchEvent]) {
        if isLocked { return }
        isLocked = true
        for phase in [Contact.Phase.owned, .unowned] {
            forEachContact(in: phase) { engine, slot in engine.cancel(slot, .locked, at: time, into: &output)
            }
        }
        for slot in usedSlots where contacts[slot].phase == .waiting {
            contacts[slot].phase = .quarantined
        }
    }

    /// Unlocks the screen. Contacts that went down meanwhile stay refused until they lift.
    public mutating func unlock() {
        isLocked = false
    }
}
