import Glibc
import Testing

@testable import LinuxIO

/// Users, groups, and who is a member.
struct AccountsTests {
    private func peer(_ user: UInt32, _ group: UInt32) -> PeerCredentials {
        PeerCredentials(process: getpid(), user: user, group: group)
    }

    @Test func `root has the number 0 and a name, whoever runs this`() {
        #expect(User.identifier(named: "root") == 0)
        #expect(User.name(of: 0) == "root")
    }

    @Test func `a number is itself, known or not; a name that nobody has is none`() {
        #expect(User.identifier(named: "54321") == 54_321)
        #expect(User.identifier(named: "no-such-user") == nil)
        #expect(User.identifier(named: "") == nil)
        #expect(User.name(of: 4_000_000_000) == nil)
    }

    @Test func `a peer is a member of its own group, though nobody knows user or group`() {
        #expect(peer(4_000_000_000, 54_321).isMember(of: 54_321))
        #expect(!peer(4_000_000_000, 54_321).isMember(of: 54_322))
    }

    @Test func `a peer is a member of the groups that the system lists it in`() throws {
        // Whoever runs this is listed where its process is, as a rule; elsewhere there is nothing to see.
        let listed = memberships.filter { unsafe getpwnam($0.user) != nil }
        for (user, group) in listed {
            let number = try #require(User.identifier(named: user))
            #expect(peer(number, 4_000_000_001).isMember(of: group), "\(user) in \(group)")
            #expect(!peer(4_000_000_000, 4_000_000_001).isMember(of: group))
        }
    }

    /// The members that the system's file of groups lists.
    private var memberships: [(user: String, group: UInt32)] {
        guard let file = try? FileDescriptor.open("/etc/group", flags: O_RDONLY) else { return [] }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var room = buffer.mutableSpan
        guard case .bytes(let count)? = try? file.read(into: &room) else { return [] }
        return String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").flatMap { line in
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count == 4, let group = UInt32(fields[2]) else {
                return [(user: String, group: UInt32)]()
            }
            return fields[3].split(separator: ",").map { (String($0), group) }
        }
    }
}
