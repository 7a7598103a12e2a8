package import Figranium

// What is kept of a key when another is stored in its place by hand.

extension KeyRotator {
  /// Stores the current key as the previous one, before another is stored in its place by hand.
  ///
  /// The caller holds the lock on the keys. A key of another program is left where it is. Which
  /// server the kept key is for is noted where that is not this one: it is never sent elsewhere.
  ///
  /// - Parameters:
  ///   - new: The key that is about to be stored.
  ///   - origin: The server that the current key is for; `nil` where that is not known.
  /// - Returns: Whether there was a key to keep.
  /// - Throws: What the store throws; `FILE_ERROR`. Nothing was replaced then.
  @discardableResult
  package func keepCurrent(besides new: Secret, for origin: String?) async throws -> Bool {
    guard case .present(let current) = try await store.lookUp(identity, access: access),
      current.secret != new
    else { return false }
    if let keys = store as? KeyStore, current.summary.application != keys.application {
      return false
    }
    var record = try files.record(of: identity)
    try await warnOfForgotten(record, besides: [current.secret, new])
    let elsewhere = origin == server.origin ? nil : origin ?? "?"
    if record.previousServer != elsewhere {
      // Before the key: noted too early it only keeps a good key from being used.
      record.previousServer = elsewhere ?? record.previousServer
      try files.save(record, of: identity)
    }
    try await replace(current.secret, for: identity.previous)
    if record.previousServer != elsewhere {
      record.previousServer = elsewhere
      try files.save(record, of: identity)
    }
    return true
  }

  /// Stores a key, in place of the one that is there, wherever that lies: the default collection may
  /// have become another one since, and a rotation leaves no second item.
  func replace(_ key: Secret, for identity: CredentialIdentity) async throws {
    guard let keys = store as? KeyStore else {
      return try await store.store(key, for: identity, access: access)
    }
    try await keys.store(key, for: identity, access: access, inPlace: true)
  }

  /// Says so when the key that is overwritten is one that a rotation made, of which nobody else
  /// knows.
  private func warnOfForgotten(
    _ record: RotationRecord, besides kept: [Secret]
  ) async throws {
    guard !record.ids.isEmpty,
      case .present(let previous) = try await store.lookUp(identity.previous, access: access),
      !kept.contains(previous.secret)
    else { return }
    let fingerprint = previous.secret.fingerprint
    guard record.ids[fingerprint] != nil,
      !record.retirements.contains(where: { $0.fingerprint == fingerprint })
    else { return }
    observer(.warning(RotationTexts.forgotten(fingerprint)))
  }
}
