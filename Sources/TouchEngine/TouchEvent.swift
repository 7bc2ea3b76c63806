public import TouchModel

/// What the engine tells: an action, a step of a contact's life, a refusal or a change of page. Pages and
/// regions are indices into the engine's layout.
public struct TouchEvent: Hashable, Sendable {
    /// The kinds of events that come from touches.
    public enum Kind: Hashable, Sendable {
        /// An action fired.
        case action(Trigger)
        /// A contact went down, left, came back, lifted or was cancelled.
        case contact(ContactPhase)
        /// A contact was refused at down.
        case refused
        /// The screen shows another page.
        case page
    }

    /// When, on the event clock.
    public var time: Timestamp
    /// What.
    public var kind: Kind
    /// The page that it happened on; of a change of page, the new one.
    public var page: Int
    /// The region that it is about, or nil.
    public var region: Int?
    /// The contact's number (rule L13), or nil.
    public var contact: Int64?
    /// Where the contact is.
    public var point: LayoutPoint?
    /// The part of the region that the contact is in; nil outside.
    public var place: TouchPlace?
    /// Why it was refused, cancelled, unowned, or ended without a tap.
    public var reason: Reason?
    /// Of a refusal by debounce: how long the windows that refuse still last.
    public var remaining: Interval?

    init(_ kind: Kind, at time: Timestamp, page: Int) {
        self.kind = kind
        self.time = time
        self.page = page
    }
}

/// What the engine dropped without an event, and what it refused, since it was made.
public struct TouchCounters: Hashable, Sendable {
    /// Complete frames.
    public var frames: Int64 = 0
    /// Contacts dropped because a raw value was more than 5 percent beyond its range (rule C6).
    public var outOfRange: Int64 = 0
    /// Contacts that lifted before their position was known (rule L11).
    public var withoutPosition: Int64 = 0
    /// Contacts quarantined because they were down before the engine could see them go down (rule L8).
    public var quarantined: Int64 = 0
    /// Times that the panel lost events (SYN_DROPPED).
    public var gaps: Int64 = 0
}
