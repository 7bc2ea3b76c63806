import Recording
import TouchModel

/// Reads `text` as a recording called `test`.
func recording(_ text: String) throws(RecordingError) -> Recording {
    try Recording.parse(Array(text.utf8), name: "test")
}

/// The only device of `text`.
func device(_ text: String) throws(RecordingError) -> RecordedDevice {
    try recording(text).device()
}

/// The error that reading `text` gives, printed; nil when it reads.
func failure(_ text: String) -> String? {
    failure(Array(text.utf8))
}

func failure(_ bytes: [UInt8]) -> String? {
    do {
        _ = try Recording.parse(bytes, name: "test")
        return nil
    } catch {
        return error.description
    }
}

/// An event of EV_ABS.
func abs(_ time: Int64, _ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(time: Timestamp(microseconds: time), type: EventType.abs, code: code, value: value)
}

/// An event of EV_KEY.
func key(_ time: Int64, _ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(time: Timestamp(microseconds: time), type: EventType.key, code: code, value: value)
}

/// An event of EV_SYN, SYN_REPORT unless told otherwise.
func syn(_ time: Int64, _ code: UInt16 = SynCode.report) -> InputEvent {
    InputEvent(time: Timestamp(microseconds: time), type: EventType.syn, code: code, value: 0)
}
