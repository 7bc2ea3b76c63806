import YAML

/// Who may change things while the daemon runs, besides root and the daemon's own user.
public struct Control: Hashable, Sendable {
    /// Users by name or number.
    public var users: [String]
    /// Groups by name or number.
    public var groups: [String]

    /// The permission of these users and of the members of these groups.
    public init(users: [String] = [], groups: [String] = []) {
        self.users = users
        self.groups = groups
    }
}

extension Reader {
    mutating func control(_ node: YAMLNode) -> Control {
        guard let fields = fields(node, as: ControlKey.self, for: Field(RootKey.control)) else {
            return Control()
        }
        return Control(
            users: fields[.users].map { accounts($0, for: Field(ControlKey.users)) } ?? [],
            groups: fields[.groups].map { accounts($0, for: Field(ControlKey.groups)) } ?? [])
    }

    private mutating func accounts(_ node: YAMLNode, for field: Field) -> [String] {
        guard let items = node.sequence else {
            refuse(node, for: field)
            return []
        }
        return items.compactMap { account($0, for: field) }
    }
}

extension Scalars {
    /// The name or number of a user or group. Systems differ in what a name may have, so only what no system
    /// takes, or what could be a number to one reader and a name to another, is refused.
    static func account(_ scalar: YAMLScalar) throws(Problem) -> String {
        let text = scalar.text
        guard let first = text.utf8.first else { throw Problem(reason: "is empty") }
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            if first == UInt8(ascii: "0"), text != "0" { throw Problem(reason: "begins with 0") }
            // The greatest number stands for "none" in the system's calls.
            guard let number = UInt32(text), number < .max else {
                throw Problem(code: .outOfRange, reason: "is no number of a user or group")
            }
            return text
        }
        guard text.unicodeScalars.count <= Bounds.accountLength else {
            throw Problem(code: .outOfRange, reason: "is too long")
        }
        guard !"+- ".utf8.contains(first) else {
            throw Problem(code: .badName, reason: "begins with a sign or space")
        }
        guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f || $0 == UInt8(ascii: ":") }) else {
            throw Problem(code: .badName, reason: "has a colon or a control character")
        }
        return text
    }
}
