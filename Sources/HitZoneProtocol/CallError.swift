/// An error that answers a call: a named error of Varlink's own interface or of `io.hitzone`, as a message.
public enum CallError: Error, Hashable, Sendable {
    /// org.varlink.service.InterfaceNotFound.
    case interfaceNotFound(interface: String)
    /// org.varlink.service.MethodNotFound, with the method's full name.
    case methodNotFound(method: String)
    /// org.varlink.service.MethodNotImplemented, with the method's full name.
    case methodNotImplemented(method: String)
    /// org.varlink.service.InvalidParameter: a value out of range or of the wrong type, missing, or unknown.
    case invalidParameter(parameter: String)
    /// org.varlink.service.PermissionDenied.
    case permissionDenied
    /// org.varlink.service.ExpectedMore: the method answers more than once, so it is to be called with `more`.
    case expectedMore
    /// io.hitzone.UnknownScreen; without a name when one must be given because there are several.
    case unknownScreen(screen: String?)
    /// io.hitzone.UnknownPage.
    case unknownPage(screen: String, page: String)
    /// io.hitzone.TooManyConnections, sent unasked to a connection that is closed then.
    case tooManyConnections(limit: Int)
    /// An error that this version does not know, by its full name.
    case other(name: String)

    /// The full name on the wire.
    public var name: String {
        switch self {
        case .interfaceNotFound: "org.varlink.service.InterfaceNotFound"
        case .methodNotFound: "org.varlink.service.MethodNotFound"
        case .methodNotImplemented: "org.varlink.service.MethodNotImplemented"
        case .invalidParameter: "org.varlink.service.InvalidParameter"
        case .permissionDenied: "org.varlink.service.PermissionDenied"
        case .expectedMore: "org.varlink.service.ExpectedMore"
        case .unknownScreen: "io.hitzone.UnknownScreen"
        case .unknownPage: "io.hitzone.UnknownPage"
        case .tooManyConnections: "io.hitzone.TooManyConnections"
        case .other(let name): name
        }
    }

    /// Writes the error's parameters as an object.
    func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .interfaceNotFound(let interface): writer.member("interface", interface)
        case .methodNotFound(let method), .methodNotImplemented(let method): writer.member("method", method)
        case .invalidParameter(let parameter): writer.member("parameter", parameter)
        case .unknownScreen(let screen): writer.nullable("screen", screen)
        case .unknownPage(let screen, let page):
            writer.member("screen", screen)
            writer.member("page", page)
        case .tooManyConnections(let limit): writer.member("limit", limit)
        case .permissionDenied, .expectedMore, .other: break
        }
        writer.endObject()
    }
}

extension CallError: CustomStringConvertible {
    /// The error as a sentence without its end.
    public var description: String {
        switch self {
        case .interfaceNotFound(let interface): "the daemon has no interface \"\(interface)\""
        case .methodNotFound(let method): "the daemon has no method \"\(method)\""
        case .methodNotImplemented(let method): "the daemon does not implement the method \"\(method)\""
        case .invalidParameter(let parameter): "the parameter \"\(parameter)\" is not valid"
        case .permissionDenied: "the daemon does not permit it"
        case .expectedMore: "the method answers more than once: call it with \"more\""
        case .unknownScreen(.some(let screen)): "there is no screen \"\(screen)\""
        case .unknownScreen(nil): "there is not exactly one screen: name one"
        case .unknownPage(let screen, let page): "the screen \"\(screen)\" has no page \"\(page)\""
        case .tooManyConnections(let limit):
            "the daemon already has \(limit) connections, the most it holds: close one and try again"
        case .other(let name): "the daemon answered \(name)"
        }
    }
}

extension CallError: Decodable {
    private enum Key: String, CodingKey {
        case error, parameters
    }

    private enum Parameter: String, CodingKey {
        case interface, method, parameter, screen, page, limit
    }

    /// Reads a reply with `error` and `parameters`. A parameter that is missing is an empty text or 0: a wrong error is
    /// still an error.
    public init(from decoder: any Decoder) throws {
        let reply = try decoder.container(keyedBy: Key.self)
        let object = try? reply.nestedContainer(keyedBy: Parameter.self, forKey: .parameters)
        func optional(_ key: Parameter) -> String? { try? object?.decodeIfPresent(String.self, forKey: key) }
        func text(_ key: Parameter) -> String { optional(key) ?? "" }
        let name = try reply.decode(String.self, forKey: .error)
        self =
            switch name {
            case "org.varlink.service.InterfaceNotFound": .interfaceNotFound(interface: text(.interface))
            case "org.varlink.service.MethodNotFound": .methodNotFound(method: text(.method))
            case "org.varlink.service.MethodNotImplemented": .methodNotImplemented(method: text(.method))
            case "org.varlink.service.InvalidParameter": .invalidParameter(parameter: text(.parameter))
            case "org.varlink.service.PermissionDenied": .permissionDenied
            case "org.varlink.service.ExpectedMore": .expectedMore
            case "io.hitzone.UnknownScreen": .unknownScreen(screen: optional(.screen))
            case "io.hitzone.UnknownPage": .unknownPage(screen: text(.screen), page: text(.page))
            case "io.hitzone.TooManyConnections":
                .tooManyConnections(limit: (try? object?.decode(Int.self, forKey: .limit)) ?? 0)
            default: .other(name: name)
            }
    }
}
