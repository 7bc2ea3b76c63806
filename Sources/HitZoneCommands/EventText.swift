import HitZoneProtocol
import TouchModel

extension Event {
    /// The event as a line for people: time in seconds, kind, what, screen and page, region, contact, place.
    var text: String {
        var line = (seconds(time.microseconds).padded(to: 13, alignRight: true) + "  ")
        line += kind.name.padded(to: 9)
        line += what.padded(to: 30)
        line += [screen, page].compactMap(\.self).joined(separator: ":").padded(to: 18)
        line += (region ?? "").padded(to: 16)
        line += contactText
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// What happened, by kind.
    private var what: String {
        switch kind {
        case .action:
            return [action, trigger.map { "(\($0.rawValue))" }].compactMap(\.self).joined(separator: " ")
        case .contact, .panel, .layout, .other:
            return [phase?.rawValue, reason.map { "(\($0.rawValue))" }].compactMap(\.self).joined(
                separator: " ")
        case .refused:
            let rest = remaining.map { ", \(trimmedSeconds($0)) s remain" }
            return (reason?.rawValue ?? "") + (rest ?? "")
        case .page: return page ?? ""
        case .lost: return count.map { "\($0) events" } ?? "unknown number of events"
        }
    }

    private var contactText: String {
        guard let contact else { return "" }
        guard let x, let y else { return "contact \(contact)" }
        let place = inside.map { " (\($0.rawValue))" } ?? ""
        return "contact \(contact) at \(coordinate(x)),\(coordinate(y))\(place)"
    }
}

/// A coordinate or distance as the JSON output writes it.
func coordinate(_ value: Double) -> String {
    var writer = JSONWriter()
    writer.coordinate(value)
    return String(decoding: writer.bytes, as: UTF8.self)
}

/// Microseconds as seconds with six decimals.
func seconds(_ microseconds: Int64) -> String {
    let (whole, fraction) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(fraction)
    return (microseconds < 0 ? "-" : "") + "\(whole)." + String(repeating: "0", count: 6 - digits.count)
        + digits
}

/// A length of time in seconds, without zeros at the end.
func trimmedSeconds(_ interval: Interval) -> String {
    var text = seconds(interval.microseconds)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
}

extension String {
    /// The text filled with spaces to `width`; longer text gets two spaces, so that columns stay apart.
    fileprivate func padded(to width: Int, alignRight: Bool = false) -> String {
        let length = unicodeScalars.count
        if alignRight { return String(repeating: " ", count: max(width - length, 0)) + self }
        return self + String(repeating: " ", count: max(width - length, 2))
    }
}
