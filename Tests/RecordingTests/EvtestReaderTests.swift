import Recording
import Testing
import TouchModel

@Suite struct EvtestReaderTests {
    static let header = """
        No device specified, trying to scan all of /dev/input/event*
        Available devices:
        /dev/input/event0:\tPower Button
        Select the device event number [0-1]: 1
        Input driver version is 1.0.1
        Input device ID: bus 0x18 vendor 0xeef product 0x1 version 0x0
        Input device name: "Kiosk Panel"
        Supported events:
          Event type 0 (EV_SYN)
          Event type 1 (EV_KEY)
            Event code 330 (BTN_TOUCH)
          Event type 3 (EV_ABS)
            Event code 0 (ABS_X)
              Value     17
              Min        0
              Max     1023
              Fuzz       4
              Flat       2
              Resolution      10
            Event code 1 (ABS_Y)
              Value      0
              Min      -10
              Max      599
        Key repeat handling:
          Repeat type 20 (EV_REP)
            Repeat code 0 (REP_DELAY)
              Value    250
        Properties:
          Property type 1 (INPUT_PROP_DIRECT)
        Testing ... (interrupt to exit)

        """

    @Test func `the description before the events is read, and is no foreign text`() throws {
        let recording = try recording(Self.header)
        let panel = recording.devices[0].panel
        #expect(recording.format == .evtest)
        #expect(recording.warnings.isEmpty)
        #expect(panel.name == "Kiosk Panel")
        #expect(panel.id == InputID(bus: 0x18, vendor: 0x0eef, product: 1))
        #expect(panel.keys == [KeyCode.touch])
        #expect(panel.properties == [InputProperty.direct])
        #expect(
            panel.axes == [
                AbsCode.x: AxisInfo(value: 17, minimum: 0, maximum: 1023, fuzz: 4, flat: 2, resolution: 10),
                AbsCode.y: AxisInfo(minimum: -10, maximum: 599),
            ])
        #expect(panel.touchProtocol == .single)
    }

    @Test(arguments: [
        ("-------------- SYN_REPORT ------------", SynCode.report),
        ("-------------- EV_SYN ------------", SynCode.report),
        ("-------------- Report Sync ------------", SynCode.report),
        ("++++++++++++++ SYN_MT_REPORT ++++++++++++", SynCode.mtReport),
        ("++++++++++++++ EV_SYN ++++++++++++", SynCode.mtReport),
        ("++++++++++++++++++++ SYN_REPORT +++++++++++++++", SynCode.report),
        (">>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<", SynCode.dropped),
        ("-------------- SYN_CONFIG ------------", 1),
    ])
    func `borders are told by their name, else by their marks`(_ border: String, _ code: UInt16) throws {
        let events = try device("Event: time 1.000002, \(border)\n").events
        #expect(events.first == syn(1_000_002, code))
    }

    @Test func `values of MSC_SCAN are hexadecimal, all others decimal`() throws {
        let text = """
            Event: time 1394455151.777630, type 4 (EV_MSC), code 4 (MSC_SCAN), value d0042
            Event: time 1394455151.777630, type 4 (EV_MSC), code 5 (MSC_TIMESTAMP), value 7300
            Event: time 1394455151.777637, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
            Event: time 1394455151.777637, type 3 (Absolute), code 0 (X), value 10
            Event: time 1394455151.777637, type 1, code 330 , value 1
            Event: time 1394455151.777637, -------------- SYN_REPORT ------------

            """
        let events = try device(text).events
        #expect(events.map(\.value) == [0xd0042, 7300, -1, 10, 1, 0])
        #expect(events.map(\.type) == [4, 4, 3, 3, 1, 0])
        #expect(events.map(\.code) == [4, 5, 57, 0, 330, 0])
        #expect(events[0].time == Timestamp(microseconds: 1_394_455_151_777_630))
    }

    @Test func `foreign lines are left out with one warning for each run`() throws {
        let border = "Event: time 1.000000, -------------- SYN_REPORT ------------"
        let text = "my panel:\n\(border)\nTook 1 samples...\nTop right : X = 236\n\(border)\n```\n"
        let recording = try recording(text)
        #expect(recording.devices[0].events.count == 2)
        #expect(recording.warnings.map(\.line) == [1, 3, 6])
        #expect(recording.warnings[1].message.contains("2 lines"))
    }

    @Test func `indentation and quotation marks of mail before a line are overlooked`() throws {
        let text =
            "> > Event: time 1.000000, type 3 (EV_ABS), code 0 (ABS_X), value 5\n"
            + "   Event: time 1.000000, -------------- SYN_REPORT ------------\n"
        #expect(try device(text).events == [abs(1_000_000, AbsCode.x, 5), syn(1_000_000)])
    }

    @Test(arguments: [
        "type 3 (EV_ABS), code 0 (ABS_X), value", "type 3 (EV_ABS), code 0 (ABS_X), value 5 5",
        "type 3 (EV_ABS, code 0", "type 70000 (?), code 0 (?), value 1", "type 3 (EV_ABS)", "=== SYN ===",
        "type 3 (EV_ABS), code 0 (ABS_X), value 99999999999",
        "type 4 (EV_MSC), code 4 (MSC_SCAN), value 123456789",
        "", "----",
    ])
    func `a malformed event is an error that names its line`(_ rest: String) throws {
        #expect(try #require(failure("\nEvent: time 1.000000, \(rest)\n")).hasPrefix("test:2: "))
    }

    @Test func `after SYN_DROPPED the broken frame is left out and the contacts end in it`() throws {
        let text = """
            Event: time 1.000000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 7
            Event: time 1.000000, type 3 (EV_ABS), code 47 (ABS_MT_SLOT), value 2
            Event: time 1.000000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 8
            Event: time 1.000000, type 1 (EV_KEY), code 330 (BTN_TOUCH), value 1
            Event: time 1.000000, -------------- SYN_REPORT ------------
            Event: time 2.000000, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<
            Event: time 2.000000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 99
            Event: time 2.000000, type 3 (EV_ABS), code 47 (ABS_MT_SLOT), value 1
            Event: time 2.000000, type 3 (EV_ABS), code 54 (ABS_MT_POSITION_Y), value 98
            Event: time 2.000001, -------------- SYN_REPORT ------------

            """
        let recording = try recording(text)
        #expect(
            recording.devices[0].events.suffix(8) == [
                syn(2_000_000, SynCode.dropped), abs(2_000_001, AbsCode.mtSlot, 0),
                abs(2_000_001, AbsCode.mtTrackingID, -1), abs(2_000_001, AbsCode.mtSlot, 2),
                abs(2_000_001, AbsCode.mtTrackingID, -1), abs(2_000_001, AbsCode.mtSlot, 1),
                key(2_000_001, KeyCode.touch, 0), syn(2_000_001),
            ])
        #expect(recording.warnings.map(\.line) == [6])
    }

    @Test func `contacts that a loss leaves behind end with the recording too`() throws {
        let text = """
            Event: time 1.000000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 9
            Event: time 1.000000, ++++++++++++++ SYN_MT_REPORT ++++++++++++
            Event: time 1.000000, -------------- SYN_REPORT ------------
            Event: time 2.000000, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<
            Event: time 2.000000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 99

            """
        #expect(
            try device(text).events.suffix(3) == [
                syn(2_000_000, SynCode.dropped), syn(2_000_000, SynCode.mtReport), syn(2_000_000),
            ])
    }
}
