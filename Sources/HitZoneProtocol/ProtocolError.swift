/// What is wrong with a message or a filter, before anyone answered it.
public enum ProtocolError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A message has more than `limit` bytes.
    case tooLong(limit: Int)
    /// A message is not what the protocol says; the text tells where.
    case malformed(String)
    /// The list `parameter` of a filter holds something that is no pattern, or more than `Limits.patterns`.
    case invalidPattern(parameter: String, pattern: String)

    /// The error as a sentence without its end.
    public var description: String {
        switch self {
        case .tooLong(let limit): "a message has more than \(limit) bytes"
        case .malformed(let reason): "a message is malformed: \(reason)"
        case .invalidPattern(let parameter, let pattern):
            "\(parameter): \"\(pattern)\" is not a pattern; close each [ with ], let no \\ be the last character, "
                + "and give at most \(Limits.patterns) patterns of 1 to \(Limits.patternBytes) bytes"
        }
    }
}
