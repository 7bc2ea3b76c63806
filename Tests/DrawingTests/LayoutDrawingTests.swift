import Configuration
import Recording
import Replay
import TestSupport
import Testing
import TouchEngine
import TouchModel

@testable import Drawing

/// How often `part` occurs in `text`.
private func count(_ part: String, in text: String) -> Int { text.ranges(of: part).count }

private let shop = page(
    "home",
    region("card", 100, 100, 300, 100, regions: [region("close", 270, 10, 20, 20, expand: 12)]),
    region("off", 500, 100, 80, 50) { $0.enabled = false },
    region("wall", 600, 100, 80, 50, on: []) { $0.block = true },
    region("window", 100, 300, 100, 100, on: [], regions: [region("row", 0, 60, 100, 80)]) { $0.clip = true },
    region("secret", 300, 300, 90, 50, regions: [region("below", 5, 20, 40, 20)]) { $0.hidden = true },
    region("ghost", 420, 300, 90, 50) { $0.opacity = 0.01 })

struct `A picture` {
    private let svg = LayoutDrawing(screen([shop])).svg(page: 0)

    @Test func `It has a group for each present region, in z-order`() throws {
        let ids = ["card", "close", "off", "wall", "window", "row"]
        #expect(count("data-region=", in: svg) == ids.count)
        for (index, id) in ids.enumerated() {
            #expect(svg.contains("<g data-region=\"\(index)\"><title>\(index + 1)  \(id)  "))
        }
    }

    @Test func `Ids, actions, pages and places stand in it`() {
        #expect(svg.contains(">6 row</text>"))
        #expect(svg.contains(">tap card.tap</text>"))
        #expect(svg.contains(">[370, 110, 20, 20]</text>"))
        #expect(svg.contains(">disabled; tap off.tap</text>"))
    }

    @Test func `What is cut away is drawn, and the drawing only as far as it shows (Z4)`() {
        #expect(count("class=\"cut ", in: svg) == 2)  // the row, and the legend's sample
        #expect(svg.contains("height=\"\(decimal(40 * 1.4))\""))
    }

    @Test func `Absent regions are dashed and say why (Z5)`() {
        for text in ["secret: hidden", "below: hidden", "ghost: transparent"] {
            #expect(svg.contains("<title>\(text)</title>"))
        }
    }

    @Test func `Disabled and blocking regions are hatched (Z5, Z6)`() {
        #expect(svg.contains("<rect fill=\"url(#p0-disabled)\""))
        #expect(svg.contains("<rect fill=\"url(#p0-blocked)\""))
    }

    @Test func `Retain zones come on demand`() {
        #expect(!svg.contains("class=\"retains\""))
        let options = PictureOptions(retain: true)
        #expect(LayoutDrawing(screen([shop]), options: options).svg(page: 0).contains("class=\"retains\""))
    }

    @Test func `The scale is in millimetres where they are known`() {
        #expect(svg.contains("layout units (millimetres unknown)"))
        var settings = screen([shop])
        settings.physical = PhysicalSize(width: 160, height: 96)
        let known = LayoutDrawing(settings).svg(page: 0)
        #expect(known.contains(">20 mm</text>"))
        #expect(known.contains(">60×20 mm</text>"))
    }

    @Test func `It refers to nothing outside, and knows dark`() {
        #expect(count("http", in: svg) == 1)
        #expect(svg.contains("xmlns=\"http://www.w3.org/2000/svg\""))
        #expect(svg.contains("prefers-color-scheme: dark"))
    }

    @Test func `The same layout gives the same bytes`() {
        for _ in 0..<5 { #expect(LayoutDrawing(screen([shop])).svg(page: 0) == svg) }
    }

    @Test func `An empty page is a picture too`() {
        let empty = LayoutDrawing(screen([page("none")]))
        #expect(empty.svg(page: 0).contains("class=\"screen\""))
        #expect(empty.html(showing: 0).contains("\"regions\":[]"))
    }
}

struct `Labels` {
    @Test func `None covers another, on a page of 4-unit buttons`() {
        var buttons: [RegionSettings] = []
        for index in 0..<120 {
            let (x, y) = (Double(index % 20) * 17 + 3, Double(index / 20) * 15 + 3)
            buttons.append(region("button.\(index)", x, y, 4, 4, expand: nil, minimum: 12))
        }
        let settings = screen([PageSettings(name: "home", regions: buttons)])
        let svg = LayoutDrawing(settings).svg(page: 0)
        var plates: [LayoutRect] = []
        for line in svg.split(separator: "\n") where line.hasPrefix("<rect class=\"plate\"") {
            let numbers = line.split(separator: "\"").compactMap { Double($0) }
            plates.append(LayoutRect(x: numbers[1], y: numbers[2], width: numbers[3], height: numbers[4]))
        }
        #expect(plates.count > 100)
        for (index, plate) in plates.enumerated() {
            #expect(!plates[..<index].contains { $0.overlaps(plate) })
        }
    }
}

struct `Escaping` {
    private let name = "a</script><img src=x onerror=alert(1)>&\"'\u{1}\u{85}é"

