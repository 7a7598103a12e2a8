import Figranium
import FoundationEssentials
import SystemBridge

// What is asked of the server.

extension RotationRun {
  // MARK: - Making

  func createKey() async -> KeyRotation.Event {
    guard let plan, let name = record.note?.keyName else { return fail(RotationTexts.unknown) }
    let keys: KeysResource
    do {
      keys = try await signedIn()
    } catch {
      // Nothing was asked of the server.
      return fail(error, .failed)
    }
    var isMade = false
    do {
      let made = try await keys.create(
        name: name, permissions: plan.permissions, taskIDs: plan.taskIDs)
      isMade = true
      names.hide(made.secret)
      // An id or a key that was there before is not that of a new one: to revoke it would be to lose
      // somebody's key. What was made in truth is found by its name.
      guard !plan.listedIDs.contains(made.key.id), made.secret.fingerprint != record.note?.old
      else {
        throw RotationTexts.notNew(rotator.server.origin)
      }
      // The only copy there is: what cannot be stored is revoked by its id, else by its name.
      self.plan?.newID = names.id(made.key.id)
      new = made.secret
      guard (try? Secret.validate(made.secret)) != nil else {
        throw RotationTexts.unusableNew(rotator.server.origin)
      }
      log(.serverKeyMade, made.secret.fingerprint, detail: name)
      return .done
    } catch {
      if isMade { return fail(error, .unsure) }
      let error = RotationTexts.withoutServersWords(error, "make a key")
      return fail(error, RotationServer.surelyNotDone(error) ? .failed : .unsure)
    }
  }

  func setKey() async -> KeyRotation.Event {
    guard let new else { return fail(RotationTexts.unknown) }
    let keys: KeysResource
    do {
      keys = try await signedIn()
    } catch {
      // Nothing was asked of the server.
      return fail(error, .failed)
    }
    do {
      try await keys.set(new)
      log(.serverKeyMade, new.fingerprint)
      return .done
    } catch {
      let error = RotationTexts.withoutServersWords(error, "take the new key")
      return fail(error, RotationServer.surelyNotDone(error) ? .failed : .unsure)
    }
  }

  // MARK: - Revoking

  /// Revokes the new key: by its id, else by the name that nobody else's key has.
  func revokeNew() async -> KeyRotation.Event {
    let reason = failure
    defer { if let reason { failure = reason } }
    do {
      let current = try await look(rotator.identity)?.secret
      if let current, current.fingerprint == record.note?.new {
        throw RotationTexts.changed(rotator.identity)
      }
      let keys = try await signedIn()
      if let id = record.note?.newID ?? plan?.newID, id != record.note?.oldID,
        record.ids[current?.fingerprint ?? ""] != id
      {
        try await Self.revoke(id, with: keys)
        return .done
      }
      guard let note = record.note, let name = note.keyName else { return .done }
      if try await Self.revokeAll(named: name, with: keys) == 0 {
        let until = (note.asked ?? note.started).addingTimeInterval(RotationRecord.settling)
        if until > Date() {
          record.watched.append(.init(server: note.server, name: name, until: until))
        }
      }
      return .done
    } catch {
      if reason == nil { failure = RotationTexts.figranium(error) }
      return .failed
    }
  }

  /// Revokes keys that lost requests have made after all.
  func revokeWatched() async {
    let now = Date()
    let watched = record.watched.filter { $0.server == rotator.server.origin }
    guard !isDry, !watched.isEmpty else { return }
    do {
      let keys = try await signedIn()
      for entry in watched {
        let found = try await Self.revokeAll(named: entry.name, with: keys) > 0
        if found || entry.until < now { record.watched.removeAll { $0 == entry } }
      }
      if save() != .done { warn(reason) }
    } catch {
      // They stay on the list, and the next command looks again.
      rotator.observer(
        .warning(
          "Keys that may be left on the server were not looked for: "
            + RotationTexts.figranium(error).message))
    }
  }

  func retireOld() async -> KeyRotation.Event {
    if isRetirement { return await retireDue() }
    guard kind != .single else {
      oldKey = .replaced
      return .kept
    }
    guard let note = record.note, note.retiresOld, !oldWasDead else {
      oldKey = oldWasDead ? .alreadyDead : nil
      return .kept
    }
    guard let id = note.oldID, let old = note.old, id != note.newID else {
      oldKey = .left
      return .kept
    }
    let now = Date()
    let retirement = RotationRecord.Retirement(
      server: note.server, id: id, fingerprint: old, after: note.keepsOldUntil ?? now)
    record.retirements.removeAll { $0.id == id }
    if retirement.after > now {
      record.retirements.append(retirement)
      oldKey = .kept(until: retirement.after)
      return .kept
    }
    do {
      // What is stored is never revoked: a provider that fell may have the old key back.
      let current = try await look(rotator.identity)?.secret.fingerprint
      guard current != old, record.ids[current ?? ""] != id else {
        oldKey = .left
        return .kept
      }
      try await Self.revoke(id, with: signedIn())
      oldKey = .revoked(name: note.oldName)
      log(.retired, old, detail: note.oldName)
    } catch {
      record.retirements.append(retirement)
      oldKey = .notYet(reason: RotationTexts.figranium(error).message)
      return .failed
    }
    return await confirmAfterRevoking()
  }

