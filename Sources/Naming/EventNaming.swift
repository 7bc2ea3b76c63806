public import HitZoneProtocol
public import TouchEngine
public import TouchModel

extension Event {
    // Inlined, so that the daemon copies neither the layout nor a page for a name.

    /// The engine's event with the names of `layout`, whose indices it has. Its number is the caller's to
    /// give; 0 until then.
    @inlinable @inline(__always)
    public init(_ touch: TouchEvent, in layout: Layout) {
        self.init(
            0, touch.time, EventKind(touch.kind), screen: layout.name,
            page: layout.pages[touch.page].name,
            region: touch.region.map { layout.pages[touch.page].regions[$0].id },
            action: touch.kind.trigger.flatMap { trigger in
                touch.region.flatMap { layout.pages[touch.page].regions[$0].actions[trigger]?.name }
            },
            trigger: touch.kind.trigger, phase: touch.kind.phase.map { EventPhase($0) },
            reason: touch.reason, remaining: touch.remaining, contact: touch.contact.map(UInt64.init),
            x: touch.point?.x, y: touch.point?.y, inside: touch.place)
    }
}

extension EventKind {
    /// The protocol's kind of an engine's event.
    @usableFromInline
    init(_ kind: TouchEvent.Kind) {
        switch kind {
        case .action: self = .action
        case .contact: self = .contact
        case .refused: self = .refused
        case .page: self = .page
        }
    }
}

extension TouchEvent.Kind {
    @usableFromInline
    var trigger: Trigger? { if case .action(let trigger) = self { trigger } else { nil } }

    @usableFromInline
    var phase: ContactPhase? { if case .contact(let phase) = self { phase } else { nil } }
}
