import Glibc

/// This process, for messages to people.
package enum ProcessIdentity {
  /// Its number.
  package static var current: Int32 { getpid() }
}
