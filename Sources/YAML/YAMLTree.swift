extension YAMLNode {
    /// The tree of the one document in `bytes`, or nil where there is none (nothing but comments). Throws
    /// what `YAMLParser` throws, at an alias without anchor or inside its own anchor, and when the tree with
    /// all aliases followed would pass the limits: so a walk of the tree is bounded, however its anchors
    /// multiply.
    public static func parse(_ bytes: [UInt8], limits: YAMLLimits = .standard) throws(YAMLError) -> YAMLNode?
    {
        var parser = try YAMLParser(bytes, limits: limits)
        var builder = TreeBuilder(limits: limits)
        while let event = try parser.next() {
            try builder.take(event)
        }
        return builder.root
    }
}

/// Puts a tree together from events, without recursion.
private struct TreeBuilder {
    /// A finished node with what following its aliases would cost.
    private struct Built {
        var node: YAMLNode
        var nodes: Int
        var height: Int
    }

    /// A collection that is still open.
    private struct Frame {
        var location: SourceLocation
        var anchor: String?
        var isMapping: Bool
        var items: [YAMLNode] = []
        var entries: [YAMLEntry] = []
        var key: YAMLNode?
        var nodes = 1
        var height = 0
    }

    private let limits: YAMLLimits
    private var open: [Frame] = []
    private var anchors: [String: Built] = [:]
    private(set) var root: YAMLNode?

    init(limits: YAMLLimits) { self.limits = limits }

    mutating func take(_ event: YAMLEvent) throws(YAMLError) {
        switch event.kind {
        case .documentStart, .documentEnd:
            break
        case .alias(let name):
            try add(try target(of: name, at: event.location), at: event.location)
        case .scalar(let scalar, let anchor):
            let built = Built(
                node: YAMLNode(content: .scalar(scalar), location: event.location), nodes: 1, height: 0)
            if let anchor { anchors[anchor] = built }
            try add(built, at: event.location)
        case .sequenceStart(let anchor):
            open.append(Frame(location: event.location, anchor: anchor, isMapping: false))
        case .mappingStart(let anchor):
            open.append(Frame(location: event.location, anchor: anchor, isMapping: true))
        case .sequenceEnd, .mappingEnd:
            try close(at: event.location)
        }
    }

    private func target(of name: String, at location: SourceLocation) throws(YAMLError) -> Built {
        if open.contains(where: { $0.anchor == name }) {
            throw YAMLError(
                at: location,
                message: "the alias *\(name) lies inside the node that it names, which would never end")
        }
        guard let built = anchors[name] else {
            throw YAMLError(at: location, message: "there is no anchor &\(name) before the alias *\(name)")
        }
        return built
    }

    private mutating func close(at location: SourceLocation) throws(YAMLError) {
        guard let frame = open.popLast() else { return }
        let content: YAMLNode.Content = frame.isMapping ? .mapping(frame.entries) : .sequence(frame.items)
        let built = Built(
            node: YAMLNode(content: content, location: frame.location), nodes: frame.nodes,
            height: frame.height + 1)
        if let anchor = frame.anchor { anchors[anchor] = built }
        try add(built, at: location)
    }

    private mutating func add(_ built: Built, at location: SourceLocation) throws(YAMLError) {
        guard open.count + built.height <= limits.depth else { throw .tooDeep(limits.depth, at: location) }
        guard let last = open.indices.last else {
            root = built.node
            return
        }
        // As a difference, because the sum may overflow.
        guard built.nodes <= limits.nodes - open[last].nodes else {
            throw .tooManyNodes(limits.nodes, at: location)
        }
        open[last].nodes += built.nodes
        open[last].height = max(open[last].height, built.height)
        if !open[last].isMapping {
            open[last].items.append(built.node)
        } else if let key = open[last].key.take() {
            open[last].entries.append(YAMLEntry(key: key, value: built.node))
        } else {
            open[last].key = built.node
        }
    }
}
