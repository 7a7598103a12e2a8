import Glibc

/// The end of the process.
package enum ProcessExit {
  /// Ends the process at once (`_exit`), with no work left for other threads to stumble over.
  ///
  /// Nothing is flushed: ``StandardStreams`` keeps nothing back. A terminal that hides what is typed
  /// is put back first.
  ///
  /// - Parameter code: What the shell is told.
  package static func now(_ code: Int32) -> Never {
    Terminal.showInput()
    #if DEBUG
      MemorySearch.report("exit")
    #endif
    _exit(code)
  }
}
