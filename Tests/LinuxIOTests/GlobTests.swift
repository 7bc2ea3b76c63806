import LinuxIO
import Testing

@Suite struct `Globs` {
    @Test(arguments: [
        ("*", "", true), ("*", "menu/pay", true), ("pay*", "pay", true), ("pay*", "repay", false),
        ("p?y", "pay", true), ("p?y", "paay", false), ("[ab]*", "b1", true), ("[!ab]*", "b1", false),
        ("*", ".hidden", true), ("a\\*", "a*", true), ("a\\*", "ab", false),
        ("checkout.*", "checkout.pay", true),
        ("checkout.*", "checkoutXpay", false), ("Pay", "pay", false),
    ])
    func `matches the whole name`(pattern: String, text: String, matches: Bool) throws {
        #expect(try #require(Glob(pattern)).matches(text) == matches)
    }

    @Test(arguments: ["", "[", "a[b", "[]", "[!]", "[\\", "a\\", "a\0b", "[a\\"])
    func `a malformed pattern is none`(pattern: String) {
        #expect(Glob(pattern) == nil)
    }

    @Test(arguments: ["]", "[]]", "[!]]", "[a-z]", "\\[", "a\\\\", "{a}"])
    func `these patterns are well formed`(pattern: String) {
        #expect(Glob(pattern)?.pattern == pattern)
    }

    @Test func `many stars do not take for ever`() throws {
        let pattern = String(repeating: "*a", count: 60) + "b"
        #expect(try !#require(Glob(pattern)).matches(String(repeating: "a", count: 128)))
    }
}
