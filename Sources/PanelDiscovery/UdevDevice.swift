import CUdev
import TouchModel

/// A reference to a `struct udev_device`.
@safe struct UdevDevice: ~Copyable {
    private let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(adopting pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        _ = unsafe udev_device_unref(pointer)
    }

    /// The directory under /sys. udev_device_get_syspath.
    var syspath: String { unsafe Self.text(udev_device_get_syspath(pointer)) ?? "" }

    /// `add`, `remove`, `change` …; nil for a device that was enumerated. udev_device_get_action.
    var action: String? { unsafe Self.text(udev_device_get_action(pointer)) }

    /// Whether udev's rules have been applied. udev_device_get_is_initialized.
    var isInitialized: Bool { unsafe udev_device_get_is_initialized(pointer) > 0 }

    /// The candidate that this is; nil for what is no event node, has no position, or is already gone.
    func candidate() -> PanelCandidate? {
        guard let node = unsafe Self.text(udev_device_get_devnode(pointer)),
            unsafe Self.text(udev_device_get_sysname(pointer))?.hasPrefix("event") == true,
            let input = unsafe udev_device_get_parent_with_subsystem_devtype(pointer, "input", nil)
        else { return nil }
        let capabilities = unsafe Self.capabilities(input)
        let isTouchscreen =
            property("ID_INPUT") == nil
            ? capabilities.isTouchscreen : property("ID_INPUT_TOUCHSCREEN") == "1"
        guard isTouchscreen || capabilities.hasPosition else { return nil }
        return unsafe PanelCandidate(
            node: node, syspath: syspath, name: Self.attribute(input, "name") ?? "",
            id: InputID(
                bus: Self.number(input, "id/bustype"), vendor: Self.number(input, "id/vendor"),
                product: Self.number(input, "id/product"), version: Self.number(input, "id/version")),
            idPath: property("ID_PATH"), isTouchscreen: isTouchscreen, isDirect: capabilities.isDirect,
            touchProtocol: PanelDescription.touchProtocol(axes: capabilities.axes),
            calibration: property("LIBINPUT_CALIBRATION_MATRIX").flatMap(PanelCandidate.calibration),
            hardware: hardware(input))
    }

    /// What several nodes of one panel have in common: the USB device, else the HID device, else what the
    /// input device hangs on; an input device that hangs on nothing is by itself.
    private func hardware(_ input: OpaquePointer) -> String {
        let found =
            unsafe udev_device_get_parent_with_subsystem_devtype(pointer, "usb", "usb_device")
            ?? udev_device_get_parent_with_subsystem_devtype(pointer, "hid", nil)
            ?? udev_device_get_parent(input) ?? input
        return unsafe Self.text(udev_device_get_syspath(found)) ?? syspath
    }

    private func property(_ name: String) -> String? {
        unsafe Self.text(udev_device_get_property_value(pointer, name))
    }

    private static func capabilities(_ input: OpaquePointer) -> Capabilities {
        func bits(_ name: String) -> Set<UInt16> {
            unsafe attribute(input, name).flatMap { Capabilities.bits($0) } ?? []
        }
        return Capabilities(
            axes: bits("capabilities/abs"), keys: bits("capabilities/key"), properties: bits("properties"))
    }

    private static func attribute(_ input: OpaquePointer, _ name: String) -> String? {
        unsafe text(udev_device_get_sysattr_value(input, name))
    }

    private static func number(_ input: OpaquePointer, _ name: String) -> UInt16 {
        unsafe attribute(input, name).flatMap { UInt16($0, radix: 16) } ?? 0
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }
}
