/// What a contact's action was fired by (rule L3).
public enum Trigger: String, Sendable, CaseIterable, Codable {
    /// At down.
    case press
    /// Up while inside.
    case tap
    /// Any end of an accepted contact that is not a cancel.
    case release
    /// After `after` without an end; consumes the tap.
    case hold
    /// First at `after`, then each `every`, while inside; consumes the tap.
    case `repeat`
}

/// A step of a contact's life, as the `contact` events tell it.
public enum ContactPhase: String, Sendable, CaseIterable, Codable {
    /// The contact began.
    case down
    /// It left the retain zone.
    case leave
    /// It came back inside the hit zone.
    case enter
    /// It lifted.
    case up
    /// It ended without a release (rule L5).
    case cancel
}

/// Why a contact was refused, cancelled, or ended without a tap.
public enum Reason: String, Sendable, CaseIterable, Codable {
    /// Refused: the region is disabled (rule Z5).
    case disabled
    /// Refused: the region swallows what lands on it (rule Z6).
    case blocked
    /// Refused: another contact owns the region or its exclusive group (rule L4).
    case busy
    /// Refused: a debounce window is open (rule T2).
    case debounce
    /// Refused or cancelled: the screen is locked.
    case locked
    /// Nothing was there.
    case unowned
    /// Up while outside the zones (rule L2).
    case left
    /// Cancelled: the page changed (rule L9).
    case page
    /// Cancelled: the region was removed, disabled or hidden (rule L9).
    case removed
    /// Cancelled: the panel went away (rule L10).
    case device
    /// Cancelled: events were lost and the contact with them (rule L8), or its position left the panel (rule
    /// C6).
    case dropped
    /// Cancelled: the panel calls it a palm (rule L7).
    case palm
    /// Cancelled: the layout was replaced (rule L9).
    case reload

    /// Why a contact may be refused.
    public static let refusals: [Reason] = [.disabled, .blocked, .busy, .debounce, .locked]

    /// Why a contact may be cancelled (rule L5).
    public static let cancellations: [Reason] = [
        .locked, .page, .removed, .device, .dropped, .palm, .reload,
    ]
}

/// Which part of its region a contact is in.
public enum TouchPlace: String, Sendable, CaseIterable, Codable {
    /// Inside the drawing.
    case drawing
    /// Outside the drawing, inside the hit zone or the retain zone.
    case expansion
}
