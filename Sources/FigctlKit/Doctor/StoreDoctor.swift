import Figranium
import FigraniumSecretService
import FoundationEssentials
import GLibBridge

/// Looks at the credential store: bus, provider, collection, key.
///
/// No prompt opens.
struct StoreDoctor: Sendable {
  /// What it found.
  struct Findings: Sendable {
    var checks: [DoctorCheck] = []
    /// The key, when it is there and for the profile's server.
    var key: Secret?
  }

  let context: CommandContext
  let surroundings: Surroundings

  private static let names = ["provider", "collection", "lock", "key", "key age"]

  /// Looks, for a profile; `nil` when there is none to look for a key of.
  func examine(_ profile: Profile?) async -> Findings {
    var findings = Findings()
    context.watch.waiting = .store
    defer { context.watch.waiting = .nothing }
    guard let address = BusAddress.ofSession() else {
      let failure = await diagnosis(of: Profile(name: "default")).failure
      findings.checks.append(
        .failed("bus", failure ?? Self.noBus, fix: surroundings.busFix))
      return finished(findings, "There is no bus.")
    }
    let place = "\(VisibleText.escaping(address.address)) (\(address.origin))"
    // The default collection first: a profile's own may be missing where the store is fine.
    let found = await diagnosis(of: Profile(name: "default"))
    guard let diagnosis = found.value else {
      let failure = found.failure ?? Self.noBus
      if await !isAlive(address) {
        findings.checks.append(.failed("bus", failure, fix: surroundings.busFix))
        return finished(findings, "There is no bus.")
      }
      findings.checks.append(.ok("bus", place))
      let isHidden = failure.code == "CREDENTIAL_STORE_UNAVAILABLE"
      findings.checks.append(
        .failed("provider", failure, fix: isHidden ? surroundings.storeFix : nil))
      return finished(findings, "There is no provider.")
    }
    findings.checks.append(.ok("bus", place))
    findings.checks.append(provider(diagnosis))
    if let profile { await examine(profile, diagnosis, &findings) }
    return finished(findings, "There is no profile.")
  }

  private static let noBus = CommandFailure(
    .store, "CREDENTIAL_STORE_UNAVAILABLE", "There is no session bus.")

  /// The checks that were not come to, with the reason.
  private func finished(_ findings: Findings, _ reason: String) -> Findings {
    var findings = findings
    let done = Set(findings.checks.map(\.name))
    for name in Self.names where !done.contains(name) {
      findings.checks.append(.skipped(name, reason))
    }
    return findings
  }

  private var access: StoreAccess {
    StoreAccess(limit: context.watch.clipped(.seconds(10)), prompts: .refused)
  }

  private func diagnosis(of profile: Profile) async -> (
    value: StoreDiagnosis?, failure: CommandFailure?
  ) {
    do {
      return (try await context.keyStore(for: profile).diagnose(access: access), nil)
    } catch {
      return (nil, ErrorRenderer.failure(error))
    }
  }

  private func isAlive(_ address: BusAddress) async -> Bool {
    let deadline = Deadline(limit: context.watch.clipped(.seconds(2)))
    return (try? await BusConnection.connect(to: address.address, deadline: deadline)) != nil
  }

  private func provider(_ diagnosis: StoreDiagnosis) -> DoctorCheck {
    let program = diagnosis.providerProgram ?? "a program that the bus does not tell"
    let detail = program + (diagnosis.providerPID.map { ", process \($0)" } ?? "")
    if diagnosis.isSessionEncrypted { return .ok("provider", detail) }
    return .warning(
      "provider", detail + "; it takes keys over the bus unencrypted only",
      fix: "Use a provider that encrypts, such as gnome-keyring.")
  }

  // MARK: - Collection and key

  private func examine(
    _ profile: Profile, _ standard: StoreDiagnosis, _ findings: inout Findings
  ) async {
    var diagnosis = standard
    if profile.collection != nil {
      let found = await self.diagnosis(of: profile)
      guard let value = found.value else {
        if let failure = found.failure { findings.checks.append(.failed("collection", failure)) }
        findings = finished(findings, "There is no collection.")
        return
      }
      diagnosis = value
    }
    guard let collection = diagnosis.collection, let isLocked = diagnosis.isLocked else {
      findings.checks.append(
        .failed(
          "collection",
          CommandFailure(.store, "NO_COLLECTION", "There is no default keyring yet."),
          fix: surroundings.creationFix(program: standard.providerProgram)))
      findings = finished(findings, "There is no collection.")
      return
    }
    findings.checks.append(.ok("collection", collection))
    if isLocked {
      findings.checks.append(
        .failed(
          "lock",
          CommandFailure(
            .store, "CREDENTIAL_STORE_LOCKED", "The collection \"\(collection)\" is locked."),
          fix: surroundings.unlockFix(program: diagnosis.providerProgram)))
      findings = finished(findings, "Not known while the collection is locked.")
      return
    }
    findings.checks.append(.ok("lock", "Open."))
    await examineKey(of: profile, &findings)
  }

  private func examineKey(of profile: Profile, _ findings: inout Findings) async {
    do {
      // Refuses a server that the key is not for.
      _ = try context.profileForKey()
      let store = context.keyStore(for: profile)
      switch try await store.lookUp(profile.identity, access: access) {
      case .absent:
        throw ProfileHints.adapt(
          profile.keyIsAbsent, profile: profile.name, isChosen: context.global.profile != nil)
      case .locked(let name): throw StoreError.locked(name)
      case .present(let credential):
        try context.checkOrigin(of: profile, for: credential)
        findings.key = credential.secret
        let owner = credential.summary.application
        let by = owner == KeyStore.figctlApplication ? "figctl" : owner ?? "another program"
        findings.checks.append(
          .ok("key", "Stored for profile '\(profile.name)', by \(by)."))
        findings.checks.append(age(of: credential.summary, profile))
        if let check = try remains(of: profile, in: store) { findings.checks.append(check) }
      }
    } catch {
      findings.checks.append(.failed("key", ErrorRenderer.failure(error)))
      findings = finished(findings, "There is no key to use.")
    }
  }

  private func age(of summary: StoredCredentialSummary, _ profile: Profile) -> DoctorCheck {
    guard let age = KeyAge(of: summary, in: profile) else {
      return .note("key age", "The store does not tell.")
    }
    let text = age.days == 1 ? "1 day" : "\(age.days) days"
    guard let limit = profile.maxKeyAgeDays else { return .ok("key age", "\(text).") }
    if age.isDue != true { return .ok("key age", "\(text), of \(limit).") }
    return .warning(
      "key age", "\(text): it is due for rotation, after \(limit).",
      fix: KeyAge.renewal(of: profile.name))
  }

  /// What a rotation has left; it is not settled here, since nothing is changed.
  private func remains(of profile: Profile, in store: KeyStore) throws -> DoctorCheck? {
    guard try context.rotator(for: profile, in: store).mayHaveRemains else { return nil }
    return .warning(
      "rotation", "A rotation has left something to settle, or is going on.",
      fix: "Finish it, or take it back: figctl\(context.profileOption) key recover")
  }
}
