package import Figranium

/// Finds another key after a server has refused one: what a client's `renewCredential` asks.
///
/// Another process may have rotated the key since this one read it. And between a server with a
/// single key and the credential store there is a moment in which the server has the new key
/// already, while the store still has it as the pending one; a rotation that was interrupted then
/// is settled here.
package struct KeyRenewal: Sendable {
  private let rotator: KeyRotator

  /// - Parameter rotator: Names key, store and server; it settles what was interrupted.
  package init(_ rotator: KeyRotator) { self.rotator = rotator }

  /// The key to try in place of a refused one.
  ///
  /// - Returns: `nil` when there is no other.
  /// - Throws: What the store throws.
  package func key(insteadOf rejected: Secret) async throws -> Secret? {
    if let now = try await current(), now != rejected { return now }
    guard case .present(let pending) = try await look(rotator.identity.pending),
      pending.secret != rejected
    else { return nil }
    do {
      _ = try await rotator.recover()
    } catch let error as FigraniumError where error.kind == .keyRotating {
      // It runs at this moment: its new key is the server's, if the server says so.
      return rotator.isUnfinished ? pending.secret : nil
    } catch {
      // Not settled, and nothing deleted: the refusal of the old key is what there is to tell.
      return nil
    }
    guard let now = try await current(), now != rejected else { return nil }
    return now
  }

  private func current() async throws -> Secret? {
    guard case .present(let credential) = try await look(rotator.identity) else { return nil }
    try rotator.checkCurrent(credential)
    return credential.secret
  }

  private func look(_ identity: CredentialIdentity) async throws -> CredentialLookup {
    try await rotator.store.lookUp(identity, access: rotator.access)
  }
}
