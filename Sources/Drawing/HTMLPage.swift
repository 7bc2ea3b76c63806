import HitZoneProtocol
import Replay
import TouchEngine
import TouchModel

extension LayoutDrawing {
    /// All pages as one document for browsers that needs nothing from outside, `page` shown first: it
    /// explains the point under the pointer, and steps through the recording.
    public func html(showing page: Int) -> String {
        var markup = Markup()
        let title = "\(layout.name): hit zones".escaped
        markup.raw(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
            script-src 'unsafe-inline'">
            <title>\(title)</title>
            <style>
            \(PictureStyle.sheet)\(ViewerPage.style)</style>
            </head>
            <body>
            \(ViewerPage.body)
            <main>

            """)
        for index in layout.pages.indices {
            let hidden = index == page ? "" : " hidden"
            markup.raw("<section class=\"page\" data-page=\"\(index)\"\(hidden)>\n")
            markup.raw(picture(index, PictureOptions(retain: true, heat: true)).svg(isDocument: false))
            markup.raw("</section>\n")
        }
        markup.raw(
            "</main>\n<script type=\"application/json\" id=\"data\">\(data(showing: page))</script>\n"
                + "<script>\n\(ViewerPage.script)\(ViewerPage.controls)</script>\n</body>\n</html>\n")
        return markup.text
    }

    /// What the page's script works on, as JSON that is safe within a script element.
    private func data(showing page: Int) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("screen")
        writer.string(layout.name)
        writer.key("size")
        writer.numbers([layout.size.width, layout.size.height])
        writer.key("page")
        writer.integer(page)
        writer.key("retain")
        writer.bool(options.retain)
        writer.key("heat")
        writer.bool(options.heat)
        writer.key("pages")
        writer.beginArray()
        for (index, page) in layout.pages.enumerated() { write(page, index, to: &writer) }
        writer.endArray()
        writer.key("events")
        writer.beginArray()
        for event in traces?.events ?? [] { event.write(to: &writer) }
        writer.endArray()
        writer.endObject()
        // Within strings only, where the escape means the same; no end tag can come of what is left.
        return String(decoding: writer.bytes, as: UTF8.self).replacing("<", with: "\\u003c")
    }

    private func write(_ page: Page, _ index: Int, to writer: inout JSONWriter) {
        let frame = PictureFrame(
            layout, page: page, left: PagePicture.margin, top: PagePicture.headHeight)
        writer.beginObject()
        writer.key("page")
        writer.string(page.name)
        writer.key("overlap")
        writer.string(page.overlap.rawValue)
        writer.key("frame")
        writer.numbers([frame.left, frame.top, frame.factor])
        writer.key("regions")
        writer.beginArray()
        for region in page.regions { write(region, to: &writer) }
        writer.endArray()
        writer.endObject()
    }

    private func write(_ region: Region, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("region")
        writer.string(region.id)
        writer.key("drawing")
        writer.rectangle(region.drawing)
        writer.key("hitZone")
        writer.rectangle(region.hitZone)
        writer.key("end")
        writer.integer(region.subtreeEnd)
        writer.key("enabled")
        writer.bool(region.isEnabled)
        writer.key("blocks")
        writer.bool(region.blocks)
        writer.key("acts")
        writer.bool(region.hasActions)
        writer.key("actions")
        writer.beginArray()
        for action in PictureNotes.actions(of: region) { writer.string(action) }
        writer.endArray()
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func numbers(_ values: [Double]) {
        beginArray()
        for value in values { number(value) }
        endArray()
    }

    /// Left, top, right, bottom with all their digits: the script compares as the engine does.
    fileprivate mutating func rectangle(_ rect: LayoutRect) {
        numbers([rect.left, rect.top, rect.right, rect.bottom])
    }
}
