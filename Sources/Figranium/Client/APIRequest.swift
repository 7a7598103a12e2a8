package import FoundationEssentials
package import SystemBridge

// One request of the API before it knows its server.

/// A method of the API.
package enum HTTPMethod: String, Sendable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
}

/// A request of the API.
package struct APIRequest: Sendable {
  package var method: HTTPMethod
  /// The path below the base URL, encoded, with a slash at its start; a query may follow.
  package var path: String
  /// JSON, or `nil` for no body.
  package var body: Data?
  /// What repeating it would do.
  package var repeatability: Repeatability
  /// What it is granted to.
  package var access = Access.key
  /// Whether a redirect to the sign-in page, or 401 `UNAUTHORIZED`, may mean that there is no such
  /// route: outside `/api` the web application's guard answers before any route is looked for.
  package var guardMayHideRoute = false
  /// A status beside 2xx whose JSON is an answer and no error.
  package var alsoAnswers: Int?
  /// Whether 204 and an empty body are an answer.
  package var mayBeEmpty = false
  /// For a run: its identifier, named when it is not known how the run fares.
  package var runID: String?
  /// In place of `body`: JSON with a secret, in memory that is overwritten afterwards.
  package var secretBody: LockedBytes?
  /// The member of the answer that is a secret: it is taken out before anything else is read.
  package var secretMember: String?
  /// What is not there when 404 comes with words in place of a code; `nil` when that would say
  /// nothing of a thing.
  package var missingThing: FigraniumError.Code?
  /// Whether every 404 says that, also a web page's: for routes that all servers have.
  package var isThingAlone = false
  /// Secrets in the body, which must not come back in an error.
  package var hidden: [Secret] = []

  /// To whom servers grant a request.
  package enum Access: Sendable, Hashable {
    /// To an API key.
    case key
    /// To a session, and from some version on to an API key: the key is shown first, and where the
    /// server wants a session instead, that.
    case keyElseSession
    /// To a session.
    ///
    /// Without one the key is shown; some dialects take it.
    case session
    /// To everyone: neither is shown.
    case everyone
  }
}

extension APIRequest {
  /// The most bytes that an answer may have: fewer where it is kept in locked memory.
  func maximumBytes(_ limits: RequestLimits) -> Int {
    secretMember == nil
      ? limits.maximumBodyBytes : min(limits.maximumBodyBytes, SecretAnswer.maximumBytes)
  }

  /// A request that servers grant to an API key from some version on, and before to a session.
  static func keyElseSession(
    _ method: HTTPMethod, _ path: String, body: Data? = nil, repeatability: Repeatability
  ) -> APIRequest {
    APIRequest(
      method: method, path: path, body: body, repeatability: repeatability,
      access: .keyElseSession)
  }

  /// A request that servers grant to a session only.
  static func session(
    _ method: HTTPMethod, _ path: String, body: Data? = nil, repeatability: Repeatability
  ) -> APIRequest {
    APIRequest(
      method: method, path: path, body: body, repeatability: repeatability,
      access: .session)
  }
}

extension Data {
  /// The body of a request that says all in its path.
  static let noMembers = Data("{}".utf8)
}
