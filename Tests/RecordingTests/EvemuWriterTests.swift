import Glibc
import Recording
import Testing
import TouchModel

@Suite struct EvemuWriterTests {
    private func line(_ event: InputEvent) -> String {
        var bytes: [UInt8] = []
        EvemuWriter.append(event, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `events are written as evemu writes them, each with its name`() {
        #expect(
            line(abs(1_220_302, AbsCode.mtPositionX, 429))
                == "E: 1.220302 0003 0035 0429\t# EV_ABS / ABS_MT_POSITION_X    429\n")
        #expect(
            line(abs(5, AbsCode.y, -5)) == "E: 0.000005 0003 0001 -005\t# EV_ABS / ABS_Y                -5\n")
        #expect(
            line(key(0, KeyCode.touch, 1))
                == "E: 0.000000 0001 014a 0001\t# EV_KEY / BTN_TOUCH            1\n")
        #expect(line(syn(1)) == "E: 0.000001 0000 0000 0000\t# ------------ SYN_REPORT (0) ----------\n")
        #expect(line(syn(1, SynCode.mtReport)).contains("# ++++++++++++ SYN_MT_REPORT (0) ++++++++++"))
    }

    @Test(arguments: [
        abs(.max, AbsCode.x, .max), abs(0, AbsCode.x, .min), abs(999_999, 0xffff, 0),
        abs(1_000_000, AbsCode.x, 10_000),
        InputEvent(time: Timestamp(microseconds: 7), type: 0xffff, code: 0xfff, value: -1),
    ])
    func `the greatest numbers come back`(_ event: InputEvent) throws {
        #expect(try device(line(event)).events.first == event)
    }

    @Test func `an event before time 0 is written at 0`() {
        #expect(line(syn(-1)).hasPrefix("E: 0.000000 0000"))
    }

    @Test func `a header says everything of the panel`() throws {
        let panel = PanelDescription(
            name: "Panel\nE: 0", id: InputID(bus: 1, vendor: 0xffff, product: 3, version: 4),
            properties: [0, 1, 31], keys: [1, KeyCode.touch, 0x2ff],
            axes: [
                AbsCode.mtSlot: AxisInfo(minimum: 0, maximum: 9),
                AbsCode.mtPositionX: AxisInfo(minimum: -7, maximum: .max, fuzz: 1, flat: 2, resolution: 3),
                0x3f: AxisInfo(minimum: .min, maximum: 0),
            ],
            touchProtocol: .slots)
        let read = try Recording.parse(EvemuWriter.header(of: panel), name: "test").devices[0].panel
        var expected = panel
        expected.name = "Panel?E: 0"
        #expect(read == expected)
    }

    @Test func `a panel without a name gets one, which evemu demands`() throws {
        let panel = PanelDescription(axes: [:], touchProtocol: .single)
        #expect(String(decoding: EvemuWriter.header(of: panel), as: UTF8.self).contains("\nN: unnamed\n"))
    }
}

/// evemu's own parser, where its library is installed.
@safe struct EvemuLibrary {
    private typealias New = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias Read = @convention(c) (OpaquePointer?, UnsafeMutablePointer<FILE>?) -> CInt
    private typealias Delete = @convention(c) (OpaquePointer?) -> Void
    private typealias Name = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
    private typealias Axis = @convention(c) (OpaquePointer?, CInt) -> CInt
    private typealias HasEvent = @convention(c) (OpaquePointer?, CInt, CInt) -> CInt
    private typealias ReadEvent =
        @convention(c) (UnsafeMutablePointer<FILE>?, UnsafeMutableRawPointer?) -> CInt

    static let isInstalled = unsafe dlopen("libevemu.so.3", RTLD_NOW) != nil

    /// What evemu makes of `bytes`.
    struct Reading {
        var accepted = false
        var name = ""
        var maximum: CInt = 0
        var resolution: CInt = 0
        var hasTouch = false
        var events: [InputEvent] = []
    }

    private struct Missing: Error {}

    private static func symbol<T>(_ name: String, _ type: T.Type) throws -> T {
        let library = unsafe dlopen("libevemu.so.3", RTLD_NOW)
        guard let address = unsafe dlsym(library, name) else { throw Missing() }
        return unsafe unsafeBitCast(address, to: type)
    }

