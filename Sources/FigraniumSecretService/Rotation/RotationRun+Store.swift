import Figranium
import FoundationEssentials
import SystemBridge

// What is done on this machine: the lock, the notes, the credential store.

extension RotationRun {
  /// Looks a key up.
  ///
  /// - Returns: `nil` when the store is open and holds none.
  /// - Throws: `CREDENTIAL_STORE_LOCKED`, and what the store throws.
  func look(_ identity: CredentialIdentity) async throws -> StoredCredential? {
    rotator.waiting(.store)
    switch try await rotator.store.lookUp(identity, access: rotator.access) {
    case .present(let credential):
      names.hide(credential.secret)
      return credential
    case .absent: return nil
    case .locked(let collection): throw StoreError.locked(collection)
    }
  }

  // MARK: - Lock and notes

  func takeLock() async -> KeyRotation.Event {
    if lock != nil { return .done }
    do {
      lock = try await KeyLock.take(rotator.identity, for: .rotation, in: rotator.files)
      return .done
    } catch {
      return fail(error)
    }
  }

  func readRemains() async -> KeyRotation.Event {
    do {
      record = try rotator.files.record(of: rotator.identity)
      guard record.note?.kind ?? .manual == kind else {
        throw RotationTexts.changed(rotator.identity)
      }
      if let note = record.note, note.server != rotator.server.origin {
        throw RotationTexts.otherServer(note.server, rotator.identity)
      }
      let pending = try await look(rotator.identity.pending)
      guard record.note != nil || pending != nil else {
        isRetirement = record.doubtsPrevious || !due.isEmpty
        return isRetirement ? .retirementDue : .clean
      }
      let current = try await look(rotator.identity)
      return remains(pending: pending?.secret, current: current?.secret)
    } catch {
      return fail(error)
    }
  }

  private func remains(pending: Secret?, current: Secret?) -> KeyRotation.Event {
    new = pending
    guard let pending else {
      let isNew = current != nil && record.note?.new == current?.fingerprint
      if isNew { new = current }
      return isNew ? .newIsCurrent : .onlyNote
    }
    if pending == current {
      // A provider that fell and forgot has the pending key of the rotation before again; the note is
      // of a later one, whose old key is this current one: to retire it would be to lose it.
      guard let old = record.note?.old, old == current?.fingerprint else { return .newIsCurrent }
      new = nil
      return .onlyNote
    }
    if let old = record.note?.old, let current, current.fingerprint != old { return .superseded }
    return .pending
  }

  /// Old keys that are to be revoked by now.
  var due: [RotationRecord.Retirement] {
    let now = Date()
    return record.retirements.filter { $0.server == rotator.server.origin && $0.after <= now }
  }

  func writeNote() async -> KeyRotation.Event {
    let event = save()
    if event == .done { log(.rotationStarted, record.note?.old) }
    return event
  }

  func noteKey() -> KeyRotation.Event {
    record.note?.new = new?.fingerprint
    record.note?.newID = plan?.newID
    if let fingerprint = new?.fingerprint, let id = plan?.newID { record.ids[fingerprint] = id }
    return save()
  }

  func noteAsked() -> KeyRotation.Event {
    record.note?.asked = Date()
    return save()
  }

  func checkAge() -> KeyRotation.Event {
    guard let asked = record.note?.asked else { return .done }
    return Date().timeIntervalSince(asked) > RotationRecord.settling ? .done : .unsure
  }

  func clearNote() async -> KeyRotation.Event {
    let current: String?
    do {
      current = try await look(rotator.identity)?.secret.fingerprint
    } catch {
      return fail(error)
    }
    let note = record.note
    record.note = nil
    // A key that is the current one again is not to be revoked.
    record.retirements.removeAll { $0.fingerprint == current }
    let known = Set([note?.old, note?.new, current].compactMap(\.self))
      .union(record.retirements.map(\.fingerprint))
    record.ids = record.ids.filter { known.contains($0.key) }
    let event = save()
    guard event == .done else {
      record.note = note
      return event
    }
    if current == note?.new, note != nil { log(.rotationFinished, current) }
    return event
  }

  func save() -> KeyRotation.Event {
    do throws(FigraniumError) {
      try rotator.files.save(record, of: rotator.identity)
      return .done
    } catch {
      return fail(error)
    }
  }

  // MARK: - Credential store

  func storePending() async -> KeyRotation.Event {
    await store(new, for: rotator.identity.pending, .pendingStored)
  }

  /// Stores the current key as the previous one, unless somebody has changed it meanwhile.
  func storePrevious() async -> KeyRotation.Event {
    do {
      guard let current = try await look(rotator.identity) else { return .done }
      if plan != nil, let old = record.note?.old, current.secret.fingerprint != old {
        throw RotationTexts.changed(rotator.identity)
      }
      if await noteForgotten(besides: current.secret) != .done { return .failed }
      let event = await store(current.secret, for: rotator.identity.previous, .previousStored)
      guard event == .done, record.previousServer != nil else { return event }
      record.previousServer = nil
      return save()
    } catch {
      return fail(error)
    }
  }

  /// Notes the previous key, which is about to be overwritten, for revoking: after a rollback it may
  /// be one that a rotation made, and that nobody would know of any more.
  private func noteForgotten(besides current: Secret) async -> KeyRotation.Event {
    do {
      guard let previous = try await look(rotator.identity.previous)?.secret.fingerprint,
        previous != current.fingerprint, previous != new?.fingerprint,
        !record.retirements.contains(where: { $0.fingerprint == previous })
      else { return .done }
      guard let id = record.ids[previous] else {
        warn(RotationTexts.forgotten(previous))
        return .done
      }
      record.retirements.append(
        RotationRecord.Retirement(
          server: rotator.server.origin, id: id, fingerprint: previous, after: Date()))
      return save()
    } catch {
      return fail(error)
    }
  }

  func replaceCurrent() async -> KeyRotation.Event {
    await store(new, for: rotator.identity, .replaced)
  }

  func clear(_ identity: CredentialIdentity) async -> KeyRotation.Event {
    rotator.waiting(.store)
    do {
      _ = try await rotator.store.remove(identity, access: rotator.access)
      return .done
    } catch {
      return fail(error)
    }
  }

  private func store(
    _ key: Secret?, for identity: CredentialIdentity, _ event: KeyJournal.Event
  ) async -> KeyRotation.Event {
    guard let key else { return fail(RotationTexts.unknown) }
    rotator.waiting(.store)
    do {
      try await rotator.replace(key, for: identity)
      log(event, key.fingerprint)
      return .done
    } catch {
      return fail(error)
    }
  }
}
