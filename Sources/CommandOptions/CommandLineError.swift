/// What is wrong with a command line. Prints as one line with the command's name, and one that says where
/// help is.
public struct CommandLineError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The command as the user calls it: `hitzone replay`.
    public var command: String
    /// What is wrong, and what is allowed or was perhaps meant.
    public var message: String

    /// The error `message` about a call of `command`.
    public init(command: String, message: String) {
        self.command = command
        self.message = message
    }

    /// `hitzone replay: unknown option '--jsn', did you mean '--json'?` and where to find help.
    public var description: String {
        "\(command): \(message)\nTry '\(command) --help'."
    }
}

/// Why a value does not suit its option; the option's name is added by who parses the command line.
public struct OptionValueError: Error, Hashable, Sendable {
    /// What is allowed: `give a number above 0, such as 2 or 0.5`.
    public var message: String

    /// The error `message`.
    public init(_ message: String) {
        self.message = message
    }
}
