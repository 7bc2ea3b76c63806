/// Finds places in the bytes of an input and gives advice, once something is wrong.
enum SourceText {
    /// The encodings that libyaml tells apart by their byte order mark.
    private enum Encoding {
        case utf8, utf16Little, utf16Big

        init(_ bytes: Span<UInt8>) {
            guard bytes.count >= 2 else {
                self = .utf8
                return
            }
            switch (bytes[0], bytes[1]) {
            case (0xff, 0xfe): self = .utf16Little
            case (0xfe, 0xff): self = .utf16Big
            default: self = .utf8
            }
        }
    }

    /// The place of the byte at `offset`, for the reader's errors, which know no line.
    static func location(ofByte offset: Int, in bytes: Span<UInt8>) -> SourceLocation {
        let encoding = Encoding(bytes)
        let end = min(max(offset, 0), bytes.count)
        var place = SourceLocation.start
        var previous: UInt16 = 0
        var index = encoding == .utf8 ? (hasMark(bytes) ? 3 : 0) : 2
        while index < end {
            var unit = UInt16(bytes[index])
            if encoding != .utf8 {
                guard index + 1 < end else { break }
                let next = UInt16(bytes[index + 1])
                unit = encoding == .utf16Little ? unit | next << 8 : unit << 8 | next
                index += 1
            }
            index += 1
            step(&place, over: unit, after: previous, wide: encoding != .utf8)
            previous = unit
        }
        return place
    }

    private static func step(
        _ place: inout SourceLocation, over unit: UInt16, after previous: UInt16, wide: Bool
    ) {
        switch unit {
        case 0x0a where previous == 0x0d:
            break
        case 0x0a, 0x0d:
            place = SourceLocation(line: place.line + 1, column: 1)
        case 0xdc00...0xdfff where wide:
            break
        case 0x80...0xbf where !wide:
            break
        default:
            place.column += 1
        }
    }

    private static func hasMark(_ bytes: Span<UInt8>) -> Bool {
        bytes.count >= 3 && bytes[0] == 0xef && bytes[1] == 0xbb && bytes[2] == 0xbf
    }

    /// The byte at a place of a UTF-8 text, or nil past its end.
    private static func byte(at location: SourceLocation, in bytes: Span<UInt8>) -> UInt8? {
        guard Encoding(bytes) == .utf8 else { return nil }
        var place = SourceLocation.start
        var previous: UInt16 = 0
        var index = hasMark(bytes) ? 3 : 0
        while index < bytes.count {
            if place >= location { return bytes[index] }
            step(&place, over: UInt16(bytes[index]), after: previous, wide: false)
            previous = UInt16(bytes[index])
            index += 1
        }
        return nil
    }

    /// What to do about one of libyaml's problems, where the problem does not say it.
    static func advice(for problem: String, at location: SourceLocation, in bytes: Span<UInt8>) -> String? {
        switch problem {
        case "found character that cannot start any token":
            if byte(at: location, in: bytes) == UInt8(ascii: "\t") {
                return "indent with spaces, not with tabs"
            }
            return "put the value in quotes"
        case "found a tab character that violates indentation":
            return "indent with spaces, not with tabs"
        case "mapping values are not allowed in this context":
            return "put a value that contains ': ' in quotes, or mend the indentation"
        case "could not find expected ':'":
            return "write 'key: value', with a space after the colon"
        case "did not find expected key", "did not find expected '-' indicator",
            "did not find expected <block end>", "block sequence entries are not allowed in this context":
            return "mend the indentation, or close a quote or bracket before it"
        case "found unexpected end of stream", "found unexpected document indicator":
            return "close the quote"
        case "found undefined tag handle":
            return "leave the tag out"
        case "found unknown directive name", "could not find expected directive name":
            return "put a text that begins with % in quotes"
        case "did not find expected <document start>":
            return "begin with a mapping, such as 'key: value'"
        case let problem where problem.hasPrefix("exceeded max"):
            return "nest less deeply"
        default:
            return nil
        }
    }
}