    @Test func `Markup in names becomes text`() {
        #expect(
            name.escaped
                == "a&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;\u{fffd}\u{fffd}é")
    }

    @Test func `No name ends an element, in the picture or in the page`() {
        var settings = screen([
            page(
                "home", region(name, 10, 10, 200, 80),
                region("hidden\(name)", 300, 10, 200, 80) { $0.hidden = true })
        ])
        settings.name = name
        let drawing = LayoutDrawing(settings)
        for text in [drawing.svg(page: 0), drawing.html(showing: 0)] {
            #expect(!text.contains("<img"))
            #expect(!text.contains("a</script>"))
            #expect(!text.contains("\u{1}"))
        }
        // One for the data, one for the program.
        #expect(count("</script", in: drawing.html(showing: 0)) == 2)
    }
}

/// A single-touch panel of 800 × 480: frames of milliseconds, and a point or nil for the lift.
private func recorded(_ frames: [(Int64, (Int32, Int32)?)]) -> RecordedDevice? {
    var text =
        "# EVEMU 1.3\nN: Panel\nI: 0003 0eef 0001 0100\nP: 02 00 00 00 00 00 00 00\n"
        + "B: 00 0b 00 00 00 00 00 00 00\n"
    for index in 0..<12 { text += "B: 01 00 \(index == 5 ? "04" : "00") 00 00 00 00 00 00\n" }
    text += "B: 03 03 00 00 00 00 00 00 00\nA: 00 0 799 0 0 0\nA: 01 0 479 0 0 0\n"
    for (milliseconds, point) in frames {
        let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
        let time = "\(milliseconds / 1_000).\(fraction)000"
        if let point { text += "E: \(time) 0003 0000 \(point.0)\nE: \(time) 0003 0001 \(point.1)\n" }
        text += "E: \(time) 0001 014a \(point == nil ? 0 : 1)\nE: \(time) 0000 0000 0\n"
    }
    return try? Recording.parse(Array(text.utf8), name: "test").devices.first
}

struct `A recording upon a picture` {
    private func traces() throws -> ContactTraces {
        let text = """
            version: 1
            screens:
              front:
                size: [800, 480]
                start: home
                pages:
                  home:
                    - {id: go, frame: [100, 100, 200, 100], debounce: 300ms, retain: 10, action: go}
                    - {id: off, frame: [400, 100, 100, 100], enabled: false, action: off}
            """
        let configuration = try Configuration.parse(Array(text.utf8), file: "test")
        let device = try #require(
            recorded([
                (100, (150, 150)), (120, (170, 160)), (140, nil),  // a tap with a path
                (200, (150, 150)), (220, nil),  // inside its window
                (1_000, (450, 150)), (1_020, nil),  // disabled
                (1_100, (700, 400)), (1_120, nil),  // nothing there
                (2_000, (150, 150)), (2_020, (700, 300)), (2_040, nil),  // slides off
            ]))
        return try ContactTraces(device, on: configuration.screens[0])
    }

    @Test func `Each contact has its path and its ending (L1, L2, L13, T4, Z5)`() throws {
        let traces = try traces().traces
        #expect(traces.map(\.number) == [1, 2, 3, 4, 5])
        #expect(
            traces.map(\.ending) == [.lifted, .refused(.debounce), .refused(.disabled), .unowned, .left])
        #expect(traces[0].path == [LayoutPoint(x: 150, y: 150), LayoutPoint(x: 170, y: 160)])
        #expect(traces[0].triggers == [.tap])
        #expect(traces[4].path.count == 2)
        #expect(traces.map(\.region) == ["go", "go", "off", nil, "go"])
    }

    @Test func `Taps, refusals with their reason, and unowned contacts are marked`() throws {
        var settings = screen([page("home", region("go", 100, 100, 200, 100))])
        settings.name = "front"
        let traces = try traces()
        let svg = LayoutDrawing(settings, traces: traces).svg(page: 0)
        #expect(count("data-contact=", in: svg) == 5)
        for text in ["#2 debounce", "#3 disabled", "#5 left", "#4", "#1"] {
            #expect(svg.contains(">\(text)</text>"), "\(text)")
        }
        #expect(svg.contains(">refused (debounce)</text>"))
        #expect(svg.contains("<path class=\"path ok\""))
        #expect(!svg.contains("class=\"heats\""))
    }

    @Test func `Heat comes on demand`() throws {
        let settings = screen([page("home", region("go", 100, 100, 200, 100))])
        let options = PictureOptions(heat: true)
        let svg = LayoutDrawing(settings, traces: try traces(), options: options).svg(page: 0)
        #expect(svg.contains("<g class=\"heats\">"))
        #expect(svg.contains("class=\"heat heat6\""))
    }
}
