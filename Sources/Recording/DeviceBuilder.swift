import TouchModel

/// Warnings in the order in which they arose, so many and no more.
struct WarningList {
    private(set) var warnings: [RecordingWarning] = []
    private static let most = 100

    mutating func add(line: Int, _ message: String) {
        if warnings.count < Self.most {
            warnings.append(RecordingWarning(line: line, message: message))
        } else if warnings.count == Self.most {
            warnings.append(RecordingWarning(line: line, message: "further warnings are left out"))
        }
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

    private(set) var events: [InputEvent] = []
    private(set) var sendsContactReports = false
    private(set) var sentAxes: UInt64 = 0
    private var sendsRelative = false
    private var wentBackwards = false
    private var lastLine = 0

    init(firstLine: Int) { self.firstLine = firstLine }

    @inline(__always)
    mutating func append(_ event: InputEvent, line: Int, warnings: inout WarningList) {
        if let last = events.last, event.time < last.time, !wentBackwards {
            wentBackwards = true
            warnings.add(line: line, "time goes backwards here")
        }
        switch event.type {
        case EventType.abs: if event.code < 64 { sentAxes |= 1 << UInt64(event.code) }
        case EventType.key: keys.insert(event.code)
        case EventType.syn: if event.code == SynCode.mtReport { sendsContactReports = true }
        case 0x02: sendsRelative = true
        default: break
        }
        lastLine = line
        events.append(event)
    }

    /// Whether the last frame lacks its SYN_REPORT.
    var frameIsOpen: Bool {
        guard let last = events.last else { return false }
        return !(last.type == EventType.syn && last.code == SynCode.report)
    }

    /// The device, its last frame ended.
    func finish(recording: String, warnings: inout WarningList) -> RecordedDevice {
        var events = events
        if frameIsOpen, let last = events.last {
            warnings.add(
                line: lastLine,
                "the last frame is cut off; it was ended with a SYN_REPORT at its last event's time")
            events.append(
                InputEvent(time: last.time, type: EventType.syn, code: SynCode.report, value: 0))
        }
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
