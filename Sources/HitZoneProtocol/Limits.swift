public import TouchModel

/// The bounds of the protocol, which daemon and client keep alike.
public enum Limits {
    /// The longest message in bytes, its NUL not counted. A longer one ends its connection.
    public static let messageBytes = 1 << 20
    /// How many connections the daemon holds at a time.
    public static let connections = 64
    /// How many of them one user may have, root and the daemon's own user excepted.
    public static let connectionsPerUser = 32
    /// How many events wait for a subscriber that does not read; then the oldest go and `lost` takes their
    /// place.
    public static let queuedEvents = 1_024
    /// How many past events the daemon keeps for `since`.
    public static let historyEvents = 1_024
    /// How long the daemon keeps a past event for `since`.
    public static let historyAge = Interval.seconds(10)
    /// The longest pattern of a filter in bytes.
    public static let patternBytes = 256
    /// The most patterns in one list of a filter.
    public static let patterns = 64
    /// The most lines of a ReloadFailed.
    public static let diagnostics = 100
    /// How far from the origin, in layout units, a point to explain may lie on either axis.
    public static let coordinate = 1e9
}
