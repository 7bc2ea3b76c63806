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

    /// What to do about one of libyaml's problems.
    static func advice(for problem: String, at location: SourceLocation, in bytes: Span<UInt8>) -> String {
        if problem == "found character that cannot start any token",
            byte(at: location, in: bytes) == UInt8(ascii: "\t")
        {
            return spaces
        }
        // A directive, whatever libyaml misses in it.
        let lineStart = SourceLocation(line: location.line, column: 1)
        if byte(at: lineStart, in: bytes) == UInt8(ascii: "%") {
            return advice[problem] == percent ? percent : directive
        }
        if problem == "did not find expected node content", byte(at: location, in: bytes) == UInt8(ascii: ".")
        {
            return beginning
        }
        return advice[problem]
            ?? (problem.hasPrefix("exceeded max")
                ? "nest less deeply" : "mend this, or put the value in quotes")
    }

    private static let spaces = "indent with spaces, not with tabs"
    private static let quoteEscapes = "write \\\\ for a backslash, or put the text in single quotes"
    private static let indentation =
        "mend the indentation, or close a quote or bracket before it; put a text that goes on after a quote or begins with a bracket in quotes"
    private static let tag = "leave the tag out, or put a text that begins with ! in quotes"
    private static let directive = "leave the line with % out"
    private static let beginning = "begin with a mapping, such as 'key: value'"
    private static let percent = "put a text that begins with % in quotes"

    /// By libyaml's words.
    private static let advice = [
        "found character that cannot start any token":
            "put a text that begins with @, `, % or a tab in quotes",
        "found a tab character that violates indentation": spaces,
        "found a tab character where an indentation space is expected": spaces,
        "mapping values are not allowed in this context":
            "put a value that contains ': ' in quotes, mend the indentation, or put a space after the colon of the line before",
        "mapping keys are not allowed in this context": "put a text that begins with '? ' in quotes",
        "could not find expected ':'": "write 'key: value', with a space after the colon",
        "did not find expected key": indentation,
        "did not find expected '-' indicator": indentation,
        "did not find expected <block end>": indentation,
        "block sequence entries are not allowed in this context":
            "begin a list on a line of its own, or put a text that begins with '- ' in quotes",
        "did not find expected ',' or ']'":
            "put a comma between the items, or close the list with ], or put a value that contains ': ' or brackets in quotes",
        "did not find expected ',' or '}'":
            "put a comma between the entries, or close the mapping with }, or put a value that contains ': ' or brackets in quotes",
        "did not find expected node content":
            "put a value here, or take away a comma or bracket too many; put a text that begins with one in quotes",
        "found unexpected end of stream": "close the quote",
        "found unexpected document indicator": "close the quote",
        "did not find expected alphabetic or numeric character":
            "put a text that begins with * or & in quotes",
        "found unknown escape character": quoteEscapes,
        "did not find expected hexdecimal number": quoteEscapes,
        "found invalid Unicode character escape code": quoteEscapes,
        "did not find expected comment or line break":
            "begin the text of | or > on the next line, or put a text that begins with | or > in quotes",
        "found an indentation indicator equal to 0": "leave the 0 out",
        "found undefined tag handle": tag,
        "did not find the expected '>'": tag,
        "did not find expected tag URI": tag,
        "did not find URI escaped octet": tag,
        "found an incorrect leading UTF-8 octet": tag,
        "found an incorrect trailing UTF-8 octet": tag,
        "did not find expected '!'": percent,
        "did not find expected whitespace or line break": tag,
        "found unknown directive name": percent,
        "could not find expected directive name": percent,
        "found unexpected non-alphabetical character": percent,
        "did not find expected version number": directive,
        "did not find expected digit or '.' character": directive,
        "found incompatible YAML document": directive,
        "found duplicate %YAML directive": "leave one out",
        "did not find expected <document start>":
            beginning + ", and leave what follows a line of ... out",
    ]
}
