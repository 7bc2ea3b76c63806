import CLinux

/// Memory that a program needs to start and then no more.
public enum StartMemory {
    /// Gives it back to the system: what is free on the heap, and the mappings of code and constants, of which those
    /// that are used come back from the page cache. To be called once a lot of work is done and little is to come.
    /// malloc_trim(3), madvise(2).
    public static func giveBack() { hitzone_forget_start() }
}
