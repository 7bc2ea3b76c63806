import Configuration
import Glibc
import TouchEngine
import TouchModel

/// What the hit test costs on pages of one to 100,000 regions, and how long it takes to read such a page.
///
/// `hitbench` prints a head and then tab-separated lines: a figure, nanoseconds a hit test, milliseconds to
/// build the page; `hitbench --instructions FIGURE COUNT` does COUNT hit tests of one figure and nothing else,
/// to be counted by callgrind; `hitbench --load KIND` reads one text, `hitbench --read FILE` a configuration, and tells
/// its regions and the milliseconds; `hitbench --text KIND` prints one of the texts.
/// `nested`, `flow`, `flat`: the texts that are loaded.

/// Nanoseconds of CLOCK_MONOTONIC.
func nanoseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// The middle of several rounds of `body`, in nanoseconds.
func median(of rounds: Int, _ body: () -> Void) -> Double {
    let times = (0..<rounds).map { _ in
        let start = nanoseconds()
        body()
        return nanoseconds() - start
    }
    return Double(times.sorted()[rounds / 2])
}

/// Does a hit test at each point; the sum keeps the optimiser from leaving them out.
@inline(never) func hit(_ page: Page, _ points: [LayoutPoint]) -> Int {
    var sum = 0
    for point in points {
        let hit = page.hitTest(point)
        sum &+= (hit.owner ?? -1) &+ (hit.direct ?? -1)
    }
    return sum
}

let sizes = [1, 10, 100, 1_000, 10_000, 100_000]
let figures = sizes.map(String.init) + BenchmarkPages.hard.map(\.key)

func settings(of figure: String) -> ScreenSettings {
    BenchmarkPages.screen(
        BenchmarkPages.hard.first { $0.key == figure }?.value()
            ?? BenchmarkPages.cards(Int(figure) ?? sizes[0]))
}

func text(_ kind: String) -> [UInt8] {
    let page = BenchmarkPages.cards(100_000)
    let text =
        switch kind {
        case "flow": ConfigurationText.flow(page)
        case "flat": ConfigurationText.block(page.flat)
        default: ConfigurationText.block(page)
        }
    return Array(text.utf8)
}

/// Reads, checks and resolves a text, as a start of the daemon does; the number of its regions.
func load(_ bytes: [UInt8]) -> Int {
    do throws(ConfigurationFailure) {
        let configuration = try Configuration.parse(bytes, file: "bench.yaml")
        return configuration.screens.reduce(0) { count, screen in
            Layout(screen.settings).pages.reduce(count) { $0 + $1.regions.count }
        }
    } catch {
        print(error.diagnostics.prefix(3).map(\.description).joined(separator: "\n"))
        exit(1)
    }
}

func measureAll() {
    print("figure\tnanoseconds-per-hit-test\tbuild-milliseconds")
    var costs: [String: Double] = [:]
    var sum = 0
    for figure in figures {
        let settings = settings(of: figure)
        let build = median(of: 3) { sum &+= Layout(settings).pages.count }
        guard let page = Layout(settings).pages.first else { continue }
        let points = BenchmarkPages.points(100_000, on: page)
        let time = median(of: 11) { sum &+= hit(page, points) } / Double(points.count)
        costs[figure] = time
        print("\(figure)\t\(rounded(time))\t\(rounded(build / 1e6))")
    }
    let few = costs["10"] ?? .infinity
    for figure in ["100000"] + BenchmarkPages.hard.map(\.key) {
        print("ratio \(figure) to 10\t\(rounded((costs[figure] ?? 0) / few))\t-")
    }
    for kind in ["nested", "flow", "flat"] {
        let bytes = text(kind)
        let time = median(of: 3) { sum &+= load(bytes) }
        print("load \(kind)\t-\t\(rounded(time / 1e6))")
    }
    if sum == 0 { print("no region was hit") }
}

func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().first) {
case ("--instructions", let figure?) where figures.contains(figure):
    guard let page = Layout(settings(of: figure)).pages.first else { exit(1) }
    let points = BenchmarkPages.points(Int(arguments.last ?? "") ?? 1_000, on: page)
    print(hit(page, points))
case ("--load", let kind?):
    print(load(text(kind)))
case ("--read", let path?):
    do throws(FileError) {
        let bytes = try readFile(path: path, atMost: .max)
        let start = nanoseconds()
        let count = load(bytes)
        print("\(count)\t\(rounded(Double(nanoseconds() - start) / 1e6))")
    } catch {
        print(error.message)
        exit(1)
    }
case ("--text", let kind?):
    print(String(decoding: text(kind), as: UTF8.self), terminator: "")
case (nil, _):
    measureAll()
default:
    print("usage: hitbench [--instructions FIGURE COUNT | --load KIND | --read FILE | --text KIND]")
    exit(2)
}
