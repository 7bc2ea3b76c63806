import Configuration
import Glibc
import LinuxIO

/// Who may change things: root, the daemon's own user, and whom the configuration's `control` names.
struct ControlPolicy {
    private var users: Set<UInt32>
    private var groups: Set<UInt32> = []

    init(_ control: Control, _ notes: Log) {
        users = [0, geteuid()]
        for name in control.users {
            if let user = User.identifier(named: name) {
                users.insert(user)
            } else {
                notes(.warning, "control: there is no user \(name), ignoring")
            }
        }
        for name in control.groups {
            // A group database that cannot be read has no such group.
            if let group = UInt32(name) ?? (try? Group.identifier(named: name)) {
                groups.insert(group)
            } else {
                notes(.warning, "control: there is no group \(name), ignoring")
            }
        }
    }

    /// Whether `peer` may change things.
    func allows(_ peer: PeerCredentials) -> Bool {
        users.contains(peer.user) || groups.contains { peer.isMember(of: $0) }
    }
}
