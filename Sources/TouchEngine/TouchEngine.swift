public import TouchModel

/// One screen's touches: from a panel's events to actions, refusals and steps of contacts. Pure: time comes
/// with the events, and nothing is read or written. The daemon, the offline replay, tests and benchmarks
/// drive the same engine.
///
/// Give each event of the panel to `handle`; before a wait, ask `nextDeadline`; when it is due and the panel
/// has no earlier event, call `advance`. Events are appended to the caller's array. In steady state nothing
/// is allocated as long as that array has room.
///
/// The panel's state after a gap (rule L8), and when it is opened, comes as events too: SYN_DROPPED, the
/// state of every slot, SYN_REPORT.
public struct TouchEngine: Sendable {
    /// The resolved layout; indices in `TouchEvent` refer to it.
    public internal(set) var layout: Layout
    /// The index of the page that shows.
    public internal(set) var page: Int
    /// What was dropped or quarantined.
    public internal(set) var counters = TouchCounters()

    /// What the layout was resolved from.
    public internal(set) var settings: ScreenSettings
    /// Whether every contact is refused.
    public internal(set) var isLocked = false
    /// Nil while no panel is attached.
    var mapping: PanelMapping?
    /// The attached panel and its own calibration, to resolve another layout on it.
    var panel: (description: PanelDescription, calibration: Calibration?)?
    var tracker = SlotTracker(PanelDescription(axes: [:], touchProtocol: .single))
    /// The contact of each slot; of all that a frame has changed at least.
    var contacts = Array(repeating: Contact(), count: 16)
    /// The slots up to the last that has had a contact of this panel: most panels have many slots, and most people use
    /// one finger.
    private(set) var usedSlots = 0..<0
    var windows: DebounceWindows
    var lastNumber: Int64 = 0

    /// An engine without a panel, on the start page.
    public init(_ settings: ScreenSettings) {
        self.settings = settings
        layout = Layout(settings)
        page = layout.start
        windows = DebounceWindows(layout)
    }

    /// The matrix in use after rotation: the settings' own, else the panel's; nil while there is no panel.
    public var calibration: Calibration? {
        panel.map { settings.calibration ?? $0.calibration ?? .identity }
    }

    /// The extent of the surface, turned as the screen is; nil where neither settings nor panel tell it.
    public var surface: PhysicalSize? {
        settings.physical ?? panel?.description.physicalSize.map(settings.rotation.turn)
    }

    /// Takes a panel into use; `calibration` is the panel's own (udev's LIBINPUT_CALIBRATION_MATRIX), used
    /// where the settings give none. Lengths in millimetres are resolved anew on its surface. False when its
    /// axes have no extent, or another panel was not detached yet: then nothing changes.
    public mutating func attach(_ description: PanelDescription, calibration: Calibration? = nil) -> Bool {
        guard self.mapping == nil,
            let mapping = PanelMapping(description, calibration: calibration, for: settings)
        else { return false }
        // The same regions are present in both, so indices and windows stay true.
        layout = Layout(settings, on: description)
        self.mapping = mapping
        panel = (description, calibration)
        tracker = SlotTracker(description)
        return true
    }

    /// The panel went away: its contacts are cancelled at once (rule L10).
    public mutating func detach(at time: Timestamp, into output: inout [TouchEvent]) {
        for phase in [Contact.Phase.owned, .unowned] {
            forEachContact(in: phase) { engine, slot in
                engine.cancel(slot, .device, at: time, into: &output)
            }
        }
        for slot in contacts.indices where contacts[slot].phase != .none {
            windows.contactLifted(slot: slot, at: time)
            contacts[slot] = Contact()
        }
        usedSlots = 0..<0
        mapping = nil
        panel = nil
    }

    /// Takes one event of the panel. At SYN_REPORT the frame is carried out, after the timers whose deadline
    /// is at or before it (rule L12).
    public mutating func handle(_ event: InputEvent, into output: inout [TouchEvent]) {
        guard event.type == EventType.syn, event.code == SynCode.report else {
            if event.type == EventType.syn, event.code == SynCode.dropped { counters.gaps += 1 }
            tracker.absorb(event)
            return
        }
        guard mapping != nil else { return }
        advance(to: event.time, into: &output)
        carryOutFrame(at: event.time, into: &output)
    }

    /// Whether anything is down, be it ignored or not known yet.
    public var hasContacts: Bool { usedSlots.contains { contacts[$0].phase != .none } }

    /// The moment at which `advance` must be called, or nil.
    public var nextDeadline: Timestamp? { nextTimer()?.deadline }

    /// Fires the timers whose deadline is at or before `now`, in the order of deadlines.
    public mutating func advance(to now: Timestamp, into output: inout [TouchEvent]) {
        while let timer = nextTimer(), timer.deadline <= now {
            fireTimer(of: timer.slot, at: timer.deadline, into: &output)
        }
    }

    private func nextTimer() -> (slot: Int, deadline: Timestamp)? {
        var next: (slot: Int, deadline: Timestamp)?
        for slot in usedSlots {
            guard let deadline = contacts[slot].deadline else { continue }
            if next.map({ deadline < $0.deadline }) ?? true { next = (slot, deadline) }
        }
        return next
    }

    /// To be called before a slot has a contact.
    mutating func use(_ slot: Int) {
        if slot >= usedSlots.endIndex { usedSlots = 0..<slot + 1 }
    }

    /// Does `body` for the slot of each contact in `phase`, in the order of the contacts' numbers.
    mutating func forEachContact(in phase: Contact.Phase, _ body: (inout TouchEngine, _ slot: Int) -> Void) {
        var last: Int64 = 0
        while let slot = slotOfContact(in: phase, after: last) {
            last = contacts[slot].number
            body(&self, slot)
        }
    }

    private func slotOfContact(in phase: Contact.Phase, after number: Int64) -> Int? {
        var next: Int?
        for slot in usedSlots
        where contacts[slot].phase == phase && contacts[slot].number > number {
            if next.map({ contacts[slot].number < contacts[$0].number }) ?? true { next = slot }
        }
        return next
    }
}

extension Layout {
    /// Resolves `settings` on a panel's surface, as the screen is turned; without a panel its size stays
    /// unknown.
    init(_ settings: ScreenSettings, on panel: PanelDescription?) {
        self.init(settings, panelSize: panel?.physicalSize.map(settings.rotation.turn))
    }
}

extension PanelMapping {
    /// The mapping of a panel for a screen, whose own calibration goes before the panel's. Nil where an axis
    /// is missing or has no extent.
    init?(_ panel: PanelDescription, calibration: Calibration?, for settings: ScreenSettings) {
        guard let horizontal = panel.horizontal, let vertical = panel.vertical else { return nil }
        self.init(
            horizontal: horizontal, vertical: vertical, rotation: settings.rotation,
            calibration: settings.calibration ?? calibration ?? .identity, size: settings.size)
    }
}

extension Rotation {
    /// A panel's surface as the picture sees it.
    func turn(_ surface: PhysicalSize) -> PhysicalSize {
        switch self {
        case .none, .half: surface
        case .quarter, .threeQuarters: PhysicalSize(width: surface.height, height: surface.width)
        }
    }
}
