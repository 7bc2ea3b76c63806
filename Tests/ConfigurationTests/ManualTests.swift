import Testing

@testable import Configuration

struct `hitzone yaml 5` {
    private func names<Key: MappingKey>(_: Key.Type) -> [String] { Key.names }

    @Test func `has every key`() {
        let page = String(decoding: projectFile("man/hitzone.yaml.5"), as: UTF8.self)
        let lines = page.split(separator: "\n").map { $0.replacing(".It Ic ", with: ".Ic ") }
        let keys =
            names(RootKey.self) + names(ControlKey.self) + names(DefaultsKey.self) + names(GroupKey.self)
            + names(ScreenKey.self) + names(PanelKey.self) + names(PageKey.self) + names(RegionKey.self)
            + names(EdgeKey.self) + names(DebounceKey.self) + names(ActionKey.self)
        #expect(keys.count > 40)
        for key in keys {
            #expect(
                lines.contains { $0 == ".Ic \(key)" || $0.hasPrefix(".Ic \(key) ") }, "the page lacks \(key)")
        }
    }
}
