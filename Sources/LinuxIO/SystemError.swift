import CLinux
import Glibc

/// A system call that failed: what was tried, upon what, and why it did not work.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value of `errno`.
    public var code: Int32
    /// The C function, or what it was called for: `bind`, `epoll_ctl`.
    public var operation: String
    /// The file that it concerns, where there is one.
    public var path: String?
    /// What the user can do, where the code alone does not tell.
    public var advice: String?

    /// The failure `code` of `operation`.
    public init(code: Int32, operation: String, path: String? = nil, advice: String? = nil) {
        self.code = code
        self.operation = operation
        self.path = path
        self.advice = advice
    }

    /// The failure that `errno` tells of; to be made before any other call.
    static func current(_ operation: String, path: String? = nil) -> SystemError {
        SystemError(code: errno, operation: operation, path: path)
    }

    /// The symbol of the code, `ENOENT`; nil for a number that the C library does not know (strerrorname_np).
    public var name: String? {
        guard let name = unsafe hitzone_error_name(code) else { return nil }
        return unsafe String(cString: name)
    }

    /// Whether the process or the system has no descriptors or buffers left, which passes when others close
    /// theirs.
    public var isExhaustion: Bool {
        code == EMFILE || code == ENFILE || code == ENOBUFS || code == ENOMEM
    }

    /// `bind /run/x.sock: Permission denied (EACCES)`, then the advice.
    public var description: String {
        var text = operation
        if let path { text += " \(path)" }
        // strerror's text lives in storage of the calling thread, so the copy is safe.
        if let message = unsafe strerror(code) { text += unsafe ": " + String(cString: message) }
        if let name { text += " (\(name))" }
        if let advice { text += "; \(advice)" }
        return text
    }
}
