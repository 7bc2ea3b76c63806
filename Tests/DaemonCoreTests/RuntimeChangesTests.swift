import TestSupport
import Testing
import TouchEngine
import TouchModel

@testable import DaemonCore

/// What clients have changed, and what of it the file's next version leaves (chapter 8).
struct RuntimeChangesTests {
    private typealias Key = RuntimeChanges.Key
    private typealias Properties = RuntimeChanges.Properties

    private func home(_ change: (inout RegionSettings) -> Void = { _ in }) -> PageSettings {
        var inner = region("inner", 0, 0, 10, 10)
        change(&inner)
        return page("home", region("outer", 0, 0, 100, 100, regions: [inner]), region("b", 200, 0, 100, 100))
    }

    private let second = page("second", region("c", 0, 0, 100, 100))
    private let inner = Key(page: "home", region: "inner")

    private func inner(of settings: ScreenSettings) -> RegionSettings? {
        settings.pages.first { $0.name == "home" }?.regions.find("inner")
    }

    // MARK: Regions

    @Test func `nothing changed leaves the file's settings as they are`() {
        let file = screen([home(), second])
        #expect(RuntimeChanges().applied(to: file) == file)
    }

    @Test func `set changes the properties that are given, of one region at any depth`() {
        let file = screen([home(), second])
        var changes = RuntimeChanges()
        changes.set(inner, Properties(enabled: false))
        #expect(changes.applied(to: file) == screen([home { $0.enabled = false }, second]))
        changes.set(inner, Properties(hidden: true, opacity: 0.5))
        let expected = home {
            $0.enabled = false
            $0.hidden = true
            $0.opacity = 0.5
        }
        #expect(changes.applied(to: file) == screen([expected, second]))
        changes.set(inner, Properties(enabled: true))
        #expect(inner(of: changes.applied(to: file))?.enabled == true)
        #expect(inner(of: changes.applied(to: file))?.hidden == true)
    }

    @Test func `of the same id on another page nothing is changed`() {
        let file = screen([home(), page("second", region("inner", 0, 0, 100, 100))])
        var changes = RuntimeChanges()
        changes.set(inner, Properties(enabled: false))
        #expect(changes.applied(to: file).pages[1] == file.pages[1])
    }

    private static let properties:
        [(name: String, set: Properties, write: @Sendable (inout RegionSettings) -> Void)] =
            [
                ("enabled", Properties(enabled: false), { $0.enabled = false }),
                ("hidden", Properties(hidden: true), { $0.hidden = true }),
                ("opacity", Properties(opacity: 0.25), { $0.opacity = 0.25 }),
            ]

    @Test(arguments: properties.indices)
    func `a property that was set stays while the file gives it the same value, whatever else changes`(
        _ index: Int
    ) {
        let (_, set, write) = Self.properties[index]
        var changes = RuntimeChanges()
        changes.set(inner, set)
        let moved = screen([
            second,
            page(
                "home", region("new", 0, 0, 5, 5),
                region("other", 1, 1, 50, 50, regions: [region("inner", 9, 9, 9, 9)])),
        ])
        changes.reconcile(from: screen([home(), second]), to: moved)
        var expected = region("inner", 9, 9, 9, 9)
        write(&expected)
        #expect(inner(of: changes.applied(to: moved)) == expected)
    }

    @Test(arguments: properties.indices)
    func `a property ends with the file's own new word on it, and the others stay`(_ index: Int) {
        var changes = RuntimeChanges()
        for property in Self.properties { changes.set(inner, property.set) }
        let new = home {
            // The value before stands for "unchanged", so each is given another one here.
            switch index {
            case 0: $0.enabled = false
            case 1: $0.hidden = true
            default: $0.opacity = 0.75
            }
        }
        changes.reconcile(from: screen([home()]), to: screen([new]))
        // And stays forgotten when the file takes its word back.
        changes.reconcile(from: screen([new]), to: screen([home()]))
        let result = inner(of: changes.applied(to: screen([home()])))
        #expect(result?.enabled == (index == 0))
        #expect(result?.hidden == (index != 1))
        #expect(result?.opacity == (index == 2 ? 1 : 0.25))
    }

    @Test func `a region that is not there once is forgotten`() {
        let file = screen([home(), second])
        var changes = RuntimeChanges()
        changes.set(inner, Properties(enabled: false))
        let without = screen([page("home", region("outer", 0, 0, 100, 100)), second])
        changes.reconcile(from: file, to: without)
        changes.reconcile(from: without, to: file)
        #expect(changes.applied(to: file) == file)
    }

