/// Cuts a stream of bytes into messages, each of which ends in a NUL.
///
/// Each byte is looked at once and moved a bounded number of times, however small the pieces are that it
/// comes in.
public struct MessageSplitter: Sendable {
    private static let keptCapacity = 1 << 16

    private let limit: Int
    private var bytes: [UInt8] = []
    /// Where the message begins that is not complete yet.
    private var start = 0
    /// Up to where no NUL was found.
    private var searched = 0

    /// A splitter for messages of at most `limit` bytes, the NUL not counted.
    public init(limit: Int = Limits.messageBytes) {
        self.limit = limit
    }

    /// How many bytes wait, complete messages not taken yet among them. At the end of a stream, more than 0
    /// after the last `next()` tells that it was cut off within a message.
    public var pending: Int { bytes.count - start }

    /// Adds the bytes that came next. Take all messages before adding more, or they pile up.
    public mutating func append(_ piece: Span<UInt8>) {
        if start == bytes.count {
            // The room of a large message is given back, that of common ones kept.
            bytes.removeAll(keepingCapacity: bytes.capacity <= MessageSplitter.keptCapacity)
            start = 0
            searched = 0
        } else if start > bytes.count / 2 {
            bytes.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        for index in piece.indices { bytes.append(piece[index]) }
    }

    /// The next complete message without its NUL, or nil when it has not come whole. The error, once thrown,
    /// stays: there is no telling where the message after it begins.
    public mutating func next() throws(ProtocolError) -> [UInt8]? {
        let end = endOfMessage()
        searched = end
        if end - start > limit { throw .tooLong(limit: limit) }
        if end == bytes.count { return nil }
        let message = Array(bytes[start..<end])
        start = end + 1
        searched = start
        return message
    }

    /// Where the first NUL is that was not looked at yet; the end of the bytes when there is none.
    private func endOfMessage() -> Int {
        let span = bytes.span
        var index = searched
        while index < span.count && span[index] != 0 { index += 1 }
        return index
    }
}
