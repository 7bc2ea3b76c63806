extension Request {
    /// The parameters of SetRegion; what is nil stays as it is.
    public struct RegionChange: Hashable, Sendable {
        /// The screen; nil: the only one.
        public var screen: String?
        /// The page; nil: the one that the screen shows.
        public var page: String?
        /// The region's id.
        public var region: String
        /// Whether it and what is below it answer touches (rule Z5).
        public var enabled: Bool?
        /// Whether it and what is below it are absent (rule Z5).
        public var hidden: Bool?
        /// From 0 to 1; at or below 0.01 it and what is below it are absent (rule Z5).
        public var opacity: Double?

        /// A change of `region`; at least one of the last three must be given.
        public init(
            screen: String? = nil, page: String? = nil, region: String, enabled: Bool? = nil,
            hidden: Bool? = nil, opacity: Double? = nil
        ) {
            self.screen = screen
            self.page = page
            self.region = region
            self.enabled = enabled
            self.hidden = hidden
            self.opacity = opacity
        }
    }

    /// The parameters of PutPage.
    public struct PagePut: Hashable, Sendable {
        /// The screen; nil: the only one.
        public var screen: String?
        /// The page's name.
        public var page: String
        /// The page in the form of the configuration, as JSON text: a list of regions, or a mapping with
        /// `regions`.
        public var regions: [UInt8]

        /// A put of `regions`, one JSON value, as `page`.
        public init(screen: String? = nil, page: String, regions: [UInt8]) {
            self.screen = screen
            self.page = page
            self.regions = regions
        }

        /// Throws when `regions` is not one JSON value: as a message it would end the connection, or say
        /// something else.
        public func check() throws(ProtocolError) {
            _ = try JSONValue(regions)
        }
    }

    /// Whether the method changes something, so that it is for those whom `control` in the configuration
    /// permits it.
    public var isChange: Bool {
        switch self {
        case .setPage, .setRegion, .putPage, .lock, .unlock, .reload: true
        case .getInfo, .getInterfaceDescription, .subscribe, .getState, .getLayout, .explain, .getStats: false
        }
    }
}

extension Request.RegionChange {
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("screen", screen)
        writer.member("page", page)
        writer.member("region", region)
        writer.member("enabled", enabled)
        writer.member("hidden", hidden)
        if let opacity {
            writer.key("opacity")
            writer.number(opacity)
        }
    }

    init(_ parameters: Parameters) throws(CallError) {
        try parameters.allow("screen", "page", "region", "enabled", "hidden", "opacity")
        self.init(
            screen: try parameters.optional("screen", String.self),
            page: try parameters.optional("page", String.self),
            region: try parameters.required("region", String.self),
            enabled: try parameters.optional("enabled", Bool.self),
            hidden: try parameters.optional("hidden", Bool.self),
            opacity: try parameters.optional("opacity", Double.self))
        if let opacity, !(0...1).contains(opacity) { throw .invalidParameter(parameter: "opacity") }
        if enabled == nil, hidden == nil, opacity == nil { throw .invalidParameter(parameter: "enabled") }
    }
}

extension Request.PagePut {
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("screen", screen)
        writer.member("page", page)
        writer.key("regions")
        writer.json(regions)
    }

    init(_ parameters: Parameters) throws(CallError) {
        try parameters.allow("screen", "page", "regions")
        guard let regions = parameters.value("regions") else { throw .invalidParameter(parameter: "regions") }
        self.init(
            screen: try parameters.optional("screen", String.self),
            page: try parameters.required("page", String.self), regions: regions.text)
    }
}
