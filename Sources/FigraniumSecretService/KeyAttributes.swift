import Figranium

/// The attributes that a key is stored and found under.
///
/// An item always gets the whole set. Stored with fewer, it would overwrite the first item that
/// has those few and more: that is what "replace" means to the Secret Service.
enum KeyAttributes {
  /// The `xdg:schema` of our items.
  static func schema(_ identity: CredentialIdentity) -> String {
    identity.isSession ? "dev.figranium.Session" : "dev.figranium.ApiKey"
  }

  /// The whole set for a key of ours.
  static func full(_ identity: CredentialIdentity, application: String) -> [String: String] {
    var attributes = [
      "service": identity.service, "account": identity.account, "username": identity.account,
      "application": application, "xdg:schema": schema(identity),
    ]
    attributes["server"] = identity.server
    return attributes
  }

  /// The pairs that a key is searched by, ours or another tool's.
  static func searches(_ identity: CredentialIdentity) -> [[String: String]] {
    ["account", "username"].map { name in
      var attributes = ["service": identity.service, name: identity.account]
      attributes["server"] = identity.server
      return attributes
    }
  }

  /// The label that password managers show.
  static func label(_ identity: CredentialIdentity) -> String {
    "Figranium \(identity.isSession ? "session" : "API key") (\(identity.account))"
  }

  /// Whose key an item is: by `account`, or by `username` where it has no `account`.
  ///
  /// - Returns: `nil` for an item that is nobody's, or whose attributes are hidden.
  static func identity(of attributes: [String: String]) -> CredentialIdentity? {
    guard let service = attributes["service"],
      let account = attributes["account"] ?? attributes["username"]
    else { return nil }
    // Other tools may put anything into `server`: it says whose an item is for sessions only.
    if service == CredentialIdentity.sessionService, let server = attributes["server"] {
      return .session(account: account, server: server)
    }
    return CredentialIdentity(service: service, account: account)
  }

  /// Refuses names that the bus, or a password manager, cannot hold.
  static func check(_ identity: CredentialIdentity) throws(FigraniumError) {
    let parts = [
      ("service", identity.service), ("account", identity.account),
      ("server", identity.server ?? "none"),
    ]
    for (name, value) in parts {
      let isFit =
        !value.isEmpty && value.utf8.count <= 255
        && value.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      if !isFit { throw StoreError.invalidName(name) }
    }
  }
}
