import HitZoneProtocol
import Testing

@Suite struct `The message splitter` {
    private func feed(_ splitter: inout MessageSplitter, _ text: String) {
        splitter.append(Array(text.utf8).span)
    }

    private func all(_ splitter: inout MessageSplitter) throws(ProtocolError) -> [String] {
        var messages: [String] = []
        while let message = try splitter.next() { messages.append(String(decoding: message, as: UTF8.self)) }
        return messages
    }

    @Test func `cuts at each NUL, an empty message too, and keeps the rest`() throws {
        var splitter = MessageSplitter()
        feed(&splitter, "one\0\0thr")
        #expect(try all(&splitter) == ["one", ""])
        #expect(splitter.pending == 3)
        feed(&splitter, "ee\0")
        #expect(try all(&splitter) == ["three"])
        #expect(splitter.pending == 0)
    }

    @Test func `takes messages that come byte by byte`() throws {
        var splitter = MessageSplitter()
        var messages: [String] = []
        for byte in Array("ab\0cde\0\0f\0".utf8) {
            splitter.append([byte].span)
            messages += try all(&splitter)
        }
        #expect(messages == ["ab", "cde", "", "f"])
    }

    @Test(arguments: [1, 7, 4_096])
    func `a message of exactly the limit passes, whatever the pieces`(piece: Int) throws {
        var splitter = MessageSplitter(limit: 10_000)
        let message = [UInt8](repeating: 65, count: 10_000) + [0]
        for start in stride(from: 0, to: message.count, by: piece) {
            splitter.append(Array(message[start..<min(start + piece, message.count)]).span)
            if start + piece < message.count { #expect(try splitter.next() == nil) }
        }
        #expect(try splitter.next()?.count == 10_000)
    }

    @Test(arguments: [true, false])
    func `one byte more is an error that stays, with its NUL or without`(ends: Bool) throws {
        var splitter = MessageSplitter(limit: 4)
        feed(&splitter, ends ? "four\0fiver\0ok\0" : "four\0fiver")
        #expect(try splitter.next()?.count == 4)
        #expect(throws: ProtocolError.tooLong(limit: 4)) { try splitter.next() }
        feed(&splitter, "\0ok\0")
        #expect(throws: ProtocolError.tooLong(limit: 4)) { try splitter.next() }
    }

    @Test func `the limit is that of the protocol`() throws {
        var splitter = MessageSplitter()
        splitter.append([UInt8](repeating: 1, count: Limits.messageBytes).span)
        #expect(try splitter.next() == nil)
        splitter.append([1].span)
        #expect(throws: ProtocolError.tooLong(limit: 1 << 20)) { try splitter.next() }
    }

    @Test func `a long stream is read to its end`() throws {
        var splitter = MessageSplitter()
        var count = 0
        let chunk = Array(String(repeating: "message\0", count: 100).utf8) + Array("mes".utf8)
        for round in 0..<50 {
            let piece = round % 2 == 0 ? chunk : Array("sage\0".utf8)
            splitter.append(piece.span)
            while let message = try splitter.next() {
                #expect(message == Array("message".utf8))
                count += 1
            }
        }
        #expect(count == 25 * 101)
    }
}
