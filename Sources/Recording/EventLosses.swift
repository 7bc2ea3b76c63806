import TouchModel

/// Makes evtest's events whole again after SYN_DROPPED.
///
/// evtest prints what the kernel hands out. From SYN_DROPPED to the next SYN_REPORT that is a part of a
/// frame, and what was lost before it, nobody knows: a contact may have ended. So the part is left out, and
/// every contact ends there, in a frame that begins with the SYN_DROPPED, which makes it a cancel and no
/// release. Recordings by libevdev need no such care; there the difference follows.
struct EventLosses {
    private(set) var isLosing = false
    private var slot: Int32 = 0
    private var usesSlots = false
    private var liveSlots: Set<Int32> = []
    private var isTouched = false
    private var isPressed = false

    /// Hands `event` to the device unless it is part of a broken frame.
    mutating func pass(
        _ event: InputEvent, line: Int, device: inout DeviceBuilder, warnings: inout WarningList
    ) {
        if isLosing {
            if event.type == EventType.abs, event.code == AbsCode.mtSlot { slot = event.value }
            if event.type == EventType.syn, event.code == SynCode.report {
                end(at: event.time, line: line, device: &device, warnings: &warnings)
                device.append(event, line: line, warnings: &warnings)
            }
            return
        }
        device.append(event, line: line, warnings: &warnings)
        switch event.type {
        case EventType.abs: follow(event)
        case EventType.key: if event.code == KeyCode.touch { isTouched = event.value != 0 }
        case EventType.syn:
            if event.code == SynCode.dropped {
                isLosing = true
                warnings.add(line: line, "events were lost here; the contacts are cancelled")
            }
        default: break
        }
    }

    private mutating func follow(_ event: InputEvent) {
        switch event.code {
        case AbsCode.mtSlot:
            usesSlots = true
            slot = event.value
        case AbsCode.mtTrackingID:
            if event.value >= 0 { liveSlots.insert(slot) } else { liveSlots.remove(slot) }
        case AbsCode.pressure: isPressed = event.value > 0
        default: break
        }
    }

    /// Ends every contact in the frame that SYN_DROPPED began.
    mutating func end(
        at time: Timestamp, line: Int, device: inout DeviceBuilder, warnings: inout WarningList
    ) {
        isLosing = false
        let current = slot
        func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
            device.append(
                InputEvent(time: time, type: type, code: code, value: value), line: line, warnings: &warnings)
        }
        if device.sendsContactReports {
            send(EventType.syn, SynCode.mtReport, 0)
        } else {
            for slot in liveSlots.sorted() {
                if usesSlots { send(EventType.abs, AbsCode.mtSlot, slot) }
                send(EventType.abs, AbsCode.mtTrackingID, -1)
            }
            if usesSlots { send(EventType.abs, AbsCode.mtSlot, current) }
        }
        if isTouched { send(EventType.key, KeyCode.touch, 0) }
        if isPressed, device.sentAxes & bit(AbsCode.mtPositionX) == 0 {
            send(EventType.abs, AbsCode.pressure, 0)
        }
        liveSlots = []
        (isTouched, isPressed) = (false, false)
    }
}
