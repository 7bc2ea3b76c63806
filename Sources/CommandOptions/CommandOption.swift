/// One option of a command, and what its presence does to the command's values.
public struct CommandOption<Values: Sendable>: Sendable {
    /// The name after `--`.
    public let name: String
    /// The ASCII letter after a single `-`, where it has one.
    public let letter: Character?
    /// What help calls its value; nil where it takes none.
    public let argument: String?
    /// What help says of it.
    public let help: String
    /// Whether the command does nothing without it.
    public let isRequired: Bool
    /// Enters it, with its value or an empty text, into the values.
    let apply: @Sendable (inout Values, String) throws(OptionValueError) -> Void

    private init(
        name: String, letter: Character?, argument: String?, help: String, isRequired: Bool,
        apply: @escaping @Sendable (inout Values, String) throws(OptionValueError) -> Void
    ) {
        self.name = name
        self.letter = letter
        self.argument = argument
        self.help = help
        self.isRequired = isRequired
        self.apply = apply
    }

    /// An option without a value.
    public static func flag(
        _ name: String, letter: Character? = nil, help: String,
        apply: @escaping @Sendable (inout Values) -> Void
    ) -> CommandOption {
        CommandOption(name: name, letter: letter, argument: nil, help: help, isRequired: false) {
            values, _ throws(OptionValueError) in apply(&values)
        }
    }

    /// An option with a value, which `apply` checks.
    public static func value(
        _ name: String, letter: Character? = nil, argument: String, isRequired: Bool = false, help: String,
        apply: @escaping @Sendable (inout Values, String) throws(OptionValueError) -> Void
    ) -> CommandOption {
        CommandOption(
            name: name, letter: letter, argument: argument, help: help, isRequired: isRequired, apply: apply)
    }

    /// An option whose value is a list, its parts separated by commas; it may be given several times.
    public static func list(
        _ name: String, letter: Character? = nil, argument: String, help: String,
        apply: @escaping @Sendable (inout Values, [String]) throws(OptionValueError) -> Void
    ) -> CommandOption {
        CommandOption(name: name, letter: letter, argument: argument, help: help, isRequired: false) {
            values, text throws(OptionValueError) in
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if parts.contains("") { throw OptionValueError("separate the parts by single commas") }
            try apply(&values, parts)
        }
    }

    /// How messages and the usage line write it: `--config FILE`.
    var usage: String { argument.map { "--\(name) \($0)" } ?? "--\(name)" }
}

/// Values of options as numbers.
public enum OptionValue {
    /// The finite number that `text` is, if it lies in `range`.
    public static func number(_ text: String, in range: ClosedRange<Double>) throws(OptionValueError)
        -> Double
    {
        guard let number = Double(text), range.contains(number) else {
            let bounds = [range.lowerBound, range.upperBound].map { bound in
                bound == bound.rounded() && bound.magnitude < 1e15 ? String(Int64(bound)) : String(bound)
            }
            throw OptionValueError("give a number from \(bounds[0]) to \(bounds[1])")
        }
        return number
    }

    /// Whether `text` is `true` or `false`.
    public static func boolean(_ text: String) throws(OptionValueError) -> Bool {
        guard let value = Bool(text) else { throw OptionValueError("give true or false") }
        return value
    }

    /// The whole number that `text` is, if it lies in `range`.
    public static func integer(_ text: String, in range: ClosedRange<Int64>) throws(OptionValueError) -> Int64
    {
        guard let number = Int64(text), range.contains(number) else {
            throw OptionValueError("give a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
