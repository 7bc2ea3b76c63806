/// Finds a key by the bytes of its name, without a text of them.
struct KeyTable<Key: MappingKey>: Sendable {
    private let keys: [(word: KeyWord, key: Key)]

    init() {
        keys = Key.allCases.compactMap { key in KeyWord(key.rawValue.utf8).map { ($0, key) } }
    }

    /// The number of keys.
    var count: Int { keys.count }

    /// The key of this name, or nil.
    @inline(__always)
    func key(_ name: ArraySlice<UInt8>) -> Key? {
        guard let word = KeyWord(name) else { return nil }
        for index in keys.indices where keys[index].word == word { return keys[index].key }
        return nil
    }
}

/// The bytes of a name of at most `KeyWord.length`, which is as long as the longest key.
struct KeyWord: Equatable, Sendable {
    static let length = 16

    private var low: UInt64 = 0
    private var high: UInt64 = 0
    private let count: Int

    /// Nil where there are more bytes.
    init?(_ name: some Collection<UInt8>) {
        count = name.count
        guard count <= Self.length else { return nil }
        for byte in name {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
    }
}
