import LinuxIO

/// Which events a subscriber wants: those whose kind is among `kinds` and that match every list given.
///
/// A list matches when one of its patterns does; an event without the field in question does not match a
/// list. An empty list is a list: nothing matches it. `lost` passes every filter, so that a gap is never
/// silent.
public struct EventFilter: Hashable, Sendable {
    /// The kinds wanted. `lost` need not be among them.
    public var kinds: EventKinds
    private let screenGlobs: [Glob]?
    private let pageGlobs: [Glob]?
    private let regionGlobs: [Glob]?
    private let actionGlobs: [Glob]?

    /// All events of these kinds.
    public init(kinds: EventKinds = .action) {
        self.kinds = kinds
        screenGlobs = nil
        pageGlobs = nil
        regionGlobs = nil
        actionGlobs = nil
    }

    /// Events of these kinds that match each list; nil asks for nothing. Patterns are those of fnmatch(3):
    /// `*`, `?`, `[…]`.
    public init(
        kinds: EventKinds = .action, screens: [String]? = nil, pages: [String]? = nil,
        regions: [String]? = nil,
        actions: [String]? = nil
    ) throws(ProtocolError) {
        self.kinds = kinds
        screenGlobs = try EventFilter.globs(screens, "screens")
        pageGlobs = try EventFilter.globs(pages, "pages")
        regionGlobs = try EventFilter.globs(regions, "regions")
        actionGlobs = try EventFilter.globs(actions, "actions")
    }

    /// The patterns that an event's screen must match; nil: any or none.
    public var screens: [String]? { screenGlobs?.map(\.pattern) }
    /// The patterns that an event's page must match; nil: any or none.
    public var pages: [String]? { pageGlobs?.map(\.pattern) }
    /// The patterns that an event's region must match; nil: any or none.
    public var regions: [String]? { regionGlobs?.map(\.pattern) }
    /// The patterns that an event's action must match; nil: any or none.
    public var actions: [String]? { actionGlobs?.map(\.pattern) }

    /// Whether there is more to match than the kind.
    public var hasPatterns: Bool {
        screenGlobs != nil || pageGlobs != nil || regionGlobs != nil || actionGlobs != nil
    }

    /// Whether the subscriber may get events of a kind: it does unless a pattern says otherwise.
    @inlinable
    public func wants(_ kind: EventKinds) -> Bool { kind == .lost || !kinds.isDisjoint(with: kind) }

    /// Whether the subscriber gets `event`. Allocates nothing.
    public func matches(_ event: Event) -> Bool {
        if event.kind == .lost { return true }
        return wants(EventKinds(event.kind))
            && EventFilter.matches(event.screen, screenGlobs) && EventFilter.matches(event.page, pageGlobs)
            && EventFilter.matches(event.region, regionGlobs)
            && EventFilter.matches(event.action, actionGlobs)
    }

    private static func matches(_ text: String?, _ globs: [Glob]?) -> Bool {
        guard let globs else { return true }
        guard let text else { return false }
        // By index: an iterator allocates in builds without optimization.
        for index in globs.indices where globs[index].matches(text) { return true }
        return false
    }

    private static func globs(_ patterns: [String]?, _ parameter: String) throws(ProtocolError) -> [Glob]? {
        guard let patterns else { return nil }
        if patterns.count > Limits.patterns {
            throw .invalidPattern(parameter: parameter, pattern: patterns[Limits.patterns])
        }
        var globs: [Glob] = []
        for pattern in patterns {
            guard pattern.utf8.count <= Limits.patternBytes, let glob = Glob(pattern) else {
                throw .invalidPattern(parameter: parameter, pattern: pattern)
            }
            globs.append(glob)
        }
        return globs
    }
}
