import Figranium

/// Builds the client of the intents from a key in the desktop's credential store.
public struct SecretServiceFigraniumProvider: Sendable {
  private let store: any CredentialStore
  private let identity: CredentialIdentity
  private let baseURL: String
  private let access: StoreAccess

  /// Names the key, and the server it is for; nothing is opened until ``client()``.
  ///
  /// - Parameters:
  ///   - service: The `service` attribute.
  ///   - account: The `account` attribute: the profile's name.
  ///   - baseURL: The server's address.
  public init(service: String = "figranium", account: String = "default", baseURL: String) {
    store = KeyStore()
    identity = CredentialIdentity(service: service, account: account)
    self.baseURL = baseURL
    access = StoreAccess()
  }
}