    static func read(_ bytes: [UInt8], axis: UInt16) throws -> Reading {
        var reading = Reading()
        let new = unsafe try symbol("evemu_new", New.self)
        let read = unsafe try symbol("evemu_read", Read.self)
        let delete = unsafe try symbol("evemu_delete", Delete.self)
        let name = unsafe try symbol("evemu_get_name", Name.self)
        let maximum = unsafe try symbol("evemu_get_abs_maximum", Axis.self)
        let resolution = unsafe try symbol("evemu_get_abs_resolution", Axis.self)
        let hasEvent = unsafe try symbol("evemu_has_event", HasEvent.self)
        let readEvent = unsafe try symbol("evemu_read_event", ReadEvent.self)
        var copy = bytes
        try unsafe copy.withUnsafeMutableBytes { memory in
            guard let file = unsafe fmemopen(memory.baseAddress, memory.count, "r"),
                let device = unsafe new(nil)
            else { throw Missing() }
            defer { unsafe fclose(file) }
            defer { unsafe delete(device) }
            reading.accepted = unsafe read(device, file) > 0
            reading.name = unsafe name(device).map { unsafe String(cString: $0) } ?? ""
            reading.maximum = unsafe maximum(device, CInt(axis))
            reading.resolution = unsafe resolution(device, CInt(axis))
            reading.hasTouch = unsafe hasEvent(device, 1, CInt(KeyCode.touch)) != 0
            unsafe rewind(file)
            var raw = RawEvent()
            while unsafe readEvent(file, &raw) > 0 {
                let time = Timestamp(
                    microseconds: Int64(raw.time.tv_sec) * 1_000_000 + Int64(raw.time.tv_usec))
                reading.events.append(
                    InputEvent(time: time, type: raw.type, code: raw.code, value: raw.value))
            }
        }
        return reading
    }

    /// `struct input_event` of linux/input.h on 64-bit machines.
    private struct RawEvent {
        var time = timeval()
        var type: UInt16 = 0
        var code: UInt16 = 0
        var value: Int32 = 0
    }
}

@Suite(.enabled(if: EvemuLibrary.isInstalled, "evemu is not installed"))
struct EvemuLibraryTests {
    @Test func `evemu reads the demo recording as we do`() throws {
        let bytes = DemoRecording.make()
        let reading = try EvemuLibrary.read(bytes, axis: AbsCode.mtPositionX)
        #expect(reading.accepted)
        #expect(reading.name == "Demo Panel")
        #expect(reading.maximum == 799)
        #expect(reading.hasTouch)
        #expect(reading.events == (try Recording.parse(bytes, name: "demo").device().events))
    }

    @Test func `evemu reads every axis and value that we write`() throws {
        let panel = PanelDescription(
            name: "Wide", keys: [KeyCode.touch],
            axes: [AbsCode.x: AxisInfo(minimum: -5, maximum: 32767, fuzz: 1, flat: 2, resolution: 87)],
            touchProtocol: .single)
        var bytes = EvemuWriter.header(of: panel)
        let events = [
            abs(0, AbsCode.x, .min), abs(1, AbsCode.x, .max), abs(1_357_143_784_240_154, AbsCode.x, -5),
        ]
        for event in events { EvemuWriter.append(event, to: &bytes) }
        let reading = try EvemuLibrary.read(bytes, axis: AbsCode.x)
        #expect(reading.accepted)
        #expect(reading.maximum == 32767)
        #expect(reading.resolution == 87)
        #expect(reading.events == events)
    }

    @Test(.enabled(if: !SharedRecordings.entries.isEmpty), arguments: SharedRecordings.entries)
    func `evemu reads the same events from field recordings`(_ entry: SharedRecordings.Entry) throws {
        guard entry.format.hasPrefix("evemu"), entry.events > 0 else { return }
        let bytes = try #require(SharedRecordings.contents(of: entry.path))
        let reading = try EvemuLibrary.read(bytes, axis: AbsCode.x)
        #expect(reading.events == (try Recording.parse(bytes, name: entry.file).device().events))
    }
}
