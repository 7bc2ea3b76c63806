public import Configuration
public import Recording

/// What the daemon is started with.
public struct DaemonOptions: Sendable {
    /// The recording in a panel's place.
    public struct Replay: Sendable {
        /// The recorded device.
        public var device: RecordedDevice
        /// The ranges of a recording that does not declare them.
        public var range: AxisRanges?
        /// The screen that it is for; nil: the only one, or the one whose `panel` fits.
        public var screen: String?
        /// How many times faster than in its own time; above 0.
        public var speed: Double
        /// Whether it starts again when it is over, for ever.
        public var loops: Bool
        /// Whether it waits for the first subscriber.
        public var waits: Bool

        /// A recording in its own time, once, at once.
        public init(
            _ device: RecordedDevice, range: AxisRanges? = nil, screen: String? = nil, speed: Double = 1,
            loops: Bool = false, waits: Bool = false
        ) {
            self.device = device
            self.range = range
            self.screen = screen
            self.speed = speed
            self.loops = loops
            self.waits = waits
        }
    }

    /// Where the configuration came from, to load it again; nil when it can not be.
    public var configurationPath: String?
    /// The checked configuration.
    public var configuration: Configuration
    /// Where to listen when nothing else is asked for.
    public static let defaultSocketPath = "/run/hitzone/hitzone.sock"
    /// Where to listen.
    public var socketPath: String
    /// The program's version, for GetInfo and GetState.
    public var version: String
    /// The recording to replay; nil: no replay.
    public var replay: Replay?

    /// A daemon of `configuration` that listens at `socketPath`.
    public init(
        configuration: Configuration, configurationPath: String? = nil, socketPath: String, version: String,
        replay: Replay? = nil
    ) {
        self.configuration = configuration
        self.configurationPath = configurationPath
        self.socketPath = socketPath
        self.version = version
        self.replay = replay
    }
}
