extension StringProtocol {
    /// The text in single quotes for a message: at most 60 characters, control characters replaced, because a
    /// message goes to terminals and logs and the text may come from anywhere.
    public var quoted: String {
        var result = "'"
        for (count, scalar) in unicodeScalars.enumerated() {
            if count == 60 {
                result += "…"
                break
            }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
                result += "?"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "'"
    }
}
