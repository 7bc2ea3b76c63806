import CLinux
import Glibc

/// A set of signal numbers. sigset_t.
public struct SignalSet: Sendable {
    fileprivate var set: sigset_t

    /// The set of `signals`, such as SIGTERM; a number that is no signal is an error.
    public init(_ signals: [Int32]) throws(SystemError) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals where unsafe sigaddset(&set, signal) != 0 {
            throw .current("sigaddset \(signal)")
        }
        self.set = set
    }

    /// Holds these signals back in the calling thread and in the threads that it starts. pthread_sigmask(3).
    public func block() throws(SystemError) {
        var set = set
        let code = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        if code != 0 { throw SystemError(code: code, operation: "pthread_sigmask") }
    }
}

/// Signals as a descriptor that becomes readable when one is pending. signalfd(2).
public struct SignalDescriptor: ~Copyable {
    /// To watch for readability.
    public let descriptor: FileDescriptor

    /// Blocks `signals` and collects them. To be made before any other thread starts.
    public init(_ signals: SignalSet) throws(SystemError) {
        try signals.block()
        var set = signals.set
        let raw = unsafe signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
        if raw < 0 { throw .current("signalfd") }
        descriptor = FileDescriptor(adopting: raw)
    }

    /// Takes the next pending signal's number; nil when none is.
    public func next() throws(SystemError) -> Int32? {
        var information = signalfd_siginfo()
        let raw = descriptor.rawValue
        let count = unsafe withUnsafeMutableBytes(of: &information) { bytes in
            retrying { unsafe read(raw, bytes.baseAddress, bytes.count) }
        }
        // The kernel gives whole records only.
        guard case .bytes = try readResult(count, "read signalfd") else { return nil }
        return Int32(bitPattern: information.ssi_signo)
    }
}
