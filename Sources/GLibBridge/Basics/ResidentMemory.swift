import CGLib

/// What a program that stays holds in memory and has no use for at the moment.
package enum ResidentMemory {
  /// Lets go of freed heap, and of the pages of program files that only a start or a single task
  /// needed.
  ///
  /// For a service at rest. Pages come back from the system's cache of files when they are run or read
  /// again, for some microseconds each; nothing that was written is touched.
  package static func release() { figranium_release_resident_memory() }
}
