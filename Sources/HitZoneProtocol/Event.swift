public import TouchModel

/// One thing that happened, as subscribers get it. What does not apply to its kind is nil, and absent on the
/// wire.
public struct Event: Hashable, Sendable {
    /// The number of the event in the daemon's run, from 1 without gaps; of a `lost` event, the last one that
    /// is missing.
    public var seq: UInt64
    /// When it happened, on the event clock (rule T1): of a recording, the recording's own time.
    public var time: Timestamp
    /// What it tells of.
    public var kind: EventKind
    /// The screen; nil when it concerns all.
    public var screen: String?
    /// The page that the screen shows; for a `page` event the new one.
    public var page: String?
    /// The id of the contact's owner.
    public var region: String?
    /// The name of the action.
    public var action: String?
    /// What fired the action. Nil too when a newer daemon gives a trigger that this version does not know;
    /// the same holds for `phase`, `reason` and `inside`.
    public var trigger: Trigger?
    /// The step of the contact, the panel or the layout.
    public var phase: EventPhase?
    /// Why it was refused or cancelled, or ended without a tap.
    public var reason: Reason?
    /// Which part of the region the contact is in.
    public var inside: TouchPlace?
    // An optional number takes twice the room of a number, and the daemon holds many events: each of these has a
    // value for none that it never has otherwise.
    private var remainingOrNone: Int64
    private var contactOrNone: UInt64
    private var xOrNone: Double
    private var yOrNone: Double
    private var countOrNone: UInt64
}

extension Event {
    private static let noInterval = Int64.min
    private static let noNumber = UInt64.max
    private static let noCoordinate = Double.infinity

    /// How long the window that refused stays open.
    public var remaining: Interval? {
        get { remainingOrNone == Self.noInterval ? nil : Interval(microseconds: remainingOrNone) }
        set { remainingOrNone = newValue?.microseconds ?? Self.noInterval }
    }

    /// The contact's number in the run, from 1 (rule L13).
    public var contact: UInt64? {
        get { contactOrNone == Self.noNumber ? nil : contactOrNone }
        set { contactOrNone = newValue ?? Self.noNumber }
    }

    /// Where the contact is, in layout units.
    public var x: Double? {
        get { xOrNone == Self.noCoordinate ? nil : xOrNone }
        set { xOrNone = newValue ?? Self.noCoordinate }
    }

    /// Where the contact is, in layout units.
    public var y: Double? {
        get { yOrNone == Self.noCoordinate ? nil : yOrNone }
        set { yOrNone = newValue ?? Self.noCoordinate }
    }

    /// Of a `lost` event, how many events are missing; nil when nobody knows, as after the daemon's restart.
    public var count: UInt64? {
        get { countOrNone == Self.noNumber ? nil : countOrNone }
        set { countOrNone = newValue ?? Self.noNumber }
    }
}

// In an extension, since the memberwise initializer makes an event in one step; this would make it twice.
extension Event {
    /// An event of these properties; by default without any that depend on its kind.
    public init(
        _ seq: UInt64, _ time: Timestamp, _ kind: EventKind, screen: String? = nil, page: String? = nil,
        region: String? = nil, action: String? = nil, trigger: Trigger? = nil, phase: EventPhase? = nil,
        reason: Reason? = nil, remaining: Interval? = nil, contact: UInt64? = nil, x: Double? = nil,
        y: Double? = nil, inside: TouchPlace? = nil, count: UInt64? = nil
    ) {
        self.init(
            seq: seq, time: time, kind: kind, screen: screen, page: page, region: region, action: action,
            trigger: trigger, phase: phase, reason: reason, inside: inside,
            remainingOrNone: remaining?.microseconds ?? Self.noInterval,
            contactOrNone: contact ?? Self.noNumber, xOrNone: x ?? Self.noCoordinate,
            yOrNone: y ?? Self.noCoordinate, countOrNone: count ?? Self.noNumber)
    }

    /// An event without anything that depends on its kind.
    public init(seq: UInt64, time: Timestamp, kind: EventKind) { self.init(seq, time, kind) }
}

extension Event: Decodable {
    private enum Key: String, CodingKey {
        case seq, time, kind, screen, page, region, action, trigger, phase, reason, remaining, contact, x, y,
            inside
        case count
    }

    /// Reads the object that `write(to:)` writes. Unknown keys are passed over, and unknown words become
    /// `other` or nil, so that a newer daemon does not break an older client.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        func text(_ key: Key) throws -> String? { try object.decodeIfPresent(String.self, forKey: key) }
        self.init(
            seq: try object.decode(UInt64.self, forKey: .seq),
            time: Timestamp(microseconds: try object.decode(Int64.self, forKey: .time)),
            kind: EventKind(name: try object.decode(String.self, forKey: .kind)))
        screen = try text(.screen)
        page = try text(.page)
        region = try text(.region)
        action = try text(.action)
        trigger = try text(.trigger).flatMap(Trigger.init)
        phase = try text(.phase).flatMap(EventPhase.init)
        reason = try text(.reason).flatMap(Reason.init)
        remaining = try object.decodeIfPresent(Int64.self, forKey: .remaining).map(Interval.init)
        contact = try object.decodeIfPresent(UInt64.self, forKey: .contact)
        x = try object.decodeIfPresent(Double.self, forKey: .x)
        y = try object.decodeIfPresent(Double.self, forKey: .y)
        inside = try text(.inside).flatMap(TouchPlace.init)
        count = try object.decodeIfPresent(UInt64.self, forKey: .count)
    }
}
