import Glibc

/// A process that has a file open.
public struct FileHolder: Hashable, Sendable {
    /// The process's number.
    public var process: Int32
    /// Its name, as /proc/PID/comm has it.
    public var name: String

    /// The other processes that have `path` open, as far as this user may see them; proc(5).
    public static func holders(of path: String) -> [FileHolder] {
        guard let file = identity(of: path) else { return [] }
        return names(in: "/proc").compactMap(Int32.init).filter { $0 != getpid() }.sorted().compactMap {
            process in
            let directory = "/proc/\(process)/fd"
            let isHolder = names(in: directory).contains { identity(of: "\(directory)/\($0)") == file }
            return isHolder ? FileHolder(process: process, name: name(of: process)) : nil
        }
    }

    private static func names(in path: String) -> [String] {
        guard let directory = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            names.append(
                unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                    unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
                })
        }
        return names
    }

    /// Device and inode of what `path` leads to. stat(2).
    private static func identity(of path: String) -> [UInt64]? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : nil
    }

    private static func name(of process: Int32) -> String {
        guard let file = try? FileDescriptor.open("/proc/\(process)/comm", flags: O_RDONLY) else {
            return "?"
        }
        var bytes = [UInt8](repeating: 0, count: 64)
        var room = bytes.mutableSpan
        guard case .bytes(let count)? = try? file.read(into: &room) else { return "?" }
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").first.map(String.init)
            ?? "?"
    }
}
