import TestSupport
import Testing
import TouchEngine
import TouchModel

struct CalibrationFitTests {
    private typealias Point = NormalizedPoint

    /// Clockwise from the top left.
    private let corners = [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1), Point(x: 0, y: 1)]

    private func fit(_ touched: [(Double, Double)], to targets: [NormalizedPoint]? = nil) throws
        -> CalibrationFit
    {
        try CalibrationFit(
            zip(touched, targets ?? corners).map { raw, target in
                CalibrationPair(touched: NormalizedPoint(x: raw.0, y: raw.1), target: target)
            })
    }

    /// A resistive panel of 480 × 272 whose axes are swapped, its corners touched clockwise from the top left.
    @Test func `Corners that a person touched map the panel's middle to the screen's`() throws {
        let raw = [(243, 13), (242, 470), (16, 470), (19, 22)]
        let result = try fit(raw.map { (Double($0.0) / 256, Double($0.1) / 512) })
        let middle = result.calibration(NormalizedPoint(x: 130.0 / 256, y: 244.0 / 512))
        #expect((middle.x * 480 * 10).rounded() / 10 == 240.3)
        #expect((middle.y * 272 * 10).rounded() / 10 == 136.0)
        #expect(result.axesAreSwapped && !result.runsRightToLeft && result.runsBottomToTop)
        #expect(result.orientation == "the axes are swapped, y runs from bottom to top")
        // The corners are no parallelogram, so that something is left over, but little of a screen.
        let distances = result.distances(on: PhysicalSize(width: 95.04, height: 53.86))
        #expect(distances.greatest > 0.1 && distances.greatest < 1)
        #expect(distances.typical <= distances.greatest)
    }

    @Test(arguments: [
        (Calibration.identity, nil as String?),
        (Calibration(-1, 0, 1, 0, 1, 0), "x runs from right to left"),
        (Calibration(1, 0, 0, 0, -1, 1), "y runs from bottom to top"),
        (Calibration(-1, 0, 1, 0, -1, 1), "x runs from right to left, y runs from bottom to top"),
        (Calibration(0, 1, 0, 1, 0, 0), "the axes are swapped"),
        (Calibration(0, -1, 1, 1, 0, 0), "the axes are swapped, x runs from right to left"),
        (Calibration(0, 1, 0, -1, 0, 1), "the axes are swapped, y runs from bottom to top"),
        (
            Calibration(0, -1, 1, -1, 0, 1),
            "the axes are swapped, x runs from right to left, y runs from bottom to top"
        ),
        (Calibration(1.1, 0.02, -0.04, -0.03, 0.97, 0.01), nil),
    ])
    func `An exact map is found again, and put into words`(matrix: Calibration, words: String?) throws {
        let touched = [
            Point(x: 0.1, y: 0.1), Point(x: 0.9, y: 0.2), Point(x: 0.8, y: 0.9), Point(x: 0.3, y: 0.5),
        ]
        let result = try fit(touched.map { ($0.x, $0.y) }, to: touched.map { matrix($0) })
        let (found, wanted) = (result.calibration, matrix)
        for (one, other) in zip(
            [found.a, found.b, found.c, found.d, found.e, found.f],
            [wanted.a, wanted.b, wanted.c, wanted.d, wanted.e, wanted.f])
        {
            #expect(abs(one - other) < 1e-12)
        }
        #expect(result.orientation == words)
        #expect(result.residuals.allSatisfy { abs($0.x) < 1e-12 && abs($0.y) < 1e-12 })
    }

    @Test func `No other matrix near the fit is nearer to the targets`() throws {
        var random = RandomSource(seed: 4)
        func noise(_ size: Double, _ random: inout RandomSource) -> Double {
            Double.random(in: -size...size, using: &random)
        }
        let targets = (0..<9).map { Point(x: Double($0 % 3) / 2, y: Double($0 / 3) / 2) }
        let touched = targets.map {
            (0.05 + 0.9 * $0.x + noise(0.02, &random), 0.1 + 0.8 * $0.y + noise(0.02, &random))
        }
        let result = try fit(touched, to: targets)
        func error(_ matrix: Calibration) -> Double {
            zip(touched, targets).reduce(0) { sum, pair in
                let mapped = matrix(Point(x: pair.0.0, y: pair.0.1))
                let (x, y) = (mapped.x - pair.1.x, mapped.y - pair.1.y)
                return sum + x * x + y * y
            }
        }
        let least = error(result.calibration)
        for _ in 0..<200 {
            let best = result.calibration
            let other = Calibration(
                best.a + noise(0.01, &random), best.b + noise(0.01, &random), best.c + noise(0.01, &random),
                best.d + noise(0.01, &random), best.e + noise(0.01, &random), best.f + noise(0.01, &random))
            #expect(error(other) >= least)
        }
    }

    @Test func `The residual is in millimetres of the screen`() throws {
        // One corner 0.04 off in x: a plane through four corners takes a quarter of it at each.
        let result = try fit(
            [(0, 0), (1, 0), (1, 1), (0, 1)],
            to: [
                Point(x: 0.04, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1), Point(x: 0, y: 1),
            ])
        let distances = result.distances(on: PhysicalSize(width: 100, height: 50))
        #expect(abs(distances.typical - 1) < 1e-9 && abs(distances.greatest - 1) < 1e-9)
    }

    @Test(arguments: [
        ([(0.0, 0.0), (1, 1)], CalibrationFitError.tooFew(2)), ([], .tooFew(0)),
        ([(0.0, 0.0), (0.5, 0.5), (1, 1), (0.25, 0.25)], .touchedOnALine),
        ([(0.5, 0.5), (0.5, 0.5), (0.5, 0.5), (0.5, 0.5)], .touchedOnALine),
        ([(0.0, 0.0), (1, 0), (.nan, 1), (0, 1)], .notFinite),
        ([(0.0, 0.0), (1e300, 0), (1e300, 1e300), (0, 1)], .touchedOnALine),
    ])
    func `Points that give no matrix are refused`(touched: [(Double, Double)], error: CalibrationFitError) {
        #expect(throws: error) { try fit(touched) }
    }

    @Test func `Targets on a line are refused`() {
        #expect(throws: CalibrationFitError.targetsOnALine) {
            try fit(
                [(0, 0), (1, 0), (1, 1)], to: [Point(x: 0, y: 0), Point(x: 0.5, y: 0.5), Point(x: 1, y: 1)])
        }
    }

    @Test(arguments: Rotation.allCases)
    func `A matrix after a rotation does what mapping does in two steps`(rotation: Rotation) throws {
        let matrix = Calibration(0.9, 0.1, 0.02, -0.05, 0.8, 0.1)
        let axis = AxisInfo(minimum: 0, maximum: 999)
        func map(_ rotation: Rotation, _ matrix: Calibration) -> PanelMapping? {
            PanelMapping(
                horizontal: axis, vertical: axis, rotation: rotation, calibration: matrix,
                size: LayoutSize(width: 1000, height: 1000))
        }
        for point in [DevicePoint(x: 250, y: 200), DevicePoint(x: 600, y: 100), DevicePoint(x: 300, y: 800)] {
            let two = try #require(map(rotation, matrix)?(point))
            let one = try #require(map(.none, matrix.after(rotation))?(point))
            #expect(abs(two.x - one.x) < 1e-9 && abs(two.y - one.y) < 1e-9)
        }
    }

    @Test func `The inverse of a matrix takes points back`() throws {
        let matrix = Calibration(0.1, -1.2, 1.05, 0.9, 0.2, -0.3)
        let inverse = try #require(matrix.inverse)
        for point in [
            NormalizedPoint(x: 0, y: 0), NormalizedPoint(x: 0.3, y: 0.9), NormalizedPoint(x: -1, y: 2),
        ] {
            let back = inverse(matrix(point))
            #expect(abs(back.x - point.x) < 1e-12 && abs(back.y - point.y) < 1e-12)
        }
    }

    @Test(arguments: [
        Calibration(1, 2, 0, 2, 4, 0), Calibration(0, 0, 0.5, 0, 1, 0), Calibration(.infinity, 0, 0, 0, 1, 0),
    ])
    func `A matrix that loses a direction has no inverse`(matrix: Calibration) {
        #expect(matrix.inverse == nil)
    }
}
