/// How many bytes values take as JSON text, at most.
enum JSONText {
    /// The digits of UInt64.max.
    fileprivate static let mostDigits = 20
    /// A sign and the digits.
    static let roomOfInteger = mostDigits + 1
    /// A sign, the digits, a point and two decimals.
    static let roomOfCoordinate = mostDigits + 4

    /// 2^53 hundredths: up to here a Double tells one hundredth from the next.
    fileprivate static let greatest = 90_071_992_547_409.92

    /// Of a text: in quotes, `\u001f` for each byte.
    static func room(bytes: Int) -> Int { bytes * 6 + 2 }

    /// The number of hundredths nearest to the exact product; the product as a Double may have become a tie
    /// by rounding.
    fileprivate static func hundredths(_ value: Double) -> Int64 {
        let product = value * 100
        var nearest = product.rounded(.toNearestOrAwayFromZero)
        if abs(product - product.rounded(.towardZero)) == 0.5 {
            let error = (-product).addingProduct(value, 100)
            if error != 0 && (error < 0) == (product > 0) { nearest = product.rounded(.towardZero) }
        }
        return Int64(nearest)
    }
}

/// Values as JSON text, where there is room for them.
extension OutputSpan<UInt8> {
    @inline(__always)
    mutating func append(_ text: borrowing Span<UInt8>) {
        for index in text.indices { append(text[index]) }
    }

    @inline(__always)
    mutating func append(integer value: some FixedWidthInteger) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(digitsOf: UInt64(truncatingIfNeeded: value.magnitude))
    }

    private mutating func append(digitsOf value: UInt64) {
        var count = 1
        var power: UInt64 = 10
        while value >= power, count < JSONText.mostDigits {
            count += 1
            power = power &* 10
        }
        append(repeating: 0, count: count)
        var rest = value
        for index in stride(from: self.count - 1, through: self.count - count, by: -1) {
            self[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// `JSONWriter.coordinate` tells how it looks.
    mutating func append(coordinate value: Double) {
        guard !value.isNaN else {
            append("null".utf8Span.span)
            return
        }
        let hundredths = JSONText.hundredths(min(max(value, -JSONText.greatest), JSONText.greatest))
        if hundredths < 0 { append(UInt8(ascii: "-")) }
        let (whole, fraction) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        append(digitsOf: whole)
        if fraction == 0 { return }
        append(UInt8(ascii: "."))
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / 10))
        if fraction % 10 != 0 { append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction % 10)) }
    }

    /// `text` in quotes, with what JSON demands escaped and all else as UTF-8.
    mutating func append(quoted text: borrowing Span<UInt8>) {
        append(UInt8(ascii: "\""))
        for index in text.indices {
            let byte = text[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                append(escaped: byte)
            } else {
                append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\n"): append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): append(UInt8(ascii: "t"))
        case 0..<0x20:
            append("u00".utf8Span.span)
            append(hexadecimal(byte >> 4))
            append(hexadecimal(byte & 0xf))
        default: append(byte)
        }
    }
}

private func hexadecimal(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
