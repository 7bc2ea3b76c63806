public import TouchModel

/// An input device with two position axes, as udev and sysfs tell of it: perhaps a panel.
public struct PanelCandidate: Hashable, Sendable {
    /// The node to open, `/dev/input/event3`.
    public var node: String
    /// Its directory under /sys; never used twice while the system runs.
    public var syspath: String
    /// The device's name.
    public var name: String
    /// Bus, vendor, product, version.
    public var id: InputID
    /// Where it is plugged in, udev's ID_PATH; nil for a device without a place, such as one made by uinput.
    public var idPath: String?
    /// Whether it is a touchscreen: udev's ID_INPUT_TOUCHSCREEN, or what it can send where udev said nothing.
    public var isTouchscreen: Bool
    /// INPUT_PROP_DIRECT: it lies upon a screen.
    public var isDirect: Bool
    /// How it tells its contacts.
    public var touchProtocol: TouchProtocol
    /// LIBINPUT_CALIBRATION_MATRIX: six numbers, row by row; nil where udev has none, or something else.
    public var calibration: [Double]?
    /// The piece of hardware that it belongs to, as a directory under /sys; the nodes of one panel have it in
    /// common.
    public var hardware: String

    /// A candidate of these properties.
    public init(
        node: String, syspath: String, name: String, id: InputID, idPath: String? = nil,
        isTouchscreen: Bool = true,
        isDirect: Bool = true, touchProtocol: TouchProtocol = .slots, calibration: [Double]? = nil,
        hardware: String
    ) {
        self.node = node
        self.syspath = syspath
        self.name = name
        self.id = id
        self.idPath = idPath
        self.isTouchscreen = isTouchscreen
        self.isDirect = isDirect
        self.touchProtocol = touchProtocol
        self.calibration = calibration
        self.hardware = hardware
    }

    /// The number in `node`'s name, by which nodes are put in order; nodes without one come last.
    public var number: Int {
        let digits = node.utf8.reversed().prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        return digits.reversed().reduce(digits.isEmpty ? Int.max : 0) { number, digit in
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            return overflow ? Int.max : product &+ Int(digit - UInt8(ascii: "0"))
        }
    }

    /// The six numbers of LIBINPUT_CALIBRATION_MATRIX; nil when `text` is not six finite numbers.
    static func calibration(_ text: String) -> [Double]? {
        let words = text.split(whereSeparator: \.isWhitespace)
        let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
        return words.count == 6 && numbers.count == 6 ? numbers : nil
    }
}

/// What became of the candidates.
public enum PanelChange: Hashable, Sendable {
    /// A new one, whose node exists.
    case added(PanelCandidate)
    /// udev looked at it again: its properties, or the permissions of its node, may be others than before.
    case changed(PanelCandidate)
    /// It is gone.
    case removed(PanelCandidate)

    /// The changes that lead from `old` to `new`: removals first, each in the order of nodes.
    static func between(_ old: [PanelCandidate], _ new: [PanelCandidate]) -> [PanelChange] {
        let before = Dictionary(old.map { ($0.syspath, $0) }) { first, _ in first }
        let after = Set(new.map(\.syspath))
        let removed = old.filter { !after.contains($0.syspath) }.map(PanelChange.removed)
        return removed
            + new.compactMap { candidate in
                guard let known = before[candidate.syspath] else { return .added(candidate) }
                return known == candidate ? nil : .changed(candidate)
            }
    }
}
