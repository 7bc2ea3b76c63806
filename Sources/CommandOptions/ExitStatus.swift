import Glibc

/// What a program's exit status says.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    /// Done.
    case done = 0
    /// The input is wrong: a configuration, a recording, a point, or an output that could not be written.
    case wrongInput = 1
    /// The command line is wrong.
    case wrongCommandLine = 2
    /// No daemon or no device.
    case unavailable = 3

    /// Ends the process with this status. exit(3).
    public func exit() -> Never { Glibc.exit(rawValue) }
}
