import TestSupport
import Testing
import TouchModel

@testable import TouchEngine

/// What the index's builder and its lists say of rectangles, against what is so at single points.
struct CellFilterTests {
    private var random = RandomSource(seed: 3)

    private mutating func rect(_ most: Int, corner: ClosedRange<Int> = -40...40) -> LayoutRect {
        func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) / 4 }
        return LayoutRect(
            x: number(corner), y: number(corner), width: number(0...most), height: number(0...most))
    }

    private func points(of box: LayoutRect, besides rects: [LayoutRect]) -> [LayoutPoint] {
        let x = [box.left, box.right] + rects.flatMap { [$0.left, $0.right] }
        let y = [box.top, box.bottom] + rects.flatMap { [$0.top, $0.bottom] }
        return x.flatMap { x in y.map { LayoutPoint(x: x, y: $0) } }.filter {
            $0.x >= box.left && $0.x <= box.right && $0.y >= box.top && $0.y <= box.bottom
        }
    }

    @Test mutating func `one rectangle is nearer than another in a box if it is at each of its points`() {
        var count = 0
        for _ in 0..<20_000 {
            let (one, other, box) = (rect(40), rect(40), rect(60))
            // Differences have their extremes where an edge begins or ends.
            let isNearer = points(of: box, besides: [one, other]).allSatisfy {
                one.squaredDistance(to: $0) < other.squaredDistance(to: $0)
            }
            #expect(one.isNearer(than: other, inAllOf: box) == isNearer, "\(one) \(other) \(box)")
            count += isNearer ? 1 : 0
        }
        #expect(count > 1_000)
    }

    @Test func `rectangles as far from a point as rounding can tell are not nearer than one another`() {
        let box = LayoutRect(left: 0, top: 0, right: 1, bottom: 1)
        let one = LayoutRect(left: 100, top: 0, right: 101, bottom: 1)
        var other = one
        other.left = one.left.nextUp
        #expect(!one.isNearer(than: other, inAllOf: box))
        #expect(!other.isNearer(than: one, inAllOf: box))
        other.left = 100.001
        #expect(one.isNearer(than: other, inAllOf: box))
    }

    @Test mutating func `what steps tell of a point or a rectangle is so`() {
        let raster = Raster(of: LayoutRect(left: -10, top: -10, right: 10, bottom: 10))
        var clear = 0
        for _ in 0..<20_000 {
            let bits = UInt64.random(in: 20...32, using: &random)
            let place = Int64.random(in: 0..<(1 << Int64(32 - bits)), using: &random) << Int64(bits)
            let area = StepArea(x: place, y: place, width: bits, height: bits)
            let (rect, other) = (rect(60), rect(60))
            let steps = area.steps(of: rect, raster)
            switch area.steps(of: other, raster).relation(to: steps) {
            case .inside: #expect(rect.encloses(other))
            case .outside: #expect(!rect.encloses(other))
            case .doubtful: break
            }
            let low = raster.bounds.left + 20 * Double(place) / Raster.steps
            let end = low + 20 * Double(1 << bits) / Raster.steps
            let edge = [rect.left, rect.right, low, end].randomElement(using: &random) ?? low
            let x = min(max(edge, low.nextUp), end.nextDown.nextDown)
            let y = Double.random(in: low.nextUp..<end.nextDown, using: &random)
            let position = StepPosition(
                x: Raster.step(Raster.low(bits, of: raster.x(x)), of: bits),
                y: Raster.step(Raster.low(bits, of: raster.y(y)), of: bits))
            guard raster.x(x) >> bits == UInt64(place) >> bits, raster.y(y) >> bits == UInt64(place) >> bits
            else { continue }
            switch position.relation(to: steps) {
            case .inside: #expect(rect.contains(LayoutPoint(x: x, y: y)))
            case .outside: #expect(!rect.contains(LayoutPoint(x: x, y: y)))
            case .doubtful: continue
            }
            clear += 1
        }
        #expect(clear > 5_000)
    }
}
