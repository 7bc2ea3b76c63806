import TouchEngine
import TouchModel

/// Where the screen lies in the picture, and how large.
struct PictureFrame {
    /// Picture units a layout unit.
    let factor: Double
    /// The screen's left edge in the picture.
    let left: Double
    /// The screen's upper edge in the picture.
    let top: Double
    private let size: LayoutSize

    /// A screen of `layout` as large as reads well: wide enough for its smallest drawing on `page`, within
    /// limits.
    init(_ layout: Layout, page: Page, left: Double, top: Double) {
        size = layout.size
        var factor = min(1_120 / max(size.width, 1e-9), 800 / max(size.height, 1e-9))
        let smallest = page.regions.filter { !$0.drawing.isEmpty }
            .map { min($0.drawing.width, $0.drawing.height) }.min()
        if let smallest, smallest * factor < 14 {
            factor = max(factor, min(14 / smallest, 1_800 / size.width, 1_400 / size.height))
        }
        self.factor = factor
        self.left = left
        self.top = top
    }

    var right: Double { left + size.width * factor }
    var bottom: Double { top + size.height * factor }
    var width: Double { size.width * factor }
    var height: Double { size.height * factor }

    func x(_ value: Double) -> Double { left + value * factor }
    func y(_ value: Double) -> Double { top + value * factor }

    /// A rectangle of the layout in the picture.
    func box(_ rect: LayoutRect) -> LayoutRect {
        LayoutRect(left: x(rect.left), top: y(rect.top), right: x(rect.right), bottom: y(rect.bottom))
    }

    /// The attributes of a `rect` element.
    func attributes(_ rect: LayoutRect) -> String { box(rect).attributes }

    /// The data of a `path` element that runs around `rings`.
    func path(_ rings: [[LayoutPoint]]) -> String {
        rings.map { ring in
            "M" + ring.map { "\(decimal(x($0.x))) \(decimal(y($0.y)))" }.joined(separator: "L") + "Z"
        }.joined()
    }
}

extension LayoutRect {
    /// The attributes of a `rect` element.
    var attributes: String {
        "x=\"\(decimal(left))\" y=\"\(decimal(top))\" width=\"\(decimal(max(width, 0)))\" "
            + "height=\"\(decimal(max(height, 0)))\""
    }

    func overlaps(_ other: LayoutRect) -> Bool { !cut(by: other).isEmpty }
}
