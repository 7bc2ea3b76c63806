import Recording
import Testing
import TouchModel

@Suite struct LibinputRecordReaderTests {
    /// Two devices as new versions write them, axes as a map; the second is a touchscreen.
    static let twoDevices = """
        # libinput record
        version: 1
        ndevices: 2
        libinput:
          version: "1.25.0"
        devices:
        - node: /dev/input/event4
          evdev:
            # Name: Any Mouse
            name: "Any Mouse"
            id: [3, 1133, 49284, 273]
            codes:
              0: [0, 1] # EV_SYN
              1: [272, 273] # EV_KEY
              2: [0, 1, 8] # EV_REL
            properties: []
          hid: [
            0x05, 0x01, 0x09
          ]
          udev:
            properties:
            - ID_INPUT=1
          quirks:
          events:
          # Current time is 14:51:15
          - evdev:
            - [  0,      0,   2,   0,       3] # EV_REL / REL_X                  3
            - [  0,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
          - libinput:
            - {time: 0.0, type: POINTER_MOTION, delta: [3.0, 0.0], unaccel: [3.0, 0.0]}
        - node: /dev/input/event6
          evdev:
            name: "Kiosk "A" Panel"
            id: [24, 3823, 1, 256]
            codes:
              0: [0, 1, 2, 3]
              1: [330]
              3: [0, 1, 47, 53, 54, 57]
            absinfo:
              0: [0, 799, 0, 0, 5]
              1: [0, 479, 0, 0, 5]
              47: [0, 9, 0, 0, 0]
              53: [0, 799, 1, 2, 5]
              54: [-4, 479, 0, 0, 5]
              57: [0, 65535, 0, 0, 0]
            properties: [1]
          udev:
            properties:
            - ID_INPUT_TOUCHSCREEN=1
          quirks:
          events:
          - evdev:
            - [  1,     14,   3,  57,     219] # EV_ABS / ABS_MT_TRACKING_ID     219
            - [  1,     14,   3,  53,     -20] # EV_ABS / ABS_MT_POSITION_X      -20
          - hid:
              hidraw0: [ 01, 02 ]
                                           # Touch device in neutral state
          - evdev:
            - [  1, 999999,   0,   0,       0]

        """

