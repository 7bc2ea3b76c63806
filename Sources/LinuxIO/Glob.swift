import CLinux

/// A shell pattern: `*`, `?` and `[…]`; a `\` takes the next character as it is. `*` matches `/` and a
/// leading dot too, because names are not paths.
public struct Glob: Hashable, Sendable {
    /// The pattern as it was given.
    public let pattern: String

    /// The pattern; nil when it is empty, has a NUL, an open bracket without its end, or a `\` at the end.
    public init?(_ pattern: String) {
        guard Glob.isWellFormed(pattern.utf8) else { return nil }
        self.pattern = pattern
    }

    /// Whether the whole of `text` matches. Allocates nothing for native strings. fnmatch(3).
    public func matches(_ text: String) -> Bool {
        unsafe pattern.withCString { pattern in
            unsafe text.withCString { text in unsafe fnmatch(pattern, text, 0) == 0 }
        }
    }

    private static func isWellFormed(_ pattern: String.UTF8View) -> Bool {
        var rest = pattern[...]
        guard !rest.isEmpty, !rest.contains(0) else { return false }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\\"):
                if rest.popFirst() == nil { return false }
            case UInt8(ascii: "["):
                if !skipBracket(&rest) { return false }
            default: break
            }
        }
        return true
    }

    /// Skips a bracket expression whose `[` is gone: a `]` that comes first, after `!` or `^`, is a member.
    private static func skipBracket(_ rest: inout Substring.UTF8View) -> Bool {
        if rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^") { rest.removeFirst() }
        if rest.first == UInt8(ascii: "]") { rest.removeFirst() }
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "]") { return true }
            if byte == UInt8(ascii: "\\"), rest.popFirst() == nil { return false }
        }
        return false
    }
}
