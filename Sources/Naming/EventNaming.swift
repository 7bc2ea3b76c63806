public import HitZoneProtocol
public import TouchEngine
import TouchModel

extension Event {
    /// The engine's event with the names of `layout`, whose indices it has. Its number is the caller's to
    /// give; 0 until then.
    public init(_ touch: TouchEvent, in layout: Layout) {
        self.init(seq: 0, time: touch.time, kind: EventKind(touch.kind))
        let page = layout.pages[touch.page]
        screen = layout.name
        self.page = page.name
        region = touch.region.map { page.regions[$0].id }
        switch touch.kind {
        case .action(let trigger):
            self.trigger = trigger
            action = touch.region.flatMap { page.regions[$0].action(trigger)?.name }
        case .contact(let phase):
            self.phase = EventPhase(phase)
        case .refused, .page:
            break
        }
        reason = touch.reason
        remaining = touch.remaining
        contact = touch.contact.map(UInt64.init)
        x = touch.point?.x
        y = touch.point?.y
        inside = touch.place
    }
}

extension EventKind {
    /// The protocol's kind of an engine's event.
    fileprivate init(_ kind: TouchEvent.Kind) {
        switch kind {
        case .action: self = .action
        case .contact: self = .contact
        case .refused: self = .refused
        case .page: self = .page
        }
    }
}
