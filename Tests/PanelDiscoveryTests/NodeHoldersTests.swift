import Glibc
import Testing

@testable import PanelDiscovery

/// That others are found, the machine's checks prove on a real node.
@Suite struct `Holders of a node` {
    @Test func `leaves this process out`() {
        let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(descriptor >= 0)
        #expect(!nodeHolders(of: "/dev/null").contains { $0.process == getpid() })
    }

    @Test func `nobody holds what is not there`() {
        #expect(nodeHolders(of: "/dev/input/no-such-node") == [])
    }
}
