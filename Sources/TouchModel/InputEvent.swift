/// One evdev event: `struct input_event` of linux/input.h, its time as one number.
public struct InputEvent: Hashable, Sendable {
    /// When the kernel stamped it.
    public var time: Timestamp
    /// EV_SYN, EV_KEY, EV_ABS …
    public var type: UInt16
    /// SYN_REPORT, BTN_TOUCH, ABS_MT_SLOT …
    public var code: UInt16
    /// The state or position.
    public var value: Int32

    /// The event of `type` and `code` with `value` at `time`.
    @inlinable public init(time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }
}

/// Event types of linux/input-event-codes.h that a touchscreen uses.
public enum EventType {
    /// EV_SYN: borders of frames.
    public static let syn: UInt16 = 0x00
    /// EV_KEY: buttons, BTN_TOUCH among them.
    public static let key: UInt16 = 0x01
    /// EV_ABS: positions and all else with a range.
    public static let abs: UInt16 = 0x03
}

/// Codes of EV_SYN.
public enum SynCode {
    /// SYN_REPORT ends a frame.
    public static let report: UInt16 = 0
    /// SYN_MT_REPORT ends one contact of a type A frame.
    public static let mtReport: UInt16 = 2
    /// SYN_DROPPED: the kernel's buffer overflowed, events are missing.
    public static let dropped: UInt16 = 3
}

/// Codes of EV_KEY.
public enum KeyCode {
    /// BTN_TOUCH: something touches the surface.
    public static let touch: UInt16 = 0x14a
}

/// Codes of EV_ABS.
public enum AbsCode {
    /// ABS_X.
    public static let x: UInt16 = 0x00
    /// ABS_Y.
    public static let y: UInt16 = 0x01
    /// ABS_PRESSURE.
    public static let pressure: UInt16 = 0x18
    /// ABS_DISTANCE.
    public static let distance: UInt16 = 0x19
    /// ABS_MT_SLOT.
    public static let mtSlot: UInt16 = 0x2f
    /// ABS_MT_TOUCH_MAJOR.
    public static let mtTouchMajor: UInt16 = 0x30
    /// ABS_MT_POSITION_X.
    public static let mtPositionX: UInt16 = 0x35
    /// ABS_MT_POSITION_Y.
    public static let mtPositionY: UInt16 = 0x36
    /// ABS_MT_TOOL_TYPE.
    public static let mtToolType: UInt16 = 0x37
    /// ABS_MT_TRACKING_ID.
    public static let mtTrackingID: UInt16 = 0x39
    /// ABS_MT_PRESSURE.
    public static let mtPressure: UInt16 = 0x3a
    /// ABS_MT_DISTANCE.
    public static let mtDistance: UInt16 = 0x3b
}

/// Values of ABS_MT_TOOL_TYPE.
public enum ToolType {
    /// MT_TOOL_PALM.
    public static let palm: Int32 = 2
}

/// Values of a device's properties, INPUT_PROP_….
public enum InputProperty {
    /// INPUT_PROP_POINTER: the device moves a pointer, as a touchpad does.
    public static let pointer: UInt8 = 0
    /// INPUT_PROP_DIRECT: the device lies upon a screen.
    public static let direct: UInt8 = 1
}
