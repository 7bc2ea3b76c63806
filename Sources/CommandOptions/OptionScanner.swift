import CLinux
import Glibc
import Synchronization

/// An option as the scanner needs it.
struct ScannedName {
    var name: String
    var letter: UInt8?
    var takesArgument: Bool
}

/// What getopt_long found.
enum ScannedOption: Hashable {
    /// The option of this index, with its argument.
    case option(Int, argument: String?)
    /// Nothing has this name or letter.
    case unknown(String)
    /// The option of this index lacks its argument.
    case missingArgument(Int)
    /// The option of this index takes no argument, but got one.
    case unwantedArgument(Int)
}

/// getopt_long keeps its state in globals: one scan at a time.
private let oneScan = Mutex<Void>(())

/// `val` of the option of index 0; letters and errors lie below.
private let firstValue: Int32 = 0x100

/// Splits `arguments` (without the program's name) into options and operands. With `stopsAtOperand` all that
/// follows the first operand is an operand too, as a program with commands needs it. getopt_long(3).
func scanOptions(
    _ arguments: [String], names: [ScannedName], stopsAtOperand: Bool
) -> (options: [ScannedOption], operands: [String]) {
    var words: [UnsafeMutablePointer<CChar>?] = unsafe (["hitzone"] + arguments).map { unsafe strdup($0) }
    unsafe words.append(nil)
    var longs = unsafe names.enumerated().map { index, name in
        unsafe option(
            name: UnsafePointer(strdup(name.name)), has_arg: name.takesArgument ? 1 : 0, flag: nil,
            val: firstValue + Int32(index))
    }
    unsafe longs.append(option())
    defer {
        unsafe words.forEach { unsafe free($0) }
        unsafe longs.forEach { unsafe free(UnsafeMutablePointer(mutating: $0.name)) }
    }

    // A leading ':' tells a missing argument from an unknown option.
    var letters = stopsAtOperand ? "+:" : ":"
    for name in names {
        guard let letter = name.letter else { continue }
        letters.unicodeScalars.append(Unicode.Scalar(letter))
        if name.takesArgument { letters += ":" }
    }
    return oneScan.withLock { _ in
        var options: [ScannedOption] = []
        var isFirst = true
        while true {
            var argument: UnsafePointer<CChar>?
            let step = unsafe hitzone_next_option(
                Int32(words.count - 1), &words, letters, &longs, isFirst ? 1 : 0, &argument)
            isFirst = false
            if step.value == -1 {
                return (options, unsafe words[Int(step.position)...].compactMap { unsafe text($0) })
            }
            let found = unsafe scanned(
                step, argument: text(argument), names: names,
                word: { position in unsafe words.indices.contains(position) ? text(words[position]) : nil })
            if let found { options.append(found) }
        }
    }
}

/// What a step means.
private func scanned(
    _ step: hitzone_option_step, argument: String?, names: [ScannedName], word: (Int) -> String?
) -> ScannedOption? {
    func index(_ value: Int32) -> Int? {
        value >= firstValue
            ? Int(value - firstValue) : names.firstIndex { $0.letter.map(Int32.init) == value }
    }
    switch step.value {
    case Int32(UInt8(ascii: ":")): return index(step.culprit).map { .missingArgument($0) }
    case Int32(UInt8(ascii: "?")):
        if step.culprit == 0 { return .unknown(word(Int(step.position) - 1) ?? "") }
        if let known = index(step.culprit) { return .unwantedArgument(known) }
        // A letter beyond ASCII comes as its first byte, with the scan still inside its word.
        guard let letter = UInt8(exactly: step.culprit), letter < 0x80 else {
            return .unknown(word(Int(step.position)) ?? "")
        }
        return .unknown("-" + String(Unicode.Scalar(letter)))
    default: return index(step.value).map { .option($0, argument: argument) }
    }
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe String(cString: pointer)
}
