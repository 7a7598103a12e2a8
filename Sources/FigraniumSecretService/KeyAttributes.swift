import Figranium

/// The attributes that a key is stored and found under.
///
/// An item always gets the whole set. Stored with fewer, it would overwrite the first item that
/// has those few and more: that is what "replace" means to the Secret Service.
enum KeyAttributes {
  /// The `xdg:schema` of our items.
  static let schema = "dev.figranium.ApiKey"

  /// The whole set for a key of ours.
  static func full(_ identity: CredentialIdentity, application: String) -> [String: String] {
    [
      "service": identity.service, "account": identity.account, "username": identity.account,
      "application": application, "xdg:schema": schema,
    ]
  }

  /// The pairs that a key is searched by, ours or another tool's.
  static func searches(_ identity: CredentialIdentity) -> [[String: String]] {
    ["account", "username"].map { ["service": identity.service, $0: identity.account] }
  }

  /// The label that password managers show.
  static func label(_ identity: CredentialIdentity) -> String {
    "Figranium API key (\(identity.account))"
  }

  /// Whose key an item is: by `account`, or by `username` where it has no `account`.
  ///
  /// - Returns: `nil` for an item that is nobody's, or whose attributes are hidden.
  static func identity(of attributes: [String: String]) -> CredentialIdentity? {
    guard let service = attributes["service"],
      let account = attributes["account"] ?? attributes["username"]
    else { return nil }
    return CredentialIdentity(service: service, account: account)
  }

  /// Refuses names that the bus, or a password manager, cannot hold.
  static func check(_ identity: CredentialIdentity) throws(FigraniumError) {
    for (name, value) in [("service", identity.service), ("account", identity.account)] {
      let isFit =
        !value.isEmpty && value.utf8.count <= 255
        && value.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      if !isFit { throw StoreError.invalidName(name) }
    }
  }
}
