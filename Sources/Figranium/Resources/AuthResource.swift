import FoundationEssentials

// Sessions: `/api/auth`.

/// Signing in and out, for what servers grant to no API key.
///
/// ```swift
/// let session = try await figranium.auth.login(email: email, password: password)
/// let signedIn = try Figranium(url: url, credential: .apiKey(key, session: session))
/// ```
public struct AuthResource: Sendable {
  let client: Figranium

  /// Asks whether the server still waits for its first account (`GET /api/auth/check-setup`).
  ///
  /// Neither key nor session is sent.
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: Whether nobody can sign in yet.
  /// - Throws: `ROUTE_NOT_FOUND`; transport failures.
  public func checkSetup(options: RequestOptions = .init()) async throws -> Bool {
    let request = APIRequest(
      method: .get, path: "/api/auth/check-setup", repeatability: .read, access: .everyone)
    return try await client.value(of: request, options: options) {
      value throws(ModelMismatch) in
      let members = try value.members(of: "the state of the set-up")
      guard let isRequired = members["setupRequired"]?.boolValue else {
        throw ModelMismatch(reason: "the member setupRequired is missing")
      }
      return isRequired
    }
  }

  /// Signs in (`POST /api/auth/login`).
  ///
  /// Neither the client's key nor its session is sent. The request is never repeated once it may
  /// have reached the server: failed tries count. The password goes from locked memory to the
  /// connection and is kept nowhere.
  ///
  /// - Parameters:
  ///   - email: The account's email address.
  ///   - password: Its password: any UTF-8 text.
  ///   - options: Headers and limit for this call.
  /// - Returns: The session, for ``FigraniumCredential/session(cookie:)``: the value of the cookie
  ///   `connect.sid`. The cookie's attributes are not looked at. It is good for about ten years, so
  ///   keep it like a key, and end it with ``logout(options:)``.
  /// - Throws: `INVALID` when the server does not know the address with that password,
  ///   `TOO_MANY_REQUESTS` after too many tries, `ROUTE_NOT_FOUND` from servers of the
  ///   documentation's dialect, `INVALID_INPUT` for an empty address or password,
  ///   `INVALID_RESPONSE` when the answer brings no usable cookie; transport failures.
  public func login(
    email: String, password: Secret, options: RequestOptions = .init()
  ) async throws -> Secret {
    var request = APIRequest(
      method: .post, path: "/api/auth/login", repeatability: .counted, access: .everyone)
    guard !email.isEmpty, password.count > 0 else {
      throw FigraniumError(
        message: "An email address and a password are needed to sign in.", kind: .invalidInput)
    }
    guard let body = SecretBody.object([("email", Secret(email)), ("password", password)]) else {
      throw FigraniumError(message: "The password is not UTF-8.", kind: .invalidInput)
    }
    request.secretBody = body
    var call = try Call(client: client, options: options)
    call.writer = call.writer.hiding(password)
    let response = try await client.plain(request, in: call)
    let answer = try call.writer.parse(response, request)
    guard answer["success"]?.boolValue != false,
      let session = SessionCookie.value(in: response.headerBlock)
    else {
      throw call.writer.invalid(response, request, "it signs in without a session cookie")
    }
    do {
      try SessionCookie.check(session)
    } catch {
      throw call.writer.invalid(response, request, "its session cookie cannot be one")
    }
    return session
  }

  /// Asks whom the session belongs to (`GET /api/auth/me`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The account, or that nobody is signed in: no error here.
  /// - Throws: `ROUTE_NOT_FOUND`; transport failures.
  public func me(options: RequestOptions = .init()) async throws -> SessionStatus {
    let request = APIRequest(
      method: .get, path: "/api/auth/me", repeatability: .read, access: .session)
    return try await client.value(of: request, options: options, SessionStatus.init(server:))
  }

  /// Ends the client's session on the server (`POST /api/auth/logout`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Throws: `SESSION_REQUIRED` when the client has no session, or the server does not know it
  ///   (any more); `ROUTE_NOT_FOUND`; transport failures.
  public func logout(options: RequestOptions = .init()) async throws {
    let call = try Call(client: client, options: options)
    let session: Secret?
    do throws(CallFailure) {
      session = try await client.knownSession()
    } catch {
      throw error.error
    }
    guard session != nil else {
      throw FigraniumError(
        message: "The client has no session to end.", kind: .sessionRequired,
        hint: "Sign in with 'figctl login', or give the client a session.")
    }
    let request = APIRequest(
      method: .post, path: "/api/auth/logout", body: Data("{}".utf8), repeatability: .idempotent,
      access: .session, mayBeEmpty: true)
    let response = try await client.plain(request, in: call)
    guard !response.body.isEmpty else { return }
    let answer = try call.writer.parse(response, request)
    guard answer["success"]?.boolValue != false else {
      throw call.writer.invalid(response, request, "it says that the session was not ended")
    }
  }
}
