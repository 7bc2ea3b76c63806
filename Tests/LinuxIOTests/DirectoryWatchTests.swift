import Glibc
import Testing

@testable import LinuxIO

/// A directory's changes as the daemon sees them.
struct DirectoryWatchTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func write(_ name: String, _ text: String = "x") throws {
        let file = try FileDescriptor.open(directory.file(name), flags: O_WRONLY | O_CREAT, mode: 0o600)
        _ = try file.write(Array(text.utf8).span)
    }

    @Test func `a file that is created and written is told, and nothing else`() throws {
        let watch = try DirectoryWatch(directory.path)
        #expect(try watch.changedNames().isEmpty)
        try write("one")
        let names = try watch.changedNames()
        #expect(Set(names) == ["one"])
        #expect(try watch.changedNames().isEmpty)
    }

    @Test func `a file that is written in place is told when it is closed`() throws {
        try write("one")
        let watch = try DirectoryWatch(directory.path)
        do {
            let file = try FileDescriptor.open(directory.file("one"), flags: O_WRONLY)
            _ = try file.write(Array("y".utf8).span)
            #expect(try watch.changedNames().isEmpty)
        }
        #expect(try watch.changedNames() == ["one"])
    }

    @Test func `a file that is renamed over another is told by its new name`() throws {
        try write("one")
        try write("new")
        let watch = try DirectoryWatch(directory.path)
        #expect(unsafe rename(directory.file("new"), directory.file("one")) == 0)
        let names = try watch.changedNames()
        #expect(names == ["one"])
    }

    @Test func `a symbolic link that is put in place, and permissions that change, are told`() throws {
        try write("one")
        let watch = try DirectoryWatch(directory.path)
        #expect(unsafe symlink(directory.file("one"), directory.file("link")) == 0)
        #expect(try watch.changedNames() == ["link"])
        #expect(unsafe chmod(directory.file("one"), 0o644) == 0)
        #expect(try watch.changedNames() == ["one"])
    }

    @Test func `a file that is only read, or removed, is not told`() throws {
        try write("one")
        let watch = try DirectoryWatch(directory.path)
        do { _ = try FileDescriptor.open(directory.file("one"), flags: O_RDONLY) }
        #expect(try watch.changedNames().isEmpty)
        unsafe unlink(directory.file("one"))
        // Its inode loses a name, which is an attribute of the file and not of this name.
        #expect(try watch.changedNames().allSatisfy { $0 == "one" })
    }

    @Test func `many changes are told whole, names of every length among them`() throws {
        let watch = try DirectoryWatch(directory.path)
        let names = (1...255).map { String(repeating: "n", count: $0) }
        for name in names { try write(name) }
        #expect(Set(try watch.changedNames()) == Set(names))
    }

    @Test func `more than the kernel keeps is told as nil`() throws {
        let limit = text(of: "/proc/sys/fs/inotify/max_queued_events")
        let most = try #require(Int(limit.filter(\.isNumber)))
        // With a great limit it would take too long.
        guard most <= 40_000 else { return }
        let watch = try DirectoryWatch(directory.path)
        // The same event twice in a row is one, so two files take turns.
        for index in 0...most { try write(index.isMultiple(of: 2) ? "even" : "odd") }
        let names = try watch.changedNames()
        #expect(names.contains { $0 == nil })
        #expect(Set(names) == ["even", "odd", nil])
        // And the watch goes on.
        try write("one")
        #expect(Set(try watch.changedNames()) == ["one"])
    }

    @Test func `a directory that is not there is an error with its path`() {
        let error = #expect(throws: SystemError.self) { _ = try DirectoryWatch("/nonexistent/place") }
        #expect(error?.code == ENOENT)
        #expect(error?.path == "/nonexistent/place")
    }

    private func text(of path: String) -> String {
        guard let file = try? FileDescriptor.open(path, flags: O_RDONLY) else { return "" }
        var buffer = [UInt8](repeating: 0, count: 64)
        var room = buffer.mutableSpan
        guard case .bytes(let count)? = try? file.read(into: &room) else { return "" }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}
