import TouchModel

/// The colours and strokes of pictures, for light and dark.
enum PictureStyle {
    /// How many hues there are for regions.
    static let hues = 8

    /// The style sheet of a picture. Plain rules and one media query, which librsvg understands too.
    static var sheet: String {
        let light = ["0969da", "bc4c00", "1a7f37", "8250df", "bf3989", "0e7c86", "9a6700", "cf222e"]
        let dark = ["58a6ff", "f0883e", "3fb950", "bc8cff", "f778ba", "39c5cf", "d29922", "ff7b72"]
        return common + colours(light, ink: "1f2328", soft: "59636e", paper: "ffffff", ground: "f3f4f6")
            + "@media (prefers-color-scheme: dark) {\n"
            + colours(dark, ink: "e6edf3", soft: "9aa4af", paper: "0d1117", ground: "161b22") + "}\n"
    }

    private static let common = """
        .hz text{font:11px "DejaVu Sans Mono","Liberation Mono",monospace}
        .hz text.title{font-size:15px;font-weight:bold}
        .hz .drawing{fill-opacity:.3;stroke-width:1.4}
        .hz .glass{fill-opacity:0;stroke-dasharray:1 3}
        .hz .area{fill-opacity:.22;stroke-width:1;stroke-opacity:.9;stroke-linejoin:round}
        .hz .zone{fill:none;stroke-width:1;stroke-dasharray:6 3;stroke-opacity:.75}
        .hz .retain{fill:none;stroke-width:1;stroke-dasharray:1 3;stroke-opacity:.8}
        .hz .cut{fill:none;stroke-width:1;stroke-dasharray:2 2;stroke-opacity:.7}
        .hz .absent{fill:none;stroke-width:1.2;stroke-dasharray:5 4}
        .hz .screen{stroke-width:1}
        .hz .bar,.hz .leader{fill:none;stroke-width:1}
        .hz .bar{stroke-width:1.5}
        .hz .plate{fill-opacity:.82}
        .hz .path{fill:none;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round;stroke-opacity:.85}
        .hz .mark{stroke-width:1.6;stroke-linecap:round}
        .hz .heat{fill:#d1242f}
        .hz .heat1{fill-opacity:.14}.hz .heat2{fill-opacity:.24}.hz .heat3{fill-opacity:.35}
        .hz .heat4{fill-opacity:.47}.hz .heat5{fill-opacity:.6}.hz .heat6{fill-opacity:.75}

        """

    private static func colours(
        _ hues: [String], ink: String, soft: String, paper: String, ground: String
    ) -> String {
        let regions = hues.enumerated().map { index, hue in
            ".hz .h\(index){fill:#\(hue);stroke:#\(hue)}\n.hz .h\(index).zone,.hz .h\(index).retain,"
                + ".hz .h\(index).cut{fill:none}\n"
        }.joined()
        return regions + """
            .hz .paper{fill:#\(paper)}
            .hz .screen{fill:#\(ground);stroke:#\(soft)}
            .hz text,.hz .ink{fill:#\(ink);stroke:none}
            .hz text.soft{fill:#\(soft)}
            .hz .plate{fill:#\(paper);stroke:none}
            .hz .bar,.hz .leader,.hz .absent{stroke:#\(soft)}
            .hz .hatch{stroke:#\(soft)}
            .hz .border{fill:none;stroke:#\(ink);stroke-width:1.6}
            .hz .ok{stroke:#\(hues[2])}.hz .ok.mark{fill:#\(hues[2])}
            .hz .bad{stroke:#\(hues[7])}.hz .bad.mark{fill:none}
            .hz .none{stroke:#\(soft)}.hz .none.mark{fill:none}
            .hz .odd{stroke:#\(hues[1])}.hz .odd.mark{fill:none}

            """
    }

    /// A hue for each region: among those of the regions that it may touch, the least used.
    static func hues(for boxes: [LayoutRect]) -> [Int] {
        var chosen: [Int] = []
        for (index, box) in boxes.enumerated() {
            var used = Array(repeating: 0, count: hues)
            for other in 0..<index where boxes[other].overlaps(box) { used[chosen[other]] += 1 }
            let first = index % hues
            chosen.append(
                (0..<hues).map { (first + $0) % hues }.min { used[$0] < used[$1] } ?? first)
        }
        return chosen
    }
}
