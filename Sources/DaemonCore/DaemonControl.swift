import Configuration
import HitZoneProtocol
import LinuxIO
import TouchEngine
import TouchModel

/// The methods that change things. Each first asks whether the caller may.
extension Daemon {
    mutating func setPage(screen name: String?, page: String) throws(CallError) {
        let screen = try index(ofScreen: name)
        let index = try index(ofPage: page, on: screens[screen])
        let now = Clock.monotonicMicroseconds()
        let time = catchUp(screen, at: now)
        screens[screen].engine.show(page: index, at: time, into: &output)
        publishOutput(of: screen, at: now)
    }

    mutating func setRegion(_ change: Request.RegionChange) throws(CallError) {
        let screen = try index(ofScreen: change.screen)
        let shown = screens[screen].state.page
        let page = change.page ?? shown
        guard let settings = screens[screen].engine.settings.pages.first(where: { $0.name == page }) else {
            throw .unknownPage(screen: screens[screen].name, page: page)
        }
        guard settings.regions.find(change.region) != nil else {
            throw .unknownRegion(screen: screens[screen].name, page: page, region: change.region)
        }
        screens[screen].changes.set(
            RuntimeChanges.Key(page: page, region: change.region),
            RuntimeChanges.Properties(
                enabled: change.enabled, hidden: change.hidden, opacity: change.opacity))
        let now = Clock.monotonicMicroseconds()
        changeLayout(of: screen, .removed, at: now)
        publishLayout(of: screen, page: page, at: now)
    }

    mutating func putPage(_ put: Request.PagePut) throws(CallError) {
        let screen = try index(ofScreen: put.screen)
        let page: PageSettings
        do throws(PageProblems) {
            page = try configuration.page(
                named: put.page, json: put.regions, for: screens[screen].name,
                besides: screens[screen].engine.settings.pages.map(\.name))
        } catch {
            throw .invalidLayout(
                problems: error.problems.map { CallError.Problem(member: $0.member, message: $0.message) })
        }
        screens[screen].changes.put(page)
        let now = Clock.monotonicMicroseconds()
        changeLayout(of: screen, .reload, at: now)
        publishLayout(of: screen, page: put.page, at: now)
    }

    mutating func lock(_ name: String?) throws(CallError) {
        for screen in try indices(ofScreen: name) {
            let now = Clock.monotonicMicroseconds()
            let time = catchUp(screen, at: now)
            screens[screen].engine.lock(at: time, into: &output)
            publishOutput(of: screen, at: now)
        }
    }

    mutating func unlock(_ name: String?) throws(CallError) {
        for screen in try indices(ofScreen: name) { screens[screen].engine.unlock() }
    }

    /// Refuses a caller whom `control` does not name.
    func authorise(_ connection: Connection, _ request: Request) throws(CallError) {
        if control.allows(connection.peer) { return }
        let user = User.name(of: connection.peer.user) ?? String(connection.peer.user)
        notes(
            .warning, "user \(user) (process \(connection.peer.process)) may not call \(request.method)",
            by: .clients)
        throw .permissionDenied
    }

    /// All screens, or the one of that name.
    private func indices(ofScreen name: String?) throws(CallError) -> Range<Int> {
        guard let name else { return screens.indices }
        let screen = try index(ofScreen: name)
        return screen..<(screen + 1)
    }
}
