public import TouchModel

/// The axes' ranges as a user gives them for a recording that lacks them: `X0,X1,Y0,Y1`.
public struct AxisRanges: Hashable, Sendable {
    /// From the least to the greatest value of the horizontal axis, in device units.
    public var x: ClosedRange<Int32>
    /// From the least to the greatest value of the vertical axis, in device units.
    public var y: ClosedRange<Int32>

    /// The ranges `x` and `y`.
    public init(x: ClosedRange<Int32>, y: ClosedRange<Int32>) {
        self.x = x
        self.y = y
    }

    /// The ranges that `text` gives as `X0,X1,Y0,Y1`, or nil unless these are four 32-bit numbers with X0 <
    /// X1 and Y0 < Y1.
    public init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int32($0) }
        guard parts.count == 4, numbers.count == 4, numbers[0] < numbers[1], numbers[2] < numbers[3] else {
            return nil
        }
        self.init(x: numbers[0]...numbers[1], y: numbers[2]...numbers[3])
    }
}

extension RecordedDevice {
    /// Whether the recording declares the ranges of the axes that give positions.
    public var hasRanges: Bool { Self.hasRanges(completedPanel) }

    /// Whether it looks like a touchscreen: it gives positions and tells touch, and does not call itself a
    /// touchpad.
    public var isTouchscreenLike: Bool {
        complaint == nil && !panel.properties.contains(InputProperty.pointer)
    }

    /// The device as the engine needs it, with both ranges.
    ///
    /// Where the ABS_MT positions are declared without ranges, those of ABS_X and ABS_Y count for them: the
    /// kernel's drivers send the same values on both.
    ///
    /// - Parameter range: Ranges to use instead of the declared ones, on ABS_X and ABS_Y as on the ABS_MT
    ///   positions.
    /// - Throws: Why the recording cannot be replayed as a touchscreen, and the remedy where there is one.
    public func touchPanel(range: AxisRanges? = nil) throws(RecordingError) -> PanelDescription {
        if let complaint { throw error(complaint) }
        var panel = completedPanel
        if let range {
            for code in [AbsCode.x, AbsCode.mtPositionX] where uses(code) {
                panel.axes[code, default: .unknown].setRange(range.x)
            }
            for code in [AbsCode.y, AbsCode.mtPositionY] where uses(code) {
                panel.axes[code, default: .unknown].setRange(range.y)
            }
        }
        guard Self.hasRanges(panel) else {
            throw error(
                "the recording does not declare the ranges of its axes; give them with --range X0,X1,Y0,Y1\(observed)"
            )
        }
        return panel
    }

    private func error(_ message: String) -> RecordingError {
        RecordingError(name: recording, line: line, message: message)
    }

    /// The panel with the ABS_MT positions' ranges completed from ABS_X and ABS_Y.
    private var completedPanel: PanelDescription {
        var panel = panel
        if panel.touchProtocol != .single {
            panel.axes[AbsCode.mtPositionX] = panel.axes[AbsCode.mtPositionX] ?? panel.axes[AbsCode.x]
            panel.axes[AbsCode.mtPositionY] = panel.axes[AbsCode.mtPositionY] ?? panel.axes[AbsCode.y]
        }
        return panel
    }

    private static func hasRanges(_ panel: PanelDescription) -> Bool {
        guard let x = panel.horizontal, let y = panel.vertical else { return false }
        return x.minimum < x.maximum && y.minimum < y.maximum
    }

    /// Whether a given range applies to the axis: it is declared or sent, or the protocol takes its positions
    /// from it.
    private func uses(_ code: UInt16) -> Bool {
        let isMultiTouch = code == AbsCode.mtPositionX || code == AbsCode.mtPositionY
        return axisCodes & bit(code) != 0 || isMultiTouch == (panel.touchProtocol != .single)
    }

    /// Why no range could make a touchscreen of it, or nil.
    private var complaint: String? {
        guard panel.touchProtocol == .single else { return nil }
        guard axisCodes & bit(AbsCode.x) != 0, axisCodes & bit(AbsCode.y) != 0 else { return noPosition }
        if panel.keys.contains(KeyCode.touch) { return nil }
        guard axisCodes & bit(AbsCode.pressure) != 0 else {
            return
                "neither BTN_TOUCH nor ABS_PRESSURE is in the recording, so nothing tells when the panel is touched"
        }
        guard let pressure = panel.axes[AbsCode.pressure], pressure.minimum < pressure.maximum else {
            return "touch is told by ABS_PRESSURE alone, whose range the recording does not declare; "
                + "an evemu line like 'A: 18 0 255 0 0 0' would"
        }
        return nil
    }

    private var noPosition: String {
        let names = (UInt16(0)..<64).filter { axisCodes & bit($0) != 0 }
            .map { EventNames.axis($0) ?? "axis \($0)" }
        if !names.isEmpty {
            return "no touchscreen: its axes are \(names.joined(separator: ", ")), not ABS_X and ABS_Y"
        }
        if sendsRelative { return "no touchscreen: its motion is relative, as a mouse's" }
        return "no touchscreen: the recording has neither ABS_X and ABS_Y nor ABS_MT_POSITION_X and _Y"
    }

    /// What the events span, as a hint for `--range`.
    private var observed: String {
        let isSingle = panel.touchProtocol == .single
        guard let x = span(of: isSingle ? AbsCode.x : AbsCode.mtPositionX),
            let y = span(of: isSingle ? AbsCode.y : AbsCode.mtPositionY)
        else { return "" }
        return " (its events span \(x.lowerBound) to \(x.upperBound) and \(y.lowerBound) to \(y.upperBound))"
    }

    private func span(of code: UInt16) -> ClosedRange<Int32>? {
        var span: ClosedRange<Int32>?
        for event in events where event.type == EventType.abs && event.code == code {
            guard let known = span else {
                span = event.value...event.value
                continue
            }
            span = min(known.lowerBound, event.value)...max(known.upperBound, event.value)
        }
        return span
    }
}

extension AxisInfo {
    /// An axis of which nothing is declared.
    fileprivate static let unknown = AxisInfo(minimum: 0, maximum: 0)

    fileprivate mutating func setRange(_ range: ClosedRange<Int32>) {
        (minimum, maximum) = (range.lowerBound, range.upperBound)
    }
}
