/// A layout of two buttons with a gap, a card with a child, a disabled one, and a second page.
let layout = """
    version: 1
    defaults: {minimum: none, retain: 0, debounce: 300ms}
    screens:
      front:
        size: [800, 480]
        start: home
        pages:
          home:
            - {id: a, frame: [0, 0, 33, 33], expand: 20, action: go.a}
            - {id: b, frame: [37, 0, 33, 33], expand: 20, action: go.b}
            - id: card
              frame: [100, 100, 300, 100]
              action: open.card
              regions:
                - {id: close, frame: [270, 10, 20, 20], expand: 12, action: {name: close.card, page: other}}
            - {id: off, frame: [500, 100, 50, 50], enabled: false, action: never}
          other:
            overlap: topmost
            regions:
              - {id: low, frame: [100, 100, 50, 50], expand: 30, action: go.low}
              - {id: high, frame: [200, 100, 50, 50], expand: 60, action: go.high}

    """

/// A single-touch panel of 800 × 480 with BTN_TOUCH, as evemu writes it, and its events.
func recording(_ touches: [(x: Int, y: Int, downMilliseconds: Int, upMilliseconds: Int)]) -> String {
    var text = """
        # EVEMU 1.3
        N: Test Panel
        I: 0003 0eef 0001 0100
        P: 02 00 00 00 00 00 00 00
        B: 00 0b 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 04 00 00 00 00 00 00
        B: 03 03 00 00 00 00 00 00 00
        A: 00 0 799 0 0 0
        A: 01 0 479 0 0 0

        """
    for touch in touches {
        let down = time(touch.downMilliseconds)
        let up = time(touch.upMilliseconds)
        text += """
            E: \(down) 0003 0000 \(touch.x)
            E: \(down) 0003 0001 \(touch.y)
            E: \(down) 0001 014a 1
            E: \(down) 0000 0000 0
            E: \(up) 0001 014a 0
            E: \(up) 0000 0000 0

            """
    }
    return text
}

private func time(_ milliseconds: Int) -> String {
    let fraction = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - fraction.count) + fraction + "000"
}
