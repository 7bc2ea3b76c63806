import Recording
import Testing
import TouchModel

@Suite struct TouchPanelTests {
    static let report = "E: 1.000000 0000 0000 0\n"
    static let range = AxisRanges(x: 0...799, y: -10...479)

    private func complaint(_ text: String, range: AxisRanges? = nil) throws -> String? {
        let device = try device(text)
        do {
            _ = try device.touchPanel(range: range)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `a recording without ranges asks for them, and a given range serves`() throws {
        let text =
            "E: 1.000000 0003 0039 5\nE: 1.000000 0003 0035 66\nE: 1.000000 0003 0036 70\n" + Self.report
        let printed = try #require(try complaint(text))
        #expect(printed.hasPrefix("test:1: "))
        #expect(printed.contains("--range X0,X1,Y0,Y1 (its events span 66 to 66 and 70 to 70)"))
        let panel = try device(text).touchPanel(range: Self.range)
        #expect(panel.touchProtocol == .slots)
        #expect(panel.horizontal == AxisInfo(minimum: 0, maximum: 799))
        #expect(panel.vertical == AxisInfo(minimum: -10, maximum: 479))
        #expect(panel.axes[AbsCode.x] == nil)
    }

    @Test func `a given range overrides the declared one and leaves the resolution`() throws {
        let panel = try device(EvemuReaderTests.header).touchPanel(range: Self.range)
        for code in [AbsCode.y, AbsCode.mtPositionY] {
            #expect(panel.axes[code] == AxisInfo(minimum: -10, maximum: 479, resolution: 4))
        }
        #expect(try device(EvemuReaderTests.header).touchPanel().vertical?.minimum == -5)
    }

    @Test func `the ranges of ABS_X and ABS_Y count for ABS_MT positions without their own`() throws {
        let device = try device(
            "N: P\nA: 00 0 9 0 0 0\nA: 01 0 8 0 0 0\nA: 2f 0 4 0 0 0\nB: 03 03 00 00 00 00 80 60 02\n")
        #expect(device.hasRanges)
        #expect(try device.touchPanel().horizontal?.maximum == 9)
        #expect(try device.touchPanel().vertical?.maximum == 8)
    }

    @Test func `a range of one value or less is none`() throws {
        let one = "N: P\nA: 00 5 5 0 0 0\nA: 01 0 8 0 0 0\nB: 01 00 00 00 00 00 00 00 00\n"
        #expect(try complaint(one + "E: 1.000000 0001 014a 1\n" + Self.report)?.contains("--range") == true)
        let two = "N: P\nA: 00 5 6 0 0 0\nA: 01 0 8 0 0 0\n"
        #expect(try complaint(two + "E: 1.000000 0001 014a 1\n" + Self.report) == nil)
    }

    @Test func `other axes than positions are named`() throws {
        let text = "E: 1.000000 0001 014a 1\nE: 1.000000 0003 0002 5\nE: 1.000000 0003 0003 5\n" + Self.report
        #expect(try complaint(text, range: Self.range)?.contains("its axes are ABS_Z, ABS_RX") == true)
    }

    @Test func `relative motion and no motion at all are told apart`() throws {
        #expect(try complaint("E: 1.000000 0002 0001 -5\n" + Self.report)?.contains("relative") == true)
        #expect(try complaint(Self.report)?.contains("neither ABS_X and ABS_Y nor") == true)
    }

    @Test func `single touch needs BTN_TOUCH, or ABS_PRESSURE with a range`() throws {
        let axes = "N: P\nA: 00 0 99 0 0 0\nA: 01 0 99 0 0 0\n"
        #expect(try complaint(axes)?.contains("neither BTN_TOUCH nor ABS_PRESSURE") == true)
        #expect(try complaint(axes + "E: 1.000000 0001 014a 1\n" + Self.report) == nil)
        #expect(try complaint(axes + "A: 18 0 255 0 0 0\n") == nil)
        #expect(try complaint(axes + "E: 1.000000 0003 0018 9\n" + Self.report)?.contains("A: 18") == true)
    }

    @Test(arguments: [
        ("E: 1.000000 0003 0035 5\nE: 1.000000 0000 0002 0\n", TouchProtocol.anonymous),
        ("E: 1.000000 0003 0039 5\nE: 1.000000 0000 0002 0\n", .anonymous),
        ("E: 1.000000 0003 002f 1\n", .slots),
        ("E: 1.000000 0003 0039 1\n", .slots),
        ("E: 1.000000 0003 0035 1\n", .slots),
        ("E: 1.000000 0003 0000 1\n", .single),
        ("N: P\nA: 35 0 9 0 0 0\nA: 36 0 9 0 0 0\n", .anonymous),
        ("N: P\nA: 35 0 9 0 0 0\nA: 36 0 9 0 0 0\nE: 1.000000 0000 0002 0\n", .anonymous),
        ("N: P\nA: 35 0 9 0 0 0\nA: 36 0 9 0 0 0\nE: 1.000000 0003 0035 1\n", .slots),
        ("N: P\nA: 35 0 9 0 0 0\nA: 36 0 9 0 0 0\nE: 1.000000 0003 0000 1\n", .single),
        ("N: P\nA: 2f 0 9 0 0 0\nA: 35 0 9 0 0 0\nA: 36 0 9 0 0 0\n", .slots),
        ("N: P\nA: 00 0 9 0 0 0\nA: 01 0 9 0 0 0\n", .single),
    ])
    func `the axes and the events tell the protocol (rule L11)`(_ text: String, _ expected: TouchProtocol)
        throws
    {
        #expect(try device(text).panel.touchProtocol == expected)
    }

    @Test(arguments: ["0,799,0,479", "-5,5,-6,6"])
    func `ranges are read`(_ text: String) {
        #expect(AxisRanges(text) != nil)
    }

    @Test(arguments: [
        "", "0,799,0", "0,799,0,479,1", "0,0,0,479", "0,799,9,9", "a,1,2,3", "0,,0,1", "0,2147483648,0,1",
    ])
    func `other text is no range`(_ text: String) {
        #expect(AxisRanges(text) == nil)
    }
}
