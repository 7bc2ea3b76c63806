import Glibc
import Recording
import Testing
import TouchModel

/// A recording read as it is used has what the whole has.
@Suite struct RecordingStreamTests {
    /// Of a panel with slots, longer than one read takes.
    private static let long: String = {
        var text = EvemuReaderTests.header
        for frame in 0..<5_000 {
            text += "E: \(frame).000000 0003 0035 \(frame % 800)\nE: \(frame).000000 0000 0000 0000\n"
        }
        return text
    }()

    /// Does `body` with the path of a file that has `text`.
    private func withFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
        let path = "/tmp/hitzone-stream-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let descriptor = unsafe open(path, O_CREAT | O_WRONLY | O_EXCL, 0o600)
        defer { unsafe unlink(path) }
        let bytes = Array(text.utf8)
        let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        try #require(count == bytes.count)
        return try body(path)
    }

    /// All that a stream gives, and how many pieces it came in after the beginning.
    private func readAll(_ path: String) throws -> (recording: Recording, pieces: Int) {
        var stream = try RecordingStream(path: path)
        var recording = stream.beginning
        var piece: [InputEvent] = []
        var pieces = 0
        while try stream.read(into: &piece, warnings: &recording.warnings) {
            recording.devices[0].events += piece
            pieces += 1
        }
        return (recording, pieces)
    }

    @Test(arguments: [
        long, long + "E: 5001.000000 0003 0035 7\n", long + "E: 5001.000000 0003 0035 7\nE: 5001.0000",
        long + "E: 1.000000 0003 0035 7\nE: 1.000000 0000 0000 0\n", EvemuReaderTests.header,
        "E: 1.000000 0003 0000 5\nE: 1.000000 0000 0000 0\n", LibinputRecordReaderTests.twoDevices,
        EvtestReaderTests.header,
    ])
    func `a stream gives the devices, events and warnings of the whole`(_ text: String) throws {
        try withFile(text) { path in
            let whole = try Recording.load(path: path)
            let streamed = try readAll(path).recording
            #expect(streamed.format == whole.format)
            #expect(streamed.devices.map(\.panel.axes) == whole.devices.map(\.panel.axes))
            #expect(streamed.devices.map(\.panel.touchProtocol) == whole.devices.map(\.panel.touchProtocol))
            #expect(streamed.devices.map(\.events) == whole.devices.map(\.events))
            #expect(streamed.warnings == whole.warnings)
        }
    }

    @Test func `a panel with declared slots is read in pieces, and one without is read whole`() throws {
        #expect(try withFile(Self.long) { try readAll($0).pieces } > 1)
        let withoutSlots = Self.long.split(separator: "\n").filter {
            !$0.hasPrefix("A: 2f") && !$0.hasPrefix("B: 03")
        }
        #expect(try withFile(withoutSlots.joined(separator: "\n") + "\n") { try readAll($0).pieces } == 0)
    }

    @Test(arguments: [1, 2_000])
    func `all events before a malformed line are given before its error`(_ frames: Int) throws {
        let good = Self.long.split(separator: "\n").prefix(18 + 2 * frames).joined(separator: "\n") + "\n"
        try withFile(good + "E: nonsense\nE: 9000.000000 0000 0000 0000\n") { path in
            var stream = try RecordingStream(path: path)
            var count = stream.beginning.devices[0].events.count
            var piece: [InputEvent] = []
            var warnings: [RecordingWarning] = []
            let error = #expect(throws: RecordingError.self) {
                while try stream.read(into: &piece, warnings: &warnings) { count += piece.count }
            }
            #expect(count == 2 * frames)
            #expect(error?.line == 19 + 2 * frames)
        }
    }
}
