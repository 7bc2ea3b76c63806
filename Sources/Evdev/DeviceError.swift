public import LinuxIO

/// Why a device could not be opened, made or read.
public enum DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A system call failed. EACCES and ENOENT at opening may pass: udev makes nodes and their permissions
    /// one after the other.
    case system(SystemError)
    /// The node `path` is no panel: it lacks what `lacks` names.
    case notAPanel(path: String, lacks: String)

    /// The value of `errno`: EACCES where udev has yet to give the permission, ENOENT and ENODEV where the
    /// panel is gone again; nil when no system call failed.
    public var code: Int32? {
        if case .system(let error) = self { return error.code }
        return nil
    }

    /// The failure `code` of `operation` upon `path`; libevdev returns it negative.
    init(_ code: Int32, _ operation: String, path: String) {
        self = .system(SystemError(code: abs(code), operation: operation, path: path))
    }

    /// What failed, upon which node, and why.
    public var description: String {
        switch self {
        case .system(let error): error.description
        case .notAPanel(let path, let lacks): "\(path) is no touch panel: it has no \(lacks)"
        }
    }
}
