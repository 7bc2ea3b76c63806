import TouchModel

extension InputEvent {
    /// The event of a line exactly as evemu's tools write it, `E: 1.000000 0003 0035 0012`; nil for any other, be it
    /// right or wrong. Almost all of a recording are such lines, and their fields stand at places that need no search.
    @inline(__always)
    init?(evemuLine line: Span<UInt8>) {
        var point = 3
        guard line.count > 3, line[0] == UInt8(ascii: "E"), line[1] == UInt8(ascii: ":"), line[2] == 0x20
        else {
            return nil
        }
        // So many digits fit, and fewer than the fields after them need.
        var seconds: Int64 = 0
        let most = min(line.count, 15)
        while point < most, line[point] != UInt8(ascii: ".") {
            let digit = line[point] &- 0x30
            guard digit < 10 else { return nil }
            seconds = seconds &* 10 &+ Int64(digit)
            point &+= 1
        }
        let end = point &+ Self.fixedLength
        guard point > 3, end < line.count else { return nil }
        let fixed = line.extracting(point..<end)
        var isWrong =
            fixed[0] != UInt8(ascii: ".") || fixed[7] != 0x20 || fixed[12] != 0x20 || fixed[17] != 0x20
        var microseconds: Int64 = 0
        for index in 1...6 {
            let digit = fixed[index] &- 0x30
            isWrong = isWrong || digit > 9
            microseconds = microseconds &* 10 &+ Int64(digit)
        }
        let type = Self.fourDigits(fixed, from: 8, &isWrong)
        let code = Self.fourDigits(fixed, from: 13, &isWrong)
        guard !isWrong, let value = Self.value(line, from: end) else { return nil }
        self.init(
            time: Timestamp(microseconds: seconds &* 1_000_000 &+ microseconds), type: type, code: code,
            value: value)
    }

    /// From the point to before the value: `.000000 0003 0035 `.
    private static let fixedLength = 18

    /// A number in base 16 with small letters.
    @inline(__always)
    private static func fourDigits(_ text: Span<UInt8>, from start: Int, _ isWrong: inout Bool) -> UInt16 {
        var value: UInt16 = 0
        for index in start..<start + 4 {
            var digit = text[index] &- 0x30
            if digit > 9 {
                digit = text[index] &- UInt8(ascii: "a")
                isWrong = isWrong || digit > 5
                digit &+= 10
            }
            value = value << 4 | UInt16(digit)
        }
        return value
    }

    /// The number of at most nine digits that the rest of the line is.
    @inline(__always)
    private static func value(_ line: Span<UInt8>, from start: Int) -> Int32? {
        let isNegative = line[start] == UInt8(ascii: "-")
        var position = isNegative ? start &+ 1 : start
        guard position < line.count, line.count &- position < 10 else { return nil }
        var value: Int32 = 0
        while position < line.count {
            let digit = line[position] &- 0x30
            guard digit < 10 else { return nil }
            value = value &* 10 &+ Int32(digit)
            position &+= 1
        }
        return isNegative ? 0 &- value : value
    }
}
