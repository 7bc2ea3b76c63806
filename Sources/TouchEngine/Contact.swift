import TouchModel

/// What a slot's contact is to the engine.
struct Contact {
    /// Where a contact stands in its life.
    enum Phase {
        /// There is none.
        case none
        /// Down, its position not known yet.
        case waiting
        /// Ignored until it lifts.
        case quarantined
        /// Nothing was there at down.
        case unowned
        /// Captured and silent to its up (rule T4).
        case refused
        /// Captured by `region`.
        case owned
    }

    var phase = Phase.none
    /// Rule L13; 0 while it has none.
    var number: Int64 = 0
    /// The owner, meaningful while `owned`.
    var region = 0
    /// Where it was last.
    var point = LayoutPoint(x: 0, y: 0)
    /// Inside the zones (rule L2).
    var isInside = false
    /// A hold or repeat has consumed the tap (rule L3).
    var tapIsConsumed = false
    /// A trigger has fired (rule T2).
    var isActivated = false
    /// When the timer of hold or repeat fires next.
    var deadline: Timestamp?
    /// How often the repeat fired.
    var repeats = 0
}
