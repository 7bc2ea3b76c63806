/// Random numbers from a seed, the same on every machine (SplitMix64): a failure that names its seed can be
/// run again.
package struct RandomSource: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The sequence of `seed`.
    package init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }

    /// A number of quarter units within `range`, so that equal values and ties are common.
    package mutating func quarters(_ range: ClosedRange<Int>) -> Double {
        Double(Int.random(in: range.lowerBound * 4...range.upperBound * 4, using: &self)) / 4
    }

    /// True `percent` times of a hundred.
    package mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
