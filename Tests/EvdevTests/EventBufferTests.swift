import CEvdev
import Glibc
import LinuxIO
import Testing
import TouchModel

@testable import Evdev

/// A pipe stands for the device: it gives the same bytes, and EAGAIN when it has none.
@Suite struct `Event buffer` {
    private struct Ends: ~Copyable {
        var reader: FileDescriptor
        var writer: FileDescriptor
    }

    private func pipe() throws -> Ends {
        var raw: [Int32] = [-1, -1]
        try #require(unsafe Glibc.pipe(&raw) == 0)
        let ends = Ends(reader: FileDescriptor(adopting: raw[0]), writer: FileDescriptor(adopting: raw[1]))
        try ends.reader.setNonBlocking()
        return ends
    }

    private func send(_ count: Int, to writer: borrowing FileDescriptor) {
        let events = (0..<count).map { index in
            input_event(
                time: timeval(tv_sec: 12, tv_usec: index), type: EventType.abs, code: AbsCode.mtPositionX,
                value: Int32(-index))
        }
        let raw = writer.rawValue
        let written = unsafe events.withUnsafeBytes { unsafe write(raw, $0.baseAddress, $0.count) }
        #expect(written == count * MemoryLayout<input_event>.stride)
    }

    @Test func `decodes time, type, code and value`() throws {
        let ends = try pipe()
        var buffer = EventBuffer(capacity: 4)
        send(3, to: ends.writer)
        #expect(try buffer.read(from: ends.reader) == .events(3))
        #expect(
            buffer[2]
                == InputEvent(
                    time: Timestamp(microseconds: 12_000_002), type: EventType.abs,
                    code: AbsCode.mtPositionX, value: -2))
    }

    @Test func `gives what is beyond its capacity at the next read`() throws {
        let ends = try pipe()
        var buffer = EventBuffer(capacity: 4)
        send(5, to: ends.writer)
        #expect(try buffer.read(from: ends.reader) == .events(4))
        #expect(try buffer.read(from: ends.reader) == .events(1))
        #expect(buffer[0].value == -4)
        #expect(try buffer.read(from: ends.reader) == .none)
    }

    @Test func `tells the end apart from nothing now`() throws {
        let ends = try pipe()
        var buffer = EventBuffer(capacity: 4)
        #expect(try buffer.read(from: ends.reader) == .none)
        try ends.writer.close()
        #expect(try buffer.read(from: ends.reader) == .gone)
    }
}

@Suite struct `Opening a device` {
    @Test func `names the node and the reason when it is not there`() {
        let expected = DeviceError.system(
            SystemError(code: ENOENT, operation: "open", path: "/dev/input/no-such-node"))
        #expect(throws: expected) { _ = try Device(path: "/dev/input/no-such-node") }
        #expect(expected.description == "open /dev/input/no-such-node: No such file or directory (ENOENT)")
    }

    @Test func `refuses what is no input device`() {
        #expect(throws: DeviceError.self) { _ = try Device(path: "/dev/null") }
    }
}
