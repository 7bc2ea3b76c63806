import TouchEngine
import TouchModel

/// The debounce windows a second time (rules T2 to T6): the whole history is kept, and each question is
/// answered by reading all of it.
struct ReferenceWindows {
    enum Window: Hashable {
        case region(page: Int, Int)
        case group(String)
        case screen
        /// The hit zone of a region whose page has gone (rule T6).
        case place(page: Int, Int)
    }

    private enum Entry {
        /// A region's contact fired its first trigger, or lifted after that (rule T2).
        case opened(Timestamp, page: Int, Int)
        /// The contact of a region whose page has gone lifted.
        case lifted(Timestamp, page: Int, Int)
        /// A quiet window refused (rule T3).
        case restarted(Timestamp, Window)
        /// The screen turned from the page.
        case left(page: Int)

        func leaves(_ page: Int) -> Bool {
            if case .left(page) = self { return true }
            return false
        }
    }

    let settings: ScreenSettings
    private var history: [Entry] = []

    init(_ settings: ScreenSettings) { self.settings = settings }

    mutating func open(page: Int, _ region: Int, at time: Timestamp) {
        history.append(.opened(time, page: page, region))
    }

    mutating func lift(page: Int, _ region: Int, at time: Timestamp) {
        history.append(.lifted(time, page: page, region))
    }

    mutating func leave(page: Int) { history.append(.left(page: page)) }

    /// The remaining time of a refused down, or nil when it is accepted (rules T4 and T5).
    mutating func refuse(page: Int, _ region: Int, at point: LayoutPoint, time: Timestamp) -> Interval? {
        var windows: [Window] = [.region(page: page, region), .screen]
        if let group = settings.pages[page].regions[region].group { windows.append(.group(group)) }
        for (page, settings) in settings.pages.enumerated() {
            for (region, settings) in settings.regions.enumerated()
            where settings.frame.grown.contains(point) {
                windows.append(.place(page: page, region))
            }
        }
        var longest: Interval?
        for window in windows {
            let rule = rule(of: window)
            guard let start = start(of: window, in: history[...]), time < start + rule.interval else {
                continue
            }
            if rule.mode == .quiet { history.append(.restarted(time, window)) }
            let left = rule.mode == .quiet ? rule.interval : start + rule.interval - time
            longest = max(longest ?? left, left)
        }
        return longest
    }

    private func rule(of window: Window) -> Debounce {
        switch window {
        case .region(let page, let region), .place(let page, let region):
            settings.pages[page].regions[region].debounce
        case .group(let name): settings.groups.first { $0.name == name }?.debounce ?? .off
        case .screen: settings.debounce
        }
    }

    private func start(of window: Window, in history: ArraySlice<Entry>) -> Timestamp? {
        var start: Timestamp?
        if case .place(let page, let region) = window {
            // What the region's own window was when its page went for the last time.
            guard let leave = history.lastIndex(where: { $0.leaves(page) }) else { return nil }
            start = self.start(of: .region(page: page, region), in: history[..<leave])
        }
        for entry in history {
            switch entry {
            case .opened(let time, let page, let region):
                let group = settings.pages[page].regions[region].group
                let isConcerned =
                    window == .region(page: page, region) || window == .screen
                    || group.map { window == .group($0) } ?? false
                if isConcerned { start = time }
            case .restarted(let time, window): start = max(start ?? time, time)
            case .lifted(let time, let page, let region):
                if window == .place(page: page, region) { start = max(start ?? time, time) }
            case .restarted, .left: break
            }
        }
        return start
    }
}

extension LayoutRect {
    /// The hit zone of the regions of these tests: five units more on each side.
    var grown: LayoutRect {
        LayoutRect(left: left - 5, top: top - 5, right: right + 5, bottom: bottom + 5)
    }
}