    @Test func `a region of a page that is not there once is forgotten`() {
        let file = screen([home(), second])
        var changes = RuntimeChanges()
        changes.set(inner, Properties(enabled: false))
        changes.reconcile(from: file, to: screen([second]))
        changes.reconcile(from: screen([second]), to: file)
        #expect(changes.applied(to: file) == file)
    }

    // MARK: Pages

    private let put = page("home", overlap: .topmost, region("inner", 5, 5, 5, 5))

    @Test func `a page that was put stands in the file's place, where the file has it`() {
        var changes = RuntimeChanges()
        changes.put(put)
        #expect(changes.applied(to: screen([second, home()])) == screen([second, put]))
    }

    @Test func `pages that the file has not follow its own, by name`() {
        var changes = RuntimeChanges()
        for name in ["z", "m", "a"] { changes.put(page(name, region("x", 0, 0, 1, 1))) }
        #expect(changes.applied(to: screen([second])).pages.map(\.name) == ["second", "a", "m", "z"])
    }

    @Test func `a page that was put stays while the file's page of its name is the same`() {
        var changes = RuntimeChanges()
        changes.put(put)
        let new = screen(
            [page("second", region("d", 0, 0, 1, 1)), home()], debounce: Debounce(interval: .seconds(1)))
        changes.reconcile(from: screen([home(), second]), to: new)
        #expect(changes.applied(to: new).pages == [new.pages[0], put])
    }

    @Test func `a page that was put ends when the file's page of its name changes, goes or comes`() {
        let old = screen([home(), second])
        for new in [screen([home { $0.opacity = 0.5 }, second]), screen([second])] {
            var changes = RuntimeChanges()
            changes.put(put)
            changes.reconcile(from: old, to: new)
            #expect(changes.applied(to: new) == new)
            changes.reconcile(from: new, to: old)
            #expect(changes.applied(to: old) == old)
        }
        var changes = RuntimeChanges()
        changes.put(put)
        changes.reconcile(from: screen([second]), to: old)
        #expect(changes.applied(to: old) == old)
    }

    @Test func `a page of a program alone stays over all that the file says of others`() {
        var changes = RuntimeChanges()
        changes.put(put)
        changes.reconcile(from: screen([second]), to: screen([page("third", region("x", 0, 0, 1, 1))]))
        #expect(changes.applied(to: screen([second])).pages == [second, put])
    }

    // MARK: Both

    @Test func `putting a page forgets what was set in it, and in no other`() {
        let file = screen([home(), second])
        var changes = RuntimeChanges()
        changes.set(inner, Properties(enabled: false))
        changes.set(Key(page: "second", region: "c"), Properties(hidden: true))
        changes.put(put)
        let result = changes.applied(to: file)
        #expect(result.pages[0] == put)
        #expect(result.pages[1].regions[0].hidden)
    }

    @Test func `what is set in a page that was put lasts as long as the page does`() {
        let file = screen([home(), second])
        var changes = RuntimeChanges()
        changes.put(put)
        changes.set(inner, Properties(opacity: 0.5))
        // The file's own page has no say while the put one stands in its place.
        let same = screen([home(), page("second", region("d", 0, 0, 1, 1))])
        changes.reconcile(from: file, to: same)
        #expect(changes.applied(to: same).pages[0].regions[0].opacity == 0.5)
        #expect(changes.applied(to: same).pages[0].regions[0].frame == put.regions[0].frame)
        let other = screen([home { $0.retain = .standard }, second])
        changes.reconcile(from: same, to: other)
        #expect(changes.applied(to: other) == other)
    }

    @Test func `what is set in a page of a program alone lasts over reloads`() {
        var changes = RuntimeChanges()
        changes.put(put)
        changes.set(inner, Properties(enabled: false))
        changes.reconcile(from: screen([second]), to: screen([second]))
        #expect(changes.applied(to: screen([second])).pages[1].regions[0].enabled == false)
    }

    @Test func `a set region is found below others, and its first of an id`() {
        let settings = home()
        #expect(settings.regions.find("inner")?.id == "inner")
        #expect(settings.regions.find("b")?.id == "b")
        #expect(settings.regions.find("none") == nil)
    }
}