    @Test func `each device has its description and its events`() throws {
        let recording = try recording(Self.twoDevices)
        #expect(recording.format == .libinputRecord)
        #expect(recording.devices.map(\.node) == ["/dev/input/event4", "/dev/input/event6"])
        #expect(recording.devices.map(\.line) == [7, 31])
        #expect(recording.warnings.isEmpty)
        let panel = recording.devices[1].panel
        #expect(panel.name == "Kiosk \"A\" Panel")
        #expect(panel.id == InputID(bus: 24, vendor: 3823, product: 1, version: 256))
        #expect(panel.keys == [KeyCode.touch])
        #expect(panel.properties == [InputProperty.direct])
        #expect(panel.touchProtocol == .slots)
        #expect(panel.axes.count == 6)
        #expect(panel.horizontal == AxisInfo(minimum: 0, maximum: 799, fuzz: 1, flat: 2, resolution: 5))
        #expect(panel.vertical?.minimum == -4)
        #expect(
            recording.devices[1].events == [
                abs(1_000_014, AbsCode.mtTrackingID, 219), abs(1_000_014, AbsCode.mtPositionX, -20),
                syn(1_999_999),
            ])
        #expect(recording.devices[0].events.count == 2)
    }

    @Test func `axes that only comments describe are read`() throws {
        let text = """
            ndevices: 1
            devices:
            - node: /dev/input/event6
              evdev:
                # Name: Old Panel
                # ID: bus 0x18 vendor 0x6cb product 0xcd3e version 0x100
                # Supported Events:
                # Event type 1 (EV_KEY)
                #   Event code 330 (BTN_TOUCH)
                # Event type 3 (EV_ABS)
                #   Event code 0 (ABS_X)
                #       Value        1148
                #       Min             0
                #       Max          1212
                #       Fuzz            0
                #       Flat            0
                #       Resolution     12
                # Properties:
                #    Property 0 (INPUT_PROP_POINTER)
              events:
              - evdev:
                - [  0,      0,   0,   0,       0]

            """
        let panel = try device(text).panel
        #expect(panel.name == "Old Panel")
        #expect(panel.id == InputID(bus: 0x18, vendor: 0x6cb, product: 0xcd3e, version: 0x100))
        #expect(panel.keys == [KeyCode.touch])
        #expect(panel.axes == [0: AxisInfo(value: 1148, minimum: 0, maximum: 1212, resolution: 12)])
        #expect(panel.properties == [InputProperty.pointer])
    }

    @Test func `an excerpt of events alone is read`() throws {
        let text = "  - evdev:\n    - [ 0, 5, 3, 0, 206] # EV_ABS\n    - [ 0, 5, 0, 0, 0]\n"
        #expect(try device(text).events == [abs(5, AbsCode.x, 206), syn(5)])
    }

    @Test(arguments: [
        "[ 0, 5, 3, 0]", "[ 0, 5, 3, 0, 206", "[ 0, 5, 3, 0, 206, 1]", "[ 0, 1000000, 3, 0, 206]",
        "[ 0, 5, 70000, 0, 1]",
        "[ 0, 5, 3, 0, 2147483648]", "[ -1, 5, 3, 0, 1]", "[ 99999999999999, 5, 3, 0, 1]", "[]",
        "[ 0 5 3 0 1]",
    ])
    func `a malformed event is an error that names its line`(_ event: String) throws {
        let text = "devices:\n- node: a\n  events:\n  - evdev:\n    - \(event)\n"
        #expect(try #require(failure(text)).hasPrefix("test:5: "))
    }

    @Test(arguments: [
        "id: [1, 2, 3]", "id: 5", "absinfo:\n      0: [1, 2]", "absinfo:\n      0 [1, 2]",
        "properties: [1, x]",
        "properties: [1", "codes:\n      3: 5",
    ])
    func `a malformed description is an error`(_ description: String) throws {
        let text = "devices:\n- node: a\n  evdev:\n    \(description)\n"
        #expect(failure(text) != nil)
    }

    @Test func `a recording without a device is an error`() {
        #expect(
            failure("# libinput record\nversion: 1\nndevices: 0\ndevices:\n")?.contains("no device") == true)
    }

    @Test func `each device's last frame is ended`() throws {
        let cut = Self.twoDevices.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("0,   0,       0]") }.joined(separator: "\n")
        let recording = try recording(cut)
        #expect(recording.devices.map { $0.events.last?.type } == [EventType.syn, EventType.syn])
        #expect(recording.warnings.count == 2)
    }

    @Test func `without its comment it is one all the same, and other lines before it are told`() throws {
        let text = Self.twoDevices.replacing("# libinput record\n", with: "")
        #expect(try recording(text).warnings.isEmpty)
        let one = try recording("a line of a report\n" + text)
        #expect(one.warnings.map(\.message) == ["1 line before the recording was left out"])
        let two = try recording("a line of a report\nand another\n" + text)
        #expect(two.warnings.map(\.message) == ["2 lines before the recording were left out"])
    }

    @Test func `one device is chosen by number, name or node, else the only touchscreen`() throws {
        let recording = try recording(Self.twoDevices)
        #expect(try recording.device().node == "/dev/input/event6")
        #expect(try recording.device("1").node == "/dev/input/event4")
        #expect(try recording.device("Kiosk*").node == "/dev/input/event6")
        #expect(try recording.device("/dev/input/event4").node == "/dev/input/event4")
        #expect(try recording.device("event4").node == "/dev/input/event4")
        for selector in ["0", "3", "*", "Nothing", "4", "vent4"] {
            let error = #expect(throws: RecordingError.self) { try recording.device(selector) }
            #expect(error?.message.contains("1: Any Mouse (/dev/input/event4), 2: Kiosk") == true)
        }
    }
}
