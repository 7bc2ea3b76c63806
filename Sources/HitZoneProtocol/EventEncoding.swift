import TouchModel

/// Events as text. They are what is written most, so an event is one piece of output, and names are copied as they stand
/// here.
extension Event {
    private enum Name {
        static let seq = Array(#"{"seq":"#.utf8)
        static let time = Array(#","time":"#.utf8)
        static let kind = Array(#","kind":"#.utf8)
        static let screen = Array(#","screen":"#.utf8)
        static let page = Array(#","page":"#.utf8)
        static let region = Array(#","region":"#.utf8)
        static let action = Array(#","action":"#.utf8)
        static let trigger = Array(#","trigger":"#.utf8)
        static let phase = Array(#","phase":"#.utf8)
        static let reason = Array(#","reason":"#.utf8)
        static let remaining = Array(#","remaining":"#.utf8)
        static let contact = Array(#","contact":"#.utf8)
        static let x = Array(#","x":"#.utf8)
        static let y = Array(#","y":"#.utf8)
        static let inside = Array(#","inside":"#.utf8)
        static let count = Array(#","count":"#.utf8)
    }

    /// More than all that an event has beside its texts: names, numbers, words.
    private static let roomOfTheRest = 512

    /// Writes the event as an object, its keys in the order of the properties. Allocates nothing while the buffer
    /// has room.
    public func write(to writer: inout JSONWriter) {
        writer.value(room: room) { encode(into: &$0) }
    }

    /// Bytes enough for the object.
    var room: Int {
        func bytes(_ text: String?) -> Int { text?.utf8.count ?? 0 }
        let texts = bytes(kind.name) + bytes(screen) + bytes(page) + bytes(region) + bytes(action)
        return Self.roomOfTheRest + JSONText.room(bytes: texts)
    }

    /// Adds the object where there is room for it.
    func encode(into output: inout OutputSpan<UInt8>) {
        output.add(Name.seq, integer: seq)
        output.add(Name.time, integer: time.microseconds)
        output.add(Name.kind, kind.name)
        output.add(Name.screen, screen)
        output.add(Name.page, page)
        output.add(Name.region, region)
        output.add(Name.action, action)
        output.add(Name.trigger, trigger?.rawValue)
        output.add(Name.phase, phase?.rawValue)
        output.add(Name.reason, reason?.rawValue)
        output.add(Name.remaining, integer: remaining?.microseconds)
        output.add(Name.contact, integer: contact)
        output.add(Name.x, coordinate: x)
        output.add(Name.y, coordinate: y)
        output.add(Name.inside, inside?.rawValue)
        output.add(Name.count, integer: count)
        output.append(UInt8(ascii: "}"))
    }
}

extension OutputSpan<UInt8> {
    /// A member, unless its value is nil.
    fileprivate mutating func add(_ name: [UInt8], _ value: String?) {
        guard let value else { return }
        append(name.span)
        append(quoted: value.utf8Span.span)
    }

    /// A member, unless its value is nil.
    @inline(__always)
    fileprivate mutating func add(_ name: [UInt8], integer value: (some FixedWidthInteger)?) {
        guard let value else { return }
        append(name.span)
        append(integer: value)
    }

    /// A member, unless its value is nil.
    fileprivate mutating func add(_ name: [UInt8], coordinate value: Double?) {
        guard let value else { return }
        append(name.span)
        append(coordinate: value)
    }
}
