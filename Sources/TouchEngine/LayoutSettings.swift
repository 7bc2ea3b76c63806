public import TouchModel

/// A length as a configuration gives it; millimetres become layout units when the panel's scale is known.
public enum Length: Hashable, Sendable {
    /// Layout units (bare numbers and `px`).
    case units(Double)
    /// Millimetres (`mm`; `pt` and `dp` are 1/160 inch).
    case millimetres(Double)
}

/// How much a drawing grows at each edge to make the hit zone; nil is the automatic growth (rule Z2), and is
/// not 0.
public struct Expansion: Hashable, Sendable {
    /// Growth to the left; negative shrinks.
    public var left: Length?
    /// Growth to the top.
    public var top: Length?
    /// Growth to the right.
    public var right: Length?
    /// Growth to the bottom.
    public var bottom: Length?

    /// The growth at each edge.
    public init(left: Length? = nil, top: Length? = nil, right: Length? = nil, bottom: Length? = nil) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// The same growth at all edges.
    public init(all length: Length) {
        self.init(left: length, top: length, right: length, bottom: length)
    }
}

/// The least size of a hit zone, which small drawings grow to.
public enum MinimumSize: Hashable, Sendable {
    /// No automatic growth.
    case none
    /// Grow to this width and height.
    case size(width: Length, height: Length)
    /// What the SPEC's defaults say: 9 mm, or 44 units where millimetres are unknown.
    case standard
}

/// How far beyond its hit zone a captured contact stays alive.
public enum Retention: Hashable, Sendable {
    /// This far, at each edge.
    case length(Length)
    /// 10 mm, or 64 units where millimetres are unknown.
    case standard
}

/// What a refused down does to the window that refused it (rule T3).
public enum DebounceMode: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case fixed
    /// The window starts again.
    case quiet
}

/// A debounce window's length and manner.
public struct Debounce: Hashable, Sendable {
    /// 0 to 60 s; 0 is off.
    public var interval: Interval
    /// Whether a refused down restarts it.
    public var mode: DebounceMode

    /// A window of `interval`.
    public init(interval: Interval, mode: DebounceMode = .fixed) {
        self.interval = interval
        self.mode = mode
    }

    /// No window at all.
    public static let off = Debounce(interval: .zero)
}

/// An action that a trigger fires.
public struct ActionSettings: Hashable, Sendable {
    /// The name that clients get.
    public var name: String
    /// For `hold` and `repeat`: the time from down to the first. Default 500 ms.
    public var after: Interval
    /// For `repeat`: the time between two. Default 100 ms.
    public var every: Interval
    /// The page to change to afterwards.
    public var page: String?

    /// The action `name`.
    public init(
        name: String, after: Interval = .milliseconds(500), every: Interval = .milliseconds(100),
        page: String? = nil
    ) {
        self.name = name
        self.after = after
        self.every = every
        self.page = page
    }
}

/// A region as a configuration describes it: a node of a page's tree.
public struct RegionSettings: Hashable, Sendable {
    /// Unique within the page.
    public var id: String
    /// The drawing, in the parent's coordinates, in layout units.
    public var frame: LayoutRect
    /// Growth of the hit zone.
    public var expansion = Expansion()
    /// The least size of the hit zone.
    public var minimum = MinimumSize.standard
    /// Growth of the retain zone beyond the hit zone.
    public var retain = Retention.standard
    /// The region's own debounce window.
    public var debounce = Debounce(interval: .milliseconds(300))
    /// The name of a group that it belongs to.
    public var group: String?
    /// The actions by trigger; none makes the region glass (rule Z6).
    public var actions = RegionActions()
    /// Children, back to front.
    public var regions: [RegionSettings] = []
    /// Whether the drawing cuts what lies below it in the tree (rule Z4).
    public var clip = false
    /// Whether it and what is below it answer touches (rule Z5).
    public var enabled = true
    /// Absent with all below it (rule Z5).
    public var hidden = false
    /// When false, absent with all below it (rule Z5).
    public var interactive = true
    /// At or below 0.01: absent with all below it (rule Z5).
    public var opacity = 1.0
    /// Without actions: swallow what lands inside the drawing (rule Z6).
    public var block = false
    /// Keep a captured contact when a page with the same persistent id follows (rule L9).
    public var persist = false

    /// A region with this id and drawing, all else at its default.
    public init(id: String, frame: LayoutRect) {
        self.id = id
        self.frame = frame
    }
}

/// How overlapping hit zones are resolved.
public enum Overlap: String, Hashable, Sendable, CaseIterable {
    /// Rules C1 to C4.
    case nearest
    /// Rule C5.
    case topmost
}

/// A page as a configuration describes it.
public struct PageSettings: Hashable, Sendable {
    /// Unique within the screen.
    public var name: String
    /// How overlapping hit zones are resolved.
    public var overlap: Overlap
    /// The regions, back to front.
    public var regions: [RegionSettings]

    /// A page of `regions`.
    public init(name: String, overlap: Overlap = .nearest, regions: [RegionSettings]) {
        self.name = name
        self.overlap = overlap
        self.regions = regions
    }
}

/// A group of regions.
public struct GroupSettings: Hashable, Sendable {
    /// The group's name.
    public var name: String
    /// A window that all members share (rule T5).
    public var debounce: Debounce
    /// Whether only one member at a time may be down (rule L4).
    public var exclusive: Bool

    /// The group `name`.
    public init(name: String, debounce: Debounce = .off, exclusive: Bool = false) {
        self.name = name
        self.debounce = debounce
        self.exclusive = exclusive
    }
}

/// How the panel is turned against the picture, clockwise.
public enum Rotation: Int, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none = 0
    /// A quarter clockwise.
    case quarter = 90
    /// Upside down.
    case half = 180
    /// A quarter counter-clockwise.
    case threeQuarters = 270
}

/// A 2×3 matrix on normalized coordinates, as LIBINPUT_CALIBRATION_MATRIX: x' = a·x + b·y + c, y' = d·x + e·y
/// + f.
public struct Calibration: Hashable, Sendable {
    /// First row.
    public var a, b, c: Double
    /// Second row.
    public var d, e, f: Double

    /// The matrix of these rows.
    public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.e = e
        self.f = f
    }

    /// The matrix that changes nothing.
    public static let identity = Calibration(1, 0, 0, 0, 1, 0)
}

/// A screen as a configuration describes it, without the choice of its panel.
public struct ScreenSettings: Hashable, Sendable {
    /// The screen's name.
    public var name: String
    /// Layout units.
    public var size: LayoutSize
    /// Millimetres; nil: from the panel's axis resolution.
    public var physical: PhysicalSize?
    /// How the panel is turned against the picture.
    public var rotation = Rotation.none
    /// The matrix after rotation; nil: the panel's own (udev's LIBINPUT_CALIBRATION_MATRIX), else none.
    public var calibration: Calibration?
    /// The screen's own window (rule T5).
    public var debounce = Debounce.off
    /// The groups that its regions may name.
    public var groups: [GroupSettings] = []
    /// The pages; at least one.
    public var pages: [PageSettings]
    /// The name of the page that shows first.
    public var start: String

    /// The screen `name` of `size` layout units that starts with `start`.
    public init(name: String, size: LayoutSize, pages: [PageSettings], start: String) {
        self.name = name
        self.size = size
        self.pages = pages
        self.start = start
    }
}
