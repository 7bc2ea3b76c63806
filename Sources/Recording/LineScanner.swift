import TouchModel

/// What is wrong with a line; the reader adds the recording's name and the line's number.
struct Malformed: Error {
    var message: String
}

/// A place within a line. The line itself is handed to each method, so that none is kept.
struct LineScanner {
    /// The next byte to look at.
    var position = 0

    @inline(__always)
    func peek(_ line: Span<UInt8>) -> UInt8? {
        position < line.count ? line[position] : nil
    }

    /// Whether nothing but blanks, or a comment after `#`, is left.
    @inline(__always)
    mutating func isAtEnd(_ line: Span<UInt8>) -> Bool {
        skipBlanks(line)
        guard let byte = peek(line) else { return true }
        return byte == UInt8(ascii: "#")
    }

    @inline(__always)
    mutating func skipBlanks(_ line: Span<UInt8>) {
        while position < line.count, line[position] == 0x20 || line[position] == 0x09 { position += 1 }
    }

    /// Steps over `byte` if it is next.
    @inline(__always)
    mutating func skip(_ byte: UInt8, _ line: Span<UInt8>) -> Bool {
        guard position < line.count, line[position] == byte else { return false }
        position += 1
        return true
    }

    /// Steps over `text` if it is next, else stays.
    @inline(__always)
    mutating func skip(_ text: String, _ line: Span<UInt8>) -> Bool {
        var end = position
        for byte in text.utf8 {
            guard end < line.count, line[end] == byte else { return false }
            end += 1
        }
        position = end
        return true
    }

    /// Steps to after the next `byte`; false, at the line's end, when there is none.
    mutating func skip(past byte: UInt8, _ line: Span<UInt8>) -> Bool {
        while position < line.count {
            position += 1
            if line[position - 1] == byte { return true }
        }
        return false
    }

    /// A number without a sign, or nil if there is no digit or more than 64 bits.
    @inline(__always)
    mutating func unsigned(_ line: Span<UInt8>) -> UInt64? {
        let start = position
        var value: UInt64 = 0
        // So many digits fit, whatever they are.
        let safe = min(line.count, start + 19)
        while position < safe {
            let digit = line[position] &- 0x30
            guard digit < 10 else { return position > start ? value : nil }
            value = value &* 10 &+ UInt64(digit)
            position += 1
        }
        while position < line.count {
            let digit = line[position] &- 0x30
            guard digit < 10 else { break }
            let (product, high) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            if high || carry { return nil }
            value = sum
            position += 1
        }
        return position > start ? value : nil
    }

    /// A number in base 16 without prefix, of at most 8 digits, or nil.
    @inline(__always)
    mutating func hexadecimal(_ line: Span<UInt8>) -> UInt32? {
        let start = position
        var value: UInt32 = 0
        while position < line.count, let digit = Self.hexadecimalDigit(line[position]) {
            if position - start == 8 { return nil }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return position > start ? value : nil
    }

    @inline(__always)
    static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        let decimal = byte &- 0x30
        if decimal < 10 { return decimal }
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }

    /// A type, code, or number of a device's identity: base 16, 16 bits.
    @inline(__always)
    mutating func hexadecimal16(_ line: Span<UInt8>, _ what: String) throws(Malformed) -> UInt16 {
        skipBlanks(line)
        guard let wide = hexadecimal(line), let value = UInt16(exactly: wide), isAtBoundary(line) else {
            throw Malformed(message: "expected \(what), a hexadecimal number of up to four digits")
        }
        return value
    }

    /// A value, with or without a sign, that fits in 32 bits. Leading zeros do not make it octal.
    @inline(__always)
    mutating func value(_ line: Span<UInt8>, _ what: String) throws(Malformed) -> Int32 {
        skipBlanks(line)
        let negative = skip(UInt8(ascii: "-"), line)
        if !negative { _ = skip(UInt8(ascii: "+"), line) }
        let start = position
        guard let magnitude = unsigned(line), magnitude <= 0x8000_0000 else {
            throw Malformed(
                message: start < position
                    ? "\(what) does not fit in 32 bits with a sign" : "expected \(what), a decimal number")
        }
        let signed = negative ? -Int64(magnitude) : Int64(magnitude)
        guard let value = Int32(exactly: signed) else {
            throw Malformed(message: "\(what) does not fit in 32 bits with a sign")
        }
        guard isAtBoundary(line) else { throw Malformed(message: "\(what) is not a decimal number") }
        return value
    }

    /// A time as `seconds.microseconds`, up to six digits after the point, which count microseconds.
    @inline(__always)
    mutating func time(_ line: Span<UInt8>) throws(Malformed) -> Timestamp {
        skipBlanks(line)
        guard let seconds = unsigned(line), skip(UInt8(ascii: "."), line) else {
            throw Malformed(message: "expected a time, seconds.microseconds")
        }
        let start = position
        guard let fraction = unsigned(line), position - start <= 6 else {
            throw Malformed(message: "expected one to six digits of microseconds after the point")
        }
        return try Self.timestamp(seconds: seconds, microseconds: fraction)
    }

    @inline(__always)
    static func timestamp(seconds: UInt64, microseconds: UInt64) throws(Malformed) -> Timestamp {
        guard microseconds < 1_000_000 else {
            throw Malformed(message: "a time's microseconds are 0 to 999999")
        }
        let (product, high) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, carry) = product.addingReportingOverflow(microseconds)
        guard !high, !carry, let time = Int64(exactly: sum) else {
            throw Malformed(message: "the time is beyond 9223372036854 seconds")
        }
        return Timestamp(microseconds: time)
    }

    /// Whether a number ends here: no letter, digit or point follows.
    @inline(__always)
    private func isAtBoundary(_ line: Span<UInt8>) -> Bool {
        guard let byte = peek(line) else { return true }
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        return !(letter < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "."))
    }
}

/// The text of `line` from `start` up to `end`, fit to be printed: what is not UTF-8 and what controls a
/// terminal is replaced.
func printable(_ line: Span<UInt8>, from start: Int = 0, to end: Int? = nil) -> String {
    let last = min(end ?? line.count, line.count)
    var bytes: [UInt8] = []
    for index in max(start, 0)..<max(last, max(start, 0)) {
        let byte = line[index]
        bytes.append(byte < 0x20 || byte == 0x7f ? UInt8(ascii: "?") : byte)
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// The first bytes of `line`, quoted, for an error.
func excerpt(_ line: Span<UInt8>) -> String {
    line.count > 60 ? "'\(printable(line, to: 60))…'" : "'\(printable(line))'"
}
