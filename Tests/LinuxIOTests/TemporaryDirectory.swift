import Glibc

/// A directory that goes, with the files directly in it, when its owner goes.
final class TemporaryDirectory {
    let path: String

    init() throws {
        var template = Array("/tmp/hitzone-io-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failure(code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        if let directory = unsafe opendir(path) {
            while let entry = unsafe readdir(directory) {
                let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                unsafe unlink(path + "/" + name)
            }
            unsafe closedir(directory)
        }
        unsafe rmdir(path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    struct Failure: Error {
        var code: Int32
    }
}

/// The mode of the file at `path` without its kind; nil when there is none.
func permissions(of path: String) -> UInt32? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
}

/// Whether the number `raw` is an open descriptor of this process.
func isOpen(_ raw: Int32) -> Bool {
    fcntl(raw, F_GETFD) >= 0
}
