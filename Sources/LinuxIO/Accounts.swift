import CLinux
import Glibc

extension PeerCredentials {
    /// Whether the peer's user is in `group`, by its own group or by the system's list of members.
    /// getpwuid_r(3), getgrouplist(3).
    public func isMember(of group: UInt32) -> Bool {
        if self.group == group { return true }
        guard let name = User.name(of: user) else { return false }
        var count: Int32 = 256
        var groups = [gid_t](repeating: 0, count: Int(count))
        if unsafe getgrouplist(name, self.group, &groups, &count) < 0 {
            groups = [gid_t](repeating: 0, count: Int(max(count, 1)))
            if unsafe getgrouplist(name, self.group, &groups, &count) < 0 { return false }
        }
        return groups.prefix(Int(max(count, 0))).contains(group)
    }
}

/// Users by name and number.
public enum User {
    /// The number of the user `name`, or of the number that it is; nil when there is none. getpwnam_r(3).
    public static func identifier(named name: String) -> UInt32? {
        if let number = UInt32(name) { return number }
        return unsafe lookUp { entry, buffer, size, found in
            unsafe getpwnam_r(name, entry, buffer, size, found)
        }?.number
    }

    /// The name of user `number`; nil when there is none. getpwuid_r(3).
    public static func name(of number: UInt32) -> String? {
        unsafe lookUp { entry, buffer, size, found in
            unsafe getpwuid_r(number, entry, buffer, size, found)
        }?.name
    }

    private static func lookUp(
        _ call: (
            UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
        ) -> Int32
    ) -> (number: UInt32, name: String)? {
        var buffer = [CChar](repeating: 0, count: 16_384)
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        let size = buffer.count
        let result = unsafe call(&entry, &buffer, size, &found)
        guard result == 0, unsafe found != nil, let name = unsafe entry.pw_name else { return nil }
        return (unsafe entry.pw_uid, unsafe String(cString: name))
    }
}
