import TestSupport
import Testing
import TouchEngine
import TouchModel

/// Rule C6.
struct PanelMappingTests {
    private let size = LayoutSize(width: 800, height: 480)

    private func mapping(
        _ x: ClosedRange<Int32>, _ y: ClosedRange<Int32>, _ rotation: Rotation = .none,
        _ calibration: Calibration = .identity, size: LayoutSize? = nil
    ) -> PanelMapping? {
        PanelMapping(
            horizontal: AxisInfo(minimum: x.lowerBound, maximum: x.upperBound),
            vertical: AxisInfo(minimum: y.lowerBound, maximum: y.upperBound), rotation: rotation,
            calibration: calibration, size: size ?? self.size)
    }

    private func at(_ x: Double, _ y: Double) -> LayoutPoint { LayoutPoint(x: x, y: y) }

    @Test func `C6 the last raw value is inside the screen, one step before its edge`() {
        let map = mapping(0...4095, 0...4095, size: LayoutSize(width: 1920, height: 1080))
        #expect(map?(DevicePoint(x: 4095, y: 4095)) == at(1919.53125, 1079.736328125))
        #expect(map?(DevicePoint(x: 0, y: 0)) == at(0, 0))
    }

    @Test func `C6 a minimum other than 0 is the screen's edge`() {
        let map = mapping(-100...99, 200...399)
        #expect(map?(DevicePoint(x: -100, y: 200)) == at(0, 0))
        #expect(map?(DevicePoint(x: 0, y: 300)) == at(400, 240))
    }

    @Test func `C6 raw units that are layout units stay whole`() {
        let map = mapping(0...799, 0...479)
        for x in Int32(0)..<800 { #expect(map?(DevicePoint(x: x, y: 479)) == at(Double(x), 479)) }
    }

    @Test(arguments: [
        (Rotation.none, 200.0, 96.0), (.quarter, 640, 120), (.half, 600, 384), (.threeQuarters, 160, 360),
    ])
    func `C6 rotation turns the panel clockwise against the picture`(
        _ rotation: Rotation, _ x: Double, _ y: Double
    ) {
        // A quarter from the panel's left, a fifth from its top.
        #expect(mapping(0...999, 0...999, rotation)?(DevicePoint(x: 250, y: 200)) == at(x, y))
    }

    @Test func `C6 calibration is as libinput's matrix, on normalized coordinates`() {
        let map = mapping(
            0...9, 0...9, .none, Calibration(0, -1, 1, 1, 0, 0), size: LayoutSize(width: 1, height: 1))
        let corner = map?(DevicePoint(x: 0, y: 0))
        #expect(corner == at(1.0.nextDown, 0))
        let other = map?(DevicePoint(x: 9, y: 1))
        #expect(abs((other?.x ?? 0) - 0.9) < 1e-12)
        #expect(abs((other?.y ?? 0) - 0.9) < 1e-12)
    }

    @Test func `C6 calibration comes after rotation`() {
        // Turned by a quarter (0.25,0.2) is (0.8,0.25); the matrix halves x and moves y by 0.5.
        let map = mapping(0...999, 0...999, .quarter, Calibration(0.5, 0, 0, 0, 1, 0.5))
        #expect(map?(DevicePoint(x: 250, y: 200)) == at(320, 360))
    }

    @Test func `C6 what calibration sends off the screen is clamped into it`() {
        let map = mapping(0...999, 0...999, .none, Calibration(2, 0, 0, 0, 1, -0.5))
        #expect(map?(DevicePoint(x: 600, y: 100)) == at(800.0.nextDown, 0))
    }

    @Test(arguments: [(-50, true), (-51, false), (1050, true), (1051, false)])
    func `C6 five percent beyond the range is clamped, more is dropped`(_ value: Int32, _ accepted: Bool) {
        // The range is 1000.
        let map = mapping(0...1000, 0...1000)
        #expect((map?(DevicePoint(x: value, y: 500)) != nil) == accepted)
        #expect((map?(DevicePoint(x: 500, y: value)) != nil) == accepted)
        if let point = map?(DevicePoint(x: value, y: 500)) {
            #expect(point.x == (value < 0 ? 0 : 800.0.nextDown))
        }
    }

    @Test func `C6 the whole of Int32 is a range, and its ends are no overflow`() {
        let map = mapping(Int32.min...Int32.max, Int32.min...Int32.max)
        #expect(map?(DevicePoint(x: .min, y: .min)) == at(0, 0))
        #expect(map?(DevicePoint(x: 0, y: 0)) == at(400, 240))
        #expect((map?(DevicePoint(x: .max, y: .max))?.x ?? 800) < 800)
        #expect(mapping(0...1, 0...1)?(DevicePoint(x: .min, y: .max)) == nil)
    }

    @Test func `an axis without extent has no mapping, and no panel is attached`() {
        #expect(mapping(5...5, 0...479) == nil)
        var engine = TouchEngine(screen([page("home")]))
        let flat = AxisInfo(minimum: 0, maximum: 0)
        let panel = PanelDescription(axes: [AbsCode.x: flat, AbsCode.y: flat], touchProtocol: .single)
        let attachedFlat = engine.attach(panel)
        let attachedWithoutAxes = engine.attach(PanelDescription(axes: [:], touchProtocol: .slots))
        #expect(!attachedFlat)
        #expect(!attachedWithoutAxes)
    }

    @Test func `C6 a down beyond the range is dropped, counted, and ignored until it lifts`() {
        var touch = EngineHarness(region("a", 0, 0, 800, 480))
        touch.frame(0, .down(x: -50, y: 100))
        touch.frame(10, .move(x: 100, y: 100))
        touch.frame(20, .up())
        touch.tap(100, 100, 100)
        expect(
            &touch,
            """
            100.000 contact down a #1 (100,100) drawing
            120.000 action tap a #1 (100,100) drawing
            120.000 contact up a #1 (100,100) drawing
            """)
        #expect(touch.engine.counters.outOfRange == 1)
    }

    @Test func `C6 a contact that moves beyond the range is cancelled, counted, and ignored until it lifts`()
    {
        var touch = EngineHarness(region("a", 0, 0, 800, 480))
        touch.frame(0, .down(x: 100, y: 100))
        touch.frame(10, .move(x: 850, y: 100))
        touch.frame(20, .move(x: 100, y: 100))
        touch.frame(30, .up())
        expect(
            &touch,
            """
            0.000 contact down a #1 (100,100) drawing
            10.000 contact cancel a #1 (100,100) dropped
            """)
        #expect(touch.engine.counters.outOfRange == 1)
    }

    @Test func `reported coordinates stay before the screen's edge at two decimals`() {
        var touch = EngineHarness(region("a", 0, 0, 800, 480))
        touch.frame(0, .down(x: 805, y: 485))
        expect(&touch, "0.000 contact down a #1 (799.99,479.99) drawing")
    }
}
