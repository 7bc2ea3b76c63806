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
        /// How its contacts come to the screen; nil where the daemon does not tell.
        public var mapping: Mapping?

        /// The panel of these properties.
        public init(name: String, id: String, node: String, mapping: Mapping? = nil) {
            self.name = name
            self.id = id
            self.node = node
            self.mapping = mapping
        }
    }

    /// The way from a panel to its screen (rule C6).
    public struct Mapping: Hashable, Sendable, Decodable {
        /// The clockwise turn of the panel against the picture, in degrees.
        public var rotate: Int
        /// The matrix after it, as LIBINPUT_CALIBRATION_MATRIX: six numbers, row by row.
        public var calibration: [Double]
        /// Width and height of the surface in millimetres, turned as the screen is; nil where nobody knows.
        public var physical: [Double]?

        /// The mapping of these properties.
        public init(rotate: Int, calibration: [Double], physical: [Double]? = nil) {
            self.rotate = rotate
            self.calibration = calibration
            self.physical = physical
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
            panel.write(to: &writer)
        } else {
            writer.null()
        }
        writer.endObject()
    }
}

extension State.Panel {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("id", id)
        writer.member("node", node)
        if let mapping {
            writer.key("mapping")
            writer.beginObject()
            writer.member("rotate", mapping.rotate)
            writer.key("calibration")
            writer.array(mapping.calibration) { $1.number($0) }
            if let physical = mapping.physical {
                writer.key("physical")
                writer.array(physical) { $1.number($0) }
            }
            writer.endObject()
        }
        writer.endObject()
    }
}
