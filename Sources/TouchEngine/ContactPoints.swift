public import TouchModel

extension TouchEngine {
    /// Does `body` for each numbered contact (rule L13) that is down, with where it is in layout units: what
    /// draws the paths of contacts, refused and unowned ones included, of which no moves are told.
    public func forEachContactDown(_ body: (_ number: Int64, _ point: LayoutPoint) -> Void) {
        for contact in contacts where contact.number > 0 && contact.phase != .quarantined {
            body(contact.number, contact.point)
        }
    }
}
