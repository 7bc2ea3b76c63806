import Glibc

/// A datagram socket as a service manager has it, at a path or, with `@`, a name in the abstract space.
package final class DatagramReceiver {
    private let raw: Int32

    /// Why there is none.
    package struct Failure: Error {
        /// The value of `errno`.
        package var code: Int32
    }

    /// Receives from now on.
    package init(_ name: String) throws(Failure) {
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        raw = socket(AF_UNIX, type, 0)
        if raw < 0 { throw Failure(code: errno) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if name.hasPrefix("@") { bytes[0] = 0 } else { bytes.append(0) }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let result = unsafe withUnsafeBytes(of: address) { bytes in
            guard let base = bytes.baseAddress else { return Int32(-1) }
            return unsafe bind(raw, base.assumingMemoryBound(to: sockaddr.self), length)
        }
        if result != 0 { throw Failure(code: errno) }
    }

    deinit { close(raw) }

    /// The next datagram, waiting at most `milliseconds` for it; nil when none has come.
    package func next(milliseconds: Int32 = 0) -> String? {
        var descriptor = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&descriptor, 1, milliseconds) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe recv(raw, &buffer, buffer.count, 0)
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
}
