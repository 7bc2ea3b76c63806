import CommandOptions
import Configuration
import HitZoneProtocol
import Spelling

extension EventKinds? {
    /// Adds the kinds that `names` name, each one of `allowed`; nil is an option that was not given yet.
    mutating func add(_ names: [String], among allowed: [EventKind]) throws(OptionValueError) {
        var kinds = self ?? []
        for name in names {
            guard let kind = allowed.first(where: { $0.name == name }) else {
                let known = allowed.map(\.name)
                let hint = nearest(to: name, among: known).map { "did you mean \($0)? " } ?? ""
                throw OptionValueError("\(hint)the kinds are \(known.joined(separator: ", "))")
            }
            kinds.insert(EventKinds(kind))
        }
        self = kinds
    }
}

extension Configuration {
    /// The configuration at `path` for a command that needs it whole; its warnings are the business of
    /// `hitzone check`.
    static func load(for command: String, path: String) throws(CommandFailure) -> Configuration {
        do throws(ConfigurationFailure) {
            return try load(path: path)
        } catch {
            let errors = error.diagnostics.filter { $0.severity == .error }.map(\.description)
            throw .input((errors + ["\(command): the configuration cannot be used"]).joined(separator: "\n"))
        }
    }
}

/// Does `work`, with its error as a failure of the input of `command`.
func inputFailure<Result, Problem: Error & CustomStringConvertible>(
    of command: String, _ work: () throws(Problem) -> Result
) throws(CommandFailure) -> Result {
    do throws(Problem) {
        return try work()
    } catch {
        throw .input("\(command): \(error.description)")
    }
}
