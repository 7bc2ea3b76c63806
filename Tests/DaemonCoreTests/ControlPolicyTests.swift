import Configuration
import Glibc
import LinuxIO
import Testing

@testable import DaemonCore

/// Who may change things (chapter 8).
struct ControlPolicyTests {
    private func policy(users: [String] = [], groups: [String] = []) -> ControlPolicy {
        ControlPolicy(Control(users: users, groups: groups), Log())
    }

    /// The credentials of this process, but for user and group.
    private func peer(_ user: UInt32, _ group: UInt32) throws -> PeerCredentials {
        let (near, far) = try socketPair()
        defer { close(far) }
        let socket = UnixSocket(FileDescriptor(adopting: near))
        var peer = try socket.peerCredentials()
        peer.user = user
        peer.group = group
        return peer
    }

    @Test func `by default root and the daemon's own user may, and nobody else`() throws {
        #expect(policy().allows(try peer(0, 0)))
        #expect(policy().allows(try peer(geteuid(), 12_345)))
        #expect(!policy().allows(try peer(54_321, 0)))
        #expect(!policy().allows(try peer(54_321, getegid())))
    }

    @Test func `users are named, or numbered though the system does not know them`() throws {
        #expect(policy(users: ["54321"]).allows(try peer(54_321, 1)))
        #expect(!policy(users: ["54321"]).allows(try peer(54_322, 1)))
        let name = try #require(User.name(of: 1))
        #expect(policy(users: [name]).allows(try peer(1, 54_321)))
        #expect(!policy(users: [name]).allows(try peer(2, 54_321)))
    }

    @Test func `groups are numbered, or named; the peer's own counts`() throws {
        #expect(policy(groups: ["54321"]).allows(try peer(54_321, 54_321)))
        #expect(!policy(groups: ["54321"]).allows(try peer(54_321, 54_322)))
        let tty = try #require(try Group.identifier(named: "tty"))
        #expect(policy(groups: ["tty"]).allows(try peer(54_321, tty)))
        #expect(!policy(groups: ["tty"]).allows(try peer(54_321, tty + 1)))
    }

    @Test func `a user's number is no group's, nor the other way round`() throws {
        #expect(!policy(users: ["54321"]).allows(try peer(54_320, 54_321)))
        #expect(!policy(groups: ["54321"]).allows(try peer(54_321, 54_320)))
    }

    @Test func `names that the system does not know are passed over, the others hold`() throws {
        let policy = policy(users: ["no-such-user", "54321"], groups: ["no-such-group", "54322"])
        #expect(policy.allows(try peer(54_321, 1)))
        #expect(policy.allows(try peer(54_323, 54_322)))
        #expect(!policy.allows(try peer(54_323, 54_323)))
    }
}
