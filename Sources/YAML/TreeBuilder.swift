extension YAMLNode {
    /// The tree of the one document in `bytes`: UTF-8, or UTF-16 with a byte order mark. Nil where there is none
    /// (nothing but comments). Throws at text that is not YAML, at a second document, at an unknown tag, at an
    /// alias without anchor or inside its own anchor, and when the tree with all aliases followed would pass
    /// the limits: so a walk of the tree is bounded, however its anchors multiply.
    public static func parse(_ bytes: [UInt8], limits: YAMLLimits = .standard) throws(YAMLError) -> YAMLNode?
    {
        try unsafe bytes.withUnsafeBufferPointer { buffer throws(YAMLError) in
            var parser = try unsafe YAMLParser(buffer, limits: limits)
            var builder = TreeBuilder(limits: limits, bytes: bytes.count)
            while try builder.takeEvent(of: &parser) {}
            return builder.root
        }
    }
}

/// Puts a tree together from events, without recursion.
private struct TreeBuilder {
    /// A node with what following its aliases would cost.
    private struct Built {
        var position: Int
        var nodes: Int
        var height: Int
    }

    /// A collection that is still open. Its anchor is kept apart, so that a frame is copied without counting
    /// references.
    private struct Frame {
        var position: Int
        /// Keys and values count one by one.
        var children: UInt32 = 0
        var nodes = 1
        var height = 0
    }

    private let limits: YAMLLimits
    private var nodes: [YAMLTree.Node] = []
    private var text: [UInt8] = []
    /// The innermost open collection.
    private var current = Frame(position: -1)
    /// Those around it, first one for the document, which is none.
    private var outer: [Frame] = []
    private var anchors: [String: Built] = [:]
    /// The anchors of open collections, the innermost last.
    private var openAnchors: [(name: String, position: Int)] = []

    /// A builder for a text of `bytes`. What is reserved for it costs no memory until nodes fill it.
    init(limits: YAMLLimits, bytes: Int) {
        self.limits = limits
        nodes.reserveCapacity(bytes / 8)
        text.reserveCapacity(bytes)
    }

    var root: YAMLNode? { nodes.isEmpty ? nil : YAMLNode(YAMLTree(nodes: nodes, text: text), at: 0) }

    /// Takes the next event, if there is one.
    mutating func takeEvent(of parser: inout YAMLParser) throws(YAMLError) -> Bool {
        let start = text.count
        guard let event = try parser.next(appendingTextTo: &text) else { return false }
        switch event.kind {
        case .alias:
            let target = try target(of: event.anchor ?? "", at: event.location)
            var node = YAMLTree.Node(.alias, at: event.location)
            node.reference = UInt32(target.position)
            nodes.append(node)
            try count(target, at: event.location)
        case .scalar:
            var node = YAMLTree.Node(.scalar, at: event.location)
            node.style = event.style
            node.tag = event.tag
            node.reference = UInt32(start)
            node.count = UInt32(text.count - start)
            let built = Built(position: nodes.count, nodes: 1, height: 0)
            nodes.append(node)
            if let anchor = event.anchor { anchors[anchor] = built }
            try count(built, at: event.location)
        case .sequenceStart:
            begin(.sequence, event)
        case .mappingStart:
            begin(.mapping, event)
        case .collectionEnd:
            try close(at: event.location)
        }
        return true
    }

    private mutating func begin(_ kind: YAMLTree.Kind, _ event: YAMLEvent) {
        if let anchor = event.anchor { openAnchors.append((anchor, nodes.count)) }
        outer.append(current)
        current = Frame(position: nodes.count)
        nodes.append(YAMLTree.Node(kind, at: event.location))
    }

    private func target(of name: String, at location: SourceLocation) throws(YAMLError) -> Built {
        if openAnchors.contains(where: { $0.name == name }) {
            throw YAMLError(
                at: location,
                message:
                    "the alias *\(name) lies inside the node that it names, which would never end; name another anchor"
            )
        }
        guard let built = anchors[name] else {
            throw YAMLError(
                at: location,
                message:
                    "there is no anchor &\(name) before the alias *\(name); put a text that begins with * in quotes"
            )
        }
        return built
    }

    private mutating func close(at location: SourceLocation) throws(YAMLError) {
        guard let around = outer.popLast() else { return }
        let frame = current
        current = around
        let isMapping = nodes[frame.position].kind == .mapping
        nodes[frame.position].reference = UInt32(nodes.count)
        nodes[frame.position].count = isMapping ? frame.children / 2 : frame.children
        let built = Built(position: frame.position, nodes: frame.nodes, height: frame.height + 1)
        if let anchor = openAnchors.last, anchor.position == frame.position {
            openAnchors.removeLast()
            anchors[anchor.name] = built
        }
        try count(built, at: location)
    }

    /// Counts a node that is complete, or an alias of it, in the innermost open collection.
    @inline(__always)
    private mutating func count(_ built: Built, at location: SourceLocation) throws(YAMLError) {
        guard outer.count + built.height <= limits.depth else { throw .tooDeep(limits.depth, at: location) }
        guard !outer.isEmpty else { return }
        // As a difference, because the sum may overflow.
        guard built.nodes <= limits.nodes - current.nodes else {
            throw .tooManyNodes(limits.nodes, at: location)
        }
        current.children += 1
        current.nodes += built.nodes
        current.height = max(current.height, built.height)
    }
}
