import CEvdev
import Glibc
public import TouchModel

/// A panel that does not exist, made through /dev/uinput: what is written to it comes out of its node. It
/// goes with its owner.
@safe public struct UinputDevice: ~Copyable {
    /// What it says of itself.
    public let description: PanelDescription
    /// Its node, `/dev/input/event3`.
    public let node: String
    private let pointer: OpaquePointer
    private var raw: [input_event] = []

    /// Makes the panel; needs the right to write /dev/uinput. libevdev_uinput_create_from_device.
    public init(_ description: PanelDescription) throws(DeviceError) {
        self.description = description
        guard let template = unsafe libevdev_new() else {
            throw DeviceError(ENOMEM, "libevdev_new", path: description.name)
        }
        defer { unsafe libevdev_free(template) }
        unsafe Self.fill(template, from: description)
        var pointer: OpaquePointer?
        let result = unsafe libevdev_uinput_create_from_device(
            template, Int32(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue), &pointer)
        guard result == 0, let pointer = unsafe pointer else {
            throw DeviceError(result, "libevdev_uinput_create_from_device", path: "/dev/uinput")
        }
        unsafe self.pointer = pointer
        node = unsafe libevdev_uinput_get_devnode(pointer).map { unsafe String(cString: $0) } ?? ""
    }

    deinit {
        unsafe libevdev_uinput_destroy(pointer)
    }

    /// Sends `events` in one write(2); their times are the kernel's, not their own. The last should be a
    /// SYN_REPORT, which makes readers see the frame.
    public mutating func write(_ events: [InputEvent]) throws(DeviceError) {
        raw.removeAll(keepingCapacity: true)
        for event in events {
            raw.append(
                input_event(time: timeval(), type: event.type, code: event.code, value: event.value))
        }
        let descriptor = unsafe libevdev_uinput_get_fd(pointer)
        let count = unsafe raw.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 { throw DeviceError(errno, "write", path: "/dev/uinput") }
        if count < raw.count * MemoryLayout<input_event>.stride {
            throw DeviceError(EIO, "write", path: "/dev/uinput")
        }
    }

    private static func fill(_ template: OpaquePointer, from panel: PanelDescription) {
        unsafe libevdev_set_name(template, panel.name)
        unsafe libevdev_set_id_bustype(template, Int32(panel.id.bus))
        unsafe libevdev_set_id_vendor(template, Int32(panel.id.vendor))
        unsafe libevdev_set_id_product(template, Int32(panel.id.product))
        unsafe libevdev_set_id_version(template, Int32(panel.id.version))
        for property in panel.properties {
            _ = unsafe libevdev_enable_property(template, UInt32(property))
        }
        for key in panel.keys {
            _ = unsafe libevdev_enable_event_code(template, UInt32(EventType.key), UInt32(key), nil)
        }
        for (code, axis) in panel.axes {
            var info = input_absinfo(
                value: axis.value, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz,
                flat: axis.flat, resolution: axis.resolution)
            _ = unsafe libevdev_enable_event_code(template, UInt32(EventType.abs), UInt32(code), &info)
        }
    }
}
