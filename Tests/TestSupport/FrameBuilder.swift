package import TouchModel

/// One thing that a frame says of the panel. Positions are in layout units.
package enum Touch {
    /// A contact goes down; a position that is nil is not sent.
    case down(slot: Int32 = 0, id: Int32 = 1, x: Double?, y: Double?)
    /// A contact moves.
    case move(slot: Int32 = 0, x: Double? = nil, y: Double? = nil)
    /// A contact lifts, perhaps with a position in the same frame.
    case up(slot: Int32 = 0, x: Double? = nil, y: Double? = nil)
    /// ABS_MT_TOOL_TYPE.
    case tool(slot: Int32 = 0, Int32)
    /// ABS_MT_DISTANCE, or ABS_DISTANCE on a single-touch panel.
    case distance(slot: Int32 = 0, Int32)
    /// ABS_PRESSURE.
    case pressure(Int32)
    /// BTN_TOUCH.
    case key(Int32)
    /// A type A block with SYN_MT_REPORT.
    case block(
        x: Double, y: Double, id: Int32? = nil, major: Int32? = nil, tool: Int32? = nil,
        distance: Int32? = nil)
    /// SYN_MT_REPORT alone.
    case noBlock
    /// SYN_DROPPED.
    case dropped
    /// An event as it is.
    case event(type: UInt16, code: UInt16, value: Int32)
}

/// Makes frames that read like what the panel's user does.
package struct FrameBuilder: Sendable {
    /// How the panel tells its contacts.
    package let touchProtocol: TouchProtocol
    /// Device units a layout unit.
    package let unitsPerLayoutUnit: Double
    /// Added to each time, in microseconds.
    package var origin: Int64 = 0

    /// Frames of a panel of this protocol and resolution.
    package init(_ touchProtocol: TouchProtocol, unitsPerLayoutUnit: Double = 100) {
        self.touchProtocol = touchProtocol
        self.unitsPerLayoutUnit = unitsPerLayoutUnit
    }

    /// A panel whose surface is `size` layout units.
    package func panel(
        size: LayoutSize = LayoutSize(width: 800, height: 480), keys: Set<UInt16>? = nil,
        pressure: AxisInfo? = nil
    ) -> PanelDescription {
        let x = AxisInfo(minimum: 0, maximum: device(size.width) - 1)
        let y = AxisInfo(minimum: 0, maximum: device(size.height) - 1)
        var axes = [AbsCode.x: x, AbsCode.y: y]
        if touchProtocol != .single {
            axes[AbsCode.mtPositionX] = x
            axes[AbsCode.mtPositionY] = y
        }
        if touchProtocol == .slots { axes[AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: 9) }
        axes[AbsCode.pressure] = pressure
        return PanelDescription(keys: keys ?? [KeyCode.touch], axes: axes, touchProtocol: touchProtocol)
    }

    /// The events of one frame at `milliseconds`, SYN_REPORT included.
    package func frame(_ milliseconds: Double, _ touches: [Touch]) -> [InputEvent] {
        let time = self.time(milliseconds)
        var events: [InputEvent] = []
        func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
            events.append(InputEvent(time: time, type: type, code: code, value: value))
        }
        for touch in touches { tell(touch, add) }
        add(EventType.syn, SynCode.report, 0)
        return events
    }

    /// The moment `milliseconds` after the origin.
    package func time(_ milliseconds: Double) -> Timestamp {
        Timestamp(microseconds: origin + Int64((milliseconds * 1_000).rounded()))
    }

    private func device(_ units: Double) -> Int32 { Int32((units * unitsPerLayoutUnit).rounded()) }

    private func tell(_ touch: Touch, _ add: (UInt16, UInt16, Int32) -> Void) {
        switch touch {
        case .down(let slot, let id, let x, let y):
            select(slot, add)
            if touchProtocol == .slots { add(EventType.abs, AbsCode.mtTrackingID, id) }
            position(x, y, add)
            if touchProtocol == .single { add(EventType.key, KeyCode.touch, 1) }
        case .move(let slot, let x, let y):
            select(slot, add)
            position(x, y, add)
        case .up(let slot, let x, let y):
            select(slot, add)
            position(x, y, add)
            if touchProtocol == .slots { add(EventType.abs, AbsCode.mtTrackingID, -1) }
            if touchProtocol == .single { add(EventType.key, KeyCode.touch, 0) }
        case .tool(let slot, let tool):
            select(slot, add)
            add(EventType.abs, AbsCode.mtToolType, tool)
        case .distance(let slot, let distance):
            select(slot, add)
            add(EventType.abs, touchProtocol == .single ? AbsCode.distance : AbsCode.mtDistance, distance)
        case .pressure(let value): add(EventType.abs, AbsCode.pressure, value)
        case .key(let value): add(EventType.key, KeyCode.touch, value)
        case .block(let x, let y, let id, let major, let tool, let distance):
            if let id { add(EventType.abs, AbsCode.mtTrackingID, id) }
            if let major { add(EventType.abs, AbsCode.mtTouchMajor, major) }
            if let tool { add(EventType.abs, AbsCode.mtToolType, tool) }
            if let distance { add(EventType.abs, AbsCode.mtDistance, distance) }
            position(x, y, add)
            add(EventType.syn, SynCode.mtReport, 0)
        case .noBlock: add(EventType.syn, SynCode.mtReport, 0)
        case .dropped: add(EventType.syn, SynCode.dropped, 0)
        case .event(let type, let code, let value): add(type, code, value)
        }
    }

    private func select(_ slot: Int32, _ add: (UInt16, UInt16, Int32) -> Void) {
        if touchProtocol == .slots { add(EventType.abs, AbsCode.mtSlot, slot) }
    }

    private func position(_ x: Double?, _ y: Double?, _ add: (UInt16, UInt16, Int32) -> Void) {
        let isSingle = touchProtocol == .single
        if let x { add(EventType.abs, isSingle ? AbsCode.x : AbsCode.mtPositionX, device(x)) }
        if let y { add(EventType.abs, isSingle ? AbsCode.y : AbsCode.mtPositionY, device(y)) }
    }
}
