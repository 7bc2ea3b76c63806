import Recording
import TouchModel

/// Makes `config/demo.evemu`: what a driver of an 800×480 panel sends for a scripted set of touches. Positions are easy to adjust here;
/// `HITZONE_WRITE_DEMO=1 swift test --filter DemoRecordingTests` then writes the file anew.
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

    /// The whole recording, about six seconds.
    static func make() -> [UInt8] {
        var demo = DemoRecording()
        demo.text = EvemuWriter.header(of: panel)
        demo.script()
        return demo.text
    }

    private mutating func script() {
        say("A tap to the left above, and one in the middle.")
        tap(from: 200, to: 280, at: (120, 120))
        tap(from: 700, to: 780, at: (400, 240))
        say("A double tap in the middle: the second contact begins 120 ms after the first.")
        tap(from: 1_200, to: 1_260, at: (400, 240))
        tap(from: 1_320, to: 1_380, at: (402, 241))
        say("A tap to the right above that bounces: it lifts for 15 ms.")
        tap(from: 1_800, to: 1_880, at: (680, 120))
        tap(from: 1_895, to: 1_930, at: (681, 120))
        say("Two contacts: the second begins and ends while the first is down.")
        down(2_200, slot: 0, at: (120, 400))
        down(2_260, slot: 1, at: (400, 400))
        up(2_340, slot: 1)
        up(2_400, slot: 0)
        say("A contact held for 3.2 s to the right below, with a little jitter.")
        down(2_700, slot: 0, at: (680, 400))
        move(3_500, slot: 0, to: (681, 400))
        move(4_300, slot: 0, to: (681, 401))
        move(5_100, slot: 0, to: (680, 401))
        up(5_900, slot: 0)
        say("A last tap to the left above.")
        tap(from: 6_000, to: 6_080, at: (121, 122))
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
