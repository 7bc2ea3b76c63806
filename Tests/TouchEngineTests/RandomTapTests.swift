import TestSupport
import Testing
import TouchEngine
import TouchModel

/// The engine's debounce windows against the reference, on random sequences of taps, holds and pages (rules
/// T2 to T6, L3).
struct RandomTapTests {
    /// What one seed makes: a screen of three pages, and what the reference expects of the touches upon it.
    private struct Play {
        var random: RandomSource
        let settings: ScreenSettings
        var harness: EngineHarness
        var windows: ReferenceWindows
        var page = 0
        var time: Int64 = 0
        var expected: [String] = []

        init(seed: UInt64) {
            var random = RandomSource(seed: seed)
            let groups = ["g", "h"].map { GroupSettings(name: $0, debounce: Self.rule(&random)) }
            let pages = (0..<3).map { page in
                PageSettings(name: "p\(page)", regions: (0..<4).map { Self.region(&random, page, $0) })
            }
            settings = screen(pages, groups: groups, debounce: random.chance(30) ? Self.rule(&random) : .off)
            self.random = random
            harness = EngineHarness(settings)
            windows = ReferenceWindows(settings)
        }

        private static func rule(_ random: inout RandomSource) -> Debounce {
            Debounce(
                interval: .milliseconds([0, 50, 100, 300, 1_000].randomElement(using: &random) ?? 0),
                mode: random.chance(50) ? .fixed : .quiet)
        }

        private static func region(_ random: inout RandomSource, _ page: Int, _ index: Int) -> RegionSettings
        {
            let triggers = [Trigger.press, .tap, .release, .hold].filter { _ in random.chance(50) }
            var turns: [Trigger: String] = [:]
            if random.chance(40), let trigger = triggers.randomElement(using: &random) {
                turns[trigger] = "p\((page + 1) % 3)"
            }
            let rule = rule(&random)
            // On each page a little further to the right, so that zones of other pages overlap in part.
            let x = Double(index) * 100 + Double(page) * 20
            return TestSupport.region(
                "r\(index)", x, 0, 80, 80, expand: 5, debounce: rule.interval.microseconds / 1_000,
                mode: rule.mode, group: ["g", "h", nil].randomElement(using: &random) ?? nil,
                on: triggers.isEmpty ? [.tap] : triggers, turns: turns)
        }

        /// One contact from down to up, and what it should do.
        mutating func touch() {
            time += [0, 10, 20, 30, 50, 70, 100, 200, 300].randomElement(using: &random) ?? 0
            let hold = [0, 10, 20, 50, 100, 490, 500, 510].randomElement(using: &random) ?? 0
            let (x, y) = (Double(Int.random(in: 0..<90, using: &random)) * 5, 40.0)
            harness.tap(Double(time), x, y, hold: Double(hold))
            let point = LayoutPoint(x: x, y: y)
            let region = settings.pages[page].regions.firstIndex { $0.frame.grown.contains(point) }
            if let region { expect(region, point, down: time, up: time + Int64(hold)) }
            time += Int64(hold)
        }

        private mutating func expect(_ region: Int, _ point: LayoutPoint, down: Int64, up: Int64) {
            if let left = windows.refuse(page: page, region, at: point, time: at(down)) {
                expected.append("\(down) refused \(region) \(left.microseconds / 1_000)")
                return
            }
            let actions = settings.pages[page].regions[region].actions
            let home = page
            let holds = actions[.hold] != nil && up - down >= 500
            var steps: [(Trigger, Int64)] = [(.press, down)]
            steps.append(holds ? (.hold, down + 500) : (.tap, up))
            steps.append((.release, up))
            var isActivated = false
            var nextPage: String?
            for (trigger, moment) in steps {
                guard let action = actions[trigger] else { continue }
                expected.append("\(moment) \(trigger.rawValue) \(region)")
                if !isActivated { windows.open(page: home, region, at: at(moment)) }
                isActivated = true
                nextPage = action.page ?? nextPage
                guard trigger == .press || trigger == .hold, let name = action.page else { continue }
                show(name, moment)
                windows.lift(page: home, region, at: at(up))
                return
            }
            if isActivated { windows.open(page: home, region, at: at(up)) }
            if let nextPage { show(nextPage, up) }
        }

        private mutating func show(_ name: String, _ moment: Int64) {
            windows.leave(page: page)
            page = settings.pages.firstIndex { $0.name == name } ?? page
            expected.append("\(moment) \(name)")
        }

        mutating func turnFromOutside() {
            let next = Int.random(in: 0..<3, using: &random)
            if next == page { return }
            harness.show("p\(next)", Double(time))
            show("p\(next)", time)
        }

        private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1_000) }
    }

    private func told(_ events: [TouchEvent]) -> [String] {
        events.compactMap { event in
            let time = event.time.microseconds / 1_000
            switch event.kind {
            case .action(let trigger): return "\(time) \(trigger.rawValue) \(event.region ?? -1)"
            case .refused:
                return
                    "\(time) refused \(event.region ?? -1) \((event.remaining?.microseconds ?? -1) / 1_000)"
            case .page: return "\(time) p\(event.page)"
            case .contact: return nil
            }
        }
    }

    @Test(arguments: UInt64(1)...40)
    func `the engine and the reference agree on every refusal`(_ seed: UInt64) {
        var play = Play(seed: seed)
        for _ in 0..<60 {
            play.touch()
            if play.random.chance(5) { play.turnFromOutside() }
        }
        let received = told(play.harness.events)
        guard let difference = zip(play.expected, received).enumerated().first(where: { $1.0 != $1.1 }) else {
            #expect(play.expected.count == received.count, "seed \(seed)")
            return
        }
        let around = max(0, difference.offset - 12)...difference.offset
        let sides = sideBySide(
            expected: play.expected[around].joined(separator: "\n"),
            received: received[around].joined(separator: "\n"))
        Issue.record("seed \(seed)\n\(sides)")
    }

    @Test func `the random sequences refuse often and accept often`() {
        var refused = 0
        var accepted = 0
        for seed in UInt64(1)...60 {
            var play = Play(seed: seed)
            for _ in 0..<20 { play.touch() }
            refused += play.expected.count { $0.contains("refused") }
            accepted += play.expected.count { $0.contains("tap") || $0.contains("press") }
        }
        #expect(refused > 100)
        #expect(accepted > 100)
    }
}
