import Glibc
import Recording
import Testing
import TouchModel

@Suite struct RecordingReaderTests {
    @Test(arguments: ["", "\n\n", "  \r\n"])
    func `an empty recording is an error that says what is accepted`(_ text: String) throws {
        let printed = try #require(failure(text))
        #expect(printed.hasPrefix("test: the recording is empty; known are evemu"))
    }

    @Test(arguments: [
        "hello\nworld\n", "{\"a\": 1}\n", "<html>\n", "screens:\n  front:\n", "# only a comment\n",
        "Event: 5\n",
    ])
    func `a foreign file is an error that says what is accepted`(_ text: String) throws {
        let printed = try #require(failure(text))
        #expect(
            printed.contains("evemu") && printed.contains("libinput record") && printed.contains("evtest"))
    }

    @Test func `a NUL byte is an error with its line`() {
        #expect(failure(Array("N: P\n".utf8) + [0x45, 0])?.hasPrefix("test:2: a NUL byte") == true)
        #expect(failure([0x7f, 0x45, 0x4c, 0x46, 0])?.hasPrefix("test:1: a NUL byte") == true)
    }

    @Test func `a line of 65536 bytes is read and a longer one is an error`() {
        let longest = "N: " + String(repeating: "x", count: 65_533)
        #expect(failure(longest + "\n") == nil)
        #expect(failure(longest) == nil)
        #expect(failure(longest + "x\n")?.hasPrefix("test:1: a line of more than") == true)
        #expect(failure(longest + "x")?.hasPrefix("test:1: a line of more than") == true)
    }

    @Test(arguments: [
        (EvemuReaderTests.header, RecordingFormat.evemu),
        (LibinputRecordReaderTests.twoDevices, .libinputRecord),
        (EvtestReaderTests.header, .evtest),
    ])
    func `the content tells the kind`(_ text: String, _ format: RecordingFormat) throws {
        #expect(try recording(text).format == format)
    }

    @Test(arguments: [
        EvemuReaderTests.header, LibinputRecordReaderTests.twoDevices, EvtestReaderTests.header,
    ])
    func `pieces of any length read like the whole`(_ text: String) throws {
        let bytes = Array(text.utf8)
        let whole = try Recording.parse(bytes, name: "test")
        for length in [1, 2, 3, 7, 64, bytes.count] {
            var reader = RecordingReader(name: "test")
            for start in stride(from: 0, to: bytes.count, by: length) {
                try reader.feed(Array(bytes[start..<min(start + length, bytes.count)]).span)
            }
            let pieces = try reader.finish()
            #expect(pieces.devices.map(\.panel) == whole.devices.map(\.panel))
            #expect(pieces.devices.map(\.events) == whole.devices.map(\.events))
            #expect(pieces.warnings == whole.warnings)
        }
    }

    @Test func `warnings end after a hundred`() throws {
        let line = "Event: time 1.000000, -------------- SYN_REPORT ------------\nforeign\n"
        let recording = try recording(String(repeating: line, count: 300))
        #expect(recording.warnings.count == 101)
        #expect(recording.warnings.last?.message == "further warnings are left out")
    }

    @Test func `a file that cannot be opened or read says why`() {
        let missing = #expect(throws: RecordingError.self) {
            try Recording.load(path: "/nonexistent/panel.evemu")
        }
        #expect(missing?.description == "/nonexistent/panel.evemu: cannot be read: No such file or directory")
        let folder = #expect(throws: RecordingError.self) { try Recording.load(path: "/") }
        #expect(folder?.description == "/: cannot be read: Is a directory")
    }

    @Test func `a device without end has a kind or is an error`() {
        let error = #expect(throws: RecordingError.self) { try Recording.load(path: "/dev/zero") }
        #expect(error?.message.contains("NUL") == true)
    }

    @Test(arguments: 0..<40)
    func `random changes of a recording end in events or an error`(_ seed: Int) {
        var generator = Mutations(seed: UInt64(seed))
        let texts = [
            EvemuReaderTests.header + "E: 1.000000 0003 0035 0429\t# ABS\nE: 1.000000 0000 0000 0000\n",
            LibinputRecordReaderTests.twoDevices,
            EvtestReaderTests.header
                + """
                Event: time 1.000000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 7
                Event: time 1.000000, -------------- SYN_REPORT ------------
                Event: time 2.000000, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<
                Event: time 2.000000, -------------- SYN_REPORT ------------

                """,
        ]
        for text in texts {
            for _ in 0..<200 {
                let bytes = generator.mutated(Array(text.utf8))
                guard let recording = try? Recording.parse(bytes, name: "test") else { continue }
                for device in recording.devices {
                    #expect(
                        device.events.last.map { $0.type == EventType.syn && $0.code == SynCode.report }
                            ?? true)
                    _ = try? device.touchPanel()
                }
            }
        }
    }
}

/// A repeatable source of broken files: bytes changed, taken out, put in, doubled, or the end cut off.
struct Mutations {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

    private mutating func next(below bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(bound, 1)))
    }

    mutating func mutated(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0...next(below: 4) where !bytes.isEmpty {
            let place = next(below: bytes.count)
            switch next(below: 6) {
            case 0: bytes[place] = UInt8(next(below: 256))
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(Array("0123456789-#:.,[]> \nEAB".utf8)[next(below: 23)], at: place)
            case 3: bytes.removeSubrange(place...)
            case 4:
                bytes.insert(contentsOf: bytes[place..<min(place + next(below: 80), bytes.count)], at: place)
            default: bytes.removeSubrange(place..<min(place + next(below: 40), bytes.count))
            }
        }
        return bytes
    }
}
