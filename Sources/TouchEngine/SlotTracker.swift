import TouchModel

/// The state of one slot as the kernel keeps it, and what the frame under way did to it.
struct Slot {
    /// The tracking id, or -1.
    var id: Int32 = -1
    var x: Int32?
    var y: Int32?
    var distance: Int32 = 0
    var tool: Int32 = 0
    /// The tracking id when the last frame ended.
    var committedID: Int32 = -1
    /// The contact of the last frame has ended in this one, even if its id came again.
    var ended = false
    /// The contact now in the slot began in this frame.
    var began = false
    /// Already in the list of the frame's changed slots.
    var listed = false

    /// Whether something touches the surface: hovering is not a contact (rule L7).
    var isTouching: Bool { id >= 0 && distance <= 0 }
    var isPalm: Bool { tool == ToolType.palm }
    /// The position, when both axes are known.
    var position: DevicePoint? {
        guard let x, let y else { return nil }
        return DevicePoint(x: x, y: y)
    }
}

/// A contact that began and ended within one frame (rule L6).
struct BriefContact {
    var slot: Int
    var position: DevicePoint?
}

/// Keeps the state of every slot from the events of a panel, whatever its protocol (rule L11): a single-touch
/// panel has one slot, a type A panel gets slots assigned frame by frame. It knows nothing of regions.
///
/// Slots grow with the numbers a panel uses, up to `slotLimit`; events of slots beyond are ignored.
struct SlotTracker {
    /// More than any panel has; bounds what a broken recording can ask for.
    static let slotLimit = 256

    let touchProtocol: TouchProtocol
    /// Pressure limits of a single-touch panel that has no BTN_TOUCH: touching from `on`, no more at `off`.
    private let pressure: (on: Int32, off: Int32)?
    var slots: [Slot]
    /// The slots that the frame under way has changed, in ascending order once the frame is complete.
    private(set) var changed: [Int] = []
    private(set) var briefContacts: [BriefContact] = []
    /// Whether the frame under way is the panel's state after lost events, not a frame of its own (rule L8).
    private(set) var isResynchronising = false
    var anonymous = AnonymousFrame()
    /// The slot that events belong to; nil beyond the limit.
    private var current: Int? = 0
    private var nextID: Int32 = 0

    init(_ panel: PanelDescription) {
        touchProtocol = panel.touchProtocol
        let declared = panel.axes[AbsCode.mtSlot].map { Int($0.maximum) + 1 } ?? 1
        slots = Array(repeating: Slot(), count: min(max(declared, 16), Self.slotLimit))
        changed.reserveCapacity(Self.slotLimit)
        briefContacts.reserveCapacity(Self.slotLimit)
        anonymous.expectsTouchKey = panel.keys.contains(KeyCode.touch)
        if panel.touchProtocol == .single, !panel.keys.contains(KeyCode.touch),
            let axis = panel.axes[AbsCode.pressure]
        {
            let least = Int64(axis.minimum)
            let range = Int64(axis.maximum) - least
            pressure = (
                Int32(clamping: least + (range * 50 + 99) / 100), Int32(clamping: least + range * 35 / 100)
            )
        } else {
            pressure = nil
        }
        current = selectSlot(Int(panel.axes[AbsCode.mtSlot]?.value ?? 0))
    }

    /// Takes an event other than SYN_REPORT.
    mutating func absorb(_ event: InputEvent) {
        switch event.type {
        case EventType.syn where event.code == SynCode.dropped:
            isResynchronising = true
            anonymous.startFrame()
        case EventType.syn where event.code == SynCode.mtReport:
            if touchProtocol == .anonymous { anonymous.endBlock() }
        case EventType.key where event.code == KeyCode.touch:
            absorbTouchKey(event.value)
        case EventType.abs:
            switch touchProtocol {
            case .slots: absorbSlotted(event.code, event.value)
            case .anonymous: anonymous.absorb(event.code, event.value)
            case .single: absorbSingle(event.code, event.value)
            }
        default:
            break
        }
    }

