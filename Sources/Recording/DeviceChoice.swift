import Glibc
import TouchModel

extension Recording {
    /// The device to replay.
    ///
    /// - Parameter selector: The device's number in the recording, from 1, or a glob on its name, or its
    ///   node, with its directory or without; nil: the only device, else the only one that looks like a touchscreen.
    /// - Throws: An error that lists the devices when none or several fit.
    public func device(_ selector: String? = nil) throws(RecordingError) -> RecordedDevice {
        let candidates: [RecordedDevice]
        if let selector {
            candidates = matching(selector)
        } else if devices.count == 1 {
            candidates = devices
        } else {
            candidates = devices.filter { $0.isTouchscreenLike }
        }
        if candidates.count == 1, let device = candidates.first { return device }
        let what = selector.map { "'\($0)'" } ?? "a touchscreen"
        let count = candidates.isEmpty ? "none" : "\(candidates.count)"
        throw RecordingError(
            name: name, line: 0,
            message: "\(count) of the recording's devices fit \(what); choose by number or name among \(list)"
        )
    }

    private func matching(_ selector: String) -> [RecordedDevice] {
        if let number = Int(selector) {
            return devices.indices.contains(number - 1) ? [devices[number - 1]] : []
        }
        return devices.filter { device in
            let matches = unsafe fnmatch(selector, device.panel.name, 0) == 0
            let isNode = device.node.map { $0 == selector || $0.hasSuffix("/" + selector) } ?? false
            return matches || isNode
        }
    }

    /// The devices as an error lists them: `1: Name (/dev/input/event6), 2: …`.
    private var list: String {
        devices.enumerated().map { index, device in
            let node = device.node.map { " (\($0))" } ?? ""
            return "\(index + 1): \(device.panel.name.isEmpty ? "without name" : device.panel.name)\(node)"
        }.joined(separator: ", ")
    }
}
