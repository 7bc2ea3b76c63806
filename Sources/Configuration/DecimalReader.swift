/// Walks the bytes of a decimal number, which are the same in all calls, and knows the value of a short one by itself.
struct DecimalReader {
    private var position = 0
    private var isNegative = false
    private var digits: UInt64 = 0
    private var wholeCount = 0
    private var fractionCount = 0
    /// Whether the part before the point begins with a 0 that another digit follows.
    private(set) var beginsWithZero = false

    /// Whether the mantissa has any digit.
    var hasDigits: Bool { wholeCount + fractionCount > 0 }

    /// Whether all has been read.
    func isAtEnd(of bytes: Span<UInt8>) -> Bool { position == bytes.count }

    /// The number without an exponent, when it is short enough for one division of two whole numbers that
    /// `Double` holds exactly: then the quotient is the nearest `Double`.
    var exactValue: Double? {
        guard wholeCount + fractionCount <= 15 else { return nil }
        var power = 1.0
        for _ in 0..<fractionCount { power *= 10 }
        let value = Double(digits) / power
        return isNegative ? -value : value
    }

    /// Reads sign, digits and fraction.
    @inline(__always)
    mutating func readMantissa(of bytes: Span<UInt8>) {
        isNegative = current(bytes) == UInt8(ascii: "-")
        skipSign(bytes)
        let beginsWithZero = current(bytes) == UInt8(ascii: "0")
        wholeCount = readDigits(bytes)
        self.beginsWithZero = beginsWithZero && wholeCount > 1
        if current(bytes) == UInt8(ascii: ".") {
            position += 1
            fractionCount = readDigits(bytes)
        }
    }

    /// Reads an exponent, where a whole one stands.
    mutating func readExponent(of bytes: Span<UInt8>) {
        guard current(bytes) == UInt8(ascii: "e") || current(bytes) == UInt8(ascii: "E") else { return }
        let start = position
        position += 1
        skipSign(bytes)
        if readDigits(bytes) == 0 { position = start }
    }

    @inline(__always)
    private func current(_ bytes: Span<UInt8>) -> UInt8? { isAtEnd(of: bytes) ? nil : bytes[position] }

    @inline(__always)
    private mutating func skipSign(_ bytes: Span<UInt8>) {
        if current(bytes) == UInt8(ascii: "-") || current(bytes) == UInt8(ascii: "+") { position += 1 }
    }

    @inline(__always)
    private mutating func readDigits(_ bytes: Span<UInt8>) -> Int {
        var count = 0
        while let byte = current(bytes), UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
            // Of a number that is longer the value is not used.
            digits = digits &* 10 &+ UInt64(byte - UInt8(ascii: "0"))
            count += 1
            position += 1
        }
        return count
    }
}
