import TouchModel

/// Warnings in the order in which they arose, so many and no more.
struct WarningList {
    private var warnings: [RecordingWarning] = []
    private var count = 0
    private static let most = 100

    mutating func add(line: Int, _ message: String) {
        count += 1
        if count <= Self.most {
            warnings.append(RecordingWarning(line: line, message: message))
        } else if count == Self.most + 1 {
            warnings.append(RecordingWarning(line: line, message: "further warnings are left out"))
        }
    }

    /// Those that were not taken yet.
    mutating func take() -> [RecordingWarning] {
        defer { warnings = [] }
        return warnings
    }
}

/// A device while its recording is read: what is declared, the events, and what the events tell of the
/// device.
struct DeviceBuilder {
    var name = ""
    var id = InputID()
    var properties: Set<UInt8> = []
    var keys: Set<UInt16> = []
    var axes: [UInt16: AxisInfo] = [:]
    var node: String?
    /// Codes of EV_ABS that a bitmask declares without giving their ranges, below 64.
    var declaredAxes: UInt64 = 0
    let firstLine: Int

    /// Those that were not taken yet.
    private(set) var events: [InputEvent] = []
    /// The last event of all.
    private(set) var last: InputEvent?
    private(set) var sendsContactReports = false
    private(set) var sentAxes: UInt64 = 0
    private var sendsRelative = false
    private var wentBackwards = false
    private var lastLine = 0
    /// The last code that went into `keys`: mostly there is but one.
    private var lastKey: UInt16?

    init(firstLine: Int) { self.firstLine = firstLine }

    @inline(__always)
    mutating func append(_ event: InputEvent, line: Int, warnings: inout WarningList) {
        if let last, event.time < last.time, !wentBackwards {
            wentBackwards = true
            warnings.add(line: line, "time goes backwards here")
        }
        switch event.type {
        case EventType.abs: if event.code < 64 { sentAxes |= 1 << UInt64(event.code) }
        case EventType.key: if event.code != lastKey { addKey(event.code) }
        case EventType.syn: if event.code == SynCode.mtReport { sendsContactReports = true }
        case 0x02: sendsRelative = true
        default: break
        }
        lastLine = line
        last = event
        events.append(event)
    }

    private mutating func addKey(_ code: UInt16) {
        lastKey = code
        keys.insert(code)
    }

    /// Whether anything was recorded.
    var hasEvents: Bool { last != nil }

    /// Whether the description alone tells all that a replay needs, so that the events need not be known: slots
    /// are declared, which no event can belie, and the ranges of the positions.
    var isKnown: Bool {
        let codes = declaredAxes | axes.keys.reduce(0) { $0 | bit($1) }
        return hasEvents && codes & bit(AbsCode.mtSlot) != 0
            && axes[AbsCode.mtPositionX] != nil && axes[AbsCode.mtPositionY] != nil
    }

    /// Gives `taken` the events that were not taken yet, and takes its room for more.
    mutating func takeEvents(into taken: inout [InputEvent]) {
        taken.removeAll(keepingCapacity: true)
        swap(&taken, &events)
    }

    /// Whether the last frame lacks its SYN_REPORT.
    var frameIsOpen: Bool {
        guard let last else { return false }
        return !(last.type == EventType.syn && last.code == SynCode.report)
    }

    /// Ends the last frame, if the recording does not.
    mutating func endFrame(warnings: inout WarningList) {
        guard frameIsOpen, let last else { return }
        warnings.add(
            line: lastLine,
            "the last frame is cut off; it was ended with a SYN_REPORT at its last event's time")
        events.append(
            InputEvent(time: last.time, type: EventType.syn, code: SynCode.report, value: 0))
    }

    /// The device with `events`, which were taken from here.
    func device(with events: [InputEvent], recording: String) -> RecordedDevice {
        var axisCodes = declaredAxes | sentAxes
        for code in axes.keys where code < 64 { axisCodes |= 1 << UInt64(code) }
        let panel = PanelDescription(
            name: name, id: id, properties: properties, keys: keys, axes: axes,
            touchProtocol: touchProtocol(axisCodes: axisCodes))
        return RecordedDevice(
            panel: panel, node: node, events: events, recording: recording, line: firstLine,
            axisCodes: axisCodes, sendsRelative: sendsRelative)
    }

    /// The protocol that the axes tell, corrected by the events: a device declared with MT axes and without
    /// slots speaks type A only if it sends SYN_MT_REPORT. Without, its frames hold one contact at most,
    /// which is type B with a single slot if there are MT events, and single touch if there are only ABS_X
    /// and ABS_Y.
    private func touchProtocol(axisCodes: UInt64) -> TouchProtocol {
        let codes = (UInt16(0)..<64).filter { axisCodes & (1 << UInt64($0)) != 0 }
        let multiTouch: UInt64 =
            bit(AbsCode.mtPositionX) | bit(AbsCode.mtPositionY) | bit(AbsCode.mtTrackingID)
        if axisCodes & bit(AbsCode.mtSlot) != 0 { return .slots }
        if sendsContactReports { return .anonymous }
        if sentAxes & multiTouch != 0 { return .slots }
        if sentAxes & bit(AbsCode.x) != 0 { return .single }
        return PanelDescription.touchProtocol(axes: codes)
    }
}

/// The bit of an axis's code in a mask of axes.
@inline(__always)
func bit(_ code: UInt16) -> UInt64 { code < 64 ? 1 << UInt64(code) : 0 }
