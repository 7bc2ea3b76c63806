import CYAML

/// One step through a document, with the place where it begins.
struct YAMLEvent {
    /// What an event is.
    enum Kind {
        /// A repetition of the node with the event's anchor.
        case alias
        /// A scalar.
        case scalar
        /// A sequence begins.
        case sequenceStart
        /// A mapping begins: keys and values follow in turn.
        case mappingStart
        /// The innermost sequence or mapping ends.
        case collectionEnd
    }

    var kind: Kind
    var location: SourceLocation
    /// The node's name for aliases.
    var anchor: String?
    /// How a scalar was written.
    var style = ScalarStyle.plain
    /// The tag, when the text gives one.
    var tag: YAMLTag?
}

/// Pulls the events of one document out of a text, one by one. Owns a `yaml_parser_t`; the bytes must outlive it.
@safe struct YAMLParser: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeBufferPointer<UInt8>
    private let limits: YAMLLimits
    private var depth = 0
    private var nodes = 0
    private var documents = 0
    private var ended = false

    /// A parser of `input`: UTF-8, or UTF-16 with a byte order mark. Throws when there are more bytes than
    /// `limits` allow, or no memory. `yaml_parser_initialize`.
    @unsafe init(_ input: UnsafeBufferPointer<UInt8>, limits: YAMLLimits) throws(YAMLError) {
        let most = min(limits.bytes, YAMLLimits.mostBytes)
        guard input.count <= most else {
            throw YAMLError(
                at: .start,
                message: "the input is larger than the \(most) bytes that are read; make it smaller")
        }
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            unsafe parser.deallocate()
            throw YAMLError(at: .start, message: "there is no memory left to read the input")
        }
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
        unsafe self.parser = unsafe parser
        unsafe self.input = unsafe input
        self.limits = limits
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
    }

    /// The next event, or nil after the last and after an error; a scalar's text is appended to `text`. Throws at
    /// text that is not YAML, at a second document, at an unknown tag, and where a limit is passed.
    /// `yaml_parser_parse`. Inlined with what it calls, so that no event is put into memory.
    @inline(__always)
    mutating func next(appendingTextTo text: inout [UInt8]) throws(YAMLError) -> YAMLEvent? {
        while !ended {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) == 1 else {
                ended = true
                throw failure()
            }
            defer { unsafe yaml_event_delete(&event) }
            do {
                if let result = try unsafe translate(&event, &text) { return result }
            } catch {
                ended = true
                throw error
            }
        }
        return nil
    }

    /// The event in our terms; nil for those about stream and document.
    @inline(__always)
    private mutating func translate(
        _ event: inout yaml_event_t, _ text: inout [UInt8]
    ) throws(YAMLError) -> YAMLEvent? {
        let location = unsafe SourceLocation(event.start_mark)
        switch unsafe event.type {
        case YAML_DOCUMENT_START_EVENT:
            documents += 1
            guard documents == 1 else {
                throw YAMLError(
                    at: location, message: "a second document begins here; only one is read, remove the rest")
            }
            return nil
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            depth -= 1
            return YAMLEvent(kind: .collectionEnd, location: location)
        case YAML_STREAM_END_EVENT:
            ended = true
            return nil
        case YAML_ALIAS_EVENT, YAML_SCALAR_EVENT, YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT:
            try count(at: location)
            return try unsafe node(&event, at: location, &text)
        default:
            return nil
        }
    }

    private mutating func count(at location: SourceLocation) throws(YAMLError) {
        nodes += 1
        guard nodes <= limits.nodes else { throw .tooManyNodes(limits.nodes, at: location) }
    }

    private mutating func open(at location: SourceLocation) throws(YAMLError) {
        depth += 1
        guard depth <= limits.depth else { throw .tooDeep(limits.depth, at: location) }
    }

    @inline(__always)
    private mutating func node(
        _ event: inout yaml_event_t, at location: SourceLocation, _ text: inout [UInt8]
    ) throws(YAMLError) -> YAMLEvent {
        switch unsafe event.type {
        case YAML_ALIAS_EVENT:
            return unsafe YAMLEvent(
                kind: .alias, location: location, anchor: string(event.data.alias.anchor) ?? "")
        case YAML_SEQUENCE_START_EVENT:
            try open(at: location)
            let start = unsafe event.data.sequence_start
            _ = try unsafe Self.tag(start.tag, among: [.sequence], at: location)
            return unsafe YAMLEvent(kind: .sequenceStart, location: location, anchor: string(start.anchor))
        case YAML_MAPPING_START_EVENT:
            try open(at: location)
            let start = unsafe event.data.mapping_start
            _ = try unsafe Self.tag(start.tag, among: [.mapping], at: location)
            return unsafe YAMLEvent(kind: .mappingStart, location: location, anchor: string(start.anchor))
        default:
            let scalar = unsafe event.data.scalar
            let tag = try unsafe Self.tag(scalar.tag, among: YAMLTag.ofScalars, at: location)
            unsafe text.append(contentsOf: UnsafeBufferPointer(start: scalar.value, count: scalar.length))
            return unsafe YAMLEvent(
                kind: .scalar, location: location, anchor: string(scalar.anchor),
                style: ScalarStyle(scalar.style), tag: tag)
        }
    }

    private static func tag(
        _ pointer: UnsafePointer<yaml_char_t>?, among allowed: @autoclosure () -> [YAMLTag],
        at location: SourceLocation
    ) throws(YAMLError) -> YAMLTag? {
        guard let name = unsafe string(pointer) else { return nil }
        let allowed = allowed()
        if name == "!" { return allowed.contains(.string) ? .string : nil }
        if let tag = YAMLTag(rawValue: name), allowed.contains(tag) { return tag }
        let list = allowed.map(\.shorthand).joined(separator: ", ")
        throw YAMLError(
            at: location, message: "the tag \(name.quoted) does not fit here; leave it out, or use \(list)")
    }

    /// What libyaml says of its last error, with the place in our terms and advice.
    private func failure() -> YAMLError {
        let state = unsafe parser.pointee
        let problem = unsafe state.problem.map { unsafe String(cString: $0) }
        let bytes = unsafe Span(_unsafeElements: input)
        switch unsafe state.error {
        case YAML_MEMORY_ERROR:
            return YAMLError(at: .start, message: "there is no memory left to read the input")
        case YAML_READER_ERROR:
            let location = unsafe SourceText.location(ofByte: Int(clamping: state.problem_offset), in: bytes)
            return YAMLError(
                at: location,
                message:
                    "\(problem ?? "unreadable character"); save the file as UTF-8 without control characters")
        default:
            let location = unsafe SourceLocation(state.problem_mark)
            var message = problem ?? "this is not YAML"
            if unsafe state.context != nil, unsafe state.context_mark.line != state.problem_mark.line {
                let start = unsafe SourceLocation(state.context_mark)
                message += unsafe " (\(String(cString: state.context)) from line \(start.line))"
            }
            message += "; " + SourceText.advice(for: problem ?? "", at: location, in: bytes)
            return YAMLError(at: location, message: message)
        }
    }
}

/// The text of a C string of libyaml's, or nil for NULL.
private func string(_ pointer: UnsafePointer<yaml_char_t>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
}

extension SourceLocation {
    /// libyaml counts both from 0.
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
    }
}

extension ScalarStyle {
    fileprivate init(_ style: yaml_scalar_style_t) {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .quoted
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: self = .block
        default: self = .plain
        }
    }
}

extension YAMLTag {
    fileprivate static let ofScalars: [YAMLTag] = [.string, .integer, .float, .boolean, .null]
}

extension YAMLError {
    static func tooManyNodes(_ limit: Int, at location: SourceLocation) -> YAMLError {
        YAMLError(
            at: location,
            message:
                "there are more than \(limit) nodes, aliases counted as what they stand for; make it smaller")
    }

    static func tooDeep(_ limit: Int, at location: SourceLocation) -> YAMLError {
        YAMLError(
            at: location, message: "lists and mappings are nested more than \(limit) deep; make it flatter")
    }
}
