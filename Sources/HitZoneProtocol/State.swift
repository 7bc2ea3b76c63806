/// What the daemon's screens show now, and where its sequence of events stands.
public struct State: Hashable, Sendable, Decodable {
    /// A screen's present.
    public struct Screen: Hashable, Sendable, Decodable {
        /// The screen's name.
        public var screen: String
        /// The page that it shows.
        public var page: String
        /// Whether it refuses all contacts.
        public var locked: Bool
        /// Its panel; nil while there is none.
        public var panel: Panel?

        /// A screen that shows `page`.
        public init(screen: String, page: String, locked: Bool = false, panel: Panel? = nil) {
            self.screen = screen
            self.page = page
            self.locked = locked
            self.panel = panel
        }
    }

    /// The device of a screen.
    public struct Panel: Hashable, Sendable, Decodable {
        /// The device's name.
        public var name: String
        /// `vendor:product`, hexadecimal.
        public var id: String
        /// The file it is read from: a device node, or a recording.
        public var node: String

        /// The panel of these properties.
        public init(name: String, id: String, node: String) {
            self.name = name
            self.id = id
            self.node = node
        }
    }

    /// The screens, in the order of the configuration.
    public var screens: [Screen]
    /// The number of the last event; 0 before the first.
    public var sequence: UInt64
    /// A random word that is another one each time the daemon starts: sequence numbers of another run mean
    /// nothing here.
    public var run: String
    /// The daemon's version.
    public var version: String

    /// The state of these properties.
    public init(screens: [Screen], sequence: UInt64, run: String, version: String) {
        self.screens = screens
        self.sequence = sequence
        self.run = run
        self.version = version
    }

    /// Writes the state as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("screens")
        writer.array(screens) { screen, writer in screen.write(to: &writer) }
        writer.member("sequence", sequence)
        writer.member("run", run)
        writer.member("version", version)
        writer.endObject()
    }
}

extension State.Screen {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("screen", screen)
        writer.member("page", page)
        writer.member("locked", locked)
        writer.key("panel")
        if let panel {
            writer.beginObject()
            writer.member("name", panel.name)
            writer.member("id", panel.id)
            writer.member("node", panel.node)
            writer.endObject()
        } else {
            writer.null()
        }
        writer.endObject()
    }
}
