import Configuration
import Testing
import TouchModel

@testable import PanelDiscovery

/// `panel` of a screen: every given key must match; by default the one touchscreen that is present.
@Suite struct `Panel assignment` {
    private static let exact = PanelID(vendor: 0x0eef, product: 1)

    private func candidate(
        _ number: Int, name: String = "Goodix", vendor: UInt16 = 0x0eef, product: UInt16 = 1,
        path: String? = nil,
        isTouchscreen: Bool = true, touchProtocol: TouchProtocol = .slots, hardware: String? = nil
    ) -> PanelCandidate {
        PanelCandidate(
            node: "/dev/input/event\(number)", syspath: "/sys/input\(number)", name: name,
            id: InputID(vendor: vendor, product: product), idPath: path, isTouchscreen: isTouchscreen,
            touchProtocol: touchProtocol, hardware: hardware ?? "/sys/input\(number)")
    }

    private let any = PanelWish(screen: "front", selector: PanelMatch())

    @Test(arguments: [
        (PanelMatch(), true),
        (PanelMatch(name: "Good*"), true), (PanelMatch(name: "Good"), false),
        (PanelMatch(id: PanelID(vendor: 0x0eef, product: 1)), true),
        (PanelMatch(id: PanelID(vendor: 0x0eef, product: 2)), false),
        (PanelMatch(id: PanelID(vendor: 0x0eee, product: 1)), false),
        (PanelMatch(path: "pci-*"), true), (PanelMatch(path: "usb-*"), false),
        (PanelMatch(name: "*", id: PanelID(vendor: 0x0eef, product: 1), path: "pci-0"), true),
        (PanelMatch(name: "*", id: PanelID(vendor: 0x0eef, product: 1), path: "pci-1"), false),
    ])
    func `every given part must match`(selector: PanelMatch, matches: Bool) {
        #expect(selector.fits(candidate(1, path: "pci-0")) == matches)
    }

    @Test func `a device without ID_PATH matches no path`() {
        #expect(!PanelMatch(path: "*").fits(candidate(1)))
    }

    @Test func `takes the one touchscreen and names what is none`() {
        let mouse = candidate(2, isTouchscreen: false)
        #expect(
            assignPanels([candidate(1), mouse], to: [any])
                == ["/sys/input1": .taken(screen: "front"), "/sys/input2": .noTouchscreen])
    }

    @Test func `never guesses between two, but keeps what it has`() {
        let both = [candidate(1), candidate(2)]
        let unclear = PanelVerdict.ambiguous(
            screen: "front", nodes: ["/dev/input/event1", "/dev/input/event2"])
        #expect(assignPanels(both, to: [any]) == ["/sys/input1": unclear, "/sys/input2": unclear])
        let holder = PanelWish(screen: "front", selector: PanelMatch(), holds: "/sys/input2")
        #expect(
            assignPanels(both, to: [holder]) == [
                "/sys/input1": .spare(screen: "front", node: "/dev/input/event2"),
                "/sys/input2": .taken(screen: "front"),
            ])
    }

    @Test func `what a screen held counts no more once it is gone`() {
        let holder = PanelWish(screen: "front", selector: PanelMatch(), holds: "/sys/input9")
        #expect(assignPanels([candidate(1)], to: [holder]) == ["/sys/input1": .taken(screen: "front")])
    }

    @Test func `of several nodes of one panel the one with slots is opened`() {
        let single = candidate(1, touchProtocol: .single, hardware: "/sys/usb1")
        let slots = candidate(2, touchProtocol: .slots, hardware: "/sys/usb1")
        #expect(
            assignPanels([single, slots], to: [any]) == [
                "/sys/input1": .secondNode(of: "/dev/input/event2"), "/sys/input2": .taken(screen: "front"),
            ])
    }

    @Test func `of several nodes of one panel the one that is asked for is opened`() {
        let single = candidate(1, name: "Single", touchProtocol: .single, hardware: "/sys/usb1")
        let slots = candidate(2, touchProtocol: .slots, hardware: "/sys/usb1")
        let wish = PanelWish(screen: "front", selector: PanelMatch(name: "Single"))
        #expect(
            assignPanels([single, slots], to: [wish]) == [
                "/sys/input1": .taken(screen: "front"), "/sys/input2": .secondNode(of: "/dev/input/event1"),
            ])
    }

    @Test func `two screens with one panel get nothing and are both named`() {
        let other = PanelWish(screen: "back", selector: PanelMatch(name: "G*"))
        let named = PanelWish(screen: "front", selector: PanelMatch(id: PanelID(vendor: 0x0eef, product: 1)))
        #expect(
            assignPanels([candidate(1)], to: [named, other])
                == ["/sys/input1": .contested(screens: ["front", "back"])])
    }

    @Test func `a screen without a selector takes what the others do not name`() {
        let back = PanelWish(screen: "back", selector: PanelMatch(name: "Elo"))
        #expect(
            assignPanels([candidate(1), candidate(2, name: "Elo")], to: [any, back])
                == ["/sys/input1": .taken(screen: "front"), "/sys/input2": .taken(screen: "back")])
    }

    @Test func `a panel that nobody names is unwanted`() {
        let wish = PanelWish(screen: "front", selector: PanelMatch(name: "Elo"))
        #expect(assignPanels([candidate(1)], to: [wish]) == ["/sys/input1": .unwanted])
    }

    @Test(arguments: [("/dev/input/event0", 0), ("/dev/input/event12", 12), ("/dev/input/mouse", Int.max)])
    func `nodes are put in order by their number`(node: String, number: Int) {
        var panel = candidate(1)
        panel.node = node
        #expect(panel.number == number)
    }

    @Test func `a lost message is made good by the difference`() {
        let kept = candidate(1)
        var changed = candidate(2)
        let before = [kept, changed, candidate(3)]
        changed.calibration = [1, 0, 0, 0, 1, 0]
        #expect(
            PanelChange.between(before, [kept, changed, candidate(4)])
                == [.removed(candidate(3)), .changed(changed), .added(candidate(4))])
    }

    @Test(
        arguments: [
            ("1 0 0 0 1 0", [1, 0, 0, 0, 1, 0]), ("0 -1 1 1 0 0", [0, -1, 1, 1, 0, 0]), ("1 0 0 0 1", nil),
            ("1 0 0 0 1 x", nil), ("1 0 0 0 1 inf", nil), ("1 0 0 0 1 nan", nil), ("1 0 0 0 1 0 0 0 1", nil),
            ("", nil),
        ] as [(String, [Double]?)])
    func `a calibration is six finite numbers`(text: String, expected: [Double]?) {
        #expect(PanelCandidate.calibration(text) == expected)
    }
}
