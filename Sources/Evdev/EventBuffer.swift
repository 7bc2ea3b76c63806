import CEvdev
import Glibc
import LinuxIO
import TouchModel

/// Room for the events of one read(2) of a device, made once.
struct EventBuffer: ~Copyable {
    /// What a read gave.
    enum Outcome: Hashable {
        /// So many events; fewer than `capacity` means that the kernel has no more now.
        case events(Int)
        /// Nothing now.
        case none
        /// The device is gone.
        case gone
    }

    /// The most events that one read takes.
    let capacity: Int
    private var bytes: [UInt8]

    init(capacity: Int) {
        self.capacity = capacity
        bytes = Array(repeating: 0, count: capacity * MemoryLayout<input_event>.stride)
    }

    /// Reads the events that `descriptor`, a non-blocking device, has now.
    mutating func read(from descriptor: borrowing FileDescriptor) throws(SystemError) -> Outcome {
        do {
            var span = bytes.mutableSpan
            switch try descriptor.read(into: &span) {
            case .bytes(let count): return .events(count / MemoryLayout<input_event>.stride)
            case .wouldBlock: return .none
            case .end: return .gone
            }
        } catch {
            if error.code == ENODEV { return .gone }
            throw error
        }
    }

    /// The `index`-th event of the last read.
    subscript(index: Int) -> InputEvent {
        let event = unsafe bytes.span.bytes.unsafeLoadUnaligned(
            fromByteOffset: index * MemoryLayout<input_event>.stride, as: input_event.self)
        return InputEvent(
            time: Timestamp(microseconds: Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec)),
            type: event.type, code: event.code, value: event.value)
    }
}
