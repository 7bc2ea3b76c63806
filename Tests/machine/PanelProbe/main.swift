// What Evdev and PanelDiscovery see of real devices, as lines that the machine's checks read.
import Evdev
import Glibc
import LinuxIO
import PanelDiscovery
import TouchModel

let usage = """
    usage: panelprobe list | watch | read NODE | grab NODE | holders NODE | twin NODE
      list          every candidate, a line each
      watch         the same, then a line for every change, until standard input ends
      read NODE     what the panel says of itself, then a line for every event, until it is gone
      grab NODE     what grabbing came to; holds it until standard input ends
      holders NODE  the processes that have it open, a line each
      twin NODE     a second panel like it, its node in a line, which gets its events, until it is gone

    """

/// Writes `text` whole; a reader that is gone ends the program by SIGPIPE.
func print(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
    var rest = Array((text + "\n").utf8)[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
}

func line(_ candidate: PanelCandidate) -> String {
    let calibration = candidate.calibration.map { $0.map { "\($0)" }.joined(separator: " ") } ?? "-"
    let id = [candidate.id.bus, candidate.id.vendor, candidate.id.product, candidate.id.version]
    return [
        candidate.node, candidate.isTouchscreen ? "touchscreen" : "other", candidate.touchProtocol.rawValue,
        id.map { String($0, radix: 16) }.joined(separator: ":"), candidate.idPath ?? "-", calibration,
        candidate.hardware, candidate.name,
    ].joined(separator: "\t")
}

func line(_ panel: PanelDescription) -> String {
    let axes = panel.axes.sorted { $0.key < $1.key }.map { code, axis in
        "\(code)=\(axis.minimum),\(axis.maximum),\(axis.fuzz),\(axis.flat),\(axis.resolution)"
    }
    let keys = panel.keys.sorted().map { "\($0)" }.joined(separator: ",")
    let properties = panel.properties.sorted().map { "\($0)" }.joined(separator: ",")
    return
        "panel\t\(panel.touchProtocol.rawValue)\t\(axes.joined(separator: " "))\t\(keys)\t\(properties)\t\(panel.name)"
}

func watch() throws {
    var monitor = try PanelMonitor()
    print("udev\t\(monitor.isUdevRunning ? "running" : "absent")")
    for candidate in monitor.candidates { print("present\t" + line(candidate)) }
    print("ready")
    var poller = try Poller()
    try poller.add(rawDescriptor: monitor.rawDescriptor, for: .readable, token: 0)
    try poller.add(rawDescriptor: STDIN_FILENO, for: .readable, token: 1)
    while true {
        let count = try poller.wait()
        for index in 0..<count where poller[index].token == 1 { return }
        for change in try monitor.receive() {
            switch change {
            case .added(let candidate): print("added\t" + line(candidate))
            case .changed(let candidate): print("changed\t" + line(candidate))
            case .removed(let candidate): print("removed\t" + line(candidate))
            }
        }
    }
}

/// Drains the panel at `node` until it is gone, each wake-up's events through `body`.
func follow(_ node: String, _ body: (borrowing Device, [InputEvent]) throws -> Void) throws {
    var device = try Device(path: node)
    var poller = try Poller()
    try poller.add(device.descriptor, for: .readable, token: 0)
    var events: [InputEvent] = []
    while true {
        events.removeAll(keepingCapacity: true)
        let result = try device.drain(into: &events)
        try body(device, events)
        if result == .gone { return }
        _ = try poller.wait()
    }
}

func read(_ node: String) throws {
    var isFirst = true
    try follow(node) { device, events in
        if isFirst { print(line(device.description)) }
        isFirst = false
        print(
            events.map { "\($0.time.microseconds) \($0.type) \($0.code) \($0.value)" }.joined(separator: "\n")
                + "\nwake \(events.count)")
    }
    print("gone")
}

func grab(_ node: String) throws {
    let device = try Device(path: node)
    print("\(try device.grab())")
    var byte: UInt8 = 0
    while unsafe Glibc.read(STDIN_FILENO, &byte, 1) > 0 {}
    try device.ungrab()
}

func twin(_ node: String) throws {
    var panel = try Device(path: node).description
    panel.name = "hitzone " + panel.name
    var twin = try UinputDevice(panel)
    print(twin.node)
    try follow(node) { _, events in if !events.isEmpty { try twin.write(events) } }
}

func list() throws {
    for candidate in try PanelMonitor().candidates { print(line(candidate)) }
}

let arguments = CommandLine.arguments.dropFirst()
do {
    switch (arguments.first, arguments.dropFirst().first, arguments.count) {
    case ("list", nil, 1): try list()
    case ("watch", nil, 1): try watch()
    case ("read", let node?, 2): try read(node)
    case ("grab", let node?, 2): try grab(node)
    case ("holders", let node?, 2):
        for holder in nodeHolders(of: node) { print("\(holder.process) \(holder.program)") }
    case ("twin", let node?, 2): try twin(node)
    default:
        print(usage, to: STDERR_FILENO)
        exit(2)
    }
} catch {
    print("\(error)", to: STDERR_FILENO)
    exit(1)
}
