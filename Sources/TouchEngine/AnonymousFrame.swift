import TouchModel

/// A type A frame under way: the blocks between SYN_MT_REPORTs.
struct AnonymousFrame {
    /// One contact as a frame tells it.
    struct Block {
        var id: Int32?
        var x: Int32?
        var y: Int32?
        var touchMajor: Int32?
        var distance: Int32 = 0
        var tool: Int32 = 0
        /// The slot that it continues.
        var slot: Int?

        /// A block without a position, of no extent, hovering or with id -1 is no contact.
        var isContact: Bool {
            x != nil && y != nil && touchMajor != 0 && distance <= 0 && (id ?? 0) >= 0
        }
    }

    /// Whether the panel has BTN_TOUCH.
    var expectsTouchKey = false
    private(set) var touchKeyIsKnown = false
    private(set) var blocks: [Block] = []
    private var block = Block()
    /// Whether the frame says anything of contacts, if only that there are none.
    private(set) var speaksOfContacts = false
    private(set) var pressedInFrame = false
    private(set) var releasedInFrame = false
    /// The next frame that speaks of contacts tells the state after a gap.
    var stateIsDue = false
    /// This frame does.
    var frameIsState = false

    init() {
        blocks.reserveCapacity(SlotTracker.slotLimit)
    }

    mutating func absorb(_ code: UInt16, _ value: Int32) {
        switch code {
        case AbsCode.mtTrackingID: block.id = value
        case AbsCode.mtPositionX: block.x = value
        case AbsCode.mtPositionY: block.y = value
        case AbsCode.mtTouchMajor: block.touchMajor = value
        case AbsCode.mtDistance: block.distance = value
        case AbsCode.mtToolType: block.tool = value
        default: break
        }
    }

    mutating func endBlock() {
        speaksOfContacts = true
        if block.isContact, blocks.count < SlotTracker.slotLimit { blocks.append(block) }
        block = Block()
    }

    mutating func touchKey(_ value: Int32) {
        touchKeyIsKnown = true
        pressedInFrame = pressedInFrame || value != 0
        releasedInFrame = value == 0
    }

    mutating func forgetTouchKey() { touchKeyIsKnown = false }

    mutating func startFrame() {
        blocks.removeAll(keepingCapacity: true)
        block = Block()
        speaksOfContacts = false
        pressedInFrame = false
        releasedInFrame = false
        frameIsState = false
    }

    mutating func assign(_ slot: Int, toBlock index: Int) { blocks[index].slot = slot }
}

extension SlotTracker {
    /// Gives each block of a complete type A frame a slot: by its tracking id, else the nearest of the last
    /// frame (rule L11).
    mutating func resolveAnonymousFrame() {
        if isResynchronising {
            resolveGap()
            return
        }
        if anonymous.releasedInFrame {
            anonymous.stateIsDue = false
            let isBrief = anonymous.pressedInFrame && !hasLiveSlot
            endLiveSlots()
            if isBrief { addBriefBlocks() }
            return
        }
        guard anonymous.speaksOfContacts else { return }
        let isMidway = anonymous.expectsTouchKey && !anonymous.touchKeyIsKnown && !anonymous.blocks.isEmpty
        anonymous.frameIsState = anonymous.stateIsDue || isMidway
        anonymous.stateIsDue = false
        if isMidway { anonymous.touchKey(1) }
        matchByID()
        matchNearest()
        endUnmatchedSlots()
        for index in anonymous.blocks.indices { place(index) }
    }

    /// After a gap BTN_TOUCH alone has a state that can be read; a recording does not tell even that.
    private mutating func resolveGap() {
        let saysNone = anonymous.speaksOfContacts && anonymous.blocks.isEmpty
        if anonymous.releasedInFrame || saysNone {
            anonymous.stateIsDue = false
            endLiveSlots()
        } else if anonymous.pressedInFrame {
            anonymous.stateIsDue = true
        } else {
            anonymous.stateIsDue = hasLiveSlot
            anonymous.forgetTouchKey()
        }
    }

    private var hasLiveSlot: Bool { slots.contains { $0.committedID >= 0 } }

    private mutating func endLiveSlots() {
        for slot in slots.indices where slots[slot].id >= 0 {
            setID(-1, of: slot)
            note(slot)
        }
    }

    private func isMatched(_ slot: Int) -> Bool { anonymous.blocks.contains { $0.slot == slot } }

    private mutating func matchByID() {
        for index in anonymous.blocks.indices {
            guard let id = anonymous.blocks[index].id else { continue }
            if let slot = slots.firstIndex(where: { $0.id == id && $0.committedID == id }), !isMatched(slot) {
                anonymous.assign(slot, toBlock: index)
            }
        }
    }

    /// Pairs blocks without an id and live slots, the nearest pair first.
    private mutating func matchNearest() {
        while true {
            var best: (block: Int, slot: Int, distance: Double)?
            for index in anonymous.blocks.indices
            where anonymous.blocks[index].slot == nil && anonymous.blocks[index].id == nil {
                for slot in slots.indices where slots[slot].committedID >= 0 && !isMatched(slot) {
                    let distance = squaredDistance(anonymous.blocks[index], slots[slot])
                    if distance < best?.distance ?? .infinity { best = (index, slot, distance) }
                }
            }
            guard let best else { return }
            anonymous.assign(best.slot, toBlock: best.block)
        }
    }

    private func squaredDistance(_ block: AnonymousFrame.Block, _ slot: Slot) -> Double {
        let dx = Double(block.x ?? 0) - Double(slot.x ?? 0)
        let dy = Double(block.y ?? 0) - Double(slot.y ?? 0)
        return dx * dx + dy * dy
    }

    private mutating func endUnmatchedSlots() {
        for slot in slots.indices where slots[slot].committedID >= 0 && !isMatched(slot) {
            setID(-1, of: slot)
            note(slot)
        }
    }

    /// The lowest slot that neither has a contact nor loses one in this frame.
    private mutating func freeSlot() -> Int? {
        if let slot = slots.firstIndex(where: { $0.id < 0 && $0.committedID < 0 }) { return slot }
        if slots.count >= Self.slotLimit { return nil }
        slots.append(Slot())
        return slots.count - 1
    }

    private mutating func place(_ index: Int) {
        let block = anonymous.blocks[index]
        guard let slot = block.slot ?? freeSlot() else { return }
        if block.slot == nil { setID(block.id ?? freshID(), of: slot) }
        slots[slot].x = block.x
        slots[slot].y = block.y
        slots[slot].tool = block.tool
        note(slot)
    }

    /// A frame with both BTN_TOUCH 1 and 0: each block is one complete tap (rule L6).
    private mutating func addBriefBlocks() {
        for block in anonymous.blocks where block.tool != ToolType.palm {
            guard let x = block.x, let y = block.y, let slot = freeSlot() else { continue }
            slots[slot].x = x
            slots[slot].y = y
            note(slot)
            addBriefContact(slot: slot, position: DevicePoint(x: x, y: y))
        }
    }
}
