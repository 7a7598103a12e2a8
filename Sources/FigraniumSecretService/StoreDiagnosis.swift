/// What is known of the store, for `doctor` and for bug reports; it holds no key and no prompt opens.
public struct StoreDiagnosis: Sendable, Hashable {
  /// Where the bus was found: `DBUS_SESSION_BUS_ADDRESS`, `XDG_RUNTIME_DIR` or `given address`.
  public var busOrigin: String
  /// Process id of the program that owns `org.freedesktop.secrets`, where the bus tells it.
  public var providerPID: Int?
  /// Name of that program, for example `gnome-keyring-daemon`.
  public var providerProgram: String?
  /// Label of the collection that keys are stored in; `nil` when there is none yet.
  public var collection: String?
  /// Whether it is locked; `nil` when there is none.
  public var isLocked: Bool?
  /// Whether secrets cross the bus encrypted.
  public var isSessionEncrypted: Bool

  /// Creates a value.
  public init(
    busOrigin: String, providerPID: Int?, providerProgram: String?, collection: String?,
    isLocked: Bool?, isSessionEncrypted: Bool
  ) {
    self.busOrigin = busOrigin
    self.providerPID = providerPID
    self.providerProgram = providerProgram
    self.collection = collection
    self.isLocked = isLocked
    self.isSessionEncrypted = isSessionEncrypted
  }
}
