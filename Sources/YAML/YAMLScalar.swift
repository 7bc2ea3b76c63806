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
public enum ScalarStyle: UInt8, Hashable, Sendable {
    /// Without quotes.
    case plain
    /// In single or double quotes.
    case quoted
    /// As a block after `|` or `>`.
    case block
}

/// A scalar's text as it stands after unquoting; what it means is the reader's choice.
public struct YAMLScalar: Hashable, Sendable {
    /// The text in UTF-8, escapes and folding undone.
    public var bytes: ArraySlice<UInt8>
    /// How it was written.
    public var style: ScalarStyle
    /// The tag, when the text gives one.
    public var tag: YAMLTag?

    @inlinable
    init(bytes: ArraySlice<UInt8>, style: ScalarStyle, tag: YAMLTag?) {
        self.bytes = bytes
        self.style = style
        self.tag = tag
    }

    /// The scalar of `text`.
    public init(text: String, style: ScalarStyle = .plain, tag: YAMLTag? = nil) {
        self.init(bytes: Array(text.utf8)[...], style: style, tag: tag)
    }

    /// The text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the text is `other`, byte by byte.
    @inlinable
    public func isText(_ other: StaticString) -> Bool {
        bytes.count == other.utf8CodeUnitCount && other.withUTF8Buffer { unsafe bytes.elementsEqual($0) }
    }

    /// Whether the text may stand for a number, a boolean or null: plain and without tag, or tagged as one of
    /// these.
    @inlinable public var isUntyped: Bool {
        guard let tag else { return style == .plain }
        return tag != .string
    }

    /// Whether it is YAML's null: nothing, `~` or `null`, without quotes.
    @inlinable public var isNull: Bool {
        if tag == .null { return true }
        guard isUntyped, let first = bytes.first else { return isUntyped }
        // Few texts begin like these, so that most are told by their first byte.
        switch first {
        case UInt8(ascii: "~"): return bytes.count == 1
        case UInt8(ascii: "n"), UInt8(ascii: "N"):
            return isText("null") || isText("Null") || isText("NULL")
        default: return false
        }
    }
}
