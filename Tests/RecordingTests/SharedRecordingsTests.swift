import Glibc
import Recording
import Testing
import TouchModel

/// Field recordings that do not belong to the project: read where they are, tests skip where they are not.
enum SharedRecordings {
    static let folder: String = {
        if let given = unsafe getenv("HITZONE_RECORDINGS") { return unsafe String(cString: given) }
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/../shared/recordings"
    }()

    /// A line of their index.
    struct Entry: Sendable, CustomTestStringConvertible {
        var file: String
        var format: String
        var touchKind: String
        var hasRanges: Bool
        var events: Int
        var frames: Int?
        var isCutOff: Bool
        var path: String { "\(SharedRecordings.folder)/\(file)" }
        var testDescription: String { file }
    }

    static let entries: [Entry] = {
        guard let text = contents(of: "\(folder)/INDEX.tsv") else { return [] }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count >= 13, let events = Int(fields[9]) else { return nil }
            return Entry(
                file: fields[0], format: fields[2], touchKind: fields[4],
                hasRanges: !fields[5].isEmpty && !fields[5].hasPrefix("seen"), events: events,
                frames: Int(fields[10]), isCutOff: fields[11].contains("last frame not closed"))
        }
    }()

    static func contents(of path: String) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress, $0.count)
            }
            if count <= 0 { return count == 0 ? bytes : nil }
            bytes.append(contentsOf: buffer[..<count])
        }
    }
}

@Suite(.enabled(if: !SharedRecordings.entries.isEmpty, "there are no field recordings here"))
struct SharedRecordingsTests {
    @Test func `all of them are in the index`() { #expect(SharedRecordings.entries.count >= 45) }

    @Test(arguments: SharedRecordings.entries)
    func `each has the events and frames that its index counts`(_ entry: SharedRecordings.Entry) throws {
        let recording = try Recording.load(path: entry.path)
        let events = recording.devices[0].events
        let frames = events.count { $0.type == EventType.syn && $0.code == SynCode.report }
        // Where the file's end cuts a frame off, the SYN_REPORT that ends it is ours.
        let added = entry.isCutOff ? 1 : 0
        #expect(events.count == entry.events + added)
        #expect(frames == entry.frames.map { $0 + added } ?? 0)
        #expect(recording.warnings.contains { $0.message.contains("cut off") } == entry.isCutOff)
        #expect(recording.format == Self.format(entry.format))
    }

    private static func format(_ name: String) -> RecordingFormat {
        if name.hasPrefix("evemu") { return .evemu }
        return name == "evtest" ? .evtest : .libinputRecord
    }

    @Test(arguments: SharedRecordings.entries)
    func `each has the protocol and the ranges that its index names`(_ entry: SharedRecordings.Entry) throws {
        let device = try Recording.load(path: entry.path).device()
        switch entry.touchKind {
        case "A": #expect(device.panel.touchProtocol == .anonymous)
        case "B", "B (fragment)": #expect(device.panel.touchProtocol == .slots)
        case "single", "single (odd axes)": #expect(device.panel.touchProtocol == .single)
        default: break
        }
        #expect(device.hasRanges == (entry.hasRanges || entry.format == "libinput-record"))
    }

    @Test(arguments: SharedRecordings.entries)
    func `each is written and read again without a change`(_ entry: SharedRecordings.Entry) throws {
        let device = try Recording.load(path: entry.path).device()
        let again = try Recording.parse(EvemuWriter.text(of: device), name: entry.file)
        #expect(again.format == .evemu)
        #expect(again.warnings.allSatisfy { $0.message.contains("backwards") })
        #expect(again.devices[0].events == device.events)
        let panel = again.devices[0].panel
        #expect(panel.axes == device.panel.axes.mapValues { axis in Self.withoutValue(axis) })
        #expect(panel.name == device.panel.name)
        #expect(panel.id == device.panel.id)
        #expect(panel.keys == device.panel.keys)
        #expect(panel.properties == device.panel.properties)
        #expect(panel.touchProtocol == device.panel.touchProtocol)
    }

    /// evemu keeps an axis's range and not the value that it had.
    private static func withoutValue(_ axis: AxisInfo) -> AxisInfo {
        var axis = axis
        axis.value = 0
        return axis
    }

    @Test(arguments: [
        ("bentiss-hid-devices/anton_1130_3101_0_3.ev", "relative"),
        ("whot-evemu-devices/eGalax Inc. USB TouchController.events", "ABS_Z, ABS_RX"),
        ("issue-excerpts/libts+tslib-152.evemu", "neither BTN_TOUCH nor ABS_PRESSURE"),
        ("p12tic-xorg-integration-tests/N-Trig-MultiTouch.touch_1_end.events", "neither ABS_X"),
    ])
    func `those that are no touchscreen say why`(_ file: String, _ reason: String) throws {
        let device = try Recording.load(path: "\(SharedRecordings.folder)/\(file)").device()
        let error = #expect(throws: RecordingError.self) {
            try device.touchPanel(range: AxisRanges(x: 0...9, y: 0...9))
        }
        #expect(error?.message.contains(reason) == true)
    }

    @Test(arguments: SharedRecordings.entries)
    func `all others serve as they are or with a range`(_ entry: SharedRecordings.Entry) throws {
        let device = try Recording.load(path: entry.path).device()
        guard device.isTouchscreenLike else { return }
        if device.hasRanges {
            #expect(try device.touchPanel().horizontal != nil)
        } else {
            let error = #expect(throws: RecordingError.self) { try device.touchPanel() }
            #expect(error?.message.contains("--range X0,X1,Y0,Y1") == true)
            #expect(
                try device.touchPanel(range: AxisRanges(x: 0...9999, y: 0...9999)).vertical?.maximum == 9999)
        }
    }
}
