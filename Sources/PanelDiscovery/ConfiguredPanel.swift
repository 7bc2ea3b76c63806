public import Configuration
import LinuxIO

extension PanelSelector {
    /// The selector of a screen's `panel`.
    public init(_ match: PanelMatch) {
        self.init(
            name: match.name.flatMap(Glob.init), vendor: match.id?.vendor, product: match.id?.product,
            path: match.path.flatMap(Glob.init))
    }
}
