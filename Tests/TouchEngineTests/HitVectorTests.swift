import TestSupport
import Testing
import TouchEngine
import TouchModel

/// Worked examples of zones and hit tests, with exact numbers: where the rules of chapters 3 and 4 meet.
struct HitVectorTests {
    @Test func `1 adjoining growth, of one and of both`() {
        let one = Compiled(region("A", 0, 0, 33, 33), region("B", 37, 0, 33, 33, expand: 20))
        #expect([17, 32.9, 33, 36.9].map { one.at($0, 10) } == ["A", "A", "B+", "B+"])
        let both = Compiled(
            region("A", 0, 0, 33, 33, expand: 20), region("B", 37, 0, 33, 33, expand: 20))
        #expect([34.9, 35, 35.1].map { both.at($0, 10) } == ["A+", "B+", "B+"])
    }

    @Test func `2 a close button on a card keeps its growth`() {
        let close = region("x", 270, 10, 20, 20, expand: 12)
        let page = Compiled(region("card", 0, 0, 300, 100, regions: [close]))
        #expect([260, 257.9, 258].map { page.at($0, 20) } == ["x+", "card", "x+"])
    }

    @Test func `3 automatic growth splits a gap half-way`() {
        let page = Compiled(
            region("A", 0, 0, 20, 20, expand: nil, minimum: 44),
            region("B", 24, 0, 20, 20, expand: nil, minimum: 44))
        #expect([21.9, 22, 22.1].map { page.at($0, 10) } == ["A+", "B+", "B+"])
    }

    @Test func `4 the screen cuts automatic growth`() {
        let page = Compiled(region("A", 10, 4, 32, 32, expand: nil, minimum: 44))
        #expect(page["A"]?.hitZone == LayoutRect(left: 4, top: 0, right: 48, bottom: 42))
        #expect(page.at(6, 0) == "A+")
        #expect(page.at(3.99, 0) == "-")
        #expect(page.at(4, 0) == "A+")
    }

    @Test func `5 an explicit 0 stays 0`() {
        let edges = Expansion.edges(left: 0, top: 10, right: 0, bottom: 10)
        let page = Compiled(region("A", 100, 100, 40, 24, edges: edges, minimum: 44))
        #expect(page["A"]?.hitZone == LayoutRect(left: 100, top: 90, right: 140, bottom: 134))
        #expect([99.99, 100, 139.99, 140].map { page.at($0, 110) } == ["-", "A", "A", "-"])
        #expect([89.99, 90, 133.99, 134].map { page.at(110, $0) } == ["-", "A+", "A+", "-"])
    }

    @Test func `6 one explicit edge, three automatic ones`() {
        let page = Compiled(region("A", 100, 100, 20, 20, edges: .edges(top: 10), minimum: 44))
        #expect(page["A"]?.hitZone == LayoutRect(left: 88, top: 90, right: 132, bottom: 132))
    }

    @Test(arguments: [(false, "child"), (true, "-")])
    func `7 a child outside its parent is hit unless the parent clips`(_ clip: Bool, _ owner: String) {
        let child = region("child", 90, 10, 20, 20)
        let page = Compiled(region("parent", 0, 0, 100, 40, regions: [child]) { $0.clip = clip })
        #expect(page.at(105, 20) == owner)
    }

    @Test func `8 a disabled region refuses in its drawing and leaves its growth to what is behind`() {
        let page = Compiled(
            region("on", 0, 0, 200, 200),
            region("off", 50, 50, 40, 40, expand: 20) { $0.enabled = false })
        #expect(page.at(60, 60) == "off!disabled")
        #expect(page.at(45, 60) == "on")
        #expect(page.at(90, 60) == "on")
    }

    @Test func `20 from raw to layout units`() {
        let axis = AxisInfo(minimum: 0, maximum: 4095)
        let wide = PanelMapping(
            horizontal: axis, vertical: axis, size: LayoutSize(width: 1920, height: 1080))
        let last = wide?(DevicePoint(x: 4095, y: 0))
        #expect(last?.x == 1919.53125)
        let corner = AxisInfo(minimum: 0, maximum: 9)
        let turned = PanelMapping(
            horizontal: corner, vertical: corner, calibration: Calibration(0, -1, 1, 1, 0, 0),
            size: LayoutSize(width: 10, height: 10))
        #expect(turned?(DevicePoint(x: 0, y: 0)) == LayoutPoint(x: 10.0.nextDown, y: 0))
        #expect(turned?(DevicePoint(x: 9, y: 1)) == LayoutPoint(x: 9, y: 9))
    }

    @Test func `20 far beyond the range is dropped, counted`() {
        let panel = PanelDescription(
            keys: [KeyCode.touch],
            axes: [
                AbsCode.x: AxisInfo(minimum: 0, maximum: 799), AbsCode.y: AxisInfo(minimum: 0, maximum: 479),
            ], touchProtocol: .single)
        var touch = EngineHarness(
            screen([page("home", region("A", 0, 0, 800, 480))]), .single, panel: panel)
        touch.frame(
            0, .event(type: EventType.abs, code: AbsCode.x, value: 499),
            .event(type: EventType.abs, code: AbsCode.y, value: -3616), .key(1))
        touch.frame(10, .key(0))
        expect(&touch, "")
        #expect(touch.engine.counters.outOfRange == 1)
    }
}
