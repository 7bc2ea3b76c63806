/// The most characters of a word that is taken for a slip: as long as names may be.
private let longestName = 128

/// The one of `names` that `word` was most likely meant to be, or nil when none is near: one change for every
/// three characters, at least one, at most three. The first of equally near ones.
public func nearest(to word: String, among names: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased().unicodeScalars)
    // A word of this length is not a slip of a name, and names without end would make it slow.
    guard !letters.isEmpty, letters.count <= longestName else { return nil }
    let reach = min(max(letters.count / 3, 1), 3)
    var best: (name: String, distance: Int)?
    for name in names.prefix(1_000) {
        let other = Array(name.lowercased().unicodeScalars)
        guard abs(other.count - letters.count) <= reach else { continue }
        let distance = editDistance(letters, other)
        if distance <= reach, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
}

/// How many insertions, deletions, substitutions and swaps of neighbours lead from one to the other.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
        var current = [row + 1]
        current.reserveCapacity(last.count)
        for column in right.indices {
            let same = left[row] == right[column]
            var least = min(last[column] + (same ? 0 : 1), last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                least = min(least, beforeLast[column - 1] + 1)
            }
            current.append(least)
        }
        beforeLast = last
        last = current
    }
    return last[right.count]
}
