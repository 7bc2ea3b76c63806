import TestSupport
import Testing
import TouchEngine
import TouchModel

/// Whatever a panel sends, the engine does not trap (a debug build catches each overflow), and what it tells
/// stays in order.
struct RobustnessTests {
    private static let settings: ScreenSettings = {
        let columns = (0..<6).map(column)
        let wall = region("wall", 0, 300, 300, 100, on: []) { $0.block = true }
        let off = region("off", 300, 300, 300, 100) { $0.enabled = false }
        let second = [
            region("r1", 50, 0, 300, 400, on: [.tap, .repeat]) { $0.persist = true },
            region("back", 400, 0, 400, 400, debounce: 60_000, turns: [.press: "first"]),
        ]
        return screen(
            [
                PageSettings(name: "first", regions: columns + [wall, off]),
                PageSettings(name: "second", overlap: .topmost, regions: second),
            ],
            groups: [
                GroupSettings(name: "g", debounce: Debounce(interval: .milliseconds(10)), exclusive: true)
            ],
            debounce: Debounce(interval: .milliseconds(2), mode: .quiet))
    }()

    private static func column(_ index: Int) -> RegionSettings {
        let timed: Trigger = index > 2 ? .hold : .repeat
        let turns: [Trigger: String] = index == 5 ? [.tap: "second"] : [:]
        return region(
            "r\(index)", Double(index) * 130, 0, 120, 300, expand: 10, debounce: Int64(index) * 20,
            mode: index % 2 == 0 ? .fixed : .quiet, group: index < 3 ? "g" : nil,
            on: [.press, .tap, .release, timed], turns: turns
        ) { $0.persist = index == 1 }
    }

    private struct Stream {
        var random: RandomSource
        var time: Int64 = 0
        let isOrderly: Bool
        /// The rest of a type A block under way.
        private var block: [(UInt16, UInt16, Int32)] = []

        init(seed: UInt64, isOrderly: Bool) {
            random = RandomSource(seed: seed)
            self.isOrderly = isOrderly
        }

        mutating func event() -> InputEvent {
            if isOrderly {
                time += Int64.random(in: 0...20_000, using: &random)
            } else if Int.random(in: 0..<1_000, using: &random) == 0 {
                time =
                    [.min, .max, 0, -1, Int64.random(in: .min ... .max, using: &random)].randomElement(
                        using: &random) ?? 0
            } else {
                time &+= Int64.random(in: -1_000...50_000, using: &random)
            }
            let (type, code, value) = content()
            return InputEvent(time: Timestamp(microseconds: time), type: type, code: code, value: value)
        }

        private mutating func content() -> (UInt16, UInt16, Int32) {
            if let next = block.popLast() { return next }
            return switch Int.random(in: 0..<100, using: &random) {
            case 0..<28: (EventType.syn, SynCode.report, 0)
            case 28..<30: (EventType.syn, SynCode.mtReport, 0)
            case 30..<36: startBlock()
            case 36..<38: (EventType.syn, SynCode.dropped, 0)
            case 38..<46: (EventType.key, KeyCode.touch, Int32.random(in: 0...1, using: &random))
            case 46..<54: (EventType.abs, AbsCode.mtSlot, slot())
            case 54..<66: (EventType.abs, AbsCode.mtTrackingID, random.chance(40) ? -1 : value(0...5))
            case 66..<76:
                (EventType.abs, random.chance(50) ? AbsCode.mtPositionX : AbsCode.x, value(0...79_999))
            case 76..<86:
                (EventType.abs, random.chance(50) ? AbsCode.mtPositionY : AbsCode.y, value(0...47_999))
            case 86..<89: (EventType.abs, AbsCode.mtToolType, value(0...2))
            case 89..<92:
                (EventType.abs, random.chance(50) ? AbsCode.mtDistance : AbsCode.distance, value(0...1))
            case 92..<94: (EventType.abs, AbsCode.mtTouchMajor, value(0...1))
            case 94..<96: (EventType.abs, AbsCode.pressure, value(0...255))
            default:
                (
                    UInt16.random(in: 0...31, using: &random), UInt16.random(in: 0...0x2ff, using: &random),
                    value(-9...9)
                )
            }
        }

        private mutating func startBlock() -> (UInt16, UInt16, Int32) {
            block = [
                (EventType.syn, SynCode.mtReport, 0), (EventType.abs, AbsCode.mtPositionY, value(0...47_999)),
            ]
            if random.chance(50) { block.append((EventType.abs, AbsCode.mtTrackingID, value(0...5))) }
            return (EventType.abs, AbsCode.mtPositionX, value(0...79_999))
        }

        private mutating func slot() -> Int32 {
            random.chance(80) ? Int32.random(in: 0...9, using: &random) : value(10...300)
        }

        private mutating func value(_ range: ClosedRange<Int32>) -> Int32 {
            if random.chance(4) { return [.min, .max, .min + 1, -1, 0].randomElement(using: &random) ?? 0 }
            return Int32.random(in: range, using: &random)
        }
    }

