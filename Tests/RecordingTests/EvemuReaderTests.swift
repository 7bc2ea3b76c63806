import Recording
import Testing
import TouchModel

@Suite struct EvemuReaderTests {
    static let header = """
        # EVEMU 1.3
        N: Kiosk Panel
        I: 0018 0eef 0001 0101
        P: 02 00 00 00 00 00 00 00
        B: 00 0b 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 04 00 00 00 00 00 00
        B: 03 03 00 00 00 00 80 60 02
        A: 00 0 799 1 2 4
        A: 01 -5 479 0 0 4
        A: 2f 0 9 0 0 0
        A: 35 0 799 0 0 4
        A: 36 -5 479 0 0 4
        A: 39 0 65535 0 0 0

        """

    @Test func `a description gives name, identity, properties, keys, axes and protocol`() throws {
        let device = try device(Self.header)
        #expect(device.panel.name == "Kiosk Panel")
        #expect(device.panel.id == InputID(bus: 0x18, vendor: 0x0eef, product: 1, version: 0x101))
        #expect(device.panel.properties == [InputProperty.direct])
        #expect(device.panel.keys == [KeyCode.touch])
        #expect(
            device.panel.axes[AbsCode.x]
                == AxisInfo(minimum: 0, maximum: 799, fuzz: 1, flat: 2, resolution: 4))
        #expect(device.panel.axes[AbsCode.y]?.minimum == -5)
        #expect(device.panel.axes.count == 6)
        #expect(device.panel.touchProtocol == .slots)
        #expect(device.hasRanges)
        #expect(device.events.isEmpty)
    }

    @Test func `types and codes are hexadecimal, values decimal however many zeros lead them`() throws {
        let text = """
            E: 1.220302 0003 0035 0429\t# EV_ABS / ABS_MT_POSITION_X 429
            E: 1.220302 0003 0036 -005
            E: 1.220302 0001 014a 0001 # BTN_TOUCH
            E: 1.220302 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +20ms

            """
        let time: Int64 = 1_220_302
        #expect(
            try device(text).events == [
                abs(time, AbsCode.mtPositionX, 429), abs(time, AbsCode.mtPositionY, -5),
                key(time, KeyCode.touch, 1), syn(time),
            ])
    }

    @Test func `carriage returns, a byte order mark and a missing last line end change nothing`() throws {
        let plain =
            "# EVEMU 1.1\nN: P\nI: 0003 0001 0002 0003\nE: 0.000001 0003 0000 7\nE: 0.000001 0000 0000 0\n"
        let expected = try device(plain)
        let variants = [
            plain.split(separator: "\n").joined(separator: "\r\n") + "\r\n",
            String(plain.dropLast()), "\u{feff}" + plain, plain + "\n\n",
        ]
        for variant in variants {
            let device = try device(variant)
            #expect(device.events == expected.events)
            #expect(device.panel == expected.panel)
        }
        #expect(expected.panel.name == "P")
    }

    @Test func `an axis of four values has no resolution`() throws {
        let device = try device("N: Old\nA: 00 0 2776 4 0\nA: 01 0 1569 4 0 # a comment\n")
        #expect(device.panel.axes[AbsCode.x] == AxisInfo(minimum: 0, maximum: 2776, fuzz: 4))
        #expect(device.panel.axes[AbsCode.y] == AxisInfo(minimum: 0, maximum: 1569, fuzz: 4))
    }

    @Test(arguments: ["A: 00 0 2776 4\n", "A: 00 0 2776 4 0 1 1\n", "A: 00 0 x 4 0\n"])
    func `an axis of three or six values or none is an error`(_ text: String) throws {
        #expect(try #require(failure(text)).hasPrefix("test:1: "))
    }

    @Test func `states of lamps and switches are read past`() throws {
        #expect(try device("N: P\nL: 00 0\nS: 05 1\n").panel.name == "P")
    }

    @Test func `a name that is not UTF-8 is kept as far as it can be, blanks at its end included`() throws {
        let bytes: [UInt8] = Array("N: A".utf8) + [0xae, 0x1b] + Array("B \n".utf8)
        #expect(try Recording.parse(bytes, name: "test").devices[0].panel.name == "A\u{fffd}?B ")
    }

    @Test(arguments: [
        ("E: 1.000000 0003 0000\n", "the event's value"),
        ("E: 1.000000 0003 0000 12x\n", "not a decimal number"),
        ("E: 1.000000 0003 0000 12 13\n", "only a # comment"),
        ("E: 1.000000 00003 00000 1\nE: 1.000000 10003 0000 1\n", "test:2: expected the event's type"),
        ("E: 1.000000 000g 0000 1\n", "the event's type"),
        ("E: 1.1234567 0003 0000 1\n", "one to six digits"),
        ("E: 1 0003 0000 1\n", "seconds.microseconds"),
        ("E: -1.000000 0003 0000 1\n", "seconds.microseconds"),
        ("E: 9223372036855.000000 0003 0000 1\n", "the time is beyond"),
        ("E: 99999999999999999999.000000 0003 0000 1\n", "a time"),
        ("E: 1.000000 0003 0000 2147483648\n", "32 bits"),
        ("E: 1.000000 0003 0000 -2147483649\n", "32 bits"),
        ("E: 1.000000 0003 0000 99999999999999999999\n", "32 bits"),
        ("N: P\nhello\n", "test:2: 'hello' is not a line of evemu"),
        ("hello\nN: P\n", "test:1: not a line of evemu"),
        ("# EVEMU 2.0\n", "evemu 2.0 is not known"),
        ("# EVEMU one\n", "expected the version"),
        ("N: P\nN: Q\n", "test:2: a second description"),
        ("I: 0003 0001 0002\n", "the version"),
        ("P: 100\n", "beyond ff"),
        ("B: 01 zz\n", "a byte of the mask"),
    ])
    func `a malformed line is an error that names it`(_ text: String, _ message: String) throws {
        let printed = try #require(failure(text))
        #expect(printed.contains(message))
        #expect(printed.hasPrefix("test:"))
    }

    @Test func `the greatest time and values are read`() throws {
        let text =
            "E: 9223372036854.775807 0003 0000 2147483647\nE: 9223372036854.775807 0000 0000 -2147483648\n"
        let events = try device(text).events
        #expect(events[0].time == Timestamp(microseconds: .max))
        #expect(events[0].value == .max)
        #expect(events[1].value == .min)
        #expect(failure("E: 9223372036854.775808 0003 0000 1\n") != nil)
    }

    @Test(arguments: [
        "E: 1.000000 0003 0035 0012", "E: 0.999999 0001 014a 0", "E: 999999999999.999999 ffff abcf 999999999",
        "E: 1000000000000.000000 0003 0035 1", "E: 1.000000 0003 0035 -999999999",
        "E: 1.000000 0003 0035 1000000000", "E: 1.000000 0003 0035 -1000000000", "E: 1.000000 0003 0035 -1",
    ])
    func `an event as evemu writes it reads like one with more blanks`(_ line: String) throws {
        let loose = line.replacing(" ", with: "  ") + " # as evemu-record"
        let events = try device(line + "\n").events
        #expect(events == (try device(loose + "\n").events))
        #expect(events.count == 2)
    }

    @Test(arguments: [
        "E: 1.000000 0003 0035", "E: 1.000000 0003 0035 ", "E: 1.000000 0003 0035 -",
        "E: 1.000000 0003 003g 1",
        "E: 1.00000a 0003 0035 1", "E: .000000 0003 0035 1", "E: a.000000 0003 0035 1",
        "E: 1.000000 0003 0035 1a",
        "E: 1.0000000 0003 0035 1", "E: 1.000000 00030035 1",
    ])
    func `an event that is not quite as evemu writes it is an error`(_ line: String) {
        #expect(failure(line + "\n")?.hasPrefix("test:1: ") == true)
    }

    @Test(arguments: ["N: other", "I: 0003 0000 0000 0000", "P: 00", "B: 03 00", "A: 35 0 100 0 0 0"])
    func `a description after events is an error`(_ line: String) {
        let text = Self.header + "E: 1.000000 0000 0000 0000\n"
        #expect(failure(text) == nil)
        #expect(failure(text + line + "\n")?.hasPrefix("test:20: ") == true)
    }

    @Test func `fewer than six digits after the point count microseconds, with one warning`() throws {
        let recording = try recording("E: 1.5 0003 0000 1\nE: 1.05 0003 0001 1\nE: 2.000000 0000 0000 0\n")
        #expect(recording.devices[0].events.map(\.time.microseconds) == [1_000_005, 1_000_005, 2_000_000])
        #expect(recording.warnings.map(\.line) == [1])
    }

    @Test func `a newer minor version is read with a warning`() throws {
        #expect(try recording("# EVEMU 1.4\nN: P\n").warnings.map(\.line) == [1])
        #expect(try recording("# EVEMU 1.3\nN: P\n").warnings.isEmpty)
    }

    @Test func `time that goes backwards is read with one warning`() throws {
        let text = """
            E: 2.000000 0000 0000 0
            E: 1.000000 0000 0000 0
            E: 0.000000 0000 0000 0

            """
        let recording = try recording(text)
        #expect(recording.devices[0].events.map(\.time.microseconds) == [2_000_000, 1_000_000, 0])
        #expect(recording.warnings.map(\.line) == [2])
    }

    @Test func `a frame that the end cuts off is ended at its last event's time`() throws {
        let recording = try recording("E: 2.000000 0003 0000 5\nE: 2.000004 0003 0001 6\n")
        #expect(
            recording.devices[0].events
                == [abs(2_000_000, AbsCode.x, 5), abs(2_000_004, AbsCode.y, 6), syn(2_000_004)])
        #expect(recording.warnings.count == 1)
        #expect(recording.warnings.first?.line == 2)
    }

    @Test func `a last line that is cut off is left out with a warning, and one in the middle is an error`()
        throws
    {
        let recording = try recording("E: 2.000000 0000 0000 0\nE: 2.0000")
        #expect(recording.devices[0].events == [syn(2_000_000)])
        #expect(recording.warnings.map(\.line) == [2])
        #expect(failure("E: 2.000000 0000 0000 0\nE: 2.0000\n") != nil)
        #expect(failure("E: 2.0000") != nil)
    }

    @Test func `after SYN_DROPPED the difference that libevdev wrote is kept`() throws {
        let text = """
            E: 1.000000 0000 0003 0
            E: 1.000000 0003 0039 -1
            E: 1.000000 0000 0000 0

            """
        #expect(
            try device(text).events == [
                syn(1_000_000, SynCode.dropped), abs(1_000_000, AbsCode.mtTrackingID, -1), syn(1_000_000),
            ])
    }
}
