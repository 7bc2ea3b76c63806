public import TouchEngine
import YAML

/// What is wrong with a member of a page that comes from a program.
public struct PageProblem: Hashable, Sendable {
    /// The member within the program's request: `regions[2].frame`, or `page` for the page's name.
    public var member: String
    /// What is wrong and what is allowed, in one line.
    public var message: String

    /// The problem `message` of `member`.
    public init(member: String, message: String) {
        self.member = member
        self.message = message
    }
}

/// Why a page that comes from a program cannot be shown: all that is wrong with it, at least one problem, in
/// the order of its text; beyond `Bounds.pageProblems` the last says so.
public struct PageProblems: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems.
    public var problems: [PageProblem]

    /// The failure with these problems.
    public init(problems: [PageProblem]) { self.problems = problems }

    /// One problem a line.
    public var description: String {
        problems.map { "\($0.member): \($0.message)" }.joined(separator: "\n")
    }
}

extension Configuration {
    /// The page `name` of `screen` that `json` describes in the form of the file: a list of regions, or a
    /// mapping with `regions`. The file's `defaults` and groups hold. Its actions may turn to the screen's
    /// pages, to the page itself, and to the pages `others` that the screen got from programs. Warnings are
    /// not told.
    public func page(
        named name: String, json: [UInt8], for screen: String, besides others: [String] = []
    ) throws(PageProblems) -> PageSettings {
        guard let owner = screens.first(where: { $0.settings.name == screen })?.settings else {
            throw PageProblems(problems: [
                PageProblem(member: "screen", message: "there is no screen \(screen.quoted)")
            ])
        }
        var problems = Self.problems(ofName: name)
        var page = PageSettings(name: name, regions: [])
        do throws(YAMLError) {
            let root = try YAMLNode.parse(json)
            let members = MemberPaths(of: root, named: "regions")
            var reader = Reader(members: members, defaults: defaults, screen: owner, pages: others + [name])
            page = reader.page(
                name, root ?? YAMLNode(YAMLScalar(text: "")))
            problems += reader.sorted().map { finding in
                let place = SourceLocation(line: finding.line, column: finding.column)
                return PageProblem(member: members.path(at: place), message: finding.message)
            }
        } catch {
            problems.append(PageProblem(member: "regions", message: error.description))
        }
        guard problems.isEmpty else { throw PageProblems(problems: problems) }
        return page
    }

    private static func problems(ofName name: String) -> [PageProblem] {
        var reader = Reader(file: "")
        let node = YAMLNode(YAMLScalar(text: name, style: .quoted))
        _ = reader.name(node, for: Field(name: "the name of a page", allowed: Allowed.name))
        return reader.sorted().map { PageProblem(member: "page", message: $0.message) }
    }
}

extension Reader {
    /// Reads one page of `screen`, for a program.
    fileprivate init(
        members: MemberPaths, defaults: Defaults, screen settings: ScreenSettings, pages: [String]
    ) {
        self.init(file: "", limit: Bounds.pageProblems, members: members)
        self.defaults = defaults
        groups = settings.groups.map(\.name)
        groupSet = Set(groups)
        screen.pages = settings.pages.map(\.name)
        screen.pageSet = Set(screen.pages)
        for name in pages where screen.pageSet.insert(name).inserted { screen.pages.append(name) }
    }
}

/// Names the members of a tree by their place in its text. Programs know their members, but no lines and
/// columns.
struct MemberPaths {
    private let root: YAMLNode?
    private let name: String

    /// The paths within `root`, which is a member called `name` itself.
    init(of root: YAMLNode?, named name: String) {
        self.root = root
        self.name = name
    }

    /// The member whose key or value begins at `location`, else the innermost that begins before it.
    func path(at location: SourceLocation) -> String {
        var path = name
        var node = root
        while let current = node, current.location < location {
            node = nil
            switch current.content {
            case .scalar: break
            case .sequence(let items):
                var last: (index: Int, item: YAMLNode)?
                for (index, item) in items.enumerated() where item.location <= location {
                    last = (index, item)
                }
                guard let last else { break }
                path += "[\(last.index)]"
                node = last.item
            case .mapping(let entries):
                guard let entry = entries.reversed().first(where: { $0.key.location <= location }) else {
                    break
                }
                path += "." + Self.shortened(entry.key.text ?? "")
                if entry.key.location < location { node = entry.value }
            }
        }
        return path
    }

    private static func shortened(_ key: String) -> String {
        key.unicodeScalars.count <= Bounds.nameLength ? key : key.prefix(Bounds.nameLength) + "…"
    }
}
