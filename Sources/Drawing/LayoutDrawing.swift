public import Replay
public import TouchEngine
import TouchModel

/// A screen's pages as pictures: SVG, and a page for browsers. The same input gives the same bytes.
public struct LayoutDrawing: Sendable {
    let settings: ScreenSettings
    let layout: Layout
    let traces: ContactTraces?
    let options: PictureOptions

    /// Draws `settings`, resolved without a panel.
    public init(_ settings: ScreenSettings, options: PictureOptions = PictureOptions()) {
        self.init(settings, layout: Layout(settings), traces: nil, options: options)
    }

    /// Draws `settings` as resolved on the panel of a recording, with its contacts.
    public init(
        _ settings: ScreenSettings, traces: ContactTraces, options: PictureOptions = PictureOptions()
    ) {
        self.init(settings, layout: traces.layout, traces: traces, options: options)
    }

    private init(
        _ settings: ScreenSettings, layout: Layout, traces: ContactTraces?, options: PictureOptions
    ) {
        self.settings = settings
        self.layout = layout
        self.traces = traces
        self.options = options
    }

    /// The page of index `page` as an SVG document without references to anything outside.
    public func svg(page: Int) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + picture(page, options).svg()
    }

    func picture(_ page: Int, _ options: PictureOptions) -> PagePicture {
        PagePicture(settings, layout, page: page, touches: traces?.traces, options: options)
    }
}
