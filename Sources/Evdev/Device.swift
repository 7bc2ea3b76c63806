import Glibc
public import LinuxIO
public import TouchModel

/// What draining a device came to.
public enum DrainResult: Hashable, Sendable {
    /// All that there was is read; the descriptor becomes readable when there is more.
    case drained
    /// Much is read, and there is more: the descriptor stays readable.
    case more
    /// The device is gone for ever (ENODEV): nothing more will come, and the descriptor stays readable, so
    /// stop watching it.
    case gone
}

/// What a wish to have a device alone came to.
public enum GrabResult: Hashable, Sendable {
    /// Events come here and nowhere else.
    case grabbed
    /// Another process has it (EBUSY).
    case busy
    /// A contact is down, which others have seen and would see no end of; try again when it has lifted.
    case contactDown
}

/// An open evdev node of a panel. Its events are stamped by CLOCK_MONOTONIC (rule T1).
///
/// Events are read by read(2), all that one wake-up has in one call, and not through libevdev_next_event:
/// that reads until EAGAIN, and it discards a tracking id that replaces another in a live slot, which rule L6
/// gives a meaning. libevdev tells what the device is and, when the kernel dropped events, what its state is.
public struct Device: ~Copyable {
    /// The node, `/dev/input/event3`.
    public let path: String
    /// What the panel says of itself.
    public let description: PanelDescription
    /// To watch for readability.
    public let descriptor: FileDescriptor
    private let handle: Handle
    private var buffer = EventBuffer(capacity: 256)
    private var isStateDue = true

    /// Opens the node at `path` without taking it from others. libevdev_new_from_fd, libevdev_set_clock_id.
    public init(path: String) throws(DeviceError) {
        let descriptor = try Self.open(path)
        let handle = try Handle(descriptor, path: path)
        let description = handle.description()
        guard description.horizontal != nil, description.vertical != nil else {
            throw .notAPanel(path: path, lacks: "pair of position axes")
        }
        try handle.setClock(CLOCK_MONOTONIC, path: path)
        self.path = path
        self.descriptor = descriptor
        self.handle = handle
        self.description = description
    }

    /// Appends to `events` all that the device has now, in the order of the kernel.
    ///
    /// The first call appends SYN_DROPPED and the panel's state as a frame of ordinary events, at the time of
    /// the call: the contacts that are down already and where the idle slots' positions stand. Where the
    /// kernel dropped events, its SYN_DROPPED is followed by such a frame, with its time; what came between
    /// is lost with the rest. Call it once after opening and then at each readiness. Allocates nothing but
    /// what `events` needs to grow. read(2).
    public mutating func drain(into events: inout [InputEvent]) throws(DeviceError) -> DrainResult {
        do {
            if isStateDue {
                let state = try readState()
                let now = Timestamp(microseconds: Clock.monotonicMicroseconds())
                // Who begins to listen has a gap behind him.
                events.append(
                    InputEvent(time: now, type: EventType.syn, code: SynCode.dropped, value: 0))
                state.append(to: &events, at: now)
                isStateDue = false
            }
            // A panel that never stops gives way to the others after some reads.
            for _ in 0..<8 {
                guard case .events(let count) = try read() else { return .drained }
                for index in 0..<count {
                    let event = buffer[index]
                    events.append(event)
                    if event.type == EventType.syn, event.code == SynCode.dropped {
                        try readState().append(to: &events, at: event.time)
                        return .drained
                    }
                }
                if count < buffer.capacity { return .drained }
            }
            return .more
        } catch {
            if error.code == ENODEV { return .gone }
            throw error
        }
    }

    /// Has the next `drain` tell the panel's state, as after lost events.
    public mutating func forgetState() {
        isStateDue = true
    }

    /// Takes the device for this process alone, if no contact is down before and after. libevdev_grab.
    public func grab() throws(DeviceError) -> GrabResult {
        if try isTouched() { return .contactDown }
        if try !handle.setGrab(true, path: path) { return .busy }
        if try isTouched() {
            try ungrab()
            return .contactDown
        }
        return .grabbed
    }

    /// Lets others have the events again; closing does so too. libevdev_grab.
    public func ungrab() throws(DeviceError) {
        _ = try handle.setGrab(false, path: path)
    }

    /// Whether a contact is down or near, as the kernel has it now. Asked through a descriptor of its own: a question about
    /// keys takes the key events out of the queue of the one it goes through (EVIOCGKEY), and a down would be lost.
    public func isTouched() throws(DeviceError) -> Bool {
        let state = try Handle(try Self.open(path), path: path).state(of: description)
        let axis = description.touchProtocol == .single ? description.axes[AbsCode.pressure] : nil
        return state.isTouched(pressure: axis)
    }

    private static func open(_ path: String) throws(DeviceError) -> FileDescriptor {
        do throws(SystemError) {
            return try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
        } catch {
            throw .system(error)
        }
    }

    /// The panel's state, with nothing unread that is older: what is pending is discarded, the state read,
    /// and both again as long as events came meanwhile. A panel that never rests gets the fifth answer, which
    /// later events set right.
    private mutating func readState() throws(DeviceError) -> PanelState {
        _ = try discardPending()
        for _ in 0..<4 {
            let state = try Handle(descriptor, path: path).state(of: description)
            if try !discardPending() { return state }
        }
        return try Handle(descriptor, path: path).state(of: description)
    }

    /// Reads until the kernel has no more, at most as much as its buffer can hold, and tells whether anything
    /// came.
    private mutating func discardPending() throws(DeviceError) -> Bool {
        var isAny = false
        for _ in 0..<64 {
            guard case .events(let count) = try read() else { return isAny }
            isAny = true
            if count < buffer.capacity { return true }
        }
        return isAny
    }

    private mutating func read() throws(DeviceError) -> EventBuffer.Outcome {
        do throws(SystemError) {
            let outcome = try buffer.read(from: descriptor)
            if outcome == .gone { throw SystemError(code: ENODEV, operation: "read", path: path) }
            return outcome
        } catch {
            throw .system(error)
        }
    }
}
