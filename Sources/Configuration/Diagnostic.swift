public import YAML

/// How bad a finding is.
public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The configuration cannot be used.
    case error
    /// It can be used, but does perhaps not do what was meant.
    case warning
}

/// A finding about a configuration, with its place.
public struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
    /// How bad it is.
    public var severity: Severity
    /// What kind of finding it is, in words joined by hyphens, such as `unknown-key`; stable, for programs.
    public var code: String
    /// The file as it was named, `<stdin>` for standard input.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The character within the line, from 1.
    public var column: Int
    /// What is wrong and what is allowed, in one line.
    public var message: String

    /// The finding `message` of kind `code` at `location` in `file`.
    public init(severity: Severity, code: String, file: String, at location: SourceLocation, message: String)
    {
        self.severity = severity
        self.code = code
        self.file = file
        line = location.line
        column = location.column
        self.message = message
    }

    /// `file:line:column: error: message`, as compilers write it.
    public var description: String { "\(file):\(line):\(column): \(severity.rawValue): \(message)" }
}

/// Why a file is no configuration: every error in it, and the warnings, in the order of the file.
public struct ConfigurationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// At least one is an error.
    public var diagnostics: [Diagnostic]

    /// The failure with these findings.
    public init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

    /// One finding a line.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// The kinds of findings of this module.
enum DiagnosticCode: String {
    case unreadable
    case syntax
    case tooManyErrors = "too-many-errors"
    case wrongValue = "wrong-value"
    case outOfRange = "out-of-range"
    case unknownKey = "unknown-key"
    case duplicateKey = "duplicate-key"
    case missingKey = "missing-key"
    case unusedKey = "unused-key"
    case conflict
    case badName = "bad-name"
    case unknownName = "unknown-name"
    case duplicateRegion = "duplicate-region"
    case samePanel = "same-panel"
    case emptyZone = "empty-zone"
    case needsMillimetres = "needs-millimetres"
}
