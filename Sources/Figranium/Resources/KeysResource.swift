import FoundationEssentials

// API keys: `/api/settings/api-key` for the single one, `/api/api-keys` for scoped ones. What keys
// are made of goes in and out as `Secret`.

/// The server's API keys.
///
/// Every call needs a signed-in session; with an API key alone it fails with `SESSION_REQUIRED`.
/// Which of the two kinds a server has depends on its version: scoped keys came late in the 0.20
/// line.
public struct KeysResource: Sendable {
  let client: Figranium

  // MARK: The single key

  /// Reads the server's single key (`GET /api/settings/api-key`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The key, `nil` when the server has none.
  /// - Throws: `SESSION_REQUIRED`; transport failures.
  public func current(options: RequestOptions = .init()) async throws -> Secret? {
    let request = APIRequest.session(.get, "/api/settings/api-key", repeatability: .read)
    return try await client.value(of: request, options: options) {
      value throws(ModelMismatch) in
      let text = try value.members(of: "the key")["apiKey"]?.stringValue
      return text.flatMap { $0.isEmpty ? nil : Secret($0) }
    }
  }

  /// Lets the server make a new single key (`POST /api/settings/api-key`).
  ///
  /// - Warning: The old one is dead at once, for everyone who uses it.
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The new key.
  /// - Throws: `SESSION_REQUIRED`; transport failures. Never repeated once the server may have seen
  ///   it: a failure may leave a new key that nobody knows, which ``current(options:)`` reads.
  public func renew(options: RequestOptions = .init()) async throws -> Secret {
    let request = APIRequest.session(
      .post, "/api/settings/api-key", body: .noMembers, repeatability: .once)
    return try await client.value(of: request, options: options, newKey)
  }

  /// Gives the server a single key of the caller's own (`POST /api/settings/api-key`).
  ///
  /// - Warning: The old one is dead at once, for everyone who uses it.
  ///
  /// - Parameters:
  ///   - key: The new key, 512 characters at most.
  ///   - options: Headers and limit for this call.
  /// - Throws: `CREDENTIAL_INVALID` when it is empty, too long, or holds what no header can carry;
  ///   `API_KEY_TOO_LONG`; `NOT_DONE` when the server keeps another one; `SESSION_REQUIRED`;
  ///   transport failures.
  public func set(_ key: Secret, options: RequestOptions = .init()) async throws {
    try ClientConfiguration.check(key)
    guard key.count <= 512 else {
      throw FigraniumError(
        message: "The API key is longer than 512 characters.", kind: .credentialInvalid)
    }
    guard let body = SecretBody.object([("apiKey", key)]) else {
      throw FigraniumError(message: "The API key is not UTF-8.", kind: .credentialInvalid)
    }
    var request = APIRequest.session(
      .post, "/api/settings/api-key", repeatability: .idempotent)
    request.secretBody = body
    request.hidden = [key]
    let kept = try await client.value(of: request, options: options, newKey)
    guard kept == key else {
      throw FigraniumError(
        message: "The server keeps another API key than the one it was given.", status: 200,
        kind: .notDone, hint: "Read the key that it keeps, or let it make one.")
    }
  }

  private func newKey(_ value: JSONValue) throws(ModelMismatch) -> Secret {
    guard let text = try value.members(of: "the key")["apiKey"]?.stringValue, !text.isEmpty else {
      throw ModelMismatch(reason: "it has no key")
    }
    return Secret(text)
  }

  // MARK: Scoped keys

  /// Lists the scoped keys (`GET /api/api-keys`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The keys without what they are made of, and what keys may be allowed.
  /// - Throws: `ROUTE_NOT_FOUND` from servers without scoped keys, `SESSION_REQUIRED`; transport
  ///   failures.
  public func list(options: RequestOptions = .init()) async throws -> ScopedKeyList {
    let request = APIRequest.session(.get, "/api/api-keys", repeatability: .read)
    return try await client.value(
      of: request, secret: "legacySecret", options: options, ScopedKeyList.init(server:secret:))
  }

  /// Makes a scoped key (`POST /api/api-keys`).
  ///
  /// Other keys go on working, so that a key can be replaced without a gap: make one, give it to
  /// its users, then ``delete(_:options:)`` the old one.
  ///
  /// - Parameters:
  ///   - name: Its name, for the server's list.
  ///   - permissions: What it may do; not empty.
  ///   - taskIDs: The tasks it may use; all when empty.
  ///   - options: Headers and limit for this call.
  /// - Returns: The key and what it is made of, which the server shows this once.
  /// - Throws: `PERMISSIONS_REQUIRED`, `ROUTE_NOT_FOUND` from servers without scoped keys,
  ///   `SESSION_REQUIRED`; transport failures. Never repeated once the server may have seen it: a
  ///   failure may leave a key that nobody knows; it stands in the list by its name.
  public func create(
    name: String, permissions: [KeyPermission], taskIDs: [String] = [],
    options: RequestOptions = .init()
  ) async throws -> NewScopedKey {
    let body: JSONObject = [
      "name": .string(name),
      "permissions": .array(permissions.map { .string($0.rawValue) }),
      "taskIds": .array(taskIDs.map { .string($0) }),
    ]
    let request = APIRequest.session(
      .post, "/api/api-keys", body: try client.encoded(body), repeatability: .once)
    return try await client.value(
      of: request, secret: "secret", options: options, NewScopedKey.init(server:secret:))
  }

  /// Revokes a scoped key (`DELETE /api/api-keys/{id}`).
  ///
  /// - Parameters:
  ///   - id: Its identifier, which is not what it is made of.
  ///   - options: Headers and limit for this call.
  /// - Throws: `API_KEY_NOT_FOUND`, `NOT_DONE`, `ROUTE_NOT_FOUND` from servers without scoped keys,
  ///   `SESSION_REQUIRED`; transport failures.
  public func delete(_ id: String, options: RequestOptions = .init()) async throws {
    let path = "/api/api-keys/\(try client.identifier(id, of: "key"))"
    let request = APIRequest.session(.delete, path, repeatability: .idempotent)
    try await client.perform(request, options: options)
  }
}
