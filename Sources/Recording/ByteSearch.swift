import Glibc

/// The index of the first `byte` in `bytes` at or after `start`; memchr(3), which looks at many bytes at a time.
@inline(__always)
func firstIndex(of byte: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    return unsafe bytes.withUnsafeBufferPointer { bytes in
        guard let first = bytes.baseAddress,
            let found = unsafe memchr(first + start, Int32(byte), bytes.count - start)
        else { return nil }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(first)
    }
}
