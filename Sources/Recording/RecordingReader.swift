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
        let binary = firstIndex(of: 0, in: bytes, from: 0)
        var start = 0
        while let end = firstIndex(of: 0x0a, in: bytes, from: start), binary.map({ end < $0 }) ?? true {
            try endLine(bytes.extracting(start..<end))
            start = end + 1
        }
        if binary != nil { throw error(line: lineNumber + 1, Self.binary) }
        if start < bytes.count {
            let rest = bytes.extracting(start..<bytes.count)
            if pending.count + rest.count > Self.longestLine { throw tooLong() }
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
        return Recording(name: name, format: format, devices: devices, warnings: warnings.take())
    }

    /// What is known of the recording before its end, with the events so far; nil until there is a device that
    /// no later line can change. `takeEvents` gives what comes then.
    mutating func beginning() -> Recording? {
        guard format == .evemu, evemu.device.isKnown else { return nil }
        var events: [InputEvent] = []
        takeEvents(into: &events)
        return Recording(
            name: name, format: .evemu, devices: [evemu.device.device(with: events, recording: name)],
            warnings: takeWarnings())
    }

    /// Gives `events` those that were read since the beginning or the last call.
    mutating func takeEvents(into events: inout [InputEvent]) {
        evemu.device.takeEvents(into: &events)
    }

    /// The warnings that arose since the beginning or the last call.
    mutating func takeWarnings() -> [RecordingWarning] { warnings.take() }

    private static let accepted =
        "known are evemu (1.0 to 1.3), the YAML of 'libinput record', and the text that evtest prints"
    private static let binary =
        "a NUL byte: this is binary or UTF-16, not a recording; \(accepted)"

    // These are mutating, so that calling them on the way to an error does not make a copy of all this for each line.
    private mutating func error(line: Int, _ message: String) -> RecordingError {
        RecordingError(name: name, line: line, message: message)
    }

    private mutating func tooLong() -> RecordingError {
        error(line: lineNumber + 1, "a line of more than \(Self.longestLine) bytes; \(Self.accepted)")
    }

    private mutating func endLine(_ line: Span<UInt8>) throws(RecordingError) {
        if pending.count + line.count > Self.longestLine { throw tooLong() }
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
        evemu.device.hasEvents || evtest.device.hasEvents || libinput.hasEvents
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
        var builders: [DeviceBuilder]
        switch format {
        case .evemu:
            // One array, not a copy of one: a recording may be large.
            builders = [evemu.device]
            evemu = EvemuReader()
        case .libinputRecord:
            builders = libinput.devices
            libinput = LibinputRecordReader()
        case .evtest:
            builders = [evtest.finish(line: lineNumber, warnings: &warnings)]
            evtest = EvtestReader()
        }
        return builders.indices.map { index in
            var events: [InputEvent] = []
            builders[index].endFrame(warnings: &warnings)
            builders[index].takeEvents(into: &events)
            return builders[index].device(with: events, recording: name)
        }
    }
}
