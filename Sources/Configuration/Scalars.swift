public import TouchEngine
import TouchModel
package import YAML

/// Why a scalar is not what it should be, in words that follow "which".
struct Problem: Error {
    var code = DiagnosticCode.wrongValue
    var reason: String
}

/// Reads the texts of scalars; the grammars are the ones of the schema.
enum Scalars {
    /// A decimal number, with an exponent when `exponent` allows it.
    static func decimal(_ text: ArraySlice<UInt8>, exponent: Bool) throws(Problem) -> Double {
        let bytes = text.span
        var reader = DecimalReader()
        reader.readMantissa(of: bytes)
        guard reader.hasDigits else { throw notNumber(text) }
        if reader.beginsWithZero { throw Problem(reason: "begins with 0, so that it may be meant as octal") }
        if reader.isAtEnd(of: bytes), let value = reader.exactValue { return value }
        if exponent { reader.readExponent(of: bytes) }
        guard reader.isAtEnd(of: bytes),
            let value = Double(String(decoding: text, as: UTF8.self).withoutBarePoint)
        else {
            throw notNumber(text)
        }
        guard value.isFinite else { throw Problem(code: .outOfRange, reason: "is not finite") }
        return value
    }

    /// A bare number.
    static func number(_ scalar: YAMLScalar) throws(Problem) -> Double {
        guard scalar.isUntyped else { throw Problem(reason: "is in quotes and so a text") }
        return try decimal(scalar.bytes, exponent: true)
    }

    /// A bare number or one with a unit.
    static func length(_ scalar: YAMLScalar) throws(Problem) -> Length {
        let text = scalar.bytes
        // Most lengths have no unit, which their last byte tells.
        if let last = text.last, isDigit(last) { return .units(try number(scalar)) }
        let number = text.dropLast(2)
        switch Unit(text.suffix(2)) {
        case .px: return .units(try decimal(number, exponent: false))
        case .mm: return .millimetres(try decimal(number, exponent: false))
        case .pt, .dp: return .millimetres(try decimal(number, exponent: false) * 25.4 / 160)
        case nil: return .units(try self.number(scalar))
        }
    }

    /// The units of lengths.
    private enum Unit: String, CaseIterable {
        case px, mm, pt, dp

        init?(_ text: ArraySlice<UInt8>) {
            guard let unit = Self.allCases.first(where: { text.elementsEqual($0.rawValue.utf8) }) else {
                return nil
            }
            self = unit
        }
    }

    /// A time with its unit, exact to the microsecond; a bare 0 is 0.
    static func time(_ scalar: YAMLScalar) throws(Problem) -> Interval {
        let text = scalar.bytes
        if scalar.isUntyped, scalar.isText("0") { return .zero }
        let places: Int
        let number: ArraySlice<UInt8>
        if text.suffix(2).elementsEqual("ms".utf8) {
            (number, places) = (text.dropLast(2), 3)
        } else if text.last == UInt8(ascii: "s") {
            (number, places) = (text.dropLast(), 6)
        } else {
            if (try? decimal(text, exponent: true)) != nil { throw Problem(reason: "has no unit") }
            throw Problem(reason: "is not a time")
        }
        if number.first == UInt8(ascii: "-") { throw Problem(code: .outOfRange, reason: "is negative") }
        return try microseconds(number, places: places)
    }

    private static func microseconds(_ number: ArraySlice<UInt8>, places: Int) throws(Problem) -> Interval {
        let whole = number.prefix(while: isDigit)
        let rest = number.dropFirst(whole.count)
        var fraction = rest.dropFirst()
        guard !whole.isEmpty, rest.isEmpty || (rest.first == UInt8(ascii: ".") && !fraction.isEmpty),
            fraction.allSatisfy(isDigit)
        else { throw Problem(reason: "is not a time") }
        while fraction.last == UInt8(ascii: "0") { fraction = fraction.dropLast() }
        guard fraction.count <= places else { throw Problem(reason: "is finer than a microsecond") }
        let zeros = repeatElement(UInt8(ascii: "0"), count: places - fraction.count)
        guard let count = Int64(String(decoding: whole + fraction + zeros, as: UTF8.self)) else {
            throw Problem(code: .outOfRange, reason: "is too long")
        }
        return Interval(microseconds: count)
    }

    /// `true` or `false`; the other words of YAML 1.1 are refused, because YAML 1.2 takes them for texts.
    static func boolean(_ scalar: YAMLScalar) throws(Problem) -> Bool {
        guard scalar.isUntyped else { throw Problem(reason: "is in quotes and so a text") }
        if scalar.isText("true") { return true }
        if scalar.isText("false") { return false }
        switch scalar.text {
        case "yes", "on": throw Problem(reason: "is written true here")
        case "no", "off": throw Problem(reason: "is written false here")
        default: throw Problem(reason: "is neither")
        }
    }

    /// A name of the pattern `[A-Za-z0-9][A-Za-z0-9._/-]*`.
    static func name(_ scalar: YAMLScalar) throws(Problem) -> String {
        let bytes = scalar.bytes
        guard bytes.count <= Bounds.nameLength else {
            throw Problem(code: .badName, reason: "has \(bytes.count) characters")
        }
        guard let first = bytes.first, isLetterOrDigit(first) else {
            throw Problem(code: .badName, reason: "does not begin with a letter or digit")
        }
        guard bytes.allSatisfy({ isLetterOrDigit($0) || isNamePunctuation($0) }) else {
            throw Problem(code: .badName, reason: "has other characters")
        }
        return scalar.text
    }

    /// `vendor:product` in hexadecimal.
    static func panelID(_ scalar: YAMLScalar) throws(Problem) -> PanelID {
        let parts = scalar.text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let vendor = hexadecimal(parts[0]), let product = hexadecimal(parts[1]) else {
            throw Problem(reason: "is not of this form")
        }
        return PanelID(vendor: vendor, product: product)
    }

    private static func hexadecimal(_ text: Substring) -> UInt16? {
        guard (1...4).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "+") else { return nil }
        return UInt16(text, radix: 16)
    }

    private static func notNumber(_ text: ArraySlice<UInt8>) -> Problem {
        switch String(decoding: text, as: UTF8.self).lowercased() {
        case ".inf", "-.inf", "+.inf", ".nan", "inf", "-inf", "nan", "infinity", "-infinity":
            return Problem(code: .outOfRange, reason: "is not finite")
        default: return Problem(reason: "is not a decimal number")
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private static func isNamePunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "-"): true
        default: false
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}

extension YAMLScalar {
    /// The number that a configuration takes the scalar for; nil for all else.
    package var decimalNumber: Double? { try? Scalars.number(self) }
}

extension String {
    /// The number with digits on both sides of its point, which `Double` wants: `5.` is `5.0`, `.5` is `0.5`.
    fileprivate var withoutBarePoint: String {
        guard let point = firstIndex(of: ".") else { return self }
        let head = self[..<point]
        let tail = self[index(after: point)...]
        let whole = head.last?.isNumber == true ? String(head) : head + "0"
        let fraction = tail.first?.isNumber == true ? String(tail) : "0" + tail
        return whole + "." + fraction
    }
}

extension Length {
    /// The length that `text` gives as a configuration writes it: `9mm`, `48dp`, `24px`, or a number of layout
    /// units; nil when it is none.
    public init?(_ text: String) {
        guard let length = try? Scalars.length(YAMLScalar(text: text)) else { return nil }
        self = length
    }
}