    /// What must hold of any events: numbers rise by one, each contact ends once and acts only between its
    /// down and its end.
    private struct Witness {
        var last: Int64 = 0
        var live: Set<Int64> = []
        var faults: [String] = []

        mutating func see(_ event: TouchEvent) {
            guard let number = event.contact else {
                if event.kind != .page { faults.append("no number: \(event)") }
                return
            }
            switch event.kind {
            case .refused: begin(number, event)
            case .contact(.down):
                begin(number, event)
                live.insert(number)
            case .contact(.up), .contact(.cancel):
                if live.remove(number) == nil { faults.append("an end without a down: \(event)") }
            case .contact, .action:
                if !live.contains(number) { faults.append("not live: \(event)") }
            case .page: break
            }
            if let point = event.point, !(0...799.99).contains(point.x) || !(0...479.99).contains(point.y) {
                faults.append("off the screen: \(event)")
            }
        }

        private mutating func begin(_ number: Int64, _ event: TouchEvent) {
            if number != last + 1 { faults.append("number \(number) after \(last): \(event)") }
            last = number
        }
    }

    private func panel(_ kind: TouchProtocol, _ random: inout RandomSource) -> PanelDescription {
        let hasPressure = kind == .single && random.chance(50)
        return FrameBuilder(kind).panel(
            keys: hasPressure || random.chance(20) ? [] : [KeyCode.touch],
            pressure: hasPressure ? AxisInfo(minimum: 0, maximum: 255) : nil)
    }

    private static let runs = TouchProtocol.allCases.flatMap { kind in (UInt64(1)...6).map { (kind, $0) } }

    @Test(arguments: runs)
    func `no stream of events traps, and each contact ends once`(_ kind: TouchProtocol, _ seed: UInt64) {
        var stream = Stream(seed: seed, isOrderly: seed % 2 == 0)
        var engine = TouchEngine(Self.settings)
        _ = engine.attach(panel(kind, &stream.random))
        var witness = Witness()
        var output: [TouchEvent] = []
        var latest = Int64.min
        for _ in 0..<3_000 {
            output.removeAll(keepingCapacity: true)
            let event = stream.event()
            engine.handle(event, into: &output)
            if stream.random.chance(1) {
                engine.advance(to: event.time, into: &output)
                engine.show(
                    page: Int.random(in: -1...2, using: &stream.random), at: event.time, into: &output)
            }
            for told in output {
                witness.see(told)
                if stream.isOrderly, told.time.microseconds < latest {
                    witness.faults.append("back in time: \(told)")
                }
                latest = max(latest, told.time.microseconds)
            }
        }
        output.removeAll()
        engine.detach(at: Timestamp(microseconds: stream.time), into: &output)
        output.forEach { witness.see($0) }
        #expect(witness.faults.isEmpty, "\(kind.rawValue), seed \(seed): \(witness.faults.prefix(3))")
        #expect(witness.live.isEmpty, "\(kind.rawValue), seed \(seed): never ended \(witness.live)")
        #expect(witness.last > 10, "\(kind.rawValue), seed \(seed): the stream has too few contacts")
        #expect(engine.nextDeadline == nil)
    }

    @Test(arguments: [
        AxisInfo(minimum: .min, maximum: .max), AxisInfo(minimum: .max, maximum: .min),
        AxisInfo(value: .max, minimum: -1, maximum: 0), AxisInfo(value: .min, minimum: .min, maximum: .min),
    ])
    func `no declaration of a panel traps`(_ axis: AxisInfo) {
        for kind in TouchProtocol.allCases {
            for keys in [Set<UInt16>(), [KeyCode.touch]] {
                var axes: [UInt16: AxisInfo] = [:]
                for code in [
                    AbsCode.x, AbsCode.y, AbsCode.mtSlot, AbsCode.mtPositionX, AbsCode.mtPositionY,
                    AbsCode.pressure,
                ] {
                    axes[code] = axis
                }
                let panel = PanelDescription(keys: keys, axes: axes, touchProtocol: kind)
                var engine = TouchEngine(Self.settings)
                let isAttached = engine.attach(panel)
                #expect(isAttached == (axis.maximum > axis.minimum))
                var stream = Stream(seed: 7, isOrderly: true)
                var output: [TouchEvent] = []
                for _ in 0..<300 { engine.handle(stream.event(), into: &output) }
                #expect(engine.page < 2)
            }
        }
    }

    @Test func `a repeat does not run for ever when the clock leaps`() {
        var touch = EngineHarness(region("a", 0, 0, 100, 100, on: [.repeat]))
        touch.frame(0, .down(x: 50, y: 50))
        touch.engine.advance(to: Timestamp(microseconds: .max), into: &touch.spare)
        #expect(touch.spare.count > 1_000)
        #expect(touch.engine.nextDeadline == nil)
    }
}
