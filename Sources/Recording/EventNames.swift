import TouchModel

/// The kernel's names of what panels send, as in linux/input-event-codes.h; codes that no touch device sends
/// have none.
enum EventNames {
    /// `EV_ABS` for 3.
    static func type(_ type: UInt16) -> String? {
        switch type {
        case 0x00: "EV_SYN"
        case 0x01: "EV_KEY"
        case 0x02: "EV_REL"
        case 0x03: "EV_ABS"
        case 0x04: "EV_MSC"
        case 0x05: "EV_SW"
        case 0x11: "EV_LED"
        case 0x12: "EV_SND"
        case 0x14: "EV_REP"
        case 0x15: "EV_FF"
        default: nil
        }
    }

    /// `BTN_TOUCH` for type 1 and code 330.
    static func code(type: UInt16, code: UInt16) -> String? {
        switch type {
        case EventType.syn: border(code)
        case EventType.key: key(code)
        case 0x02: motion(code)
        case EventType.abs: axis(code)
        case 0x04: miscellaneous(code)
        default: nil
        }
    }

    private static func border(_ code: UInt16) -> String? {
        switch code {
        case 0: "SYN_REPORT"
        case 1: "SYN_CONFIG"
        case 2: "SYN_MT_REPORT"
        case 3: "SYN_DROPPED"
        default: nil
        }
    }

    private static func key(_ code: UInt16) -> String? {
        switch code {
        case 0x110: "BTN_LEFT"
        case 0x111: "BTN_RIGHT"
        case 0x112: "BTN_MIDDLE"
        case 0x140: "BTN_TOOL_PEN"
        case 0x141: "BTN_TOOL_RUBBER"
        case 0x145: "BTN_TOOL_FINGER"
        case 0x148: "BTN_TOOL_QUINTTAP"
        case 0x14a: "BTN_TOUCH"
        case 0x14b: "BTN_STYLUS"
        case 0x14c: "BTN_STYLUS2"
        case 0x14d: "BTN_TOOL_DOUBLETAP"
        case 0x14e: "BTN_TOOL_TRIPLETAP"
        case 0x14f: "BTN_TOOL_QUADTAP"
        default: nil
        }
    }

    private static func motion(_ code: UInt16) -> String? {
        switch code {
        case 0x00: "REL_X"
        case 0x01: "REL_Y"
        case 0x06: "REL_HWHEEL"
        case 0x08: "REL_WHEEL"
        default: nil
        }
    }

    private static func miscellaneous(_ code: UInt16) -> String? {
        switch code {
        case 0x00: "MSC_SERIAL"
        case 0x03: "MSC_RAW"
        case 0x04: "MSC_SCAN"
        case 0x05: "MSC_TIMESTAMP"
        default: nil
        }
    }

    /// `ABS_MT_SLOT` for 47.
    static func axis(_ code: UInt16) -> String? {
        switch code {
        case 0x00: "ABS_X"
        case 0x01: "ABS_Y"
        case 0x02: "ABS_Z"
        case 0x03: "ABS_RX"
        case 0x04: "ABS_RY"
        case 0x05: "ABS_RZ"
        case 0x06: "ABS_THROTTLE"
        case 0x07: "ABS_RUDDER"
        case 0x08: "ABS_WHEEL"
        case 0x09: "ABS_GAS"
        case 0x0a: "ABS_BRAKE"
        case 0x10: "ABS_HAT0X"
        case 0x11: "ABS_HAT0Y"
        case 0x12: "ABS_HAT1X"
        case 0x13: "ABS_HAT1Y"
        case 0x14: "ABS_HAT2X"
        case 0x15: "ABS_HAT2Y"
        case 0x16: "ABS_HAT3X"
        case 0x17: "ABS_HAT3Y"
        case 0x18: "ABS_PRESSURE"
        case 0x19: "ABS_DISTANCE"
        case 0x1a: "ABS_TILT_X"
        case 0x1b: "ABS_TILT_Y"
        case 0x1c: "ABS_TOOL_WIDTH"
        case 0x20: "ABS_VOLUME"
        case 0x21: "ABS_PROFILE"
        case 0x28: "ABS_MISC"
        case 0x2f: "ABS_MT_SLOT"
        case 0x30: "ABS_MT_TOUCH_MAJOR"
        case 0x31: "ABS_MT_TOUCH_MINOR"
        case 0x32: "ABS_MT_WIDTH_MAJOR"
        case 0x33: "ABS_MT_WIDTH_MINOR"
        case 0x34: "ABS_MT_ORIENTATION"
        case 0x35: "ABS_MT_POSITION_X"
        case 0x36: "ABS_MT_POSITION_Y"
        case 0x37: "ABS_MT_TOOL_TYPE"
        case 0x38: "ABS_MT_BLOB_ID"
        case 0x39: "ABS_MT_TRACKING_ID"
        case 0x3a: "ABS_MT_PRESSURE"
        case 0x3b: "ABS_MT_DISTANCE"
        case 0x3c: "ABS_MT_TOOL_X"
        case 0x3d: "ABS_MT_TOOL_Y"
        default: nil
        }
    }
}
