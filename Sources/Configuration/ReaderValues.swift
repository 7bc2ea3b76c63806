import TouchEngine
import TouchModel
import YAML

extension Reader {
    /// What `read` makes of a scalar; nil, and reported, when it is none or `read` refuses it.
    @inline(__always)
    private mutating func scalar<Value>(
        _ node: YAMLNode, for field: Field, _ read: (YAMLScalar) throws(Problem) -> Value
    ) -> Value? {
        guard let scalar = node.scalar, !scalar.isNull else {
            refuse(node, for: field)
            return nil
        }
        do throws(Problem) {
            return try read(scalar)
        } catch {
            refuse(node, for: field, error)
            return nil
        }
    }

    mutating func name(_ node: YAMLNode, for field: Field) -> String? {
        scalar(node, for: field, Scalars.name)
    }

    mutating func boolean(_ node: YAMLNode, for field: Field) -> Bool? {
        scalar(node, for: field, Scalars.boolean)
    }

    mutating func panelID(_ node: YAMLNode, for field: Field) -> PanelID? {
        scalar(node, for: field, Scalars.panelID)
    }

    mutating func glob(_ node: YAMLNode, for field: Field) -> String? {
        scalar(node, for: field) { scalar throws(Problem) in
            guard !scalar.text.isEmpty else { throw Problem(reason: "is empty") }
            guard scalar.text.unicodeScalars.count <= Bounds.globLength else {
                throw Problem(code: .outOfRange, reason: "is too long")
            }
            return scalar.text
        }
    }

    /// The name or number of a user or group.
    mutating func account(_ node: YAMLNode, for field: Field) -> String? {
        scalar(node, for: field, Scalars.account)
    }

    /// One of the words of an enumeration.
    mutating func word<Word: RawRepresentable<String>>(_ node: YAMLNode, _: Word.Type, for field: Field)
        -> Word?
    {
        scalar(node, for: field) { scalar throws(Problem) in
            guard let word = Word(rawValue: scalar.text) else { throw Problem(reason: "is none of these") }
            return word
        }
    }

    mutating func number(_ node: YAMLNode, in range: ClosedRange<Double>, for field: Field) -> Double? {
        scalar(node, for: field) { scalar throws(Problem) in
            let value = try Scalars.number(scalar)
            guard range.contains(value) else { throw Problem(code: .outOfRange, reason: "is out of range") }
            return value
        }
    }

    /// A length of at most `Bounds.length`, not below 0 unless `signed`. Remembers where the first
    /// millimetres are.
    mutating func length(_ node: YAMLNode, signed: Bool = false, for field: Field) -> Length? {
        let length: Length? = scalar(node, for: field) { scalar throws(Problem) in
            let length = try Scalars.length(scalar)
            let value =
                switch length {
                case .units(let value), .millimetres(let value): value
                }
            guard signed || value >= 0 else { throw Problem(code: .outOfRange, reason: "is negative") }
            guard abs(value) <= Bounds.length else {
                throw Problem(code: .outOfRange, reason: "is out of range")
            }
            return length
        }
        if case .millimetres? = length { screen.noteMillimetres(at: node.location) }
        return length
    }

    /// A length in layout units alone.
    mutating func units(_ node: YAMLNode, in range: ClosedRange<Double>, for field: Field) -> Double? {
        scalar(node, for: field) { scalar throws(Problem) in
            guard case .units(let value) = try Scalars.length(scalar) else {
                throw Problem(reason: "is in millimetres, where layout units are needed")
            }
            guard range.contains(value) else { throw Problem(code: .outOfRange, reason: "is out of range") }
            return value
        }
    }

    mutating func time(_ node: YAMLNode, in range: ClosedRange<Int64>, for field: Field) -> Interval? {
        scalar(node, for: field) { scalar throws(Problem) in
            let time = try Scalars.time(scalar)
            guard range.contains(time.microseconds) else {
                throw Problem(code: .outOfRange, reason: "is out of range")
            }
            return time
        }
    }

    /// The items of a list of exactly `count`; nil, and reported, when it is none.
    mutating func list(_ node: YAMLNode, of count: Int, for field: Field) -> YAMLItems? {
        guard let items = node.sequence, items.count == count else {
            refuse(node, for: field)
            return nil
        }
        return items
    }

    /// `none`, a length, or a list of two.
    mutating func minimum(_ node: YAMLNode, for field: Field) -> MinimumSize? {
        if node.sequence != nil {
            guard let items = list(node, of: 2, for: field) else { return nil }
            // Both are read before one can fail, so that both are reported.
            let sides = items.map { length($0, for: field) }
            guard let width = sides[0], let height = sides[1] else { return nil }
            return .size(width: width, height: height)
        }
        if node.scalar?.isText("none") == true { return MinimumSize.none }
        guard let side = length(node, for: field) else { return nil }
        return .size(width: side, height: side)
    }

    mutating func retention(_ node: YAMLNode, for field: Field) -> Retention? {
        length(node, for: field).map { .length($0) }
    }

    /// A time, or a mapping of interval and mode.
    mutating func debounce(_ node: YAMLNode, for field: Field) -> Debounce? {
        guard node.mapping != nil else {
            return time(node, in: 0...Bounds.time, for: field).map { Debounce(interval: $0) }
        }
        guard let fields = fields(node, as: DebounceKey.self, for: field) else { return nil }
        let interval = fields[.interval].flatMap {
            time($0, in: 0...Bounds.time, for: Field(DebounceKey.interval))
        }
        let mode = fields[.mode].flatMap { word($0, DebounceMode.self, for: Field(DebounceKey.mode)) }
        guard let interval else { return nil }
        if mode != nil, interval == .zero {
            warn(
                .unusedKey, at: fields.location(of: .mode),
                "the mode has no use where the interval is 0; remove it, or give an interval")
        }
        return Debounce(interval: interval, mode: mode ?? .fixed)
    }

    /// A length for all edges, or a mapping of edges; `outward` is -1 where the sign is that of
    /// `touchExtendInset`.
    mutating func expansion(_ node: YAMLNode, outward: Double, for field: Field) -> Expansion? {
        guard node.mapping != nil else {
            return length(node, signed: true, for: field).map { Expansion(all: $0.scaled(by: outward)) }
        }
        guard let fields = fields(node, as: EdgeKey.self, for: field) else { return nil }
        if fields.isEmpty, node.mapping?.isEmpty == true { refuse(node, for: field) }
        var edges: [EdgeKey: Length] = [:]
        for key in EdgeKey.allCases {
            guard let value = fields[key] else { continue }
            edges[key] = length(value, signed: true, for: Field(key))?.scaled(by: outward)
        }
        let all = edges[.all]
        return Expansion(
            left: edges[.left] ?? all, top: edges[.top] ?? all, right: edges[.right] ?? all,
            bottom: edges[.bottom] ?? all)
    }
}

extension Length {
    /// The length times `factor`; 0 stays 0 without a sign.
    fileprivate func scaled(by factor: Double) -> Length {
        switch self {
        case .units(let value): .units(value * factor + 0)
        case .millimetres(let value): .millimetres(value * factor + 0)
        }
    }
}
