/// Walks the bytes of a decimal number, and knows the value of a short one by itself.
struct DecimalReader<Bytes: Collection<UInt8>> {
    private let bytes: Bytes
    private var position: Bytes.Index
    private var isNegative = false
    private var digits: UInt64 = 0
    private var wholeCount = 0
    private var fractionCount = 0
    /// Whether the part before the point begins with a 0 that another digit follows.
    private(set) var beginsWithZero = false

    init(_ bytes: Bytes) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Whether the mantissa has any digit.
    var hasDigits: Bool { wholeCount + fractionCount > 0 }

    /// Whether all has been read.
    var isAtEnd: Bool { position == bytes.endIndex }

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
    mutating func readMantissa() {
        isNegative = current == UInt8(ascii: "-")
        skipSign()
        let beginsWithZero = current == UInt8(ascii: "0")
        wholeCount = readDigits()
        self.beginsWithZero = beginsWithZero && wholeCount > 1
        if current == UInt8(ascii: ".") {
            advance()
            fractionCount = readDigits()
        }
    }

    /// Reads an exponent, where a whole one stands.
    mutating func readExponent() {
        guard current == UInt8(ascii: "e") || current == UInt8(ascii: "E") else { return }
        let start = position
        advance()
        skipSign()
        if readDigits() == 0 { position = start }
    }

    private var current: UInt8? { isAtEnd ? nil : bytes[position] }

    private mutating func advance() { position = bytes.index(after: position) }

    private mutating func skipSign() {
        if current == UInt8(ascii: "-") || current == UInt8(ascii: "+") { advance() }
    }

    private mutating func readDigits() -> Int {
        var count = 0
        while let byte = current, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
            // Of a number that is longer the value is not used.
            digits = digits &* 10 &+ UInt64(byte - UInt8(ascii: "0"))
            count += 1
            advance()
        }
        return count
    }
}
