import HitZoneProtocol
import Testing

func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

@Suite struct `The JSON writer` {
    @Test(
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.1, "0.1"), (0.01, "0.01"), (0.004999, "0"),
            (0.005, "0.01"),
            (-0.004, "0"), (-0.005, "-0.01"), (-0.006, "-0.01"), (1919.53125, "1919.53"), (12.30, "12.3"),
            (99.995, "100"),
            (99.994, "99.99"), (1e9, "1000000000"), (123456789.125, "123456789.13"), (1e-300, "0"),
            (100, "100"),
            (34.05, "34.05"), (1e300, "90071992547409.92"), (-Double.infinity, "-90071992547409.92"),
            (.nan, "null"),
        ] as [(Double, String)])
    func `writes coordinates with at most two decimals`(value: Double, text: String) {
        #expect(written { $0.coordinate(value) } == text)
    }

    @Test func `rounds the exact value, not its product by 100`() {
        // As a Double, 1.005 lies below the tie.
        #expect(written { $0.coordinate(1.005) } == "1")
        for step in 0..<2_000 {
            let value = Double(step) + 0.005
            // Exact: the distances to both neighbours, as the fused remainder tells them.
            let above = (-(Double(step) * 100 + 0.5)).addingProduct(value, 100) >= 0
            #expect(written { $0.coordinate(value) } == (above ? "\(step).01" : "\(step)"))
        }
    }

    @Test(
        arguments: [
            (0.1, "0.1"), (257.9999, "257.9999"), (-3, "-3.0"), (1e-5, "1e-05"), (.infinity, "null"),
            (.nan, "null"),
        ] as [(Double, String)])
    func `writes numbers in full`(value: Double, text: String) {
        #expect(written { $0.number(value) } == text)
    }

    @Test(
        arguments: [
            (0, "0"), (9, "9"), (10, "10"), (-10, "-10"), (.max, "9223372036854775807"),
            (.min, "-9223372036854775808"),
        ] as [(Int64, String)])
    func `writes integers`(value: Int64, text: String) {
        #expect(written { $0.integer(value) } == text)
    }

    @Test func `writes the greatest unsigned integer`() {
        #expect(written { $0.integer(UInt64.max) } == "18446744073709551615")
    }

    @Test(arguments: [
        ("", "\"\""), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t\u{8}\u{1f}\0", #""\n\r\t\u0008\u001f\u0000""#),
        ("größe/é😀", "\"größe/é😀\""), ("\u{7f}", "\"\u{7f}\""),
    ])
    func `escapes strings`(value: String, text: String) {
        #expect(written { $0.string(value) } == text)
    }

    @Test func `puts commas between members and elements, also after nested ones`() {
        let text = written { writer in
            writer.beginObject()
            writer.key("a")
            writer.beginArray()
            writer.integer(1)
            writer.beginObject()
            writer.endObject()
            writer.null()
            writer.beginArray()
            writer.endArray()
            writer.bool(false)
            writer.endArray()
            writer.key("b")
            writer.bool(true)
            writer.endObject()
            writer.endMessage(UInt8(ascii: "\n"))
            writer.coordinate(2)
        }
        #expect(text == "{\"a\":[1,{},null,[],false],\"b\":true}\n2")
    }

    @Test func `goes on after the bytes that it was given, and forgets them when asked`() {
        var writer = JSONWriter([UInt8(ascii: "x")])
        writer.integer(1)
        #expect(writer.bytes == [UInt8(ascii: "x"), UInt8(ascii: "1")])
        writer.removeAll()
        writer.integer(2)
        #expect(writer.bytes == [UInt8(ascii: "2")])
    }
}
