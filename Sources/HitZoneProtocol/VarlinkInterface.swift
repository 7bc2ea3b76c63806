/// The interfaces that the daemon serves.
public enum VarlinkInterface: String, Hashable, Sendable, CaseIterable {
    /// What every Varlink service has.
    case service = "org.varlink.service"
    /// The daemon's own.
    case hitzone = "io.hitzone"

    /// The interface of this name; nil when it is not served.
    public init?(name: String) {
        self.init(rawValue: name)
    }

    /// The full name.
    public var name: String { rawValue }

    /// The interface in Varlink's own language.
    public var description: String {
        switch self {
        case .service: VarlinkInterface.serviceText
        case .hitzone: VarlinkInterface.hitzoneText
        }
    }

    private static let serviceText = """
        # What every Varlink service answers: who it is, and what it can do.
        interface org.varlink.service

        # Who the service is, and the names of its interfaces.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # An interface in this language.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service has no such interface.
        error InterfaceNotFound (interface: string)

        # The interface has no such method.
        error MethodNotFound (method: string)

        # The interface has the method, but this service does not.
        error MethodNotImplemented (method: string)

        # A parameter is missing, unknown, of the wrong type, or out of range.
        error InvalidParameter (parameter: string)

        # The caller may not do this.
        error PermissionDenied ()

        # The method answers more than once and must be called with "more".
        error ExpectedMore ()

        """
}
