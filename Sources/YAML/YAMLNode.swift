/// A node of a document's tree. An alias is the very node that its anchor names, with that node's location.
public struct YAMLNode: Hashable, Sendable {
    /// What a node holds.
    public enum Content: Hashable, Sendable {
        /// A scalar.
        case scalar(YAMLScalar)
        /// The items in order.
        case sequence([YAMLNode])
        /// Keys and values in order, duplicate keys included.
        case mapping([YAMLEntry])
    }

    /// What it holds.
    public var content: Content
    /// Where it begins.
    public var location: SourceLocation

    /// The node of `content` at `location`.
    public init(content: Content, location: SourceLocation) {
        self.content = content
        self.location = location
    }

    /// The scalar, or nil for a sequence or mapping.
    public var scalar: YAMLScalar? {
        if case .scalar(let scalar) = content { return scalar }
        return nil
    }

    /// The scalar's text, or nil for a sequence or mapping.
    public var text: String? { scalar?.text }

    /// The items, or nil for a scalar or mapping.
    public var sequence: [YAMLNode]? {
        if case .sequence(let items) = content { return items }
        return nil
    }

    /// The entries, or nil for a scalar or sequence.
    public var mapping: [YAMLEntry]? {
        if case .mapping(let entries) = content { return entries }
        return nil
    }

    /// The value of the first entry with the scalar `key`, or nil where there is none or this is no mapping.
    public subscript(key: String) -> YAMLNode? {
        mapping?.first { $0.key.text == key }?.value
    }
}

/// A key with its value.
public struct YAMLEntry: Hashable, Sendable {
    /// The key, with its own location.
    public var key: YAMLNode
    /// The value.
    public var value: YAMLNode

    /// The entry of `key` and `value`.
    public init(key: YAMLNode, value: YAMLNode) {
        self.key = key
        self.value = value
    }
}
