import Configuration
import Glibc
import HitZoneProtocol
import Recording
import Replay
import Testing
import TouchModel

/// A recording, a layout, and the events that they should give: a file of `cases/`.
///
/// The file has sections, each of which begins with a line `== NAME`; what stands before the first tells what
/// the case shows.
///
/// - `== layout`: a configuration.
/// - `== recording`: a recording's text, or `== recording PATH` for a field recording that is not part of the
///   project.
/// - `== range X0,X1,Y0,Y1`: the axes' ranges, where the recording lacks them.
/// - `== expected KINDS`: the events of these kinds, one a line (see `line`), or `total` lines that count
///   them.
struct ReplayCase: Sendable, CustomTestStringConvertible {
    var name: String
    var layout = ""
    var recording = ""
    var sharedRecording: String?
    var range: AxisRanges?
    var kinds: Set<String> = []
    var expected: [String] = []

    struct Malformed: Error, CustomStringConvertible {
        var description: String
    }

    var testDescription: String { name }

    init(name: String, text: String) throws {
        self.name = name
        var section = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("== ") else {
                add(String(line), to: section)
                continue
            }
            let words = line.dropFirst(3).split(separator: " ", maxSplits: 1).map(String.init)
            section = words[0]
            guard ["layout", "recording", "range", "expected"].contains(section) else {
                throw Malformed(description: "\(name): no section is called \(section)")
            }
            guard words.count > 1 else { continue }
            switch section {
            case "recording": sharedRecording = words[1]
            case "range": range = AxisRanges(words[1])
            case "expected": kinds = Set(words[1].split(separator: " ").map(String.init))
            default: break
            }
        }
        if kinds.isEmpty { throw Malformed(description: "\(name): name the kinds of the expected events") }
    }

    private mutating func add(_ line: String, to section: String) {
        switch section {
        case "layout": layout += line + "\n"
        case "recording": recording += line + "\n"
        case "expected":
            if !line.isEmpty, !line.hasPrefix("#") { expected.append(line) }
        default: break
        }
    }

    /// The recorded device.
    func device() throws -> RecordedDevice {
        if let sharedRecording {
            return try Recording.load(path: "\(Self.sharedFolder)/\(sharedRecording)").device()
        }
        return try Recording.parse(Array(recording.utf8), name: name).device()
    }

    /// All events of the replay, the layout's only screen in it.
    func events() throws -> [Event] {
        let configuration = try Configuration.parse(Array(layout.utf8), file: "\(name):layout")
        var run = try ReplayRun(try device(), range: range, on: configuration.screens[0])
        var events: [Event] = []
        while let event = run.next() { events.append(event) }
        return events
    }

    /// What the events give in the form of `expected`: lines, or where that has totals, totals.
    func received() throws -> [String] {
        let first = try device().events.first?.time ?? Timestamp(microseconds: 0)
        let wanted = try events().filter { kinds.contains($0.kind.name) }
        guard expected.first?.hasPrefix("total ") == true else {
            return wanted.map { Self.line($0, after: first) }
        }
        var totals: [String: Int] = [:]
        for event in wanted { totals[Self.total(event), default: 0] += 1 }
        return totals.map { "total \($0.value) \($0.key)" }.sorted()
    }

    /// An event as a line: milliseconds since the recording's first event, kind, trigger or phase, region
    /// (`-` for none), contact, point, place, action, reason, remaining milliseconds; of a page, its name.
    static func line(_ event: Event, after first: Timestamp) -> String {
        var words = [milliseconds(event.time - first), event.kind.name]
        if event.kind == .page { return (words + [event.page ?? "-"]).joined(separator: " ") }
        if let word = event.trigger?.rawValue ?? event.phase?.rawValue { words.append(word) }
        words.append(event.region ?? "-")
        if let contact = event.contact { words.append("#\(contact)") }
        if let x = event.x, let y = event.y {
            var writer = JSONWriter()
            writer.beginArray()
            writer.coordinate(x)
            writer.coordinate(y)
            writer.endArray()
            words.append(String(decoding: writer.bytes, as: UTF8.self))
        }
        if let place = event.inside { words.append(place.rawValue) }
        if let action = event.action { words.append(action) }
        if let reason = event.reason { words.append(reason.rawValue) }
        if let remaining = event.remaining { words.append(milliseconds(remaining)) }
        return words.joined(separator: " ")
    }

    private static func total(_ event: Event) -> String {
        var words = [event.kind.name]
        if let word = event.trigger?.rawValue ?? event.phase?.rawValue { words.append(word) }
        words.append(event.region ?? "-")
        if let reason = event.reason { words.append(reason.rawValue) }
        return words.joined(separator: " ")
    }

    private static func milliseconds(_ interval: Interval) -> String {
        let rest = String(interval.microseconds.magnitude % 1_000)
        let sign = interval.microseconds < 0 ? "-" : ""
        return "\(sign)\(interval.microseconds.magnitude / 1_000)."
            + String(repeating: "0", count: 3 - rest.count) + rest
    }

    // MARK: Files

    private static var folder: String {
        "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/cases"
    }

    /// Where field recordings are that are not part of the project.
    static let sharedFolder: String = {
        if let given = unsafe getenv("HITZONE_RECORDINGS") { return unsafe String(cString: given) }
        return "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
            + "/../shared/recordings"
    }()

    /// The cases of which the recordings are here.
    static let all: Result<[ReplayCase], Malformed> = {
        do {
            return .success(
                try names(in: folder).map {
                    try ReplayCase(
                        name: $0, text: String(decoding: try contents(of: "\(folder)/\($0)"), as: UTF8.self))
                })
        } catch {
            return .failure(Malformed(description: "\(error)"))
        }
    }()

    static let own = (try? all.get())?.filter { $0.sharedRecording == nil } ?? []
    static let shared =
        (try? all.get())?.filter { test in
            test.sharedRecording.map { unsafe access("\(sharedFolder)/\($0)", R_OK) == 0 } ?? false
        } ?? []

    /// The names of the files in a folder, in order.
    static func names(in folder: String) throws -> [String] {
        guard let listing = unsafe opendir(folder) else {
            throw Malformed(description: "\(folder) cannot be read")
        }
        defer { unsafe closedir(listing) }
        var names: [String] = []
        while let entry = unsafe readdir(listing) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    static func contents(of path: String) throws -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY)
        guard descriptor >= 0 else { throw Malformed(description: "\(path) cannot be read") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress, $0.count)
            }
            if count <= 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}
