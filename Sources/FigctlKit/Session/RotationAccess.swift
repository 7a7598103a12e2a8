import Figranium
package import FigraniumSecretService

extension CommandContext {
  /// Holds a profile's key, so that no other `figctl` stores, moves, rotates or deletes it
  /// meanwhile: the store and the profiles' file cannot be changed in one step.
  ///
  /// - Throws: `KEY_ROTATING` or `KEY_LOCKED` (exit code 9).
  package func holdKey(of profile: Profile) async throws -> KeyLock {
    try await KeyLock.take(profile.identity, for: .change, in: RotationFiles())
  }

  /// What rotates the profile's key.
  ///
  /// - Parameter isRollback: Whether it is told of as a way back to the previous key.
  package func rotator(
    for profile: Profile, in store: KeyStore, isRollback: Bool = false
  ) throws -> KeyRotator {
    let origin = try ServerOrigin(of: profile.server)
    let console = console
    let watch = watch
    var options = clientOptions(for: profile, origin: origin, store: nil)
    leaveTimeForStore(&options.limits)
    var rotator = try KeyRotator(
      store: store, identity: profile.identity, baseURL: profile.server, access: storeAccess(),
      header: profile.keyHeader == .xAPIKey ? .xAPIKey : .authorization,
      options: options
    ) { notice in
      switch notice {
      case .step(let action):
        if let text = RotationOutput.progress(action, isRollback: isRollback) {
          console.step(text, named: action.rawValue)
        }
      case .warning(let text): console.warning(text)
      }
    }
    rotator.waiting = { wait in
      switch wait {
      case .store: watch.waiting = .store
      case .server: watch.waiting = .server(origin.description)
      }
    }
    rotator.checkCurrent = { try checkOrigin(of: profile, for: $0) }
    return rotator
  }

  /// Settles what an interrupted rotation of the profile's key has left, before a command uses or
  /// changes that key.
  ///
  /// Where there is nothing it costs a look at one file. What cannot be settled now is told, and the
  /// command goes on: nothing was deleted.
  ///
  /// - Parameter onlyUnfinished: Whether to leave what can wait to a `figctl key` command, such as an
  ///   old key that is to be revoked by now.
  package func settleRotation(
    of profile: Profile, in store: KeyStore, onlyUnfinished: Bool = false,
    otherwise: String? = nil
  ) async {
    // A key that is for another server is not sent to this one.
    guard RotationFiles.hasRecord(of: profile.identity), let profile = try? profileForKey(),
      let rotator = try? rotator(for: profile, in: store),
      onlyUnfinished ? rotator.isUnfinished : rotator.mayHaveRemains
    else { return }
    do {
      let report = try await rotator.recover()
      if let text = RotationOutput.settled(report.outcome, profile) { console.note(text) }
    } catch let error as FigraniumError where error.kind == .keyRotating {
      // It is not interrupted: it runs.
    } catch {
      console.warning(
        otherwise.map { "A rotation was interrupted, and cannot be settled now. \($0)" }
          ?? "A rotation was interrupted: \(ErrorRenderer.failure(error).message)")
    }
    watch.waiting = .nothing
  }
}
