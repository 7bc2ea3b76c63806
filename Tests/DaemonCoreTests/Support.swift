import Configuration
import Glibc
import HitZoneProtocol
import LinuxIO
import Recording
import TouchModel

@testable import DaemonCore

/// Numbers that look random and are the same in each run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}

/// An event as a screen's engine would tell it.
func event(_ kind: EventKind = .action, _ region: String = "a", time: Int64 = 0) -> Event {
    var event = Event(seq: 0, time: Timestamp(microseconds: time), kind: kind)
    event.screen = "front"
    event.page = "home"
    event.region = region
    if kind == .action { event.action = "do.\(region)" }
    return event
}

/// The numbers of two sockets that are connected with each other.
func socketPair() throws -> (Int32, Int32) {
    var raw: (Int32, Int32) = (-1, -1)
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let result = unsafe withUnsafeMutableBytes(of: &raw) { bytes in
        unsafe socketpair(AF_UNIX, type, 0, bytes.baseAddress?.assumingMemoryBound(to: Int32.self))
    }
    if result != 0 { throw SystemError(code: errno, operation: "socketpair") }
    return raw
}

extension UnixSocket {
    /// Everything that waits to be read.
    borrowing func received() throws -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var room = buffer.mutableSpan
            guard case .bytes(let count) = try receive(into: &room) else { break }
            text += buffer[..<count]
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Sends `text`, as much of it as the socket takes.
    borrowing func sendText(_ text: String) throws -> Int {
        let bytes = Array(text.utf8)
        guard case .bytes(let count) = try send(bytes.span) else { return 0 }
        return count
    }
}

/// The messages of `bytes`, without their NULs.
func messages(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
}

/// A recording of a type B panel of 800 × 480 units and so many slots with these events.
func device(_ events: [InputEvent], slots: Int = 10) throws -> RecordedDevice {
    let header = """
        A: 2f 0 \(slots - 1) 0 0 0
        A: 35 0 799 0 0 0
        A: 36 0 479 0 0 0
        A: 39 0 65535 0 0 0
        E: 0.000000 0003 0039 0001
        E: 0.000000 0000 0000 0000

        """
    var device = try Recording.parse(Array(header.utf8), name: "made").device()
    device.events = events
    return device
}

/// The first screen of a configuration.
func screen(_ text: String) throws -> ScreenConfiguration {
    try Configuration.parse(Array(text.utf8), file: "test.yaml").screens[0]
}