    private mutating func absorbTouchKey(_ value: Int32) {
        switch touchProtocol {
        case .slots: break  // The kernel's emulation for single-touch clients; slots say more.
        case .anonymous: anonymous.touchKey(value)
        case .single: setTouching(value != 0)
        }
    }

    private mutating func absorbSlotted(_ code: UInt16, _ value: Int32) {
        if code == AbsCode.mtSlot {
            current = selectSlot(Int(value))
            return
        }
        guard let slot = current else { return }
        switch code {
        case AbsCode.mtTrackingID: setID(value, of: slot)
        case AbsCode.mtPositionX: slots[slot].x = value
        case AbsCode.mtPositionY: slots[slot].y = value
        case AbsCode.mtDistance: slots[slot].distance = value
        case AbsCode.mtToolType: slots[slot].tool = value
        default: return
        }
        note(slot)
    }

    private mutating func absorbSingle(_ code: UInt16, _ value: Int32) {
        switch code {
        case AbsCode.x: slots[0].x = value
        case AbsCode.y: slots[0].y = value
        case AbsCode.distance: slots[0].distance = value
        case AbsCode.pressure:
            guard let pressure else { return }
            if value >= pressure.on { setTouching(true) } else if value <= pressure.off { setTouching(false) }
        default: return
        }
        note(0)
    }

    private mutating func setTouching(_ isTouching: Bool) {
        if isTouching == (slots[0].id >= 0) { return }
        setID(isTouching ? freshID() : -1, of: 0)
        note(0)
    }

    /// The index of slot `number`, made when it is new; nil when it is out of reach.
    private mutating func selectSlot(_ number: Int) -> Int? {
        guard number >= 0, number < Self.slotLimit else { return nil }
        while slots.count <= number { slots.append(Slot()) }
        return number
    }

    /// Rule L6: another id in a live slot ends the old contact; the same id is a move.
    mutating func setID(_ id: Int32, of slot: Int) {
        if id == slots[slot].id { return }
        if !isResynchronising {
            if slots[slot].began {
                if slots[slot].isTouching, !slots[slot].isPalm {
                    briefContacts.append(BriefContact(slot: slot, position: slots[slot].position))
                }
            } else if slots[slot].id >= 0 {
                slots[slot].ended = true
            }
            slots[slot].began = id >= 0
        }
        slots[slot].id = max(id, -1)
    }

    /// An id that no contact has, for protocols without ids.
    mutating func freshID() -> Int32 {
        nextID = nextID == .max ? 0 : nextID + 1
        return nextID
    }

    mutating func note(_ slot: Int) {
        if slots[slot].listed { return }
        slots[slot].listed = true
        changed.append(slot)
    }

    /// Completes the frame at SYN_REPORT; afterwards `changed`, `briefContacts` and the slots tell what it
    /// did.
    mutating func completeFrame() {
        if touchProtocol == .anonymous { resolveAnonymousFrame() }
        if isResynchronising {
            briefContacts.removeAll(keepingCapacity: true)
            for slot in slots.indices { note(slot) }
        }
        changed.sort()
        // Within a frame the order of events means nothing: a brief contact has the frame's position, unless
        // a later contact of its slot has.
        for index in briefContacts.indices {
            let slot = briefContacts[index].slot
            let isLast = !briefContacts[(index + 1)...].contains { $0.slot == slot }
            if isLast, !slots[slot].began { briefContacts[index].position = slots[slot].position }
        }
    }

    /// Makes the completed frame the state that the next one starts from.
    mutating func commitFrame() {
        for slot in changed {
            slots[slot].committedID = slots[slot].id
            slots[slot].ended = false
            slots[slot].began = false
            slots[slot].listed = false
        }
        changed.removeAll(keepingCapacity: true)
        briefContacts.removeAll(keepingCapacity: true)
        isResynchronising = false
        anonymous.startFrame()
    }

    /// Whether the completed frame tells the state after a gap: contacts it does not know are lost, new ones
    /// are quarantined (rule L8).
    var frameIsState: Bool { isResynchronising || anonymous.frameIsState }

    /// Adds a brief contact that the type A protocol found.
    mutating func addBriefContact(slot: Int, position: DevicePoint) {
        briefContacts.append(BriefContact(slot: slot, position: position))
    }
}
