public import HitZoneProtocol
public import TouchModel

/// A region of a page that a program draws itself, with what most programs have to say of one. All that a
/// configuration can say of it goes by `HitZoneClient.putPage(_:json:screen:)`.
public struct PlacedRegion: Hashable, Sendable {
    /// Unique within the page.
    public var id: String
    /// The drawing, in the coordinates of the region that it lies in, in layout units.
    public var frame: LayoutRect
    /// The names of its actions by trigger; none makes it glass (rule Z6).
    public var actions: [Trigger: String] = [:]
    /// How much the hit zone grows beyond the drawing at all edges, in layout units; nil: as the
    /// configuration's defaults say (rule Z2).
    public var expansion: Double?
    /// Whether it and what is in it answers touches.
    public var enabled = true
    /// What lies in it, back to front.
    public var regions: [PlacedRegion] = []

    /// The region `id` at `frame`, which fires `action` when it is tapped.
    public init(_ id: String, frame: LayoutRect, action: String? = nil) {
        self.id = id
        self.frame = frame
        actions[.tap] = action
    }

    /// Writes `regions` in the form of a page of the configuration.
    public static func write(_ regions: [PlacedRegion], to writer: inout JSONWriter) {
        writer.beginArray()
        for region in regions { region.write(to: &writer) }
        writer.endArray()
    }

    private func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        writer.string(id)
        writer.key("frame")
        writer.beginArray()
        for number in [frame.left, frame.top, frame.width, frame.height] { writer.number(number) }
        writer.endArray()
        if let expansion {
            writer.key("expand")
            writer.number(expansion)
        }
        if !actions.isEmpty {
            writer.key("actions")
            writer.beginObject()
            for trigger in Trigger.allCases {
                guard let name = actions[trigger] else { continue }
                writer.key(trigger.rawValue)
                writer.string(name)
            }
            writer.endObject()
        }
        if !enabled {
            writer.key("enabled")
            writer.bool(false)
        }
        if !regions.isEmpty {
            writer.key("regions")
            PlacedRegion.write(regions, to: &writer)
        }
        writer.endObject()
    }
}
