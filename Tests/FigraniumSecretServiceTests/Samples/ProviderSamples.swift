// The code of this module's documentation, compiled as it is shown there.

import Figranium
import FigraniumSecretService

private func configuring() {
  // snippet: configure
  FigraniumIntentConfiguration.configure(
    SecretServiceFigraniumProvider(
      account: "work", baseURL: "https://api.figranium.example.com"))
  // snippet end
}

private func storing(_ typed: Secret) async throws {
  // snippet: store
  let store = KeyStore()
  let input = try Secret.key(fromInput: typed)
  try await store.store(input.key, for: CredentialIdentity(account: "work"))
  // snippet end
}

private func rotating() async throws {
  // snippet: rotate
  let rotator = try KeyRotator(
    store: KeyStore(), identity: CredentialIdentity(account: "work"),
    baseURL: "https://api.figranium.example.com")
  let report = try await rotator.rotate()
  // snippet end
  print(report.outcome)
}

private func lookingUp() async throws {
  let store = KeyStore()
  // snippet: lookup
  switch try await store.lookUp(CredentialIdentity(account: "work")) {
  case .present(let credential):
    print("There is a key, last changed \(String(describing: credential.summary.modified)).")
  case .absent:
    print("There is none.")
  case .locked(let collection):
    print("The keyring \(collection) is locked.")
  }
  // snippet end
}

private func withoutPrompts() -> SecretServiceFigraniumProvider {
  // snippet: quiet
  SecretServiceFigraniumProvider(
    store: KeyStore(), identity: CredentialIdentity(account: "work"),
    baseURL: "https://api.figranium.example.com",
    access: StoreAccess(limit: .seconds(5), prompts: .refused))
  // snippet end
}

private func testing() async throws {
  // snippet: memory
  let store = InMemoryCredentialStore()
  let identity = CredentialIdentity(account: "default")
  try await store.store(Secret("made-up-key"), for: identity, access: StoreAccess())
  let provider = SecretServiceFigraniumProvider(
    store: store, identity: identity, baseURL: "http://localhost:11345")
  // snippet end
  _ = provider
}
