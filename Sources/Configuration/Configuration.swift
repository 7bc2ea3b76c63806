public import TouchEngine
public import YAML

/// A checked configuration: chapter 2 of the behaviour's description as values.
public struct Configuration: Hashable, Sendable {
    /// The screens in the order of the file; at least one.
    public var screens: [ScreenConfiguration]
    /// What is allowed but perhaps not meant, in the order of the file.
    public var warnings: [Diagnostic]
    /// Who may change things while the daemon runs.
    public var control: Control
    /// The file's `defaults`, which hold for pages that come later as well.
    let defaults: Defaults

    /// The configuration of these screens, without `defaults` of its own.
    public init(screens: [ScreenConfiguration], warnings: [Diagnostic], control: Control = Control()) {
        self.init(screens: screens, warnings: warnings, control: control, defaults: Defaults())
    }

    private init(
        screens: [ScreenConfiguration], warnings: [Diagnostic], control: Control, defaults: Defaults
    ) {
        self.screens = screens
        self.warnings = warnings
        self.control = control
        self.defaults = defaults
    }

    /// The configuration in `bytes`, which messages call `file`. Throws all errors of the text at once.
    public static func parse(_ bytes: [UInt8], file: String) throws(ConfigurationFailure) -> Configuration {
        var reader = Reader(file: file)
        var screens: [ScreenConfiguration] = []
        do throws(YAMLError) {
            screens = reader.root(try YAMLNode.parse(bytes))
        } catch {
            reader.error(.syntax, at: error.location, error.message)
        }
        let diagnostics = reader.sorted()
        guard !diagnostics.contains(where: { $0.severity == .error }) else {
            throw ConfigurationFailure(diagnostics: diagnostics)
        }
        return Configuration(
            screens: screens, warnings: diagnostics, control: reader.control, defaults: reader.defaults)
    }

    /// The configuration in the file at `path`, or on standard input when that is `-`. Throws all errors of
    /// the text at once, or why the file cannot be read.
    public static func load(path: String) throws(ConfigurationFailure) -> Configuration {
        let file = path == "-" ? "<stdin>" : path
        let bytes: [UInt8]
        do throws(FileError) {
            // One byte more than the parser takes, so that it can tell that there is more.
            bytes = try readFile(path: path, atMost: YAMLLimits.standard.bytes + 1)
        } catch {
            throw ConfigurationFailure(diagnostics: [
                Diagnostic(
                    severity: .error, code: DiagnosticCode.unreadable.rawValue, file: file, at: .start,
                    message: error.message)
            ])
        }
        return try parse(bytes, file: file)
    }
}

/// A screen with the choice of its panel.
public struct ScreenConfiguration: Hashable, Sendable {
    /// The layout.
    public var settings: ScreenSettings
    /// Which panel it is for.
    public var panel: PanelMatch
    /// Whether the panel is taken for ourselves.
    public var grab: GrabPolicy
    /// Where things stand in the file.
    public var locations: ScreenLocations

    /// The screen of these parts.
    public init(settings: ScreenSettings, panel: PanelMatch, grab: GrabPolicy, locations: ScreenLocations) {
        self.settings = settings
        self.panel = panel
        self.grab = grab
        self.locations = locations
    }
}

/// Whether a screen takes its panel for itself.
public enum GrabPolicy: String, Hashable, Sendable, CaseIterable {
    /// Take it once no contact is down.
    case auto
    /// Listen only.
    case never
}

/// A USB-like identity without bus and version.
public struct PanelID: Hashable, Sendable, CustomStringConvertible {
    /// The vendor's number.
    public var vendor: UInt16
    /// The product's number.
    public var product: UInt16

    /// The identity of these numbers.
    public init(vendor: UInt16, product: UInt16) {
        self.vendor = vendor
        self.product = product
    }

    /// Four hexadecimal digits each, with a colon between.
    public var description: String { Self.hexadecimal(vendor) + ":" + Self.hexadecimal(product) }

    private static func hexadecimal(_ value: UInt16) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}

/// Which panel a screen is for: every given part must match; none given means the one touchscreen that is
/// present.
public struct PanelMatch: Hashable, Sendable {
    /// A glob on the device's name.
    public var name: String?
    /// The exact vendor and product.
    public var id: PanelID?
    /// A glob on udev's ID_PATH.
    public var path: String?

    /// The choice of these parts.
    public init(name: String? = nil, id: PanelID? = nil, path: String? = nil) {
        self.name = name
        self.id = id
        self.path = path
    }

    /// Whether nothing is asked for.
    public var isAny: Bool { name == nil && id == nil && path == nil }
}

/// Where the parts of a screen stand in the file, for messages about them.
public struct ScreenLocations: Hashable, Sendable {
    /// The screen's name.
    public var screen: SourceLocation
    /// Each page's name.
    public var pages: [String: SourceLocation] = [:]
    /// Each region's id, by page and id.
    public var regions: [String: [String: SourceLocation]] = [:]
    /// The first length that is given in millimetres, `pt` or `dp` and holds for a region of this screen,
    /// perhaps in `defaults`; nil where the layout needs no millimetres.
    public var firstMillimetres: SourceLocation?

    /// The places of a screen whose name stands at `screen`.
    public init(screen: SourceLocation) { self.screen = screen }
}
