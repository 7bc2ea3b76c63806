public import TouchModel

/// A recording that is read as its events are used, however long it is.
///
/// That works where the description before the events tells all that a replay needs: of evemu's recordings of
/// panels with slots, which is what this daemon and evemu-record write. Of the others something may depend on
/// the last line; those are read whole before the first event is used.
public struct RecordingStream: ~Copyable {
    private var file: RecordingFile
    private var reader: RecordingReader
    private var isAtEnd = false
    /// What is wrong after the events that were given last.
    private var failure: RecordingError?
    /// The recording as far as it was read at first. Its devices are as they will be; `read` gives the events
    /// that follow theirs.
    public let beginning: Recording

    /// Begins to read the file at `path`, or standard input when it is `-`.
    ///
    /// - Throws: An error that says why the file cannot be read, or what `Recording.parse` throws.
    public init(path: String) throws(RecordingError) {
        var file = try RecordingFile(path: path)
        var reader = RecordingReader(name: file.name)
        (beginning, isAtEnd, failure) = try Self.begin(&file, &reader)
        self.file = file
        self.reader = reader
    }

    private static func begin(
        _ file: inout RecordingFile, _ reader: inout RecordingReader
    ) throws(RecordingError) -> (Recording, isAtEnd: Bool, RecordingError?) {
        var total = 0
        while true {
            do throws(RecordingError) {
                let count = try file.feed(&reader)
                if count == 0 { return (try reader.finish(), true, nil) }
                total += count
                try checkSize(total, of: file.name)
            } catch {
                guard let known = reader.beginning() else { throw error }
                return (known, true, error)
            }
            if let known = reader.beginning() { return (known, false, nil) }
        }
    }

    /// Replaces `events` by those that come next, and adds what was odd in them to `warnings`.
    ///
    /// - Returns: Whether there are any; at the end there are none.
    /// - Throws: An error with the line when one is malformed, once all events before it were given.
    public mutating func read(
        into events: inout [InputEvent], warnings: inout [RecordingWarning]
    ) throws(RecordingError) -> Bool {
        events.removeAll(keepingCapacity: true)
        while events.isEmpty {
            if let failure { throw failure }
            if isAtEnd { return false }
            do throws(RecordingError) {
                if try file.feed(&reader) == 0 { return try end(into: &events, warnings: &warnings) }
            } catch {
                failure = error
            }
            reader.takeEvents(into: &events)
            warnings += reader.takeWarnings()
        }
        return true
    }

    private mutating func end(
        into events: inout [InputEvent], warnings: inout [RecordingWarning]
    ) throws(RecordingError) -> Bool {
        isAtEnd = true
        let rest = try reader.finish()
        warnings += rest.warnings
        if let device = rest.devices.first { events = device.events }
        return !events.isEmpty
    }
}

extension Recording {
    /// Reads a whole recording from a file, or from standard input when `path` is `-`.
    ///
    /// - Throws: An error that says why the file cannot be read, or what `parse` throws.
    public static func load(path: String) throws(RecordingError) -> Recording {
        var file = try RecordingFile(path: path)
        var reader = RecordingReader(name: file.name)
        var total = 0
        while true {
            let count = try file.feed(&reader)
            if count == 0 { return try reader.finish() }
            total += count
            try checkSize(total, of: file.name)
        }
    }
}

/// More in memory than any recording needs; a stream that goes beyond it would fill it.
private func checkSize(_ bytes: Int, of name: String) throws(RecordingError) {
    if bytes > 1 << 30 {
        throw RecordingError(name: name, line: 0, message: "more than 1 GiB is no recording")
    }
}
