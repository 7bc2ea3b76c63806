import CUdev
import Glibc
import LinuxIO

/// A reference to a `struct udev`.
@safe struct Udev: ~Copyable {
    fileprivate let pointer: OpaquePointer

    init() throws(SystemError) {
        guard let pointer = unsafe udev_new() else { throw SystemError(code: ENOMEM, operation: "udev_new") }
        unsafe self.pointer = pointer
    }

    deinit {
        _ = unsafe udev_unref(pointer)
    }

    /// The candidates of now, in the order of their nodes' numbers; those that udev has yet to look at only
    /// `withUninitialized`, because a running udev tells of them later. udev_enumerate.
    func candidates(withUninitialized: Bool) throws(SystemError) -> [PanelCandidate] {
        guard let enumeration = unsafe udev_enumerate_new(pointer) else {
            throw SystemError(code: ENOMEM, operation: "udev_enumerate_new")
        }
        defer { _ = unsafe udev_enumerate_unref(enumeration) }
        var result = unsafe udev_enumerate_add_match_subsystem(enumeration, "input")
        if result >= 0 { result = unsafe udev_enumerate_scan_devices(enumeration) }
        if result < 0 { throw SystemError(code: -result, operation: "udev_enumerate_scan_devices") }
        var found: [PanelCandidate] = []
        var entry = unsafe udev_enumerate_get_list_entry(enumeration)
        while let current = unsafe entry {
            unsafe entry = udev_list_entry_get_next(current)
            guard
                let pointer = unsafe udev_device_new_from_syspath(pointer, udev_list_entry_get_name(current))
            else { continue }
            let device = unsafe UdevDevice(adopting: pointer)
            guard withUninitialized || device.isInitialized else { continue }
            if let candidate = device.candidate() { found.append(candidate) }
        }
        return found.sorted { $0.number < $1.number }
    }
}

/// A reference to a `struct udev_monitor` of the subsystem input.
@safe struct UdevSource: ~Copyable {
    /// What a look at the monitor gave.
    enum Message: ~Copyable {
        /// News of this device.
        case device(UdevDevice)
        /// News was lost.
        case overflow
        /// No more now.
        case none
    }

    /// The most bytes of news that wait; beyond it some is lost.
    private static let receiveBufferSize: Int32 = 1 << 20

    private let pointer: OpaquePointer

    /// Listens to `name`: `udev`, or the `kernel` itself. udev_monitor_new_from_netlink.
    init(_ udev: borrowing Udev, name: String) throws(SystemError) {
        guard let pointer = unsafe udev_monitor_new_from_netlink(udev.pointer, name) else {
            throw SystemError(code: errno, operation: "udev_monitor_new_from_netlink")
        }
        // A kernel that refuses the larger buffer leaves the small one, which overflows earlier and no worse.
        _ = unsafe udev_monitor_set_receive_buffer_size(pointer, Self.receiveBufferSize)
        var result = unsafe udev_monitor_filter_add_match_subsystem_devtype(pointer, "input", nil)
        if result >= 0 { result = unsafe udev_monitor_enable_receiving(pointer) }
        if result < 0 {
            _ = unsafe udev_monitor_unref(pointer)
            throw SystemError(code: -result, operation: "udev_monitor_enable_receiving")
        }
        unsafe self.pointer = pointer
    }

    deinit {
        _ = unsafe udev_monitor_unref(pointer)
    }

    var rawDescriptor: Int32 { unsafe udev_monitor_get_fd(pointer) }

    /// Takes the next message. udev_monitor_receive_device.
    func receive() -> Message {
        while true {
            if let device = unsafe udev_monitor_receive_device(pointer) {
                return unsafe .device(UdevDevice(adopting: device))
            }
            switch errno {
            case EINTR: continue
            case ENOBUFS: return .overflow
            default: return .none
            }
        }
    }
}
