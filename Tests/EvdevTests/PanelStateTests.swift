import Testing
import TouchModel

@testable import Evdev

/// The state of a panel as events (rule L8).
@Suite struct `Panel state` {
    private let time = Timestamp(microseconds: 7_000_123)

    private func events(of state: PanelState) -> [InputEvent] {
        var events: [InputEvent] = []
        state.append(to: &events, at: time)
        return events
    }

    private func abs(_ code: UInt16, _ value: Int32) -> InputEvent {
        InputEvent(time: time, type: EventType.abs, code: code, value: value)
    }

    private var report: InputEvent {
        InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: 0)
    }

    @Test func `tells every slot, idle ones too, then the current slot, then the frame's end`() {
        let state = PanelState(
            slots: [
                [.init(code: AbsCode.mtTrackingID, value: -1), .init(code: AbsCode.mtPositionX, value: 10)],
                [.init(code: AbsCode.mtTrackingID, value: 45), .init(code: AbsCode.mtPositionX, value: 20)],
            ], currentSlot: 0)
        #expect(
            events(of: state) == [
                abs(AbsCode.mtSlot, 0), abs(AbsCode.mtTrackingID, -1), abs(AbsCode.mtPositionX, 10),
                abs(AbsCode.mtSlot, 1), abs(AbsCode.mtTrackingID, 45), abs(AbsCode.mtPositionX, 20),
                abs(AbsCode.mtSlot, 0), report,
            ])
    }

    @Test(arguments: [(true, Int32(1)), (false, 0)])
    func `tells a single touch by its axes and BTN_TOUCH`(touch: Bool, value: Int32) {
        let state = PanelState(axes: [.init(code: AbsCode.x, value: 3)], touch: touch)
        let key = InputEvent(time: time, type: EventType.key, code: KeyCode.touch, value: value)
        #expect(events(of: state) == [abs(AbsCode.x, 3), key, report])
    }

    @Test func `says nothing of BTN_TOUCH where a panel has none`() {
        #expect(
            events(of: PanelState(axes: [.init(code: AbsCode.y, value: 4)])) == [abs(AbsCode.y, 4), report])
    }

    @Test func `is a frame of its own even where the kernel keeps nothing`() {
        #expect(events(of: PanelState()) == [report])
    }

    @Test(arguments: [(Int32(-1), false), (0, true), (65_535, true)])
    func `a slot with a tracking id is touched`(id: Int32, isTouched: Bool) {
        let idle = [PanelState.Reading(code: AbsCode.mtTrackingID, value: -1)]
        let state = PanelState(slots: [idle, [.init(code: AbsCode.mtTrackingID, value: id)]])
        #expect(state.isTouched(pressure: nil) == isTouched)
    }

    /// 35 percent of 100…300 is 170.
    @Test(arguments: [(Int32(100), false), (170, false), (171, true), (300, true)])
    func `pressure alone touches above 35 percent of its range (rule L11)`(value: Int32, isTouched: Bool) {
        let state = PanelState(axes: [.init(code: AbsCode.pressure, value: value)])
        #expect(state.isTouched(pressure: AxisInfo(minimum: 100, maximum: 300)) == isTouched)
        #expect(!state.isTouched(pressure: nil))
    }

    @Test func `BTN_TOUCH is believed before pressure`() {
        let state = PanelState(axes: [.init(code: AbsCode.pressure, value: 255)], touch: false)
        #expect(!state.isTouched(pressure: AxisInfo(minimum: 0, maximum: 255)))
    }
}
