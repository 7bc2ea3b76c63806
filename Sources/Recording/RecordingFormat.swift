extension RecordingFormat {
    /// The kind that `line` can belong to only, or nil when it tells nothing.
    init?(line: Span<UInt8>) {
        if Self.isEvemu(line) {
            self = .evemu
        } else if Self.isLibinputRecord(line) {
            self = .libinputRecord
        } else if Self.isEvtest(line) {
            self = .evtest
        } else {
            return nil
        }
    }

    /// `# EVEMU 1.3`, or a letter, a colon and a space at the line's beginning.
    private static func isEvemu(_ line: Span<UInt8>) -> Bool {
        var scanner = LineScanner()
        if scanner.skip("# EVEMU ", line) { return true }
        scanner.skipBlanks(line)
        guard let letter = scanner.peek(line) else { return false }
        let letters: [UInt8] = [
            UInt8(ascii: "N"), UInt8(ascii: "I"), UInt8(ascii: "P"), UInt8(ascii: "B"), UInt8(ascii: "A"),
            UInt8(ascii: "L"), UInt8(ascii: "S"), UInt8(ascii: "E"),
        ]
        guard letters.contains(letter) else { return false }
        scanner.position += 1
        return scanner.skip(": ", line)
    }

    private static func isLibinputRecord(_ line: Span<UInt8>) -> Bool {
        var scanner = LineScanner()
        scanner.skipBlanks(line)
        let beginnings = ["# libinput record", "ndevices:", "libinput:", "devices:", "- node:", "- evdev:"]
        return beginnings.contains { scanner.skip($0, line) }
    }

    private static func isEvtest(_ line: Span<UInt8>) -> Bool {
        var scanner = LineScanner()
        EvtestReader.skipQuotation(line, &scanner)
        let beginnings = [
            "Event: time ", "Input driver version is", "Input device ID:", "Input device name:",
        ]
        return beginnings.contains { scanner.skip($0, line) }
    }
}
