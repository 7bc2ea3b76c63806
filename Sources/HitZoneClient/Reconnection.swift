/// What an event sequence does when its connection ends or cannot be made.
public struct Reconnection: Hashable, Sendable {
    /// The pause before the second attempt; nil: there is none.
    var first: Duration?
    /// The longest pause.
    var most: Duration

    /// The sequence ends with the daemon: cleanly when the daemon closes the connection, else with an error.
    public static let never = Reconnection(first: nil, most: .zero)

    /// After 100 ms, then after twice as long each time, up to 5 s.
    public static let automatic = Reconnection.after(.milliseconds(100), upTo: .seconds(5))

    /// After `first`, then after twice as long each time, up to `most`; each pause is shortened by up to half
    /// at random, so that many clients do not come back in one moment. What cannot pass by itself, such as a
    /// permission that is missing, ends the sequence with an error all the same.
    public static func after(_ first: Duration, upTo most: Duration) -> Reconnection {
        let first = max(first, .milliseconds(1))
        return Reconnection(first: first, most: max(most, first))
    }

    /// The pause before the attempt after `failures` failures in a row, 1 or more; nil: no other attempt.
    func pause(afterFailures failures: Int, random: Double) -> Duration? {
        guard let first else { return nil }
        var pause = first
        var doublings = failures - 1
        while doublings > 0 && pause < most {
            pause *= 2
            doublings -= 1
        }
        return min(pause, most) * (0.5 + random / 2)
    }
}
