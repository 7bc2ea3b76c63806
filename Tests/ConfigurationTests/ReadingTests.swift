import Testing
import TouchEngine
import TouchModel
import YAML

@testable import Configuration

/// The example of chapter 2.
private let example = """
    version: 1
    screens:
      front:
        size: [1920, 1080]            # layout units
        physical: [344, 194]          # mm
        panel:
          name: "Goodix*"
          id: 0EEF:1
          path: "pci-0000:00:14.0-*"
        rotate: 90
        calibration: [0, -1, 1, 1, 0, 0]
        grab: never
        debounce: 50ms
        start: home
        pages:
          other: []
          home:
            - id: pay
              frame: [1500, 900, 200, 60]
              expand: {left: 10, bottom: 30}
              minimum: [9mm, 12]
              debounce: {interval: 2s, mode: quiet}
              group: payment
              actions: {tap: checkout.pay, hold: {name: admin.menu, after: 3s, page: other}}
            - id: card
              frame: [0, 0, 300, 100]
              action: open.card
              clip: true
              enabled: false
              hidden: true
              interactive: false
              opacity: 0.5
              block: false
              persist: true
              regions:
                - {id: close, frame: [270px, -10, 20, 20], expand: 12, action: close.card}
          top: {overlap: topmost, regions: []}
    defaults: {minimum: 48pt, debounce: 250ms, retain: 7}
    groups:
      payment: {debounce: 2s, exclusive: true}
    """

@Suite struct ReadingTests {
    @Test func `every key of chapter 2 reaches its setting`() throws {
        let configuration = try Configuration.parse(Array(example.utf8), file: "f")
        #expect(configuration.warnings.isEmpty)
        let screen = try #require(configuration.screens.first)
        #expect(
            screen.panel
                == PanelMatch(
                    name: "Goodix*", id: PanelID(vendor: 0xeef, product: 1), path: "pci-0000:00:14.0-*"))
        #expect(screen.grab == .never)

