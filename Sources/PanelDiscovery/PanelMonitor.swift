import Glibc
public import LinuxIO

/// The candidates that are there, and what becomes of them. udev_monitor.
///
/// Where no udev runs, as in most containers, the kernel itself tells of devices and what they are is read
/// from sysfs; a kernel may keep its word from a container, so that only the devices of the start are seen.
public struct PanelMonitor: ~Copyable {
    /// Whether udev runs; without it there is no ID_PATH, no calibration, and perhaps no word of new devices.
    public let isUdevRunning: Bool
    /// The candidates of now, in the order of their nodes' numbers.
    public private(set) var candidates: [PanelCandidate]
    private let udev: Udev
    private let source: UdevSource

    /// Begins to watch, and finds what is there. Opens no device, so it needs no permission.
    public init() throws(SystemError) {
        let isUdevRunning = unsafe access("/run/udev/control", F_OK) == 0
        let udev = try Udev()
        // Watching begins first, so that what appears meanwhile is seen twice rather than never.
        let source = try UdevSource(udev, name: isUdevRunning ? "udev" : "kernel")
        let candidates = try udev.candidates(withUninitialized: !isUdevRunning)
        self.isUdevRunning = isUdevRunning
        self.udev = udev
        self.source = source
        self.candidates = candidates
    }

    /// To watch for readability; it stays the monitor's to close. udev_monitor_get_fd.
    public var rawDescriptor: Int32 { source.rawDescriptor }

    /// Takes all that has been told since the last call, and keeps `candidates` true to it. When more was
    /// told than the buffer holds, the devices are enumerated again and the difference is the answer.
    /// udev_monitor_receive_device.
    public mutating func receive() throws(SystemError) -> [PanelChange] {
        var changes: [PanelChange] = []
        var isOverflown = false
        loop: while true {
            switch source.receive() {
            case .device(let device):
                if let change = apply(device) { changes.append(change) }
            case .overflow: isOverflown = true
            case .none: break loop
            }
        }
        if isOverflown {
            let found = try udev.candidates(withUninitialized: !isUdevRunning)
            changes += PanelChange.between(candidates, found)
            candidates = found
        }
        return changes
    }

    private mutating func apply(_ device: borrowing UdevDevice) -> PanelChange? {
        let syspath = device.syspath
        let known = candidates.firstIndex { $0.syspath == syspath }
        if device.action == "remove" {
            return known.map { .removed(candidates.remove(at: $0)) }
        }
        guard device.action == "add" || device.action == "change", let candidate = device.candidate() else {
            return nil
        }
        if let known {
            candidates[known] = candidate
            return .changed(candidate)
        }
        let place = candidates.firstIndex { $0.number > candidate.number } ?? candidates.endIndex
        candidates.insert(candidate, at: place)
        return .added(candidate)
    }
}
