/// A document's nodes in the order of its text, with the bytes of its scalars one after another: a tree has few
/// allocations, however many nodes.
@usableFromInline
final class YAMLTree: Sendable {
    /// What an element of `nodes` is.
    @usableFromInline
    enum Kind: UInt8, Sendable {
        case scalar, sequence, mapping, alias
    }

    /// A node. What lies in a collection follows it directly; keys and values follow in turn.
    @usableFromInline
    struct Node: Sendable {
        @usableFromInline var kind: Kind
        @usableFromInline var style = ScalarStyle.plain
        @usableFromInline var tag: YAMLTag?
        @usableFromInline var line: UInt32
        @usableFromInline var column: UInt32
        /// A scalar's first byte in `text`; of a collection the position after all that lies in it; of an alias the
        /// node that it stands for, which is none itself.
        @usableFromInline var reference: UInt32 = 0
        /// A scalar's bytes; a collection's items or entries.
        @usableFromInline var count: UInt32 = 0

        @inline(__always)
        init(_ kind: Kind, at location: SourceLocation) {
            self.kind = kind
            line = UInt32(clamping: location.line)
            column = UInt32(clamping: location.column)
        }

        @inlinable var location: SourceLocation { SourceLocation(line: Int(line), column: Int(column)) }
    }

    @usableFromInline let nodes: [Node]
    @usableFromInline let text: [UInt8]

    init(nodes: [Node], text: [UInt8]) {
        self.nodes = nodes
        self.text = text
    }

    /// The position after the node at `position` and all that lies in it.
    @inlinable @inline(__always)
    func position(after position: Int) -> Int {
        let node = nodes[position]
        return node.kind == .sequence || node.kind == .mapping ? Int(node.reference) : position + 1
    }
}
