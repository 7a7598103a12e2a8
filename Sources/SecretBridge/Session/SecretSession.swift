import GLibBridge
import SystemBridge

/// A session with the Secret Service: the key that secrets are encrypted with on the bus.
protocol SecretSession: Sendable {
  /// The session's object path.
  var path: String { get }
  /// Whether secrets cross the bus encrypted.
  var isEncrypted: Bool { get }

  /// Takes bytes out of the form they have on the bus, `(oayays)`, straight into locked memory.
  ///
  /// - Returns: `nil` when it does not belong to this session, or cannot be decrypted.
  func decode(_ secret: Variant) -> LockedBytes?
}
