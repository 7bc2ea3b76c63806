import Configuration
import HitZoneProtocol
import YAML

extension YAMLNode {
    /// Writes the tree as JSON, keys that are given twice included. Throws where a key is no scalar.
    ///
    /// The depth of this recursion is bounded by the parser's limit on nesting.
    func write(to writer: inout JSONWriter) throws(YAMLError) {
        switch content {
        case .scalar(let scalar): scalar.write(to: &writer)
        case .sequence(let items):
            writer.beginArray()
            for item in items { try item.write(to: &writer) }
            writer.endArray()
        case .mapping(let entries):
            writer.beginObject()
            for entry in entries {
                guard let key = entry.key.text else {
                    throw YAMLError(
                        at: entry.key.location,
                        message: "a list or mapping is the key here; allowed is a name")
                }
                writer.key(key)
                try entry.value.write(to: &writer)
            }
            writer.endObject()
        }
    }

    /// Where the member `path` of this tree, which is called `name` itself, stands: `regions[2].frame`. A
    /// key's place where it is a key's value; nil when there is no such member.
    func location(of path: String, named name: String) -> SourceLocation? {
        guard path.hasPrefix(name) else { return nil }
        return location(of: path.dropFirst(name.count), otherwise: location)
    }

    private func location(of path: Substring, otherwise place: SourceLocation) -> SourceLocation? {
        switch path.first {
        case nil: return place
        case "[":
            let digits = path.dropFirst().prefix { $0 != "]" }
            guard let index = Int(digits), index >= 0, let item = sequence?.dropFirst(index).first else {
                return nil
            }
            return item.location(of: path.dropFirst(digits.count + 2), otherwise: item.location)
        case ".":
            let rest = path.dropFirst()
            // Of a key that is given twice the last is the one that is wrong.
            for entry in mapping?.reversed() ?? [] {
                guard let key = entry.key.text, rest.hasPrefix(key) else { continue }
                let tail = rest.dropFirst(key.count)
                guard tail.isEmpty || tail.first == "." || tail.first == "[" else { continue }
                if let found = entry.value.location(of: tail, otherwise: entry.key.location) { return found }
            }
            return nil
        default: return nil
        }
    }
}

extension YAMLScalar {
    /// Writes the scalar as what the reader of configurations takes it for; one that is a name to it keeps
    /// its text.
    fileprivate func write(to writer: inout JSONWriter) {
        if isNull {
            writer.null()
        } else if isUntyped, text == "true" || text == "false" {
            writer.bool(text == "true")
        } else if let number = decimalNumber {
            if isNumberOfJSON { writer.json(Array(text.utf8)) } else { writer.number(number) }
        } else {
            writer.string(text)
        }
    }

    /// Whether JSON writes this decimal number so, too: without a plus, and with digits on both sides of a
    /// point.
    private var isNumberOfJSON: Bool {
        if text.hasPrefix("+") { return false }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 1 || (parts[0].last?.isNumber == true && parts[1].first?.isNumber == true)
    }
}
