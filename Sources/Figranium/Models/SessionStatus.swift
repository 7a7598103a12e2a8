// The answer of `/api/auth/me`.

/// Whether somebody is signed in, and who.
public struct SessionStatus: Sendable, Hashable {
  /// Whether the server knows the session.
  public let isSignedIn: Bool
  /// The account; `nil` when nobody is signed in.
  public let user: SessionUser?

  init(server value: JSONValue) throws(ModelMismatch) {
    let members = try value.members(of: "the state of the session")
    guard let isSignedIn = members["authenticated"]?.boolValue else {
      throw ModelMismatch(reason: "the member authenticated is missing")
    }
    self.isSignedIn = isSignedIn
    user = isSignedIn ? members["user"]?.objectValue.map(SessionUser.init(members:)) : nil
  }
}

/// An account on the server.
public struct SessionUser: Sendable, Hashable {
  /// Every member the server sent.
  public let members: JSONObject

  init(members: JSONObject) { self.members = members }

  /// Its identifier, as text; servers send a number.
  public var id: String? {
    members["id"].flatMap { $0.stringValue ?? $0.integerValue.map { String($0) } }
  }
  /// What it is called.
  public var name: String? { members["name"]?.stringValue }
  /// Its email address.
  public var email: String? { members["email"]?.stringValue }
}
