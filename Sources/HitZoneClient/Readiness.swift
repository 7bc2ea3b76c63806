import Dispatch
import LinuxIO

/// A socket that is closed when the last of its users lets go, a Dispatch source among them.
final class SharedSocket: Sendable {
    let socket: UnixSocket

    init(_ socket: consuming UnixSocket) {
        self.socket = socket
    }
}

/// Waits for a socket without holding a thread. One task at a time may wait.
///
/// The Dispatch source sleeps unless a task waits: a descriptor that stays readable would fire without end,
/// and nothing is read that nobody asked for.
final class Readiness: Sendable {
    enum Direction {
        case read, write
    }

    private struct State {
        /// Awake if and only if there is a waiter, until it is cancelled.
        let source: any DispatchSourceProtocol
        var waiter: CheckedContinuation<Bool, Never>?
        var isClosed = false
    }

    /// A queue of its own, because a program may block all threads of the global ones.
    private static let queue = DispatchQueue(label: "io.hitzone.client")

    private let state: Locked<State>

    init(_ shared: SharedSocket, _ direction: Direction) {
        // Dispatch does not say that nobody else holds a source that it has just made.
        nonisolated(unsafe) let source = Readiness.source(shared.socket.descriptor.rawValue, direction)
        state = unsafe Locked(State(source: source))
        state.withLock { state in
            state.source.setEventHandler { [weak self] in self?.becameReady() }
            // The descriptor must stay open until Dispatch has let go of it.
            state.source.setCancelHandler { withExtendedLifetime(shared) {} }
        }
    }

    private static func source(_ raw: Int32, _ direction: Direction) -> any DispatchSourceProtocol {
        switch direction {
        case .read: DispatchSource.makeReadSource(fileDescriptor: raw, queue: queue)
        case .write: DispatchSource.makeWriteSource(fileDescriptor: raw, queue: queue)
        }
    }

    deinit {
        close()
    }

    /// Returns true when the socket is ready, or false when it was closed or the task is cancelled, which
    /// closes it.
    nonisolated(nonsending) func wait() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isClosed = state.withLock { state in
                    if state.isClosed { return true }
                    state.waiter = continuation
                    state.source.resume()
                    return false
                }
                if isClosed { continuation.resume(returning: false) }
            }
        } onCancel: {
            close()
        }
    }

    /// Wakes the waiter and lets go of the descriptor for good.
    func close() {
        let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            if state.isClosed { return nil }
            state.isClosed = true
            state.source.cancel()
            // A sleeping source never gets to its cancel handler, so it is woken once more.
            if state.waiter == nil { state.source.resume() }
            return state.waiter.take()
        }
        waiter?.resume(returning: false)
    }

    private func becameReady() {
        let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard let waiter = state.waiter.take() else { return nil }
            state.source.suspend()
            return waiter
        }
        waiter?.resume(returning: true)
    }
}
