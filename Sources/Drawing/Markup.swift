import HitZoneProtocol
import TouchModel

/// Text of an SVG or HTML document. All that is not markup goes through `escaped`.
struct Markup {
    private(set) var text = ""

    /// Adds markup as it is.
    mutating func raw(_ markup: String) { text += markup }

    /// Adds markup and a line's end.
    mutating func line(_ markup: String) {
        text += markup
        text += "\n"
    }
}

extension String {
    /// The text for use between tags and in attributes; what XML cannot hold becomes U+FFFD.
    var escaped: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n", "\r": result += " "
            case "\0"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{fffe}", "\u{ffff}": result += "\u{fffd}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Columns of a fixed-width font that the text takes; wide scripts count twice.
    var columns: Int { unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) } }

    /// At most `limit` columns of the text, the end replaced by an ellipsis where there is more.
    func shortened(to limit: Int) -> String {
        guard columns > limit else { return self }
        var result = ""
        var used = 1
        for scalar in unicodeScalars {
            used += scalar.value >= 0x1100 ? 2 : 1
            if used > limit { break }
            result.unicodeScalars.append(scalar)
        }
        return result + "…"
    }
}

/// A number with at most two decimals, no exponent and no `-0`.
func decimal(_ value: Double) -> String {
    var writer = JSONWriter()
    writer.coordinate(value)
    return String(decoding: writer.bytes, as: UTF8.self)
}
