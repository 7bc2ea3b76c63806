import CEvdev
import Glibc
import LinuxIO
import TouchModel

/// The owner of a `struct libevdev`: what the kernel told of a device when the handle was made.
@safe struct Handle: ~Copyable {
    private let pointer: OpaquePointer

    /// Asks the kernel for all that it knows of the open device. libevdev_new_from_fd.
    init(_ descriptor: borrowing FileDescriptor, path: String) throws(DeviceError) {
        var pointer: OpaquePointer?
        let result = unsafe libevdev_new_from_fd(descriptor.rawValue, &pointer)
        guard result == 0, let pointer = unsafe pointer else {
            throw DeviceError(result, "libevdev_new_from_fd", path: path)
        }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe libevdev_free(pointer)
    }

    /// Has the device stamp its events by `clock`. libevdev_set_clock_id.
    func setClock(_ clock: Int32, path: String) throws(DeviceError) {
        let result = unsafe libevdev_set_clock_id(pointer, clock)
        if result != 0 { throw DeviceError(result, "libevdev_set_clock_id", path: path) }
    }

    /// Takes the device for this descriptor alone, or gives it back; false when another has it.
    /// libevdev_grab.
    func setGrab(_ grab: Bool, path: String) throws(DeviceError) -> Bool {
        let result = unsafe libevdev_grab(pointer, grab ? LIBEVDEV_GRAB : LIBEVDEV_UNGRAB)
        if result == -EBUSY { return false }
        if result != 0 { throw DeviceError(result, "libevdev_grab", path: path) }
        return true
    }

    /// What the device says of itself.
    func description() -> PanelDescription {
        let codes = (UInt16(0)..<UInt16(ABS_CNT)).filter { has(EventType.abs, $0) }
        var axes: [UInt16: AxisInfo] = [:]
        for code in codes { axes[code] = axis(code) }
        return PanelDescription(
            name: unsafe libevdev_get_name(pointer).map { unsafe String(cString: $0) } ?? "",
            id: unsafe InputID(
                bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(pointer)),
                vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(pointer)),
                product: UInt16(truncatingIfNeeded: libevdev_get_id_product(pointer)),
                version: UInt16(truncatingIfNeeded: libevdev_get_id_version(pointer))),
            properties: Set(
                (UInt8(0)..<UInt8(INPUT_PROP_CNT)).filter {
                    unsafe libevdev_has_property(pointer, UInt32($0)) == 1
                }),
            keys: Set((UInt16(0)..<UInt16(KEY_CNT)).filter { has(EventType.key, $0) }),
            axes: axes, touchProtocol: PanelDescription.touchProtocol(axes: codes))
    }

    /// What the panel's contacts were when the handle was made.
    func state(of panel: PanelDescription) -> PanelState {
        var state = PanelState()
        if panel.touchProtocol == .slots {
            let codes = PanelState.slotAxes.filter { panel.axes[$0] != nil }
            state.slots = (0..<max(unsafe libevdev_get_num_slots(pointer), 0)).map { slot in
                codes.map { code in
                    let value = unsafe libevdev_get_slot_value(pointer, UInt32(slot), UInt32(code))
                    return PanelState.Reading(code: code, value: value)
                }
            }
            state.currentSlot = max(unsafe libevdev_get_current_slot(pointer), 0)
        } else {
            state.axes = PanelState.singleAxes.filter { panel.axes[$0] != nil }.map { code in
                let value = unsafe libevdev_get_event_value(pointer, UInt32(EventType.abs), UInt32(code))
                return PanelState.Reading(code: code, value: value)
            }
            if panel.keys.contains(KeyCode.touch) {
                let value = unsafe libevdev_get_event_value(
                    pointer, UInt32(EventType.key), UInt32(KeyCode.touch))
                state.touch = value != 0
            }
        }
        return state
    }

    private func has(_ type: UInt16, _ code: UInt16) -> Bool {
        unsafe libevdev_has_event_code(pointer, UInt32(type), UInt32(code)) == 1
    }

    private func axis(_ code: UInt16) -> AxisInfo? {
        guard let info = unsafe libevdev_get_abs_info(pointer, UInt32(code)) else { return nil }
        return unsafe AxisInfo(
            value: info.pointee.value, minimum: info.pointee.minimum, maximum: info.pointee.maximum,
            fuzz: info.pointee.fuzz, flat: info.pointee.flat, resolution: info.pointee.resolution)
    }
}
