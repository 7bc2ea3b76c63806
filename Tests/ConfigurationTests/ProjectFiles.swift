import Glibc

@testable import Configuration

/// The package's directory.
let packageRoot = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(
    separator: "/")

/// A file of the package, empty when it cannot be read.
func projectFile(_ path: String) -> [UInt8] {
    (try? readFile(path: packageRoot + "/" + path, atMost: 16 << 20)) ?? []
}

/// What a shell command prints, or nil when it fails.
func output(of command: String) -> String? {
    guard let pipe = unsafe popen(command, "r") else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = unsafe fread(&chunk, 1, chunk.count, pipe)
        if count == 0 { break }
        bytes += chunk[..<count]
    }
    guard unsafe pclose(pipe) == 0 else { return nil }
    return String(decoding: bytes, as: UTF8.self)
}

/// Numbers that look random and are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

/// A copy of `bytes` with one to four small damages.
func mutated(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1:
            bytes[place] =
                [0x20, 0x0a, 0x3a, 0x5b, 0x7b, 0x7d, 0x26, 0x2a, 0x21, 0x2d].randomElement(using: &generator)
                ?? 0
        case 2: bytes.remove(at: place)
        case 3: bytes.removeSubrange(place...)
        case 4: bytes.insert(bytes[Int.random(in: bytes.indices, using: &generator)], at: place)
        case 5: bytes[place] = UInt8.random(in: 0x30...0x39, using: &generator)
        default:
            let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
            let line = lines.randomElement(using: &generator) ?? []
            let at = Int.random(in: lines.indices, using: &generator)
            bytes = Array((lines[..<at] + [line] + lines[at...]).joined(separator: [0x0a]))
        }
    }
    return bytes
}
