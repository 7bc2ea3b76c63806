import YAML

extension YAMLNode {
    /// The tree as JSON text, scalars typed as the parser of configurations reads them; nil where a key is no
    /// scalar.
    var json: String? {
        switch content {
        case .scalar(let scalar): return scalar.json
        case .sequence(let items):
            let parts = items.map(\.json)
            return parts.contains(nil) ? nil : "[" + parts.compactMap(\.self).joined(separator: ",") + "]"
        case .mapping(let entries):
            let parts = entries.map { entry -> String? in
                guard let key = entry.key.text, let value = entry.value.json else { return nil }
                return key.jsonString + ":" + value
            }
            return parts.contains(nil) ? nil : "{" + parts.compactMap(\.self).joined(separator: ",") + "}"
        }
    }
}

extension YAMLScalar {
    fileprivate var json: String {
        if isNull { return "null" }
        guard isUntyped else { return text.jsonString }
        if text == "true" || text == "false" { return text }
        let number = #/[-+]?(?:0|[1-9][0-9]*)?(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?/#
        if text.wholeMatch(of: number) != nil, let digit = text.firstIndex(where: \.isNumber),
            !text[..<digit].contains(where: { $0 == "e" || $0 == "E" })
        {
            let padded = text.replacing(#/^([-+]?)\./#) { "\($0.output.1)0." }.replacing(#/\.(?![0-9])/#) {
                _ in ".0"
            }
            return padded.hasPrefix("+") ? String(padded.dropFirst()) : padded
        }
        return text.jsonString
    }
}

extension String {
    var jsonString: String {
        var result = "\""
        for unit in utf16 {
            switch unit {
            case 0x20...0x7e where unit != 0x22 && unit != 0x5c:
                result.append(Character(UnicodeScalar(UInt8(unit))))
            default:
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result + "\""
    }
}
