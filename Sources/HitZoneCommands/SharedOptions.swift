import CommandOptions
import Configuration
import HitZoneProtocol
import Spelling
import TouchEngine
import YAML

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

extension ScreenConfiguration {
    /// What to say, with the place in `file`, where the layout has lengths in millimetres and only the panel will
    /// know them; nil where it has none or the configuration knows.
    func millimetresNote(_ file: String) -> String? {
        guard settings.physical == nil, let place = locations.firstMillimetres else { return nil }
        return
            "\(file):\(place.line):\(place.column): warning: screen \(settings.name) has no 'physical', so that 9mm "
            + "counts as 44 units here; with its panel it may differ"
    }
}

/// The one of `choices`, each a `noun`, called `name`; without a name the only one.
func choose<Choice>(
    _ name: String?, in choices: [Choice], of noun: String, for command: String, name key: (Choice) -> String
) throws(CommandFailure) -> Choice {
    let fitting = choices.filter { name == nil || key($0) == name }
    if fitting.count == 1, let only = fitting.first { return only }
    let names = choices.map(key)
    let problem = name.map { "there is no \(noun) \($0)" } ?? "there are several \(noun)s"
    let hint = name.flatMap { nearest(to: $0, among: names) }.map { ", did you mean \($0)?" }
    throw .input(
        "\(command): \(problem)\(hint ?? "; choose --\(noun) among \(names.joined(separator: ", "))")"
    )
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
