public import Figranium
public import FoundationEssentials

/// What is wanted of a rotation.
public struct RotationRequest: Sendable {
  /// The new key, when it was made elsewhere; `nil` when the server is to have a new one.
  public var newKey: Secret?
  /// Name or id, on the server, of the key that is stored now; `nil` to find it out.
  public var oldKey: String?
  /// For how many seconds the old key is to stay good, where the server allows that.
  public var keepOldFor: TimeInterval?
  /// Do nothing unless the key is at least as old, in seconds.
  public var ifOlderThan: TimeInterval?
  /// Only tell what would be done.
  public var isDryRun: Bool
  /// Asked which of the server's keys is the stored one, when that cannot be found out; `nil` as the
  /// answer leaves it open.
  public var choose: (@Sendable ([ScopedKey]) async throws -> ScopedKey?)?

  /// Creates a request; by default the server makes a key, and the old one is revoked.
  public init(
    newKey: Secret? = nil, oldKey: String? = nil, keepOldFor: TimeInterval? = nil,
    ifOlderThan: TimeInterval? = nil, isDryRun: Bool = false,
    choose: (@Sendable ([ScopedKey]) async throws -> ScopedKey?)? = nil
  ) {
    self.newKey = newKey
    self.oldKey = oldKey
    self.keepOldFor = keepOldFor
    self.ifOlderThan = ifOlderThan
    self.isDryRun = isDryRun
    self.choose = choose
  }
}

/// What came of a rotation, a rollback or a recovery; it holds no key.
public struct RotationReport: Sendable, Hashable {
  /// How it ended.
  public enum Outcome: String, Sendable, Hashable {
    /// The new key is the current one.
    case rotated
    /// The previous key is the current one again.
    case rolledBack = "rolled-back"
    /// An interrupted rotation was finished: its new key is the current one.
    case finished
    /// An interrupted rotation was taken back: the old key is the current one.
    case undone
    /// There was nothing to do.
    case nothing
    /// The key is not old enough.
    case notDue = "not-due"
  }

  /// What became of the old key on the server.
  public enum OldKey: Sendable, Hashable {
    /// It was revoked.
    case revoked(name: String?)
    /// The server had the new one take its place.
    case replaced
    /// It is still good until then; the next use of `figctl key` after that revokes it.
    case kept(until: Date)
    /// It is still good, and has to be revoked by hand: it is not known which of the server's keys
    /// it is, or it was made elsewhere.
    case left
    /// It could not be revoked now; the next use of `figctl key` tries again.
    case notYet(reason: String)
    /// The server did not take it already.
    case alreadyDead
  }

  /// How it ended.
  public var outcome: Outcome
  /// How the server came to know the new key; `nil` when there was nothing to do.
  public var kind: KeyRotation.Kind?
  /// Fingerprint of the current key now.
  public var current: String?
  /// Fingerprint of the key before.
  public var previous: String?
  /// What became of the old key; `nil` when there is none.
  public var oldKey: OldKey?
  /// How the interrupted rotation ended that was settled first.
  public var settled: Outcome?
  /// In a dry run: what would be done, in this order.
  public var steps: [KeyRotation.Action]
}

/// What a rotation waits for.
package enum RotationWait: Sendable {
  case store
  case server
}

/// What a rotation tells while it runs.
public enum RotationNotice: Sendable {
  /// A step begins.
  case step(KeyRotation.Action)
  /// Something that could not be done, and is not fatal.
  case warning(String)
}
