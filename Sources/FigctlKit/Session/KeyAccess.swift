import Figranium
package import FigraniumSecretService

extension CommandContext {
  /// The key store for a profile; nothing is opened yet.
  package func keyStore(for profile: Profile) -> KeyStore {
    let console = console
    var observer: (@Sendable (StoreCall) -> Void)?
    if console.isVerbose {
      observer = { call in
        console.trace(
          "D-Bus \(call.member) \(Milliseconds.text(call.duration))"
            + (call.failure.map { ", \($0)" } ?? ""))
      }
    }
    let store = KeyStore(collection: profile.collection, callObserver: observer)
    watch.keep(store)
    return store
  }

  /// How long the store may take and whether it may ask, within the command's own limit.
  package func storeAccess() -> StoreAccess {
    let limit = watch.clipped(.seconds(10))
    if global.noPrompt { return StoreAccess(limit: limit, prompts: .refused) }
    let (console, watch) = (console, watch)
    // The prompt opens some time after the command began: what is left then is less than now.
    let prompt = min(.seconds(120), watch.remaining.map { $0 * 9 / 10 } ?? .seconds(120))
    return StoreAccess(
      limit: limit,
      prompts: .allowed(limit: prompt) {
        watch.notePrompt()
        console.note("figctl: \($0)")
      })
  }

  /// The same, for what is worth no prompt.
  package func quietStoreAccess() -> StoreAccess {
    StoreAccess(limit: watch.clipped(.seconds(10)), prompts: .refused)
  }

  /// Looks the profile's key up.
  ///
  /// - Throws: ``CommandFailure`` with exit code 3 when the store is open and holds none, and what
  ///   the store throws.
  package func credential(for profile: Profile, in store: any CredentialStore) async throws
    -> StoredCredential
  {
    watch.waiting = .store
    defer { watch.waiting = .nothing }
    let access = storeAccess()
    switch try await store.lookUp(profile.identity, access: access) {
    case .present(let credential):
      warnWhenDue(credential.summary, of: profile)
      return credential
    case .absent: throw profile.keyIsAbsent
    case .locked(let collection): throw StoreError.locked(collection)
    }
  }

  /// Looks the profile's key up, and makes sure that it is for the profile's server.
  ///
  /// Where that is not known, another `figctl` may be about to note it: then it is looked at again
  /// while none changes the key. One that rotates it, or many that come before, are waited for, at
  /// most for ten seconds.
  ///
  /// - Throws: As ``credential(for:in:)``; `KEY_ROTATING` and `KEY_LOCKED` (exit code 9) when the
  ///   others take longer.
  package func credentialForServer(of profile: Profile, in store: any CredentialStore) async throws
    -> StoredCredential
  {
    let until = ContinuousClock.now + watch.clipped(.seconds(10))
    while true {
      let credential = try await credential(for: profile, in: store)
      if isFor(profile, credential) { return credential }
      guard let lock = try await lockUnlessBusy(profile, until: until) else { continue }
      defer { lock.release() }
      let settled = try await self.credential(for: profile, in: store)
      try checkOrigin(of: profile, for: settled)
      return settled
    }
  }

  private func isFor(_ profile: Profile, _ credential: StoredCredential) -> Bool {
    do {
      try checkOrigin(of: profile, for: credential)
      return true
    } catch {
      // Looked at again, with the lock, where the same error is thrown.
      return false
    }
  }

  /// The lock on the profile's key; `nil`, after a moment, when another has it for longer.
  private func lockUnlessBusy(
    _ profile: Profile, until: ContinuousClock.Instant
  ) async throws -> KeyLock? {
    do {
      return try await holdKey(of: profile)
    } catch let error as FigraniumError {
      guard [.keyRotating, .keyLocked].contains(error.kind), ContinuousClock.now < until else {
        throw error
      }
      try await Swift.Task.sleep(for: .milliseconds(50))
      return nil
    }
  }

  /// Makes sure that a key that was just read is for the server it is about to be sent to.
  ///
  /// Another `figctl` may have stored one for another server since the profile was read. It empties
  /// the note of the server before it stores, so a look at the note after the look-up tells. And a
  /// key that `figctl` stored always has such a note, unless its profile was removed and made
  /// again: then nobody knows its server.
  package func checkOrigin(
    of profile: Profile, for credential: StoredCredential
  ) throws(CommandFailure) {
    let stored = try ProfileStore().profileToRepair(profile.name)
    let origin = try ServerOrigin(of: profile.server).description
    guard let noted = stored.keyOrigin else {
      let server = try ServerOrigin(of: stored.server).description
      if credential.summary.application != KeyStore.figctlApplication, server == origin { return }
      throw .usage(
        "It is not known which server the key of profile '\(profile.name)' is for.",
        hint: "Store it again: figctl\(profileOption) key set", code: "KEY_ORIGIN_MISMATCH")
    }
    guard noted != origin else { return }
    throw CommandFailure(
      .conflict, "KEY_CHANGED",
      "The key of profile '\(profile.name)' was stored for another server meanwhile.",
      hint: "Run the command again.")
  }
}

extension Profile {
  /// Under which attributes its key is stored.
  package var identity: CredentialIdentity { CredentialIdentity(account: name) }

  /// The store is open and holds no key for it; ``ProfileHints`` adds the next step.
  var keyIsAbsent: CommandFailure {
    CommandFailure(.noKey, "CREDENTIAL_NOT_FOUND", "No key is stored for profile '\(name)'.")
  }
}

/// Durations as people read them in a log.
enum Milliseconds {
  /// The whole number of milliseconds.
  static func of(_ duration: Duration) -> Int {
    let parts = duration.components
    return Int(parts.seconds) * 1000 + Int(parts.attoseconds / 1_000_000_000_000_000)
  }

  /// For example `12 ms`.
  static func text(_ duration: Duration) -> String { "\(of(duration)) ms" }
}
