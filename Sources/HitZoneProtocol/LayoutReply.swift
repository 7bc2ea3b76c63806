public import TouchModel

/// The layout that the daemon resolves contacts with, as it computed it: all rectangles in the screen's
/// coordinates, cut by the screen and by clipping regions (rule Z4).
public struct LayoutReply: Hashable, Sendable, Decodable {
    /// A screen with its pages.
    public struct Screen: Hashable, Sendable {
        /// The screen's name.
        public var screen: String
        /// Its extent in layout units.
        public var size: LayoutSize
        /// The page that it shows.
        public var page: String
        /// Its pages, in the order of the configuration.
        public var pages: [Page]

        /// The screen of these properties.
        public init(screen: String, size: LayoutSize, page: String, pages: [Page]) {
            self.screen = screen
            self.size = size
            self.page = page
            self.pages = pages
        }
    }

    /// A page with its regions.
    public struct Page: Hashable, Sendable, Decodable {
        /// The page's name.
        public var page: String
        /// All regions that take part in hit tests, parents before their children, back to front.
        public var regions: [Region]

        /// The page of these properties.
        public init(page: String, regions: [Region]) {
            self.page = page
            self.regions = regions
        }
    }

    /// A region.
    public struct Region: Hashable, Sendable {
        /// The region's id.
        public var region: String
        /// The id of the region that it lies in; nil at the top.
        public var parent: String?
        /// The drawing; nil when nothing of it is left after cuts.
        public var drawing: LayoutRect?
        /// The hit zone; nil when there is none.
        public var hitZone: LayoutRect?
        /// The retain zone; nil when there is none.
        public var retainZone: LayoutRect?
        /// Whether it answers touches (rule Z5).
        public var enabled: Bool
        /// The names of its actions by trigger; none makes it glass (rule Z6).
        public var actions: [Trigger: String]

        /// The region of these properties.
        public init(
            region: String, parent: String? = nil, drawing: LayoutRect?, hitZone: LayoutRect?,
            retainZone: LayoutRect?, enabled: Bool = true, actions: [Trigger: String] = [:]
        ) {
            self.region = region
            self.parent = parent
            self.drawing = drawing
            self.hitZone = hitZone
            self.retainZone = retainZone
            self.enabled = enabled
            self.actions = actions
        }
    }

    /// The screens, in the order of the configuration.
    public var screens: [Screen]

    /// The layout of `screens`.
    public init(screens: [Screen]) {
        self.screens = screens
    }

    /// Writes the layout as an object; the triggers of a region in the order of `Trigger.allCases`.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("screens")
        writer.array(screens) { screen, writer in screen.write(to: &writer) }
        writer.endObject()
    }
}

extension LayoutReply.Screen: Decodable {
    private enum Key: String, CodingKey {
        case screen, size, page, pages
    }

    /// Reads the object that `LayoutReply.write(to:)` writes for a screen.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        let numbers = try object.numbers(2, forKey: .size)
        self.init(
            screen: try object.decode(String.self, forKey: .screen),
            size: LayoutSize(width: numbers[0], height: numbers[1]),
            page: try object.decode(String.self, forKey: .page),
            pages: try object.decode([LayoutReply.Page].self, forKey: .pages))
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("screen", screen)
        writer.key("size")
        writer.array([size.width, size.height]) { $1.coordinate($0) }
        writer.member("page", page)
        writer.key("pages")
        writer.array(pages) { page, writer in
            writer.beginObject()
            writer.member("page", page.page)
            writer.key("regions")
            writer.array(page.regions) { region, writer in region.write(to: &writer) }
            writer.endObject()
        }
        writer.endObject()
    }
}

extension LayoutReply.Region: Decodable {
    private enum Key: String, CodingKey {
        case region, parent, drawing, hitZone, retainZone, enabled, actions
    }

    /// Reads the object that `LayoutReply.write(to:)` writes for a region. Triggers that only a newer daemon
    /// knows are passed over.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        func rectangle(_ key: Key) throws -> LayoutRect? {
            if try !object.contains(key) || object.decodeNil(forKey: key) { return nil }
            let numbers = try object.numbers(4, forKey: key)
            return LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
        let names = try object.decode([String: String].self, forKey: .actions)
        var actions: [Trigger: String] = [:]
        for trigger in Trigger.allCases { actions[trigger] = names[trigger.rawValue] }
        self.init(
            region: try object.decode(String.self, forKey: .region),
            parent: try object.decodeIfPresent(String.self, forKey: .parent),
            drawing: try rectangle(.drawing), hitZone: try rectangle(.hitZone),
            retainZone: try rectangle(.retainZone), enabled: try object.decode(Bool.self, forKey: .enabled),
            actions: actions)
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("region", region)
        writer.nullable("parent", parent)
        writer.rectangle("drawing", drawing)
        writer.rectangle("hitZone", hitZone)
        writer.rectangle("retainZone", retainZone)
        writer.key("enabled")
        writer.bool(enabled)
        writer.key("actions")
        writer.beginObject()
        for trigger in Trigger.allCases { writer.member(trigger.rawValue, actions[trigger]) }
        writer.endObject()
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes the member `name` as [x, y, width, height], or null.
    fileprivate mutating func rectangle(_ name: String, _ value: LayoutRect?) {
        key(name)
        guard let value else { return null() }
        array([value.left, value.top, value.width, value.height]) { $1.coordinate($0) }
    }
}

extension KeyedDecodingContainer {
    /// The array of exactly `count` numbers at `key`.
    fileprivate func numbers(_ count: Int, forKey key: Key) throws -> [Double] {
        let numbers = try decode([Double].self, forKey: key)
        guard numbers.count == count else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(count) numbers expected, \(numbers.count) found")
        }
        return numbers
    }
}
