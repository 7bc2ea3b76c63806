import TouchModel

/// Reads a recording that comes in pieces of any length: cuts it into lines, finds out the kind, and hands
/// each line to the kind's reader.
public struct RecordingReader: Sendable {
    /// Lines of a recording are far shorter; a longer one is a foreign file.
    private static let longestLine = 65_536

    private let name: String
    private var format: RecordingFormat?
    private var evemu = EvemuReader()
    private var libinput = LibinputRecordReader()
    private var evtest = EvtestReader()
    private var warnings = WarningList()
    /// The line that the pieces so far have begun and not ended.
    private var pending: [UInt8] = []
    private var lineNumber = 0
    /// Lines before the kind is known that belong to none.
    private var strangers: (first: Int, count: Int) = (0, 0)
    private var isEmpty = true

    /// A reader that has read nothing yet; errors call the recording `name`.
    public init(name: String) { self.name = name }

    /// Reads the next piece; it may end anywhere, within a line or a number.
    ///
    /// - Throws: What `Recording.parse` throws. Nothing may be fed after that.
    public mutating func feed(_ bytes: Span<UInt8>) throws(RecordingError) {
        var start = 0
        var index = 0
        while index < bytes.count {
            // One comparison tells the bytes of text from the two that matter.
            if bytes[index] > 0x0a {
                index += 1
                continue
            }
            if bytes[index] == 0 { throw error(line: lineNumber + 1, Self.binary) }
            if bytes[index] == 0x0a {
                try endLine(bytes.extracting(start..<index))
                start = index + 1
            }
            index += 1
        }
        if start < bytes.count {
            let rest = bytes.extracting(start..<bytes.count)
            try checkLength(pending.count + rest.count)
            for index in 0..<rest.count { pending.append(rest[index]) }
        }
    }

    /// The recording, when all of it has been fed.
    ///
    /// - Throws: An error when nothing in it told the kind, or it has no device.
    public mutating func finish() throws(RecordingError) -> Recording {
        if !pending.isEmpty { try readLastLine() }
        guard let format else {
            let what = isEmpty ? "the recording is empty" : "the recording is of no known kind"
            throw error(line: isEmpty ? 0 : 1, "\(what); \(Self.accepted)")
        }
        let devices = finishDevices(format)
        if devices.isEmpty { throw error(line: lineNumber, "the recording has no device") }
        return Recording(name: name, format: format, devices: devices, warnings: warnings.warnings)
    }

    private static let accepted =
        "known are evemu (1.0 to 1.3), the YAML of 'libinput record', and the text that evtest prints"
    private static let binary =
        "a NUL byte: this is binary or UTF-16, not a recording; \(accepted)"

    private func error(line: Int, _ message: String) -> RecordingError {
        RecordingError(name: name, line: line, message: message)
    }

    private func checkLength(_ count: Int) throws(RecordingError) {
        if count > Self.longestLine {
            throw error(
                line: lineNumber + 1, "a line of more than \(Self.longestLine) bytes; \(Self.accepted)")
        }
    }

    private mutating func endLine(_ line: Span<UInt8>) throws(RecordingError) {
        try checkLength(pending.count + line.count)
        if pending.isEmpty { return try read(line) }
        for index in 0..<line.count { pending.append(line[index]) }
        let whole = pending
        pending.removeAll(keepingCapacity: true)
        try read(whole.span)
    }

    /// Reads the line that the file's end closes. If events came before and it makes no sense, it was cut
    /// off.
    private mutating func readLastLine() throws(RecordingError) {
        let whole = pending
        pending = []
        do {
            try read(whole.span)
        } catch {
            guard hasEvents else { throw error }
            warnings.add(line: error.line, "the last line is cut off, and was left out: \(error.message)")
        }
    }

    private var hasEvents: Bool {
        !evemu.device.events.isEmpty || !evtest.device.events.isEmpty || libinput.hasEvents
    }

    @inline(__always)
    private mutating func read(_ ended: Span<UInt8>) throws(RecordingError) {
        lineNumber += 1
        var line = ended
        if line.count > 0, line[line.count - 1] == 0x0d { line = line.extracting(0..<line.count - 1) }
        if lineNumber == 1, Self.hasMark(line) { line = line.extracting(3..<line.count) }
        do {
            if format == nil { try recognise(line) }
            switch format {
            case .evemu: try evemu.consume(line, number: lineNumber, warnings: &warnings)
            case .evtest: try evtest.consume(line, number: lineNumber, warnings: &warnings)
            case .libinputRecord: try libinput.consume(line, number: lineNumber, warnings: &warnings)
            case nil: break
            }
        } catch {
            throw self.error(line: lineNumber, error.message)
        }
    }

    /// Whether the byte order mark of UTF-8 begins the line.
    private static func hasMark(_ line: Span<UInt8>) -> Bool {
        line.count >= 3 && line[0] == 0xef && line[1] == 0xbb && line[2] == 0xbf
    }

    /// Looks whether `line` tells the kind. Lines before it that belong to no kind are an error in evemu, and
    /// odd in the others.
    private mutating func recognise(_ line: Span<UInt8>) throws(Malformed) {
        var scanner = LineScanner()
        scanner.skipBlanks(line)
        if scanner.peek(line) == nil { return }
        isEmpty = false
        format = RecordingFormat(line: line)
        if format == nil {
            let isKnown = EvtestReader.isPrologue(line) || LibinputRecordReader.isPrologue(line)
            if isKnown || scanner.peek(line) == UInt8(ascii: "#") { return }
            if strangers.count == 0 { strangers.first = lineNumber }
            strangers.count += 1
        } else if strangers.count > 0 {
            if format == .evemu {
                lineNumber = strangers.first
                throw Malformed(message: "not a line of evemu, which the lines after it are")
            }
            let lines = strangers.count == 1 ? "1 line" : "\(strangers.count) lines"
            warnings.add(
                line: strangers.first,
                "\(lines) before the recording \(strangers.count == 1 ? "was" : "were") left out")
        }
    }

    private mutating func finishDevices(_ format: RecordingFormat) -> [RecordedDevice] {
        let builders =
            switch format {
            case .evemu: [evemu.device]
            case .libinputRecord: libinput.devices
            case .evtest: [evtest.finish(line: lineNumber, warnings: &warnings)]
            }
        return builders.map { $0.finish(recording: name, warnings: &warnings) }
    }
}
