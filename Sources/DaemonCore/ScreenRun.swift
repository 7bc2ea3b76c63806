import Configuration
import HitZoneProtocol
import TouchEngine
import TouchModel

/// A screen while the daemon runs: its configuration, its engine, and the panel it has.
struct ScreenRun {
    var configuration: ScreenConfiguration
    var engine: TouchEngine
    /// What clients have changed.
    var changes = RuntimeChanges()
    var counters = ScreenCounters()
    /// What GetState tells of the panel; nil while there is none.
    var panel: State.Panel? {
        didSet { hasPanel = panel != nil }
    }
    /// Asked each turn, where the panel would be copied.
    private(set) var hasPanel = false

    init(_ configuration: ScreenConfiguration) {
        self.configuration = configuration
        engine = TouchEngine(configuration.settings)
    }

    var name: String { configuration.settings.name }

    /// What the screen shows.
    var state: State.Screen {
        var panel = panel
        panel?.mapping = mapping
        return State.Screen(
            screen: name, page: engine.layout.pages[engine.page].name, locked: engine.isLocked, panel: panel)
    }

    private var mapping: State.Mapping? {
        engine.calibration.map { matrix in
            State.Mapping(
                rotate: engine.settings.rotation.rawValue,
                calibration: [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f],
                physical: engine.surface.map { [$0.width, $0.height] })
        }
    }
}
