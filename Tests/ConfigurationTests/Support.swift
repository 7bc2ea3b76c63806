import Configuration
import TouchEngine
import YAML

/// A configuration with one page `p` of the regions that `regions` lists, one flow mapping a line; the first
/// stands at 7:11.
func page(_ regions: String..., screen: String = "physical: [160, 96]", root: String = "") -> String {
    """
    version: 1
    screens:
      s:
        size: [800, 480]
        pages:
          p:

    """ + regions.map { "        - \($0)\n" }.joined() + "    \(screen)\n" + root
}

/// The findings of a text, warnings too; none when it is right.
func findings(_ text: String) -> [Diagnostic] { findings(Array(text.utf8)) }

/// The findings of bytes, warnings too; none when they are right.
func findings(_ bytes: [UInt8]) -> [Diagnostic] {
    do throws(ConfigurationFailure) {
        return try Configuration.parse(bytes, file: "f").warnings
    } catch {
        return error.diagnostics
    }
}

/// The first region of the first page of a text.
func firstRegion(_ text: String) throws -> RegionSettings? {
    try Configuration.parse(Array(text.utf8), file: "f").screens.first?.settings.pages.first?.regions.first
}
