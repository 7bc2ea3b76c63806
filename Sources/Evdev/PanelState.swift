import TouchModel

/// What a panel's contacts are at one moment, as the kernel keeps it.
///
/// The engine gets it as ordinary events, so that a panel that is opened with contacts on it, one that lost
/// events, and the recording of either go through the same code.
struct PanelState: Hashable, Sendable {
    /// An axis's value.
    struct Reading: Hashable, Sendable {
        var code: UInt16
        var value: Int32
    }

    /// For each slot of a type B panel its axes, the tracking id first; empty on others.
    var slots: [[Reading]] = []
    /// The slot that the panel's next event is for.
    var currentSlot: Int32 = 0
    /// The axes of a panel without slots.
    var axes: [Reading] = []
    /// BTN_TOUCH of a panel without slots; nil where it has none.
    var touch: Bool?

    /// The axes of a slot that the state tells, in its order.
    static let slotAxes = [
        AbsCode.mtTrackingID, AbsCode.mtPositionX, AbsCode.mtPositionY, AbsCode.mtToolType,
        AbsCode.mtDistance,
        AbsCode.mtPressure,
    ]
    /// The axes of a panel without slots that the state tells, in its order.
    static let singleAxes = [AbsCode.x, AbsCode.y, AbsCode.pressure, AbsCode.distance]

    /// Appends the state as a frame at `time`.
    func append(to events: inout [InputEvent], at time: Timestamp) {
        func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
            events.append(InputEvent(time: time, type: type, code: code, value: value))
        }
        for (index, slot) in slots.enumerated() {
            append(EventType.abs, AbsCode.mtSlot, Int32(index))
            for reading in slot { append(EventType.abs, reading.code, reading.value) }
        }
        if !slots.isEmpty { append(EventType.abs, AbsCode.mtSlot, currentSlot) }
        for reading in axes { append(EventType.abs, reading.code, reading.value) }
        if let touch { append(EventType.key, KeyCode.touch, touch ? 1 : 0) }
        append(EventType.syn, SynCode.report, 0)
    }

    /// Whether a contact may be down: on doubt yes, as for one that hovers. `pressure` is the axis of a panel
    /// that tells a touch by nothing else; from 35 percent of its range it counts, where rule L11 ends a
    /// contact.
    func isTouched(pressure: AxisInfo?) -> Bool {
        if slots.contains(where: { $0.contains { $0.code == AbsCode.mtTrackingID && $0.value >= 0 } }) {
            return true
        }
        if let touch { return touch }
        guard let pressure, let value = axes.first(where: { $0.code == AbsCode.pressure })?.value else {
            return false
        }
        return Int64(value) - Int64(pressure.minimum)
            > (Int64(pressure.maximum) - Int64(pressure.minimum)) * 35 / 100
    }
}
