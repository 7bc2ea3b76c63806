import LinuxIO
public import TouchModel

extension PanelMatch {
    /// Whether a device of this name, identity and udev ID_PATH has all that is asked for. A device without a
    /// path has no path to match.
    public func fits(name: String, id: InputID, path: String?) -> Bool {
        if let pattern = self.name, Glob(pattern)?.matches(name) != true { return false }
        if let wanted = self.id, wanted != PanelID(vendor: id.vendor, product: id.product) { return false }
        guard let pattern = self.path else { return true }
        guard let path else { return false }
        return Glob(pattern)?.matches(path) == true
    }
}
