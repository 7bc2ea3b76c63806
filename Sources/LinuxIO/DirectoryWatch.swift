import Glibc

/// Tells which files of a directory change. inotify(7).
///
/// A file is watched by its directory: editors write a new file and rename it, and a watch on the file itself
/// would stay with the old one.
public struct DirectoryWatch: ~Copyable {
    /// To watch for readability.
    public let descriptor: FileDescriptor

    /// Begins to watch `directory`. inotify_init1(2), inotify_add_watch(2).
    public init(_ directory: String) throws(SystemError) {
        let raw = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        if raw < 0 { throw .current("inotify_init1") }
        let descriptor = FileDescriptor(adopting: raw)
        let mask = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_ATTRIB)
        if unsafe inotify_add_watch(raw, directory, mask) < 0 {
            throw .current("inotify_add_watch", path: directory)
        }
        self.descriptor = descriptor
    }

    /// Takes all that was told since the last call: the names of files that were written, put there or
    /// changed in their attributes. When more happened than the kernel keeps (IN_Q_OVERFLOW), `all` is called
    /// for, as nil among the names.
    public func changedNames() throws(SystemError) -> [String?] {
        var names: [String?] = []
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while case .bytes(let count) = try read(into: &bytes) {
            Self.append(bytes[..<count], to: &names)
        }
        return names
    }

    private func read(into bytes: inout [UInt8]) throws(SystemError) -> ReadResult {
        var room = bytes.mutableSpan
        return try descriptor.read(into: &room)
    }

    private static func append(_ bytes: ArraySlice<UInt8>, to names: inout [String?]) {
        let headerSize = MemoryLayout<inotify_event>.size
        var rest = bytes
        while rest.count >= headerSize {
            let header = unsafe rest.withUnsafeBytes { unsafe $0.loadUnaligned(as: inotify_event.self) }
            let end = rest.startIndex + headerSize + Int(header.len)
            guard end <= rest.endIndex else { return }
            if header.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                names.append(nil)
            } else {
                let name = rest[(rest.startIndex + headerSize)..<end].prefix { $0 != 0 }
                names.append(String(decoding: name, as: UTF8.self))
            }
            rest = rest[end...]
        }
    }
}
