public import TouchModel

/// The kinds of recording that are read; which one a file is, its content tells.
public enum RecordingFormat: String, Sendable, CaseIterable {
    /// What `evemu-record` writes, 1.0 to 1.3, with or without its version line.
    case evemu
    /// The YAML of `libinput record`.
    case libinputRecord = "libinput record"
    /// The text that `evtest` prints.
    case evtest
}

/// Why a recording cannot be read or used. Prints as `name:line: message`.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The recording, as the caller named it.
    public var name: String
    /// The line, counted from 1; 0 when the whole recording is meant.
    public var line: Int
    /// What is wrong and what would be right.
    public var message: String

    /// The error `message` at `line` of the recording `name`.
    public init(name: String, line: Int, message: String) {
        self.name = name
        self.line = line
        self.message = message
    }

    /// `name:line: message`, without the line when that is 0.
    public var description: String {
        line > 0 ? "\(name):\(line): \(message)" : "\(name): \(message)"
    }
}

/// Something odd in a recording that was read all the same.
public struct RecordingWarning: Hashable, Sendable {
    /// The line, counted from 1.
    public var line: Int
    /// What was odd and how it was read.
    public var message: String

    /// The warning `message` about `line`.
    public init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}

/// A recording: one or more devices and their events, in the order of the file.
public struct Recording: Sendable {
    /// The recording, as the caller named it.
    public var name: String
    /// Which kind it is.
    public var format: RecordingFormat
    /// The devices; one, except in a `libinput record` of several.
    public var devices: [RecordedDevice]
    /// What was odd, by line; after the hundredth the rest are left out.
    public var warnings: [RecordingWarning]

    /// Reads a whole recording from memory.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - name: What errors call it.
    /// - Throws: An error with the line when the content is none of `RecordingFormat`, or one of its
    ///   lines is malformed.
    public static func parse(_ bytes: [UInt8], name: String) throws(RecordingError) -> Recording {
        var reader = RecordingReader(name: name)
        try reader.feed(bytes.span)
        return try reader.finish()
    }
}

/// One device of a recording.
public struct RecordedDevice: Sendable {
    /// What the recording declares of the device, and the protocol and keys that its events tell. An axis
    /// that the recording does not declare is absent from its `axes`, even when there are events of it.
    public var panel: PanelDescription
    /// The device's node at the time, where the recording gives it.
    public var node: String?
    /// All events in order; each frame is ended by its SYN_REPORT.
    public var events: [InputEvent]
    /// The recording's name, for errors.
    public var recording: String
    /// The line at which the device begins, counted from 1, for errors.
    public var line: Int
    /// The codes of EV_ABS, below 64, that the device declares or sends: bit n for code n.
    var axisCodes: UInt64
    /// Whether there are events of EV_REL.
    var sendsRelative: Bool
}
