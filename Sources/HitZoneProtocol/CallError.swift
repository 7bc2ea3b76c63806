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
    /// org.varlink.service.ExpectedMore: the method answers more than once, so it is to be called with
    /// `more`.
    case expectedMore
    /// io.hitzone.UnknownScreen; without a name when one must be given because there are several.
    case unknownScreen(screen: String?)
    /// io.hitzone.UnknownPage.
    case unknownPage(screen: String, page: String)
    /// io.hitzone.UnknownRegion.
    case unknownRegion(screen: String, page: String, region: String)
    /// io.hitzone.InvalidLayout: all that is wrong with a page that was put.
    case invalidLayout(problems: [Problem])
    /// io.hitzone.ReloadFailed: the errors of the configuration, each as `file:line:column: error: message`.
    /// Of more than `Limits.diagnostics` the last tells how many there are.
    case reloadFailed(diagnostics: [String])
    /// io.hitzone.TooManyConnections, sent unasked to a connection that is closed then.
    case tooManyConnections(limit: Int)
    /// An error that this version does not know, by its full name.
    case other(name: String)

    /// What is wrong with a member of a page that was put.
    public struct Problem: Hashable, Sendable, Decodable {
        /// The member, such as `regions[2].frame`.
        public var member: String
        /// What is wrong and what is allowed, in one line.
        public var message: String

        /// The problem `message` of `member`.
        public init(member: String, message: String) {
            self.member = member
            self.message = message
        }
    }

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
        case .unknownRegion: "io.hitzone.UnknownRegion"
        case .invalidLayout: "io.hitzone.InvalidLayout"
        case .reloadFailed: "io.hitzone.ReloadFailed"
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
        case .unknownRegion(let screen, let page, let region):
            writer.member("screen", screen)
            writer.member("page", page)
            writer.member("region", region)
        case .invalidLayout(let problems):
            writer.key("problems")
            writer.array(problems) { problem, writer in problem.write(to: &writer) }
        case .reloadFailed(let diagnostics):
            writer.key("diagnostics")
            writer.array(Self.cut(diagnostics)) { $1.string($0) }
        case .tooManyConnections(let limit): writer.member("limit", limit)
        case .permissionDenied, .expectedMore, .other: break
        }
        writer.endObject()
    }

    /// The first of many, and how many there are: the reply must not pass the limit of a message.
    private static func cut(_ lines: [String]) -> [String] {
        guard lines.count > Limits.diagnostics else { return lines }
        return lines.prefix(Limits.diagnostics - 1) + ["\(lines.count) errors in all; mend these first"]
    }
}

extension CallError.Problem {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("member", member)
        writer.member("message", message)
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
        case .unknownRegion(let screen, let page, let region):
            "the page \"\(page)\" of the screen \"\(screen)\" has no region \"\(region)\""
        case .invalidLayout(let problems):
            "the page is not valid: " + problems.map { "\($0.member): \($0.message)" }.joined(separator: "; ")
        case .reloadFailed(let diagnostics):
            "the configuration is not valid, the old one goes on: " + diagnostics.joined(separator: "; ")
        case .tooManyConnections(let limit):
            "the daemon has the \(limit) connections that it takes, in all or from this user: close one and try again"
        case .other(let name): "the daemon answered \(name)"
        }
    }
}

extension CallError: Decodable {
    private enum Key: String, CodingKey {
        case error, parameters
    }

    private enum Parameter: String, CodingKey {
        case interface, method, parameter, screen, page, region, problems, diagnostics, limit
    }

    /// Reads a reply with `error` and `parameters`. A parameter that is missing is an empty text or list, or
    /// 0: a wrong error is still an error.
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
            case "io.hitzone.UnknownRegion":
                .unknownRegion(screen: text(.screen), page: text(.page), region: text(.region))
            case "io.hitzone.InvalidLayout":
                .invalidLayout(
                    problems: (try? object?.decodeIfPresent([Problem].self, forKey: .problems)) ?? [])
            case "io.hitzone.ReloadFailed":
                .reloadFailed(
                    diagnostics: (try? object?.decodeIfPresent([String].self, forKey: .diagnostics)) ?? [])
            case "io.hitzone.TooManyConnections":
                .tooManyConnections(limit: (try? object?.decode(Int.self, forKey: .limit)) ?? 0)
            default: .other(name: name)
            }
    }
}
