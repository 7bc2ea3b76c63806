import LinuxIO

/// A call as it came over a connection.
public struct Call: Sendable {
    /// What is asked for, or the error that answers it.
    public var request: Result<Request, CallError>
    /// The caller takes more than one reply.
    public var more: Bool
    /// The caller wants no reply at all.
    public var oneway: Bool
    /// The caller wants another protocol afterwards, which no method here offers.
    public var upgrade: Bool

    /// Reads a message, its NUL not included. What is no call at all is an error, which ends the connection;
    /// a call of something that is not there or with wrong parameters is a call whose `request` is the error
    /// to answer.
    public init(message: [UInt8]) throws(ProtocolError) {
        guard let members = try JSONValue(message).members else { throw .malformed("a call is an object") }
        let call = Parameters(members: members)
        more = try call.member("more", "a boolean") ?? false
        oneway = try call.member("oneway", "a boolean") ?? false
        upgrade = try call.member("upgrade", "a boolean") ?? false
        guard let method: String = try call.member("method", "a string") else {
            throw .malformed("\"method\" is missing")
        }
        let parameters = call.value("parameters")
        if let parameters, parameters.members == nil { throw .malformed("\"parameters\" is not an object") }
        do throws(CallError) {
            let request = try Request(
                method: method, parameters: Parameters(members: parameters?.members ?? []))
            if request.answersMore && !more { throw .expectedMore }
            self.request = .success(request)
        } catch {
            request = .failure(error)
        }
    }
}

/// The parameters of a call before they are checked. Of members with the same name the first counts.
struct Parameters {
    /// Empty when the call has none.
    var members: [JSONValue.Member]

    /// Refuses a name that is not among `known`: a misspelt filter must not deliver everything.
    func allow(_ known: String...) throws(CallError) {
        for key in members.map(\.name).sorted() where !known.contains(key) {
            throw .invalidParameter(parameter: key)
        }
    }

    /// The value of `name` as it was sent; nil when it is absent or null.
    func value(_ name: String) -> JSONValue? {
        let value = members.first { $0.name == name }?.value
        return value?.isNull == true ? nil : value
    }

    /// The value of `name`; nil when it is absent or null.
    func optional<Value: JSONReadable>(_ name: String, _ type: Value.Type) throws(CallError) -> Value? {
        guard let json = value(name) else { return nil }
        guard let value = Value(json: json) else { throw .invalidParameter(parameter: name) }
        return value
    }

    /// The value of `name`, which must be there.
    func required<Value: JSONReadable>(_ name: String, _ type: Value.Type) throws(CallError) -> Value {
        guard let value = try optional(name, type) else { throw .invalidParameter(parameter: name) }
        return value
    }

    func coordinate(_ name: String) throws(CallError) -> Double {
        let value = try required(name, Double.self)
        guard abs(value) <= Limits.coordinate else { throw .invalidParameter(parameter: name) }
        return value
    }

    /// The value of a member of the call itself, without which it cannot be answered.
    fileprivate func member<Value: JSONReadable>(
        _ name: String, _ kind: String
    ) throws(ProtocolError) -> Value? {
        guard let json = value(name) else { return nil }
        guard let value = Value(json: json) else { throw .malformed("\"\(name)\" is not \(kind)") }
        return value
    }
}

extension Request {
    fileprivate init(method: String, parameters: Parameters) throws(CallError) {
        switch method {
        case "org.varlink.service.GetInfo":
            try parameters.allow()
            self = .getInfo
        case "org.varlink.service.GetInterfaceDescription":
            try parameters.allow("interface")
            let name = try parameters.required("interface", String.self)
            guard let interface = VarlinkInterface(name: name) else {
                throw .interfaceNotFound(interface: name)
            }
            self = .getInterfaceDescription(interface)
        case "io.hitzone.Subscribe": self = .subscribe(try Subscription(parameters))
        case "io.hitzone.GetState":
            try parameters.allow()
            self = .getState
        case "io.hitzone.GetLayout":
            try parameters.allow("screen", "page")
            self = .getLayout(
                screen: try parameters.optional("screen", String.self),
                page: try parameters.optional("page", String.self))
        case "io.hitzone.Explain":
            try parameters.allow("screen", "page", "x", "y")
            self = .explain(
                Question(
                    screen: try parameters.optional("screen", String.self),
                    page: try parameters.optional("page", String.self),
                    x: try parameters.coordinate("x"), y: try parameters.coordinate("y")))
        default:
            guard let request = try Request(control: method, parameters) else {
                throw Request.notFound(method)
            }
            self = request
        }
    }

    /// The methods that change something, and the counters; nil when `method` is none of them.
    private init?(control method: String, _ parameters: Parameters) throws(CallError) {
        switch method {
        case "io.hitzone.SetPage":
            try parameters.allow("screen", "page")
            self = .setPage(
                screen: try parameters.optional("screen", String.self),
                page: try parameters.required("page", String.self))
        case "io.hitzone.SetRegion": self = .setRegion(try RegionChange(parameters))
        case "io.hitzone.PutPage": self = .putPage(try PagePut(parameters))
        case "io.hitzone.Lock", "io.hitzone.Unlock":
            try parameters.allow("screen")
            let screen = try parameters.optional("screen", String.self)
            self = method == "io.hitzone.Lock" ? .lock(screen: screen) : .unlock(screen: screen)
        case "io.hitzone.Reload":
            try parameters.allow()
            self = .reload
        case "io.hitzone.GetStats":
            try parameters.allow()
            self = .getStats
        default: return nil
        }
    }

    private static func notFound(_ method: String) -> CallError {
        let interface = method.lastIndex(of: ".").map { String(method[..<$0]) } ?? ""
        return VarlinkInterface(name: interface) == nil
            ? .interfaceNotFound(interface: interface) : .methodNotFound(method: method)
    }
}

extension Request.Subscription {
    fileprivate init(_ parameters: Parameters) throws(CallError) {
        try parameters.allow("kinds", "screens", "pages", "regions", "actions", "since", "run")
        let kinds = try parameters.optional("kinds", [String].self)
        let screens = try parameters.optional("screens", [String].self)
        let pages = try parameters.optional("pages", [String].self)
        let regions = try parameters.optional("regions", [String].self)
        let actions = try parameters.optional("actions", [String].self)
        do throws(ProtocolError) {
            filter = try EventFilter(
                kinds: try EventKinds(patterns: kinds), screens: screens, pages: pages, regions: regions,
                actions: actions)
        } catch {
            guard case .invalidPattern(let parameter, _) = error else {
                throw .invalidParameter(parameter: "kinds")
            }
            throw .invalidParameter(parameter: parameter)
        }
        // A negative number is no UInt64 and therefore invalid.
        since = try parameters.optional("since", UInt64.self)
        run = try parameters.optional("run", String.self)
    }
}

extension EventKinds {
    /// The kinds whose names match one of `patterns`; a pattern that no kind matches is an error. nil: the
    /// default.
    fileprivate init(patterns: [String]?) throws(ProtocolError) {
        guard let patterns else {
            self = .action
            return
        }
        if patterns.count > Limits.patterns {
            throw .invalidPattern(parameter: "kinds", pattern: patterns[Limits.patterns])
        }
        var kinds: EventKinds = []
        for pattern in patterns {
            let glob = pattern.utf8.count <= Limits.patternBytes ? Glob(pattern) : nil
            let matching = EventKind.known.filter { glob?.matches($0.name) == true }
            if matching.isEmpty { throw .invalidPattern(parameter: "kinds", pattern: pattern) }
            for kind in matching { kinds.formUnion(EventKinds(kind)) }
        }
        self = kinds
    }
}
