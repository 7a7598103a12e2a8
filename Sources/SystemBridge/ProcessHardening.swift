import CSystem

/// Keeps what the process holds in memory out of other programs' and the disk's reach.
package enum ProcessHardening {
  /// Does so for the rest of the process's life; the first thing a program that holds keys does.
  ///
  /// `PR_SET_DUMPABLE` 0: no core dump, and no `ptrace` or `/proc/PID/mem` for other processes of
  /// the user. `RLIMIT_CORE` 0, also for child processes. glibc's `M_PERTURB`: freed memory is
  /// overwritten. A crash ends the process in the system's way, without the report of Swift's own
  /// handlers, which shows registers and stacks. Standard streams that were closed are taken, and
  /// `SIGPIPE` is ignored, see ``StandardStreams``.
  ///
  /// - Returns: Whether all of it took hold. A container may forbid some; work may go on.
  @discardableResult package static func apply() -> Bool {
    let hasStandardStreams = StandardStreams.open()
    _ = figranium_share_heap()
    StandardStreams.ignoreBrokenPipes()
    let results = [
      hasStandardStreams,
      figranium_forbid_dumping() == 0, figranium_forbid_core_files() == 0,
      figranium_overwrite_freed_memory() == 1, figranium_use_default_crash_handling() == 0,
    ]
    return results.allSatisfy { $0 }
  }

  /// Whether the kernel would write a core dump of this process (`PR_GET_DUMPABLE`).
  package static var isDumpable: Bool { figranium_is_dumpable() != 0 }
}
