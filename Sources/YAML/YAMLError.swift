/// A place in a text as editors count: both from 1, the column in characters.
public struct SourceLocation: Hashable, Comparable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The character within the line, from 1; a tab is one character.
    public var column: Int

    /// The place at `line` and `column`.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The first character of a text.
    public static let start = SourceLocation(line: 1, column: 1)

    /// Whether `left` comes first in the text.
    public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// Why a text is not the YAML that this module reads, and where.
public struct YAMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    /// The character within the line, from 1.
    public var column: Int
    /// What is wrong and what to do, in one line.
    public var message: String

    /// The error `message` at `location`.
    public init(at location: SourceLocation, message: String) {
        line = location.line
        column = location.column
        self.message = message
    }

    /// The place as one value.
    public var location: SourceLocation { SourceLocation(line: line, column: column) }

    /// `line:column: message`.
    public var description: String { "\(line):\(column): \(message)" }
}

/// How much input is read before it is refused.
public struct YAMLLimits: Hashable, Sendable {
    /// The most bytes of input.
    public var bytes: Int
    /// The most nodes: scalars, sequences, mappings and aliases; in a tree an alias counts as all that it
    /// stands for.
    public var nodes: Int
    /// The most collections inside one another; in a tree an alias counts as deep as what it stands for.
    public var depth: Int

    /// Limits of these numbers.
    public init(bytes: Int = 16 << 20, nodes: Int = 4_000_000, depth: Int = 64) {
        self.bytes = bytes
        self.nodes = nodes
        self.depth = depth
    }

    /// More bytes than these are never read, so that places in a tree fit 32 bits.
    static let mostBytes = 1 << 30

    /// 16 MiB, 4,000,000 nodes, 64 deep: enough for a layout of 100,000 regions.
    public static let standard = YAMLLimits()
}
