/// A node of a document's tree. An alias is the very node that its anchor names, with that node's location.
public struct YAMLNode: Sendable {
    /// What a node holds.
    public enum Content: Sendable {
        /// A scalar.
        case scalar(YAMLScalar)
        /// The items in order.
        case sequence(YAMLItems)
        /// Keys and values in order, duplicate keys included.
        case mapping(YAMLEntries)
    }

    @usableFromInline let tree: YAMLTree
    @usableFromInline let index: Int

    /// The node at `position`, or what the alias there stands for.
    @inlinable @inline(__always)
    init(_ tree: YAMLTree, at position: Int) {
        let node = tree.nodes[position]
        self.tree = tree
        index = node.kind == .alias ? Int(node.reference) : position
    }

    /// A node that holds `scalar` and stands in no text.
    public init(_ scalar: YAMLScalar) {
        var node = YAMLTree.Node(.scalar, at: .start)
        node.style = scalar.style
        node.tag = scalar.tag
        node.count = UInt32(clamping: scalar.bytes.count)
        self.init(YAMLTree(nodes: [node], text: Array(scalar.bytes)), at: 0)
    }

    @inlinable var node: YAMLTree.Node { tree.nodes[index] }

    /// Where it begins.
    @inlinable public var location: SourceLocation { node.location }

    /// What it holds.
    public var content: Content {
        switch node.kind {
        case .sequence: .sequence(YAMLItems(node: self))
        case .mapping: .mapping(YAMLEntries(node: self))
        case .scalar, .alias: .scalar(boundScalar)
        }
    }

    @inlinable @inline(__always) var boundScalar: YAMLScalar {
        let node = node
        let start = Int(node.reference)
        return YAMLScalar(
            bytes: tree.text[start..<start + Int(node.count)], style: node.style, tag: node.tag)
    }

    /// The scalar, or nil for a sequence or mapping.
    @inlinable @inline(__always) public var scalar: YAMLScalar? {
        node.kind == .scalar ? boundScalar : nil
    }

    /// The scalar's text, or nil for a sequence or mapping.
    public var text: String? { scalar?.text }

    /// The items, or nil for a scalar or mapping.
    @inlinable @inline(__always) public var sequence: YAMLItems? {
        node.kind == .sequence ? YAMLItems(node: self) : nil
    }

    /// The entries, or nil for a scalar or sequence.
    @inlinable @inline(__always) public var mapping: YAMLEntries? {
        node.kind == .mapping ? YAMLEntries(node: self) : nil
    }

    /// The value of the first entry with the scalar `key`, or nil where there is none or this is no mapping.
    public subscript(key: String) -> YAMLNode? {
        mapping?.first { $0.key.text == key }?.value
    }
}

/// The items of a sequence. An index is a position within the document, not a number of items.
public struct YAMLItems: Collection, Sendable {
    @usableFromInline let node: YAMLNode

    @inlinable init(node: YAMLNode) { self.node = node }

    /// The first position.
    @inlinable public var startIndex: Int { node.index + 1 }
    /// The position after all.
    @inlinable public var endIndex: Int { Int(node.node.reference) }
    /// How many there are; it takes no walk.
    @inlinable public var count: Int { Int(node.node.count) }
    /// The position of the next.
    @inlinable @inline(__always) public func index(after index: Int) -> Int {
        node.tree.position(after: index)
    }
    /// The item at a position.
    @inlinable @inline(__always) public subscript(index: Int) -> YAMLNode { YAMLNode(node.tree, at: index) }
}

/// The entries of a mapping. An index is a position within the document, not a number of entries.
public struct YAMLEntries: Collection, Sendable {
    @usableFromInline let node: YAMLNode

    @inlinable init(node: YAMLNode) { self.node = node }

    /// The first position.
    @inlinable public var startIndex: Int { node.index + 1 }
    /// The position after all.
    @inlinable public var endIndex: Int { Int(node.node.reference) }
    /// How many there are; it takes no walk.
    @inlinable public var count: Int { Int(node.node.count) }
    /// The position of the next.
    @inlinable @inline(__always) public func index(after index: Int) -> Int {
        node.tree.position(after: node.tree.position(after: index))
    }
    /// The entry at a position.
    @inlinable @inline(__always) public subscript(index: Int) -> YAMLEntry { YAMLEntry(node.tree, at: index) }
}

/// A key with its value.
public struct YAMLEntry: Sendable {
    @usableFromInline let tree: YAMLTree
    @usableFromInline let position: Int

    @inlinable @inline(__always)
    init(_ tree: YAMLTree, at position: Int) {
        self.tree = tree
        self.position = position
    }

    /// The key, with its own location.
    @inlinable @inline(__always) public var key: YAMLNode { YAMLNode(tree, at: position) }
    /// The value.
    @inlinable @inline(__always) public var value: YAMLNode {
        YAMLNode(tree, at: tree.position(after: position))
    }
}

extension YAMLNode: Equatable {
    /// Whether both hold the same at the same places.
    public static func == (left: YAMLNode, right: YAMLNode) -> Bool {
        guard left.location == right.location else { return false }
        switch (left.content, right.content) {
        case (.scalar(let left), .scalar(let right)): return left == right
        case (.sequence(let left), .sequence(let right)): return left.elementsEqual(right)
        case (.mapping(let left), .mapping(let right)):
            return left.elementsEqual(right) { $0.key == $1.key && $0.value == $1.value }
        default: return false
        }
    }
}