        var close = RegionSettings(id: "close", frame: LayoutRect(x: 270, y: -10, width: 20, height: 20))
        close.expansion = Expansion(all: .units(12))
        close.actions = [.tap: ActionSettings(name: "close.card")]
        var card = RegionSettings(id: "card", frame: LayoutRect(x: 0, y: 0, width: 300, height: 100))
        card.actions = [.tap: ActionSettings(name: "open.card")]
        (card.clip, card.enabled, card.hidden, card.interactive) = (true, false, true, false)
        (card.opacity, card.block, card.persist) = (0.5, false, true)
        let fallback = MinimumSize.size(
            width: .millimetres(48 * 25.4 / 160), height: .millimetres(48 * 25.4 / 160))
        (close.minimum, close.retain, close.debounce) = (
            fallback, .length(.units(7)), Debounce(interval: .milliseconds(250))
        )
        (card.minimum, card.retain, card.debounce) = (close.minimum, close.retain, close.debounce)
        card.regions = [close]
        var pay = RegionSettings(id: "pay", frame: LayoutRect(x: 1500, y: 900, width: 200, height: 60))
        pay.expansion = Expansion(left: .units(10), bottom: .units(30))
        pay.minimum = .size(width: .millimetres(9), height: .units(12))
        pay.retain = close.retain
        pay.debounce = Debounce(interval: .seconds(2), mode: .quiet)
        pay.group = "payment"
        pay.actions = [
            .tap: ActionSettings(name: "checkout.pay"),
            .hold: ActionSettings(name: "admin.menu", after: .seconds(3), page: "other"),
        ]
        var expected = ScreenSettings(
            name: "front", size: LayoutSize(width: 1920, height: 1080),
            pages: [
                PageSettings(name: "other", regions: []), PageSettings(name: "home", regions: [pay, card]),
                PageSettings(name: "top", overlap: .topmost, regions: []),
            ], start: "home")
        expected.physical = PhysicalSize(width: 344, height: 194)
        expected.rotation = .quarter
        expected.calibration = Calibration(0, -1, 1, 1, 0, 0)
        expected.debounce = Debounce(interval: .milliseconds(50))
        expected.groups = [
            GroupSettings(name: "payment", debounce: Debounce(interval: .seconds(2)), exclusive: true)
        ]
        #expect(screen.settings == expected)
    }

    @Test func `what is absent has its default`() throws {
        let text =
            "version: 1\nscreens: {s: {size: [8, 4], pages: {one: [{id: a, frame: [0, 0, 0, 0]}], two: []}}}"
        let configuration = try Configuration.parse(Array(text.utf8), file: "f")
        let screen = try #require(configuration.screens.first)
        #expect(configuration.warnings.isEmpty)
        #expect(screen.panel.isAny)
        #expect(screen.grab == .auto)
        let region = RegionSettings(id: "a", frame: LayoutRect(x: 0, y: 0, width: 0, height: 0))
        let pages = [PageSettings(name: "one", regions: [region]), PageSettings(name: "two", regions: [])]
        #expect(
            screen.settings
                == ScreenSettings(
                    name: "s", size: LayoutSize(width: 8, height: 4), pages: pages, start: "one"))
        #expect(region.minimum == .standard)
        #expect(region.debounce == Debounce(interval: .milliseconds(300)))
    }

    @Test func `places of names and of the first millimetres are kept`() throws {
        let configuration = try Configuration.parse(Array(example.utf8), file: "f")
        let locations = try #require(configuration.screens.first?.locations)
        #expect(locations.screen == SourceLocation(line: 3, column: 3))
        #expect(locations.pages["home"] == SourceLocation(line: 17, column: 7))
        #expect(
            locations.regions["home"]?["pay"] == SourceLocation(line: 18, column: 15)
        )
        #expect(
            locations.regions["home"]?["close"]
                == SourceLocation(line: 36, column: 20))
        #expect(locations.regions["home"]?.count == 3)
        #expect(locations.firstMillimetres == SourceLocation(line: 21, column: 21))
        let plain = page("{id: a, frame: [0, 0, 1, 1]}")
        #expect(
            try Configuration.parse(Array(plain.utf8), file: "f").screens.first?.locations.firstMillimetres
                == nil)
    }

    @Test(arguments: [
        ("12", Length.units(12)), ("12px", .units(12)), ("1.5px", .units(1.5)), ("-.5", .units(-0.5)),
        ("5.", .units(5)),
        ("'7px'", .units(7)), ("9mm", .millimetres(9)), ("-0.5mm", .millimetres(-0.5)),
        ("160pt", .millimetres(25.4)),
        ("48dp", .millimetres(7.62)), ("1e2", .units(100)), ("+3", .units(3)), ("1e-2", .units(0.01)),
        ("1000000", .units(1_000_000)), ("-1000000mm", .millimetres(-1_000_000)),
    ])
    func `lengths have units`(text: String, length: Length) throws {
        let grown = try firstRegion(page("{id: a, frame: [0, 0, 9, 9], expand: {top: \(text)}}"))
        guard case .millimetres(let expected) = length, case .millimetres(let found)? = grown?.expansion.top
        else {
            #expect(grown?.expansion == Expansion(top: length))
            return
        }
        #expect(abs(found - expected) < 1e-12)
    }

    @Test(arguments: [
        ("0", 0), ("0ms", 0), ("300ms", 300_000), ("2s", 2_000_000), ("1.5s", 1_500_000), ("0.5ms", 500),
        ("0.001ms", 1), ("0.000001s", 1), ("0.0000010s", 1), ("60s", 60_000_000), ("60000ms", 60_000_000),
        ("'1s'", 1_000_000),
    ])
    func `times are exact to the microsecond`(text: String, microseconds: Int64) throws {
        let region = try firstRegion(page("{id: a, frame: [0, 0, 9, 9], action: x, debounce: \(text)}"))
        #expect(region?.debounce == Debounce(interval: Interval(microseconds: microseconds)))
    }

    @Test(arguments: [
        ("expand: 12", Expansion(all: .units(12))), ("expand: 0", Expansion(all: .units(0))),
        ("clip: true", Expansion()),
        ("expand: {top: 10}", Expansion(top: .units(10))),
        (
            "expand: {all: 4, top: 10, left: 0}",
            Expansion(left: .units(0), top: .units(10), right: .units(4), bottom: .units(4))
        ),
        ("touchExtendInset: -12", Expansion(all: .units(12))),
        ("touchExtendInset: 0", Expansion(all: .units(0))),
        (
            "touchExtendInset: {all: 3mm, right: -5}",
            Expansion(
                left: .millimetres(-3), top: .millimetres(-3), right: .units(5), bottom: .millimetres(-3))
        ),
    ])
    func `Z1, Z2: growth is positive outward, and absent is not 0`(keys: String, expansion: Expansion) throws
    {
        #expect(
            try firstRegion(page("{id: a, frame: [0, 0, 99, 99], minimum: none, \(keys)}"))?.expansion
                == expansion)
    }

    @Test(arguments: [
        ("none", MinimumSize.none), ("9mm", .size(width: .millimetres(9), height: .millimetres(9))),
        ("44", .size(width: .units(44), height: .units(44))),
        ("[44, 0]", .size(width: .units(44), height: .units(0))),
    ])
    func `the minimum has three forms, and a region's own goes before the defaults`(
        text: String, size: MinimumSize
    ) throws {
        let own = page("{id: a, frame: [0, 0, 9, 9], minimum: \(text)}", root: "defaults: {minimum: 5}")
        #expect(try firstRegion(own)?.minimum == size)
        let inherited = page("{id: a, frame: [0, 0, 9, 9]}", root: "defaults: {minimum: \(text)}")
        #expect(try firstRegion(inherited)?.minimum == size)
    }

    @Test func `names are texts even where YAML reads numbers and booleans`() throws {
        let text = page(
            "{id: 7, frame: [0, 0, 9, 9], action: on}", "{id: 'true', frame: [0, 0, 9, 9]}",
            "{id: 1.50, frame: [0, 0, 1, 1]}")
        let page = try #require(
            try Configuration.parse(Array(text.utf8), file: "f").screens.first?.settings.pages.first)
        #expect(page.regions.map(\.id) == ["7", "true", "1.50"])
        #expect(page.regions.first?.actions == [.tap: ActionSettings(name: "on")])
    }

    @Test func `hold and repeat have their times, and an action may be a mapping in the short form`() throws {
        let text = page(
            "{id: a, frame: [0, 0, 9, 9], actions: {press: x, repeat: {name: y, after: 10ms, every: 60s}}}")
        #expect(
            try firstRegion(text)?.actions == [
                .press: ActionSettings(name: "x"),
                .repeat: ActionSettings(name: "y", after: .milliseconds(10), every: .seconds(60)),
            ])
        let short = page("{id: a, frame: [0, 0, 9, 9], action: {name: x, page: p}}")
        #expect(try firstRegion(short)?.actions == [.tap: ActionSettings(name: "x", page: "p")])
    }

    @Test func `JSON is read as well, and anchors share values`() throws {
        let json =
            #"{"version": 1, "screens": {"s": {"size": [8, 4], "pages": {"p": [{"id": "a", "frame": [0, 0, 1, 1], "clip": true}]}}}}"#
        #expect(try firstRegion(json)?.clip == true)
        let anchored = page("{id: a, frame: &f [0, 0, 9, 9]}", "{id: b, frame: *f}")
        #expect(findings(anchored).isEmpty)
    }
}
