/// What a client changes. The daemon takes it from those whom `control` in its configuration names, from root
/// and from its own user; others get `ClientError.refused(.permissionDenied)`.
///
/// Without `screen` the only one is meant, unless said otherwise.
extension HitZoneClient {
    /// Shows `page`; contacts on the page before are cancelled. io.hitzone.SetPage.
    ///
    /// - Throws: `.refused` with `unknownScreen` or `unknownPage`.
    public func setPage(_ page: String, screen: String? = nil) async throws(ClientError) {
        try await change(.setPage(screen: screen, page: page))
    }

    /// Changes what is given of `region` on `page`, or on the page that shows. io.hitzone.SetRegion.
    ///
    /// - Parameters:
    ///   - region: The region's id.
    ///   - page: The page that has it; nil: the one that shows.
    ///   - screen: The screen that has the page; nil: the only one.
    ///   - enabled: Whether it and what is in it answers touches.
    ///   - hidden: Whether it and what is in it is absent.
    ///   - opacity: From 0 to 1; at or below 0.01 it and what is in it is absent.
    /// - Throws: `.refused` with `unknownScreen`, `unknownPage`, `unknownRegion`, or `invalidParameter` when
    ///   nothing is given or the opacity is out of range.
    public func setRegion(
        _ region: String, page: String? = nil, screen: String? = nil, enabled: Bool? = nil,
        hidden: Bool? = nil, opacity: Double? = nil
    ) async throws(ClientError) {
        // What is no number would be sent as nothing.
        if let opacity, !opacity.isFinite { throw .refused(.invalidParameter(parameter: "opacity")) }
        try await change(
            .setRegion(
                Request.RegionChange(
                    screen: screen, page: page, region: region, enabled: enabled, hidden: hidden,
                    opacity: opacity)))
    }

    /// Puts a page in the place of the one called `page`, or adds it: whole, once all of it was found to be
    /// right. io.hitzone.PutPage.
    ///
    /// - Parameters:
    ///   - page: The page's name.
    ///   - json: What the configuration has for a page: a list of regions, or an object with `regions` and
    ///     `overlap`.
    ///   - screen: The screen that is to have it; nil: the only one.
    /// - Throws: `.refused` with `invalidLayout`, which tells all that is wrong, or `unknownScreen`;
    ///   `.invalidRequest` when `json` is not JSON or passes the limit of a message.
    public func putPage(_ page: String, json: String, screen: String? = nil) async throws(ClientError) {
        let put = Request.PagePut(screen: screen, page: page, regions: Array(json.utf8))
        do throws(ProtocolError) { try put.check() } catch { throw .invalidRequest(error) }
        try await change(.putPage(put))
    }

    /// Puts `regions`, back to front, in the place of the page called `page`, or adds it. io.hitzone.PutPage.
    ///
    /// - Throws: As `putPage(_:json:screen:)`.
    public func putPage(
        _ page: String, regions: [PlacedRegion], screen: String? = nil
    ) async throws(ClientError) {
        var writer = JSONWriter()
        PlacedRegion.write(regions, to: &writer)
        try await change(.putPage(Request.PagePut(screen: screen, page: page, regions: writer.bytes)))
    }

    /// Lets `screen`, or all screens, refuse contacts until `unlock`; those that are down are cancelled.
    /// io.hitzone.Lock.
    ///
    /// - Throws: `.refused` with `unknownScreen`.
    public func lock(screen: String? = nil) async throws(ClientError) {
        try await change(.lock(screen: screen))
    }

    /// Lets `screen`, or all screens, accept contacts again. io.hitzone.Unlock.
    ///
    /// - Throws: `.refused` with `unknownScreen`.
    public func unlock(screen: String? = nil) async throws(ClientError) {
        try await change(.unlock(screen: screen))
    }

    /// Lets the daemon load its configuration again; when that has errors, nothing changes.
    /// io.hitzone.Reload.
    ///
    /// - Throws: `.refused` with `reloadFailed`, which has the errors.
    public func reload() async throws(ClientError) {
        try await change(.reload)
    }

    /// What the daemon has counted since it started. io.hitzone.GetStats; anyone may ask.
    public func stats() async throws(ClientError) -> Stats {
        try await ask(.getStats, as: StatsAnswer.self).stats
    }

    private func change(_ request: Request) async throws(ClientError) {
        _ = try await ask(request, as: EmptyAnswer.self)
    }
}
