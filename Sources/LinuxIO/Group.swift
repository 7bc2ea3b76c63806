import Glibc

/// The system's groups.
public enum Group {
    /// The number of the group `name`; nil when there is none. getgrnam_r(3).
    public static func identifier(named name: String) throws(SystemError) -> UInt32? {
        var size = 1_024
        while true {
            var entry = unsafe group()
            var found: UnsafeMutablePointer<group>?
            var buffer = [CChar](repeating: 0, count: size)
            let code = unsafe getgrnam_r(name, &entry, &buffer, size, &found)
            switch code {
            case 0: return unsafe found == nil ? nil : entry.gr_gid
            case EINTR: continue
            // A group of many members needs a larger buffer.
            case ERANGE where size < 1 << 24: size *= 4
            case ENOENT, ESRCH, EBADF, EPERM: return nil
            default: throw SystemError(code: code, operation: "getgrnam_r \(name)")
            }
        }
    }
}
