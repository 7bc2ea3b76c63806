import Glibc
import TestSupport
import Testing

@testable import LinuxIO

/// What a service manager asks and is told.
struct ServiceManagerTests {
    private func manager(_ environment: [String: String]) -> ServiceManager {
        ServiceManager { environment[$0] }
    }

    // MARK: Notification

    @Test func `states go to the socket of that path, each as one datagram`() throws {
        let directory = try TemporaryDirectory()
        let receiver = try DatagramReceiver(directory.file("notify"))
        let manager = manager(["NOTIFY_SOCKET": directory.file("notify")])
        manager.notify("READY=1")
        manager.notify("RELOADING=1\nMONOTONIC_USEC=7")
        #expect(receiver.next() == "READY=1")
        #expect(receiver.next() == "RELOADING=1\nMONOTONIC_USEC=7")
        #expect(receiver.next() == nil)
    }

    @Test func `a name that begins with @ is one of the abstract space`() throws {
        let name = "@hitzone-test-\(getpid())-\(UInt32.random(in: .min ... .max))"
        let receiver = try DatagramReceiver(name)
        manager(["NOTIFY_SOCKET": name]).notify("STATUS=abstract")
        #expect(receiver.next() == "STATUS=abstract")
    }

    @Test func `the longest names are used whole, longer ones not at all`() throws {
        let abstract = "@" + String(repeating: "n", count: 100) + String(getpid() % 1_000_000 + 1_000_000)
        #expect(abstract.utf8.count == 108)
        let receiver = try DatagramReceiver(abstract)
        manager(["NOTIFY_SOCKET": abstract]).notify("A=1")
        #expect(receiver.next() == "A=1")
        manager(["NOTIFY_SOCKET": abstract + "n"]).notify("A=1")
        #expect(receiver.next() == nil)
        manager(["NOTIFY_SOCKET": "/" + String(repeating: "n", count: 10_000)]).notify("A=1")
    }

    @Test(arguments: ["", "/nonexistent/socket", "@"])
    func `where nobody listens nothing happens`(_ path: String) {
        manager(["NOTIFY_SOCKET": path]).notify("READY=1")
        manager([:]).notify("READY=1")
    }

    // MARK: Watchdog

    @Test func `the watchdog's interval is for this process, or for whoever reads it`() {
        #expect(manager([:]).watchdogInterval == nil)
        #expect(manager(["WATCHDOG_USEC": "30000000"]).watchdogInterval == 30_000_000)
        #expect(
            manager(["WATCHDOG_USEC": "5", "WATCHDOG_PID": String(getpid())]).watchdogInterval == 5)
        #expect(
            manager(["WATCHDOG_USEC": "5", "WATCHDOG_PID": String(getppid())]).watchdogInterval == nil)
    }

    @Test(arguments: ["", "0", "-1", "x", "1.5", "99999999999999999999"])
    func `an interval that is none asks for nothing`(_ text: String) {
        #expect(manager(["WATCHDOG_USEC": text]).watchdogInterval == nil)
        #expect(manager(["WATCHDOG_USEC": "5", "WATCHDOG_PID": "x\(text)"]).watchdogInterval == nil)
    }

    // MARK: Listeners

    @Test func `a listening socket that was made elsewhere is taken over, and its file stays`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let maker = try UnixListener.bind(path: path)
        let raw = dup(maker.descriptor.rawValue)
        _ = fcntl(raw, F_SETFL, 0)
        do {
            let listener = try UnixListener(adopting: FileDescriptor(adopting: raw), path: path)
            // It does not block, or this would wait for ever.
            #expect(try process(listener.accept()) == nil)
            let client = try UnixSocket.connect(path: path)
            #expect(try process(listener.accept()) == getpid())
            try client.close()
            listener.removeFile()
        }
        #expect(permissions(of: path) != nil)
        #expect(!isOpen(raw))
    }

    private func process(_ socket: consuming UnixSocket?) throws -> Int32? {
        guard let socket else { return nil }
        return try socket.peerCredentials().process
    }
}
