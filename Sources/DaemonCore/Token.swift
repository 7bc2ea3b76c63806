/// What a readiness is about. Connections carry a generation, so that one that closes and one that takes its
/// place within a wake-up are not confused.
struct Token: Hashable {
    enum Kind: UInt8 {
        case listener
        case signals
        case timer
        case connection
        case panelMonitor
        case panel
        case configuration
    }

    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    init(_ kind: Kind, index: Int = 0, generation: UInt32 = 0) {
        rawValue = UInt64(kind.rawValue) << 56 | UInt64(index & 0xffff) << 32 | UInt64(generation)
    }

    var kind: Kind? { Kind(rawValue: UInt8(rawValue >> 56)) }
    var index: Int { Int(rawValue >> 32 & 0xffff) }
}
