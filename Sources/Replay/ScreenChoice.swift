public import Configuration
public import Recording
import TouchEngine
import TouchModel

/// Why a recording cannot be replayed.
public struct ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do.
    public let description: String

    init(_ description: String) { self.description = description }
}

extension Configuration {
    /// The screen that a recording is for: the one named, else the only one, else the only one whose `panel`
    /// fits the recorded device.
    ///
    /// - Throws: An error that lists the screens.
    public func screen(named name: String?, for device: RecordedDevice) throws(ReplayError)
        -> ScreenConfiguration
    {
        let fitting: [ScreenConfiguration]
        if let name {
            fitting = screens.filter { $0.settings.name == name }
        } else if screens.count == 1 {
            fitting = screens
        } else {
            fitting = screens.filter {
                $0.panel.fits(name: device.panel.name, id: device.panel.id, path: nil)
            }
        }
        if fitting.count == 1, let screen = fitting.first { return screen }
        let list = screens.map(\.settings.name).joined(separator: ", ")
        let problem =
            name.map { "there is no screen \($0)" }
            ?? "the recorded device fits \(fitting.count) of the screens"
        throw ReplayError("\(problem); choose with --screen among \(list)")
    }
}
