import Glibc
import LinuxIO

/// A process that has a node open.
public struct NodeHolder: Hashable, Sendable {
    /// The process's number.
    public var process: Int32
    /// The program's name, 15 bytes at most; empty when the process has ended meanwhile.
    public var program: String
}

/// The processes that have `node` open, in the order of their numbers, this one left out.
///
/// The kernel does not tell who grabbed a device; the one who did is among these. Only root sees the
/// descriptors of other users' processes: for anyone else some may be missing. proc_pid_fd(5).
public func nodeHolders(of node: String) -> [NodeHolder] {
    entries(of: "/proc").compactMap { Int32($0) }.sorted().filter { $0 != getpid() }.compactMap { process in
        let folder = "/proc/\(process)/fd"
        guard entries(of: folder).contains(where: { target(of: "\(folder)/\($0)") == node }) else {
            return nil
        }
        return NodeHolder(process: process, program: firstLine(of: "/proc/\(process)/comm"))
    }
}

/// The names in the directory at `path`; none where it cannot be read. readdir(3).
private func entries(of path: String) -> [String] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { _ = unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            names.append(unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
        }
    }
    return names
}

/// Where the symbolic link at `path` leads; nil for none. readlink(2).
private func target(of path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    let count = unsafe readlink(path, &buffer, buffer.count)
    guard count >= 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The first line of a small file; empty where it cannot be read.
private func firstLine(of path: String) -> String {
    var buffer = [UInt8](repeating: 0, count: 64)
    var span = buffer.mutableSpan
    guard let file = try? FileDescriptor.open(path, flags: O_RDONLY),
        case .bytes(let count)? = try? file.read(into: &span)
    else { return "" }
    return String(decoding: buffer.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
}
