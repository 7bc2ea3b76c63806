import TouchEngine
import TouchModel

/// A region that is not there for touches (rule Z5), and so not in the resolved layout.
struct AbsentRegion {
    var id: String
    /// The drawing, cut by the screen and by clipping ancestors, in layout units.
    var drawing: LayoutRect
    /// `hidden`, `not interactive` or `transparent`; those below an absent region have its word.
    var why: String

    /// The absent regions of a page that have anything to draw, back to front.
    static func all(of page: PageSettings, in bounds: LayoutRect) -> [AbsentRegion] {
        var found: [AbsentRegion] = []
        collect(page.regions, x: 0, y: 0, clip: bounds, why: nil, into: &found)
        return found.filter { !$0.drawing.isEmpty }
    }

    private static func collect(
        _ regions: [RegionSettings], x: Double, y: Double, clip: LayoutRect, why inherited: String?,
        into found: inout [AbsentRegion]
    ) {
        for region in regions {
            let frame = region.frame
            let uncut = LayoutRect(
                left: frame.left + x, top: frame.top + y, right: frame.right + x, bottom: frame.bottom + y)
            let drawing = uncut.cut(by: clip)
            let why = inherited ?? region.absence
            if let why { found.append(AbsentRegion(id: region.id, drawing: drawing, why: why)) }
            collect(
                region.regions, x: uncut.left, y: uncut.top, clip: region.clip ? drawing : clip, why: why,
                into: &found)
        }
    }
}

extension RegionSettings {
    fileprivate var absence: String? {
        if hidden { return "hidden" }
        if !interactive { return "not interactive" }
        return opacity > 0.01 ? nil : "transparent"
    }
}
