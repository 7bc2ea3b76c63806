import Recording
import TouchModel

/// Makes `config/demo.evemu`: what a driver of an 800×480 panel sends for a scripted set of touches.
/// Positions are easy to adjust here; `HITZONE_WRITE_DEMO=1 swift test --filter DemoRecordingTests` then
/// writes the file anew.
struct DemoRecording {
    private(set) var text: [UInt8] = []
    private var slot: Int32 = 0
    private var nextTrackingID: Int32 = 1
    /// Where each contact that is down is, by slot.
    private var contacts: [Int32: DevicePoint] = [:]

    static let panel = PanelDescription(
        name: "Demo Panel", id: InputID(bus: 0x18, vendor: 0x1209, product: 0x0001, version: 0x0100),
        properties: [InputProperty.direct], keys: [KeyCode.touch],
        axes: [
            AbsCode.x: AxisInfo(minimum: 0, maximum: 799), AbsCode.y: AxisInfo(minimum: 0, maximum: 479),
            AbsCode.mtSlot: AxisInfo(minimum: 0, maximum: 9),
            AbsCode.mtPositionX: AxisInfo(minimum: 0, maximum: 799),
            AbsCode.mtPositionY: AxisInfo(minimum: 0, maximum: 479),
            AbsCode.mtTrackingID: AxisInfo(minimum: 0, maximum: 65535),
        ],
        touchProtocol: .slots)

    /// The whole recording, about ten seconds.
    static func make() -> [UInt8] {
        var demo = DemoRecording()
        demo.text = EvemuWriter.header(of: panel)
        demo.script()
        return demo.text
    }

    private mutating func script() {
        say("A tap on coffee, and one beside the small i in its corner.")
        tap(from: 200, to: 280, at: (120, 160))
        tap(from: 700, to: 780, at: (222, 114))
        say("A double tap on tea: the second contact begins 120 ms after the first.")
        tap(from: 1_200, to: 1_260, at: (400, 160))
        tap(from: 1_320, to: 1_380, at: (402, 161))
        say("A tap on cake that bounces: it lifts for 15 ms.")
        tap(from: 1_800, to: 1_880, at: (620, 160))
        tap(from: 1_895, to: 1_930, at: (621, 160))
        say("Plus is held, with a little jitter; minus is tapped meanwhile.")
        down(2_200, slot: 0, at: (228, 322))
        down(2_500, slot: 1, at: (48, 322))
        up(2_560, slot: 1)
        move(2_800, slot: 0, to: (229, 322))
        up(3_200, slot: 0)
        say("The logo is held for 3.2 s.")
        down(3_500, slot: 0, at: (60, 30))
        move(4_600, slot: 0, to: (61, 31))
        up(6_700, slot: 0)
        say("A tap on what is disabled, and one on back.")
        tap(from: 7_100, to: 7_180, at: (100, 350))
        tap(from: 7_600, to: 7_680, at: (40, 30))
        say("A tap on checkout that bounces: the bounce is on the next page already.")
        tap(from: 8_200, to: 8_280, at: (600, 400))
        tap(from: 8_300, to: 8_330, at: (601, 400))
        say("Two taps to pay, one second apart.")
        tap(from: 8_900, to: 8_980, at: (400, 350))
        tap(from: 9_900, to: 9_980, at: (400, 352))
    }

    private mutating func say(_ comment: String) { text.append(contentsOf: "# \(comment)\n".utf8) }

    private mutating func tap(from start: Int64, to end: Int64, at point: (Int32, Int32)) {
        down(start, slot: 0, at: point)
        up(end, slot: 0)
    }

    private mutating func down(_ time: Int64, slot: Int32, at point: (Int32, Int32)) {
        select(time, slot)
        send(abs(time * 1_000, AbsCode.mtTrackingID, nextTrackingID))
        nextTrackingID += 1
        position(time, slot, point, isFirst: contacts.isEmpty)
    }

    private mutating func move(_ time: Int64, slot: Int32, to point: (Int32, Int32)) {
        select(time, slot)
        position(time, slot, point, isFirst: false)
    }

    /// The contact's position and, for its first slot, the single touch that drivers send along.
    private mutating func position(_ time: Int64, _ slot: Int32, _ point: (Int32, Int32), isFirst: Bool) {
        contacts[slot] = DevicePoint(x: point.0, y: point.1)
        send(abs(time * 1_000, AbsCode.mtPositionX, point.0))
        send(abs(time * 1_000, AbsCode.mtPositionY, point.1))
        if isFirst { send(key(time * 1_000, KeyCode.touch, 1)) }
        if slot == contacts.keys.min() {
            send(abs(time * 1_000, AbsCode.x, point.0))
            send(abs(time * 1_000, AbsCode.y, point.1))
        }
        send(syn(time * 1_000))
    }

    private mutating func up(_ time: Int64, slot: Int32) {
        select(time, slot)
        contacts[slot] = nil
        send(abs(time * 1_000, AbsCode.mtTrackingID, -1))
        if contacts.isEmpty { send(key(time * 1_000, KeyCode.touch, 0)) }
        send(syn(time * 1_000))
    }

    private mutating func select(_ time: Int64, _ slot: Int32) {
        if slot == self.slot { return }
        self.slot = slot
        send(abs(time * 1_000, AbsCode.mtSlot, slot))
    }

    private mutating func send(_ event: InputEvent) { EvemuWriter.append(event, to: &text) }
}
