import Glibc
import HitZoneProtocol
import LinuxIO
import ReplyReading
import Testing
import TouchModel

@Suite struct `Replies` {
    private let state = State(
        screens: [
            State.Screen(
                screen: "front", page: "home", locked: true,
                panel: State.Panel(
                    name: "Goodix \"X\"", id: "0eef:0001", node: "/dev/input/event3",
                    mapping: State.Mapping(
                        rotate: 90, calibration: [1, 0, 0.5, 0, -1.25, 0], physical: [194, 344]))),
            State.Screen(screen: "back", page: "idle"),
        ], sequence: 41, run: "f00d", version: "1.0")

    /// The one message that `body` writes, without its NUL.
    private func message(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        body(&writer)
        #expect(writer.bytes.last == 0)
        #expect(writer.bytes.count { $0 == 0 } == 1)
        return writer.bytes.dropLast()
    }

    @Test func `the state is written as the interface says, and comes back`() throws {
        let bytes = message { Reply.write(state, to: &$0) }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"parameters":{"state":{"screens":[{"screen":"front","#
                + #""page":"home","locked":true,"panel":{"name":"Goodix \"X\"","id":"0eef:0001","node":"/dev/input/event3","#
                + #""mapping":{"rotate":90,"calibration":[1.0,0.0,0.5,0.0,-1.25,0.0],"physical":[194.0,344.0]}}},"#
                + #"{"screen":"back","page":"idle","locked":false,"panel":null}],"sequence":41,"run":"f00d","version":"1.0"}}}"#
        )
        let reply = try ReceivedReply<StateAnswer>(message: bytes)
        #expect(try reply.answer.get().state == state)
        #expect(!reply.continues)
    }

    @Test func `a subscription's replies continue`() throws {
        let first = try ReceivedReply<SubscriptionReply>(
            message: message { Reply.write(.state(state), to: &$0) })
        #expect(try first.answer.get() == .state(state))
        #expect(first.continues)
        var event = fullEvent()
        event.x = 1
        let next = try ReceivedReply<SubscriptionReply>(
            message: message { Reply.write(.event(event), to: &$0) })
        #expect(try next.answer.get() == .event(event))
        #expect(next.continues)
    }

    @Test func `an explanation has all its keys, null where nothing applies`() throws {
        let nothing = Explanation(screen: "s", page: "p", x: 1.005, y: 2, result: .unowned, reason: .unowned)
        #expect(
            written { nothing.write(to: &$0) }
                == #"{"screen":"s","page":"p","x":1,"y":2,"direct":null,"candidates":[],"#
                + #""owner":null,"inside":null,"result":"unowned","reason":"unowned"}"#)
        let hit = Explanation(
            screen: "s", page: "p", x: 1, y: 2, direct: "card",
            candidates: [.init(region: "x", distance: 2.8284), .init(region: "z", distance: 3)], owner: "x",
            inside: .expansion, result: .accepted)
        #expect(
            written { hit.write(to: &$0) }
                == #"{"screen":"s","page":"p","x":1,"y":2,"direct":"card","candidates":["#
                + #"{"region":"x","distance":2.83},{"region":"z","distance":3}],"owner":"x","inside":"expansion","#
                + #""result":"accepted","reason":null}"#)
        let reply = try ReceivedReply<ExplanationAnswer>(message: message { Reply.write(nothing, to: &$0) })
        var expected = nothing
        expected.x = 1
        #expect(try reply.answer.get().explanation == expected)
    }

    @Test func `a layout comes back as it was written`() throws {
        let region = LayoutReply.Region(
            region: "pay", parent: "card", drawing: LayoutRect(x: 1, y: 2, width: 3, height: 4.5),
            hitZone: LayoutRect(x: -1, y: 0, width: 7, height: 8.5), retainZone: nil, enabled: false,
            actions: [.hold: "admin", .tap: "pay"])
        let layout = LayoutReply(screens: [
            LayoutReply.Screen(
                screen: "front", size: LayoutSize(width: 1920, height: 1080), page: "home",
                pages: [
                    LayoutReply.Page(page: "home", regions: [region]),
                    LayoutReply.Page(page: "b", regions: []),
                ])
        ])
        let bytes = message { Reply.write(layout, to: &$0) }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"parameters":{"screens":[{"screen":"front","size":[1920,1080],"#
                + #""page":"home","pages":[{"page":"home","regions":[{"region":"pay","parent":"card","#
                + #""drawing":[1,2,3,4.5],"hitZone":[-1,0,7,8.5],"retainZone":null,"enabled":false,"#
                + #""actions":{"tap":"pay","hold":"admin"}}]},{"page":"b","regions":[]}]}]}}"#)
        #expect(try ReceivedReply<LayoutReply>(message: bytes).answer.get() == layout)
    }

    @Test(arguments: ["[1,2,3]", "[1,2,3,4,5]", "7"])
    func `a rectangle of other than four numbers is malformed`(rectangle: String) {
        let json = #"{"region":"a","drawing":\#(rectangle),"enabled":true,"actions":{}}"#
        #expect(throws: ProtocolError.self) { try read(json, as: LayoutReply.Region.self) }
    }

    @Test(
        arguments: [
            (.interfaceNotFound(interface: "io.x"), #"{"interface":"io.x"}"#),
            (.methodNotFound(method: "a.B"), #"{"method":"a.B"}"#),
            (.methodNotImplemented(method: "a.B"), #"{"method":"a.B"}"#),
            (.invalidParameter(parameter: "since"), #"{"parameter":"since"}"#), (.permissionDenied, "{}"),
            (.expectedMore, "{}"), (.unknownScreen(screen: nil), #"{"screen":null}"#),
            (.unknownScreen(screen: "s"), #"{"screen":"s"}"#),
            (.unknownPage(screen: "s", page: "p"), #"{"screen":"s","page":"p"}"#),
            (.tooManyConnections(limit: 64), #"{"limit":64}"#), (.other(name: "io.later.Error"), "{}"),
        ] as [(CallError, String)])
    func `errors are written by name with their parameters, and come back`(
        error: CallError, parameters: String
    ) throws {
        let bytes = message { Reply.write(error, to: &$0) }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"error":"\#(error.name)","parameters":\#(parameters)}"#)
        let reply = try ReceivedReply<StateAnswer>(message: bytes)
        #expect(throws: error) { try reply.answer.get() }
        #expect(!error.description.isEmpty)
    }

    @Test func `the service says who it is and describes its interfaces`() throws {
        let info = ServiceInfo(vendor: "v", product: "p", version: "1", url: "u")
        let bytes = message { Reply.write(info, to: &$0) }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"parameters":{"vendor":"v","product":"p","version":"1","#
                + #""url":"u","interfaces":["org.varlink.service","io.hitzone"]}}"#)
        struct Description: Decodable, Sendable { var description: String }
        for interface in VarlinkInterface.allCases {
            let reply = try ReceivedReply<Description>(message: message { Reply.write(interface, to: &$0) })
            #expect(try reply.answer.get().description == interface.description)
        }
    }
}

@Suite struct `The interface's text` {
    private var file: String {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(3)
        return (parts + ["config", "io.hitzone.varlink"]).joined(separator: "/")
    }

    private func contents(of path: String) throws -> String {
        let file = try FileDescriptor.open(path, flags: O_RDONLY)
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while true {
            var span = piece.mutableSpan
            guard case .bytes(let count) = try file.read(into: &span) else { break }
            text += piece.prefix(count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    @Test func `is that of the file that is installed`() throws {
        #expect(try contents(of: file) == VarlinkInterface.hitzone.description)
    }

    /// The words between the parentheses of `type name (…)`.
    private func members(of name: String) throws -> [String] {
        let text = VarlinkInterface.hitzone.description
        let start = try #require(text.firstRange(of: "type \(name) (")).upperBound
        let end = try #require(text[start...].firstIndex(of: ")"))
        return text[start..<end].split { !$0.isLetter }.map(String.init)
    }

    @Test func `has the words that the code has`() throws {
        #expect(try members(of: "Kind") == EventKind.known.map(\.name))
        #expect(try members(of: "Trigger") == Trigger.allCases.map(\.rawValue))
        #expect(try members(of: "Phase") == EventPhase.allCases.map(\.rawValue))
        #expect(try members(of: "Reason") == Reason.allCases.map(\.rawValue))
        #expect(try members(of: "Place") == TouchPlace.allCases.map(\.rawValue))
        #expect(try members(of: "Result") == Explanation.Result.allCases.map(\.rawValue))
    }

    @Test func `has the limits that the code has`() {
        let text = VarlinkInterface.hitzone.description.split { $0 == " " || $0 == "\n" || $0 == "#" }
        #expect(text.contains("\(Limits.diagnostics)"))
        #expect(text.contains("\(Limits.historyEvents)") && Limits.historyEvents == Limits.queuedEvents)
        #expect(text.contains("\(Limits.historyAge.microseconds / 1_000_000)"))
    }
}
