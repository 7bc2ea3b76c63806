public import TouchModel

/// Which region a contact at a point would have, and why (rules C1 to C5).
public struct Explanation: Hashable, Sendable {
    /// A region that competes for the point.
    public struct Candidate: Hashable, Sendable, Decodable {
        /// The region's id.
        public var region: String
        /// From the point to the region's drawing, in layout units.
        public var distance: Double

        /// The candidate `region` at `distance`.
        public init(region: String, distance: Double) {
            self.region = region
            self.distance = distance
        }
    }

    /// What becomes of the contact.
    public enum Result: String, Hashable, Sendable, CaseIterable, Codable {
        /// It has an owner.
        case accepted
        /// Its region does not take it; `reason` says why.
        case refused
        /// Nothing is there.
        case unowned
    }

    /// The screen.
    public var screen: String
    /// The page.
    public var page: String
    /// The point, in layout units.
    public var x: Double
    /// The point, in layout units.
    public var y: Double
    /// The frontmost region that has the point in its drawing (rule C1).
    public var direct: String?
    /// Those that compete for it (rule C2), nearest first.
    public var candidates: [Candidate]
    /// The region that gets the contact.
    public var owner: String?
    /// Which part of the owner the point is in.
    public var inside: TouchPlace?
    /// What becomes of the contact; nil when a newer daemon gives a result that this version does not know.
    public var result: Result?
    /// Why it is refused or unowned.
    public var reason: Reason?

    /// The explanation of these properties.
    public init(
        screen: String, page: String, x: Double, y: Double, direct: String? = nil,
        candidates: [Candidate] = [],
        owner: String? = nil, inside: TouchPlace? = nil, result: Result, reason: Reason? = nil
    ) {
        self.screen = screen
        self.page = page
        self.x = x
        self.y = y
        self.direct = direct
        self.candidates = candidates
        self.owner = owner
        self.inside = inside
        self.result = result
        self.reason = reason
    }

    /// Writes the explanation as an object of all keys, null where nothing applies.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("screen", screen)
        writer.member("page", page)
        writer.member("x", coordinate: x)
        writer.member("y", coordinate: y)
        writer.nullable("direct", direct)
        writer.key("candidates")
        writer.array(candidates) { candidate, writer in
            writer.beginObject()
            writer.member("region", candidate.region)
            writer.member("distance", coordinate: candidate.distance)
            writer.endObject()
        }
        writer.nullable("owner", owner)
        writer.nullable("inside", inside?.rawValue)
        writer.nullable("result", result?.rawValue)
        writer.nullable("reason", reason?.rawValue)
        writer.endObject()
    }
}

extension Explanation: Decodable {
    private enum Key: String, CodingKey {
        case screen, page, x, y, direct, candidates, owner, inside, result, reason
    }

    /// Reads the object that `write(to:)` writes; words that only a newer daemon knows become nil.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        func text(_ key: Key) throws -> String? { try object.decodeIfPresent(String.self, forKey: key) }
        screen = try object.decode(String.self, forKey: .screen)
        page = try object.decode(String.self, forKey: .page)
        x = try object.decode(Double.self, forKey: .x)
        y = try object.decode(Double.self, forKey: .y)
        direct = try text(.direct)
        candidates = try object.decode([Candidate].self, forKey: .candidates)
        owner = try text(.owner)
        inside = try text(.inside).flatMap(TouchPlace.init)
        result = try text(.result).flatMap(Result.init)
        reason = try text(.reason).flatMap(Reason.init)
    }
}
