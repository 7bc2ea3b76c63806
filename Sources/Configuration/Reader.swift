import Spelling
import YAML

/// Walks a configuration's tree and collects findings. After an error it goes on with a harmless value, so
/// that one run finds all errors; a configuration is made only when there was none.
struct Reader {
    /// The file's name for messages.
    let file: String
    /// The values of `defaults`.
    var defaults = Defaults()
    /// The names of the groups.
    var groups: [String] = []
    /// The same for looking up.
    var groupSet: Set<String> = []
    /// The screen that is being read.
    var screen = ScreenScope()
    /// Who may change things.
    var control = Control()
    private var diagnostics: [Diagnostic] = []
    private let limit: Int
    /// How many findings there are of a severity.
    private var counts: [Severity: Int] = [:]
    /// Names places for a program, which gets no warnings; nil for a file.
    private let members: MemberPaths?

    init(file: String, limit: Int = Bounds.diagnostics, members: MemberPaths? = nil) {
        self.file = file
        self.limit = limit
        self.members = members
    }

    /// The findings in the order of the file, each once: a node that aliases repeat is read each time.
    func sorted() -> [Diagnostic] {
        let ordered = diagnostics.enumerated().sorted { left, right in
            (left.element.line, left.element.column, left.offset)
                < (right.element.line, right.element.column, right.offset)
        }
        var seen: Set<Diagnostic> = []
        return ordered.map(\.element).filter { seen.insert($0).inserted }
    }

    mutating func error(_ code: DiagnosticCode, at location: SourceLocation, _ message: String) {
        add(.error, code, at: location, message)
    }

    mutating func warn(_ code: DiagnosticCode, at location: SourceLocation, _ message: String) {
        if members == nil { add(.warning, code, at: location, message) }
    }

    private mutating func add(
        _ severity: Severity, _ code: DiagnosticCode, at location: SourceLocation, _ message: String
    ) {
        // Each kind has its own limit: many warnings must neither hide an error nor become one.
        let count = counts[severity, default: 0]
        guard count <= limit else { return }
        counts[severity] = count + 1
        let isLast = count == limit
        let rest =
            severity == .error
            ? "more than \(limit) errors; mend these first"
            : "more than \(limit) warnings; the others are not told"
        diagnostics.append(
            Diagnostic(
                severity: severity, code: (isLast ? .tooManyErrors : code).rawValue, file: file, at: location,
                message: isLast ? rest : message))
    }

    /// Whether no more errors are kept, so that words about them would be for nothing.
    var isFull: Bool { counts[.error, default: 0] > limit }

    /// How a message names the place of something else.
    func placeText(_ location: SourceLocation) -> String {
        members?.path(at: location) ?? "\(location.line):\(location.column)"
    }

    /// Reports that `node` is not what `field` may be.
    mutating func refuse(_ node: YAMLNode, for field: Field, _ problem: Problem? = nil) {
        guard !isFull else { return }
        let what: String
        switch node.content {
        case .scalar(let scalar) where scalar.isNull: what = "empty"
        case .scalar(let scalar): what = scalar.text.quoted
        case .sequence(let items): what = items.isEmpty ? "an empty list" : "a list of \(items.count)"
        case .mapping(let entries): what = entries.isEmpty ? "an empty mapping" : "a mapping"
        }
        let reason = problem.map { ", which \($0.reason)" } ?? ""
        error(
            problem?.code ?? .wrongValue, at: node.location,
            "\(field.name) is \(what)\(reason); allowed is \(field.allowed)")
    }

    /// Reports that `name` is none of `known`, with the nearest of them.
    mutating func refuse(unknown name: String, _ kind: String, at location: SourceLocation, known: [String]) {
        guard !isFull else { return }
        let advice: String
        if let near = nearest(to: name, among: known) {
            advice = "did you mean \(near.quoted)?"
        } else if known.isEmpty {
            advice = "there is none"
        } else {
            let list = known.prefix(12).map { String($0.prefix(Bounds.nameLength)) }.joined(separator: ", ")
            advice = "there are: " + list + (known.count > 12 ? " and \(known.count - 12) more" : "")
        }
        error(.unknownName, at: location, "there is no \(kind) \(name.quoted); \(advice)")
    }
}

/// A value's name and what it may be, for messages: put into words only when there is one, since every value
/// has these.
struct Field {
    private enum Source {
        case key(any MappingKey)
        case texts(name: () -> String, allowed: () -> String)
    }

    private let source: Source

    var name: String {
        switch source {
        case .key(let key): key.rawValue
        case .texts(let name, _): name()
        }
    }

    var allowed: String {
        switch source {
        case .key(let key): key.allowed
        case .texts(_, let allowed): allowed()
        }
    }

    init(name: @escaping @autoclosure () -> String, allowed: @escaping @autoclosure () -> String) {
        source = .texts(name: name, allowed: allowed)
    }

    init(_ key: some MappingKey) { source = .key(key) }
}

/// The known entries of a mapping.
struct Fields<Key: MappingKey> {
    /// Where the mapping begins.
    let location: SourceLocation
    private let entries: YAMLEntries
    /// The keys in the order of the file, each once, with the index of its first entry. They are so few that a
    /// dictionary would be the slower.
    private var places: [(key: Key, index: Int)] = []

