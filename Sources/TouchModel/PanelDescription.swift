/// An axis as the device declares it: `struct input_absinfo` of linux/input.h.
public struct AxisInfo: Hashable, Sendable {
    /// The value when the device was read.
    public var value: Int32
    /// The least value.
    public var minimum: Int32
    /// The greatest value, itself included.
    public var maximum: Int32
    /// Changes below it are noise.
    public var fuzz: Int32
    /// Values about the centre that count as 0.
    public var flat: Int32
    /// Units a millimetre; 0 when unknown.
    public var resolution: Int32

    /// An axis of minimum…maximum.
    public init(
        value: Int32 = 0, minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0,
        resolution: Int32 = 0
    ) {
        self.value = value
        self.minimum = minimum
        self.maximum = maximum
        self.fuzz = fuzz
        self.flat = flat
        self.resolution = resolution
    }
}

/// A device's identity: `struct input_id` of linux/input.h.
public struct InputID: Hashable, Sendable {
    /// BUS_USB, BUS_I2C …
    public var bus: UInt16
    /// The vendor's number.
    public var vendor: UInt16
    /// The product's number.
    public var product: UInt16
    /// The product's version.
    public var version: UInt16

    /// The identity of these four numbers.
    public init(bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0) {
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.version = version
    }
}

/// How a panel tells its contacts; Documentation/input/multi-touch-protocol.rst of the kernel.
public enum TouchProtocol: String, Sendable, CaseIterable {
    /// Type B: a slot for each contact, ABS_MT_SLOT and ABS_MT_TRACKING_ID.
    case slots = "type B"
    /// Type A: all contacts in each frame, SYN_MT_REPORT after each.
    case anonymous = "type A"
    /// Single touch: ABS_X and ABS_Y with BTN_TOUCH or ABS_PRESSURE.
    case single = "single touch"
}

/// What a panel says of itself: a device's or a recording's header.
public struct PanelDescription: Hashable, Sendable {
    /// The device's name; empty when a recording does not give it.
    public var name: String
    /// Bus, vendor, product, version.
    public var id: InputID
    /// INPUT_PROP_… numbers.
    public var properties: Set<UInt8>
    /// The codes of EV_KEY that it can send.
    public var keys: Set<UInt16>
    /// The axes of EV_ABS that it can send, by code.
    public var axes: [UInt16: AxisInfo]
    /// How it tells its contacts.
    public var touchProtocol: TouchProtocol

    /// A panel of these properties.
    public init(
        name: String = "", id: InputID = InputID(), properties: Set<UInt8> = [], keys: Set<UInt16> = [],
        axes: [UInt16: AxisInfo], touchProtocol: TouchProtocol
    ) {
        self.name = name
        self.id = id
        self.properties = properties
        self.keys = keys
        self.axes = axes
        self.touchProtocol = touchProtocol
    }

    /// The axis that gives positions from left to right: ABS_MT_POSITION_X, or ABS_X on a single-touch panel.
    public var horizontal: AxisInfo? {
        axes[touchProtocol == .single ? AbsCode.x : AbsCode.mtPositionX]
    }

    /// The axis that gives positions from top to bottom: ABS_MT_POSITION_Y, or ABS_Y on a single-touch panel.
    public var vertical: AxisInfo? {
        axes[touchProtocol == .single ? AbsCode.y : AbsCode.mtPositionY]
    }

    /// The surface in millimetres from the axes' own resolution, or nil where an axis has none.
    public var physicalSize: PhysicalSize? {
        guard let x = horizontal, let y = vertical, x.resolution > 0, y.resolution > 0 else { return nil }
        return PhysicalSize(
            width: Double(Int64(x.maximum) - Int64(x.minimum)) / Double(x.resolution),
            height: Double(Int64(y.maximum) - Int64(y.minimum)) / Double(y.resolution))
    }

    /// The protocol that a device with these axes speaks: slots make type B, MT positions alone type A.
    public static func touchProtocol(axes: some Collection<UInt16>) -> TouchProtocol {
        if axes.contains(AbsCode.mtPositionX) {
            return axes.contains(AbsCode.mtSlot) ? .slots : .anonymous
        }
        return .single
    }
}
