/// The version of the programs.
public enum Version {
    /// Major, minor and patch number, as Semantic Versioning has them.
    public static let current = "0.1.0"
}