    /// None yet of `entries`, of a mapping that begins at `location`.
    init(of entries: YAMLEntries, location: SourceLocation) {
        self.location = location
        self.entries = entries
        places.reserveCapacity(min(entries.count, Key.table.count))
    }

    var isEmpty: Bool { places.isEmpty }

    subscript(key: Key) -> YAMLNode? {
        guard let place = place(key) else { return nil }
        return entries[place].value
    }

    /// Whether the mapping has `key`.
    func has(_ key: Key) -> Bool { place(key) != nil }

    mutating func append(entryAt index: Int, of key: Key) { places.append((key, index)) }

    /// Where the key itself stands; where the mapping begins when it has no such key.
    func location(of key: Key) -> SourceLocation { entry(key)?.key.location ?? location }

    private func entry(_ key: Key) -> YAMLEntry? { place(key).map { entries[$0] } }

    @inline(__always)
    private func place(_ key: Key) -> Int? {
        // By position, or each question would retain the list.
        for place in places.indices where places[place].key == key { return places[place].index }
        return nil
    }
}

extension Reader {
    /// The entries of a mapping with the keys of `Key`; unknown, duplicate and missing keys are reported.
    /// Nil, and reported with `field`, when `node` is no mapping.
    mutating func fields<Key: MappingKey>(_ node: YAMLNode, as _: Key.Type, for field: Field) -> Fields<Key>?
    {
        guard let entries = node.mapping else {
            refuse(node, for: field)
            return nil
        }
        var fields = Fields<Key>(of: entries, location: node.location)
        var unknown: [String: SourceLocation] = [:]
        var next = entries.startIndex
        while next < entries.endIndex {
            let place = next
            entries.formIndex(after: &next)
            let node = entries[place].key
            guard let name = keyScalar(node) else { continue }
            if let key = Key.table.key(name.bytes) {
                if fields.has(key) {
                    refuse(duplicate: name.text, at: node.location, first: fields.location(of: key))
                } else {
                    fields.append(entryAt: place, of: key)
                }
            } else if let first = unknown.updateValue(node.location, forKey: name.text) {
                refuse(duplicate: name.text, at: node.location, first: first)
            } else {
                refuse(unknownKey: name.text, of: Key.self, at: node.location)
            }
        }
        for key in Key.required where !fields.has(key) {
            error(
                .missingKey, at: node.location,
                "\(Key.owner) needs the key \(key.rawValue.quoted): \(key.allowed)")
        }
        return fields
    }

    /// The entries of a mapping whose keys are names that the file chooses, duplicates and bad names reported
    /// and the first of duplicates kept. Empty, and reported with `field`, when `node` is no mapping.
    mutating func named(_ node: YAMLNode, _ kind: String, for field: Field) -> [(
        name: String, entry: YAMLEntry
    )] {
        guard let entries = node.mapping else {
            refuse(node, for: field)
            return []
        }
        var places: [String: SourceLocation] = [:]
        var result: [(name: String, entry: YAMLEntry)] = []
        for entry in entries {
            guard keyScalar(entry.key) != nil else { continue }
            guard let name = name(entry.key, for: Field(name: "the name of \(kind)", allowed: Allowed.name))
            else {
                continue
            }
            if let first = places[name] {
                refuse(duplicate: name, at: entry.key.location, first: first)
            } else {
                places[name] = entry.key.location
                result.append((name, entry))
            }
        }
        return result
    }

    @inline(__always)
    private mutating func keyScalar(_ key: YAMLNode) -> YAMLScalar? {
        if let scalar = key.scalar {
            if scalar.bytes.first != UInt8(ascii: "<") || !isMerge(scalar) { return scalar }
        }
        refuse(key: key)
        return nil
    }

    private func isMerge(_ key: YAMLScalar) -> Bool { key.isUntyped && key.isText("<<") }

    private mutating func refuse(key: YAMLNode) {
        if key.scalar == nil {
            error(.wrongValue, at: key.location, "a list or mapping is the key here; allowed is a name")
        } else {
            error(
                .unknownKey, at: key.location,
                "merging with '<<' is not supported; write the keys out, or use an alias for a whole value")
        }
    }

    private mutating func refuse(duplicate name: String, at location: SourceLocation, first: SourceLocation) {
        guard !isFull else { return }
        error(
            .duplicateKey, at: location,
            members == nil
                ? "the key \(name.quoted) is given twice, first at \(placeText(first)); remove one"
                : "the key \(name.quoted) is given twice; remove one")
    }

    private mutating func refuse<Key: MappingKey>(
        unknownKey name: String, of _: Key.Type, at location: SourceLocation
    ) {
        guard !isFull else { return }
        let advice =
            nearest(to: name, among: Key.names).map { "did you mean \($0.quoted)?" }
            ?? "allowed are: \(Key.names.joined(separator: ", "))"
        error(.unknownKey, at: location, "\(Key.owner) has no key \(name.quoted); \(advice)")
    }
}
