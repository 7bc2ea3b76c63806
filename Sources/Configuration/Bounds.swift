/// The greatest and least values that are taken.
enum Bounds {
    /// The most characters of a name.
    static let nameLength = 128
    /// The most characters of a glob.
    static let globLength = 256
    /// The greatest length, size and coordinate, in layout units or millimetres.
    static let length = 1_000_000.0
    /// The greatest extent of a panel, in millimetres.
    static let physical = 100_000.0
    /// The greatest element of a calibration matrix.
    static let calibration = 1_000_000.0
    /// A calibration whose determinant is nearer to 0 has no inverse in practice.
    static let determinant = 1e-9
    /// The longest debounce interval and timer, in microseconds.
    static let time: Int64 = 60_000_000
    /// The shortest `after` and `every`, in microseconds.
    static let timer: Int64 = 10_000
    /// The most findings that are kept of one file.
    static let diagnostics = 10_000
    /// The most problems that are told of a page from a program: they go back in one message.
    static let pageProblems = 100
    /// The most characters of the name of a user or group.
    static let accountLength = 256

    /// A bound as people write it.
    static func text(_ bound: Double) -> String { String(Int64(bound)) }
}
