/// Which message bus to look for the Secret Service on.
public enum SessionBus: Sendable, Hashable {
  /// The user's own: `DBUS_SESSION_BUS_ADDRESS`, or else the socket `$XDG_RUNTIME_DIR/bus`.
  ///
  /// No bus is ever started: where there is neither, there is no store.
  case environment
  /// The bus at this D-Bus address, for example `unix:path=/run/user/1000/bus`.
  case address(String)
}

/// One call to the Secret Service, for a log: which member, how long it took, what came of it.
///
/// It holds no argument and no answer, so that a log of them can be shown to anybody.
public struct StoreCall: Sendable, Hashable {
  /// Interface and member, for example `org.freedesktop.Secret.Service.SearchItems`.
  public let member: String
  /// From sending to the answer.
  public let duration: Duration
  /// The D-Bus error name, or a few words, when it failed; also when a session is not encrypted.
  public let failure: String?

  /// Creates a value.
  public init(member: String, duration: Duration, failure: String?) {
    self.member = member
    self.duration = duration
    self.failure = failure
  }
}
