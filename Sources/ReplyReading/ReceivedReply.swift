import FoundationEssentials
public import HitZoneProtocol

/// A reply as it came over a connection, its NUL not included.
public struct ReceivedReply<Parameters: Decodable & Sendable>: Sendable {
    /// The answer, or the error in its place.
    public var answer: Result<Parameters, CallError>
    /// Whether more replies to the same call follow.
    public var continues: Bool

    /// Reads a message.
    public init(message: [UInt8]) throws(ProtocolError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(message))
        } catch DecodingError.keyNotFound(let key, let context) {
            throw .malformed("\(place(context.codingPath))\"\(key.stringValue)\" is missing")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            throw .malformed("\(place(context.codingPath))\(context.debugDescription)")
        } catch DecodingError.dataCorrupted(let context) {
            throw .malformed("\(place(context.codingPath))\(context.debugDescription)")
        } catch {
            throw .malformed("it is not JSON")
        }
    }
}

private func place(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "" : path.map(\.stringValue).joined(separator: ".") + ": "
}

extension ReceivedReply: Decodable {
    /// Reads the object of a reply.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: ReplyKey.self)
        continues = try object.decodeIfPresent(Bool.self, forKey: .continues) ?? false
        if try object.contains(.error) && !object.decodeNil(forKey: .error) {
            answer = .failure(try CallError(from: decoder))
        } else {
            answer = .success(try object.decode(Parameters.self, forKey: .parameters))
        }
    }
}

private enum ReplyKey: String, CodingKey {
    case parameters, error, continues
}
