package import FoundationEssentials

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
  /// Whether 401 `UNAUTHORIZED` here means that only a session is let in.
  package var unauthorizedMeansSession = false
  /// Whether a redirect to the sign-in page, or 401 `UNAUTHORIZED`, may mean that there is no such
  /// route: outside `/api` the web application's guard answers before any route is looked for.
  package var guardMayHideRoute = false
  /// A status beside 2xx whose JSON is an answer and no error.
  package var alsoAnswers: Int?
  /// Whether 204 and an empty body are an answer.
  package var mayBeEmpty = false
  /// For a run: its identifier, named when it is not known how the run fares.
  package var runID: String?
}