  /// Asks once more about the current key: only the server knows which one was revoked.
  private func confirmAfterRevoking() async -> KeyRotation.Event {
    do {
      guard let current = try await look(rotator.identity) else { return .done }
      switch await verdict(on: current.secret) {
      case .accepted: return .done
      case .refused:
        isCurrentRefused = true
        return fail(RotationTexts.currentRefused(rotator.identity), .refused)
      case .doubt(let error): throw error
      }
    } catch {
      warn(
        "The server was not asked about the current key after another one was revoked: "
          + RotationTexts.figranium(error).message)
      return .done
    }
  }

  /// Revokes what was to be kept for a time that has passed.
  private func retireDue() async -> KeyRotation.Event {
    if due.isEmpty { return .kept }
    do {
      let current = try await look(rotator.identity)?.secret.fingerprint
      let keys = try await signedIn()
      var hasRevoked = false
      for entry in due {
        if entry.fingerprint != current, record.ids[current ?? ""] != entry.id {
          try await Self.revoke(entry.id, with: keys)
          oldKey = .revoked(name: nil)
          log(.retired, entry.fingerprint)
          hasRevoked = true
        }
        record.retirements.removeAll { $0 == entry }
      }
      guard hasRevoked else { return .done }
      let event = await confirmAfterRevoking()
      guard event == .refused else { return event }
      // The tail, which would write it down, is not come to.
      let refusal = failure
      if save() != .done { warn(reason) }
      failure = refusal
      return event
    } catch {
      warn("The old key was not revoked yet: \(RotationTexts.figranium(error).message)")
      return .failed
    }
  }

  /// - Returns: Whether it was there.
  @discardableResult
  private static func revoke(_ id: String, with keys: KeysResource) async throws -> Bool {
    do {
      try await keys.delete(id)
      return true
    } catch let error as FigraniumError where error.kind == .apiKeyNotFound {
      return false
    }
  }

  private static func revokeAll(named name: String, with keys: KeysResource) async throws -> Int {
    let found = try await keys.list().keys.filter { $0.name == name && !$0.isLegacy }
    for key in found { try await revoke(key.id, with: keys) }
    return found.count
  }

  // MARK: - Asking

  func askPending() async -> KeyRotation.Event {
    guard let new else {
      // A dry run, before there is a key to ask about.
      return isDry ? .accepted : fail(RotationTexts.unknown, .doubt)
    }
    if isDry, kind == .single, plan != nil { return .accepted }
    switch await verdict(on: new) {
    case .accepted:
      log(.verified, new.fingerprint)
      return .accepted
    case .refused:
      if failure == nil { failure = RotationTexts.newKeyRefused }
      return .refused
    case .doubt(let error): return fail(error, .doubt)
    }
  }

  func askCurrent() async -> KeyRotation.Event {
    do {
      guard let current = try await look(rotator.identity) else {
        return fail(RotationTexts.undecided(rotator.identity), .refused)
      }
      try rotator.checkCurrent(current)
      switch await verdict(on: current.secret) {
      case .accepted: return .accepted
      case .refused: return fail(RotationTexts.undecided(rotator.identity), .refused)
      case .doubt(let error): return fail(error, .doubt)
      }
    } catch {
      return fail(error, .doubt)
    }
  }

  /// Asks about the previous key; where nothing can be found out it is kept.
  func askPrevious() async -> KeyRotation.Event {
    if isDry { return kind == .single ? .refused : .accepted }
    do {
      record.doubtsPrevious = false
      // A key of another server is never sent to this one.
      if let server = record.previousServer, server != rotator.server.origin { return .doubt }
      guard let previous = try await look(rotator.identity.previous) else { return .doubt }
      switch await verdict(on: previous.secret) {
      case .accepted:
        if case .revoked(let name) = oldKey, !isRetirement {
          warn(RotationTexts.revokedAnother(name))
          oldKey = .left
        }
        return .accepted
      case .refused:
        if oldKey == .left { oldKey = .alreadyDead }
        return .refused
      case .doubt(let error):
        record.doubtsPrevious = true
        warn(
          "The previous key is kept here, since the server was not asked about it: "
            + error.message)
        return .doubt
      }
    } catch {
      record.doubtsPrevious = true
      warn("The previous key is kept here: \(RotationTexts.figranium(error).message)")
      return .doubt
    }
  }

  /// What the server says of a key.
  func verdict(on key: Secret) async -> RotationServer.Verdict {
    rotator.waiting(.server)
    return await rotator.server.verdict(on: key)
  }

  /// The server's keys, for a signed-in user.
  func signedIn() async throws -> KeysResource {
    rotator.waiting(.store)
    guard let keys = try await rotator.server.keys() else {
      throw RotationTexts.notSignedIn(rotator.identity)
    }
    rotator.waiting(.server)
    return keys
  }
}
