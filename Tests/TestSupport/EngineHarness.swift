package import TouchEngine
package import TouchModel

/// An engine with a panel attached, and what it told as lines of text.
///
/// A line: milliseconds, kind, trigger or phase or page, region (`-` for none), contact, point, place,
/// reason, remaining milliseconds, such as `1020.000 action tap next #1 (400,240) drawing`.
package struct EngineHarness {
    /// The engine under test.
    package var engine: TouchEngine
    /// Makes the frames.
    package var frames: FrameBuilder
    /// Everything that the engine told.
    package private(set) var events: [TouchEvent] = []
    /// For events that a test asks the engine for by itself.
    package var spare: [TouchEvent] = []
    /// The lines of `events`, in the words of the layout of their time.
    private var lines: [(isContact: Bool, text: String)] = []
    private var taken = 0

    /// An engine of `settings` with a panel of `touchProtocol`, which fits the screen.
    package init(
        _ settings: ScreenSettings, _ touchProtocol: TouchProtocol = .slots, panel: PanelDescription? = nil
    ) {
        frames = FrameBuilder(touchProtocol)
        engine = TouchEngine(settings)
        _ = engine.attach(panel ?? frames.panel(size: settings.size))
    }

    /// An engine of one page, `home`.
    package init(_ regions: RegionSettings..., touchProtocol: TouchProtocol = .slots) {
        self.init(screen([PageSettings(name: "home", regions: regions)]), touchProtocol)
    }

    /// Gives the engine one frame.
    package mutating func frame(_ milliseconds: Double, _ touches: Touch...) {
        feed(frames.frame(milliseconds, touches))
    }

    /// A down, and an up `hold` milliseconds later, in slot 0.
    package mutating func tap(_ milliseconds: Double, _ x: Double, _ y: Double, hold: Double = 20) {
        let id = Int32(truncatingIfNeeded: Int64(milliseconds)) & 0xffff
        frame(milliseconds, .down(id: id, x: x, y: y))
        frame(milliseconds + hold, .up())
    }

    /// Gives the engine events as they are.
    package mutating func feed(_ input: [InputEvent]) {
        for event in input { engine.handle(event, into: &events) }
    }

    /// Lets the time come.
    package mutating func advance(_ milliseconds: Double) {
        engine.advance(to: frames.time(milliseconds), into: &events)
    }

    /// The panel goes away.
    package mutating func detach(_ milliseconds: Double) {
        engine.detach(at: frames.time(milliseconds), into: &events)
    }

    /// Another page is shown from outside.
    package mutating func show(_ page: String, _ milliseconds: Double) {
        guard let index = engine.layout.index(ofPage: page) else { return }
        engine.show(page: index, at: frames.time(milliseconds), into: &events)
    }

    /// Another layout comes, by a reload or for `reason`.
    package mutating func reload(
        _ milliseconds: Double, _ settings: ScreenSettings, _ reason: Reason = .reload
    ) {
        let change = engine.change(to: settings)
        engine.cancelContacts(lostBy: change, reason, at: frames.time(milliseconds), into: &events)
        // What was told until now is in the words of the layout that goes.
        writeLines()
        engine.adopt(change, at: frames.time(milliseconds), into: &events)
    }

    /// The page `home` with other regions comes by a reload.
    package mutating func reload(_ milliseconds: Double, _ regions: RegionSettings...) {
        reload(milliseconds, screen([PageSettings(name: "home", regions: regions)]))
    }

    /// The screen is locked.
    package mutating func lock(_ milliseconds: Double) {
        engine.lock(at: frames.time(milliseconds), into: &events)
    }

    /// The lines since the last call; without `contact` lines when `contacts` is false.
    package mutating func take(contacts: Bool = true) -> String {
        writeLines()
        defer { taken = lines.count }
        return lines[taken...].filter { contacts || !$0.isContact }.map(\.text).joined(separator: "\n")
    }

    private mutating func writeLines() {
        for event in events[lines.count...] {
            var isContact = false
            if case .contact = event.kind { isContact = true }
            lines.append((isContact, line(event)))
        }
    }

    /// An event as a line.
    package func line(_ event: TouchEvent) -> String {
        let page = engine.layout.pages[event.page]
        var words = [decimal(event.time.microseconds - frames.origin, places: 3)]
        switch event.kind {
        case .action(let trigger): words += ["action", trigger.rawValue]
        case .contact(let phase): words += ["contact", phase.rawValue]
        case .refused: words += ["refused"]
        case .page: return (words + ["page", page.name]).joined(separator: " ")
        }
        words.append(event.region.map { page.regions[$0].id } ?? "-")
        if let contact = event.contact { words.append("#\(contact)") }
        if let point = event.point { words.append("(\(coordinate(point.x)),\(coordinate(point.y)))") }
        if let place = event.place { words.append(place.rawValue) }
        if let reason = event.reason { words.append(reason.rawValue) }
        if let remaining = event.remaining { words.append(decimal(remaining.microseconds, places: 3)) }
        return words.joined(separator: " ")
    }
}

/// `value` in thousandths as a decimal with three places.
private func decimal(_ value: Int64, places: Int) -> String {
    let magnitude = value.magnitude
    let rest = String(magnitude % 1_000)
    let padding = String(repeating: "0", count: places - rest.count)
    return "\(value < 0 ? "-" : "")\(magnitude / 1_000).\(padding)\(rest)"
}

/// `value` with two decimals at most.
private func coordinate(_ value: Double) -> String {
    let hundredths = Int64((value * 100).rounded())
    let rest = abs(hundredths % 100)
    let whole = "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100)"
    if rest == 0 { return whole }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
}

/// Both texts line by line next to each other, the lines that differ marked.
package func sideBySide(expected: String, received: String) -> String {
    let left =
        ["Expected"] + expected.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let right =
        ["Received"] + received.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let width = left.map(\.count).max() ?? 0
    return (0..<max(left.count, right.count)).map { index in
        let one = index < left.count ? left[index] : ""
        let other = index < right.count ? right[index] : ""
        let mark = index == 0 || one == other ? "|" : "≠"
        return "\(one)\(String(repeating: " ", count: width - one.count)) \(mark) \(other)"
    }
    .joined(separator: "\n")
}
