/// Layouts and recordings for the tests.
enum Samples {
    /// Two screens. On `front` three regions side by side, each 100 wide, and a second page; recordings are
    /// for it.
    static let layout = """
        version: 1
        defaults: {minimum: none, retain: 10, debounce: 0s}
        screens:
          front:
            size: [800, 480]
            panel: {name: "Sample*"}
            start: home
            pages:
              home:
                - {id: left, frame: [0, 0, 100, 100], actions: {press: lamp.on, tap: lamp.toggle}}
                - {id: middle, frame: [100, 0, 100, 100], debounce: 250ms, action: door.open}
                - {id: next, frame: [200, 0, 100, 100], actions: {tap: {name: go.next, page: second}}}
                - {id: off, frame: [300, 0, 100, 100], enabled: false, action: never}
              second:
                - {id: back, frame: [200, 0, 100, 100], expand: 20, actions: {tap: {name: go.back, page: home}}}
          rear:
            size: [100, 50]
            panel: {name: "Other*"}
            start: only
            pages:
              only:
                - {id: all, frame: [0, 0, 100, 50], action: any}
        """

    /// One screen with one region that has everything.
    static let plainLayout = """
        version: 1
        screens:
          front:
            size: [800, 480]
            start: home
            pages: {home: [{id: all, frame: [0, 0, 800, 480], debounce: 0s, action: hit}]}
        """

    private static let header = """
        N: Sample panel
        I: 0003 1209 00ab 0100
        A: 00 0 799 0 0 0
        A: 01 0 479 0 0 0
        A: 2f 0 9 0 0 0
        A: 35 0 799 0 0 0
        A: 36 0 479 0 0 0
        A: 39 0 65535 0 0 0

        """

    /// A recording of taps, each (start in ms, x), 40 ms long, at y 50. With `stays` its last frame comes
    /// hours later, so that the daemon stays; else it ends with the last tap.
    static func taps(_ taps: [(Int, Int)], stays: Bool = true) -> String {
        var text = header
        for (index, (start, x)) in taps.enumerated() {
            text += down(start, id: index + 1, x: x) + up(start + 40)
        }
        if stays { text += "E: 100000.000000 0000 0000 0000\n" }
        return text
    }

    /// A contact on each x that goes down at once, in one frame, and lifts only hours later.
    static func held(_ x: Int...) -> String {
        var text = header
        for (slot, x) in x.enumerated() {
            text += """
                E: 0.000000 0003 002f \(slot)
                E: 0.000000 0003 0039 \(slot + 1)
                E: 0.000000 0003 0035 \(x)
                E: 0.000000 0003 0036 50

                """
        }
        return text + "E: 0.000000 0000 0000 0000\n" + up(100_000_000)
    }

    /// A recording in which nothing ever happens.
    static let silent = header

    private static func down(_ milliseconds: Int, id: Int, x: Int) -> String {
        let time = time(milliseconds)
        return """
            E: \(time) 0003 0039 \(id)
            E: \(time) 0003 0035 \(x)
            E: \(time) 0003 0036 50
            E: \(time) 0000 0000 0000

            """
    }

    private static func up(_ milliseconds: Int) -> String {
        let time = time(milliseconds)
        return "E: \(time) 0003 0039 -1\nE: \(time) 0000 0000 0000\n"
    }

    private static func time(_ milliseconds: Int) -> String {
        let rest = String(milliseconds % 1_000)
        return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)000"
    }
}
