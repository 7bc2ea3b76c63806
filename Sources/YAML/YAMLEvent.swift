/// The tags that are understood: the ones of the YAML 1.1 types that JSON has as well.
public enum YAMLTag: String, Hashable, Sendable, CaseIterable {
    /// `!!str`, and the non-specific `!` on a scalar.
    case string = "tag:yaml.org,2002:str"
    /// `!!int`.
    case integer = "tag:yaml.org,2002:int"
    /// `!!float`.
    case float = "tag:yaml.org,2002:float"
    /// `!!bool`.
    case boolean = "tag:yaml.org,2002:bool"
    /// `!!null`.
    case null = "tag:yaml.org,2002:null"
    /// `!!seq`.
    case sequence = "tag:yaml.org,2002:seq"
    /// `!!map`.
    case mapping = "tag:yaml.org,2002:map"

    /// The tag as one writes it, such as `!!str`.
    var shorthand: String { "!!" + rawValue.dropFirst("tag:yaml.org,2002:".count) }
}

/// How a scalar was written.
public enum ScalarStyle: Hashable, Sendable {
    /// Without quotes.
    case plain
    /// In single or double quotes.
    case quoted
    /// As a block after `|` or `>`.
    case block
}

/// A scalar's text as it stands after unquoting; what it means is the reader's choice.
public struct YAMLScalar: Hashable, Sendable {
    /// The text, escapes and folding undone.
    public var text: String
    /// How it was written.
    public var style: ScalarStyle
    /// The tag, when the text gives one.
    public var tag: YAMLTag?

    /// The scalar of `text`.
    public init(text: String, style: ScalarStyle = .plain, tag: YAMLTag? = nil) {
        self.text = text
        self.style = style
        self.tag = tag
    }

    /// Whether the text may stand for a number, a boolean or null: plain and without tag, or tagged as one of
    /// these.
    public var isUntyped: Bool {
        guard let tag else { return style == .plain }
        return tag != .string
    }

    /// Whether it is YAML's null: nothing, `~` or `null`, without quotes.
    public var isNull: Bool {
        if tag == .null { return true }
        guard isUntyped else { return false }
        switch text {
        case "", "~", "null", "Null", "NULL": return true
        default: return false
        }
    }
}

/// One step through a document, with the place where it begins.
public struct YAMLEvent: Hashable, Sendable {
    /// What an event is.
    public enum Kind: Hashable, Sendable {
        /// The document begins.
        case documentStart
        /// The document ends.
        case documentEnd
        /// A repetition of the node with this anchor.
        case alias(String)
        /// A scalar.
        case scalar(YAMLScalar, anchor: String?)
        /// A sequence begins.
        case sequenceStart(anchor: String?)
        /// The innermost sequence ends.
        case sequenceEnd
        /// A mapping begins: keys and values follow in turn.
        case mappingStart(anchor: String?)
        /// The innermost mapping ends.
        case mappingEnd
    }

    /// What it is.
    public var kind: Kind
    /// Where it begins.
    public var location: SourceLocation

    /// The event `kind` at `location`.
    public init(kind: Kind, location: SourceLocation) {
        self.kind = kind
        self.location = location
    }
}
