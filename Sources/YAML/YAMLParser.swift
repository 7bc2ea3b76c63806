import CYAML

/// Pulls the events of one document out of a text, one by one, so that a long recording needs no tree. Owns a
/// `yaml_parser_t` and a copy of the bytes.
@safe public struct YAMLParser: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>
    private let limits: YAMLLimits
    private var depth = 0
    private var nodes = 0
    private var documents = 0
    private var ended = false

    /// A parser of `bytes`: UTF-8, or UTF-16 with a byte order mark. Throws when there are more bytes than
    /// `limits` allow, or no memory. `yaml_parser_initialize`.
    public init(_ bytes: [UInt8], limits: YAMLLimits = .standard) throws(YAMLError) {
        guard bytes.count <= limits.bytes else {
            throw YAMLError(
                at: .start,
                message: "the input is larger than the \(limits.bytes) bytes that are read; make it smaller")
        }
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            unsafe parser.deallocate()
            throw YAMLError(at: .start, message: "there is no memory left to read the input")
        }
        let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
        _ = unsafe input.initialize(from: bytes)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
        unsafe self.parser = unsafe parser
        unsafe self.input = unsafe UnsafeMutableBufferPointer(rebasing: input[..<bytes.count])
        self.limits = limits
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.baseAddress?.deallocate()
    }

    /// The next event, or nil after the last and after an error. Throws at text that is not YAML, at a second
    /// document, at an unknown tag, and where a limit is passed. `yaml_parser_parse`.
    public mutating func next() throws(YAMLError) -> YAMLEvent? {
        while !ended {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) == 1 else {
                ended = true
                throw failure()
            }
            defer { unsafe yaml_event_delete(&event) }
            do {
                if let result = try unsafe translate(event) { return result }
            } catch {
                ended = true
                throw error
            }
        }
        return nil
    }

    /// The event in our terms; nil for those about the stream.
    private mutating func translate(_ event: yaml_event_t) throws(YAMLError) -> YAMLEvent? {
        let location = unsafe SourceLocation(event.start_mark)
        switch unsafe event.type {
        case YAML_DOCUMENT_START_EVENT:
            documents += 1
            guard documents == 1 else {
                throw YAMLError(
                    at: location, message: "a second document begins here; only one is read, remove the rest")
            }
            return YAMLEvent(kind: .documentStart, location: location)
        case YAML_DOCUMENT_END_EVENT:
            return YAMLEvent(kind: .documentEnd, location: location)
        case YAML_SEQUENCE_END_EVENT:
            depth -= 1
            return YAMLEvent(kind: .sequenceEnd, location: location)
        case YAML_MAPPING_END_EVENT:
            depth -= 1
            return YAMLEvent(kind: .mappingEnd, location: location)
        case YAML_STREAM_END_EVENT:
            ended = true
            return nil
        case YAML_ALIAS_EVENT, YAML_SCALAR_EVENT, YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT:
            try count(at: location)
            return YAMLEvent(kind: try unsafe node(event, at: location), location: location)
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

    private mutating func node(_ event: yaml_event_t, at location: SourceLocation) throws(YAMLError)
        -> YAMLEvent.Kind
    {
        switch unsafe event.type {
        case YAML_ALIAS_EVENT:
            return unsafe .alias(text(event.data.alias.anchor) ?? "")
        case YAML_SEQUENCE_START_EVENT:
            try open(at: location)
            let start = unsafe event.data.sequence_start
            _ = try Self.tag(unsafe text(start.tag), among: [.sequence], at: location)
            return unsafe .sequenceStart(anchor: text(start.anchor))
        case YAML_MAPPING_START_EVENT:
            try open(at: location)
            let start = unsafe event.data.mapping_start
            _ = try Self.tag(unsafe text(start.tag), among: [.mapping], at: location)
            return unsafe .mappingStart(anchor: text(start.anchor))
        default:
            let scalar = unsafe event.data.scalar
            let tag = try Self.tag(
                unsafe text(scalar.tag), among: [.string, .integer, .float, .boolean, .null], at: location)
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let value = unsafe YAMLScalar(
                text: String(decoding: bytes, as: UTF8.self), style: ScalarStyle(scalar.style), tag: tag)
            return unsafe .scalar(value, anchor: text(scalar.anchor))
        }
    }

    private static func tag(
        _ name: String?, among allowed: [YAMLTag], at location: SourceLocation
    ) throws(YAMLError) -> YAMLTag? {
        guard let name else { return nil }
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
        let bytes = unsafe input.span
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
            if let advice = SourceText.advice(for: problem ?? "", at: location, in: bytes) {
                message += "; " + advice
            }
            return YAMLError(at: location, message: message)
        }
    }
}

/// The text of a C string of libyaml's, or nil for NULL.
private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
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
