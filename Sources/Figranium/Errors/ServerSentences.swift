// The sentence and the next step for each code that a server gives.

extension ErrorWriter {
  /// Says what a code means.
  func sentence(
    _ kind: FigraniumError.Code, status: Int, retryAfter: Duration?
  ) -> (message: String, hint: String?) {
    switch kind {
    case .invalidAPIKey where proof.isSession:
      (
        "The server \(origin) grants this only to an API key, not to a session.",
        "Give the client an API key, too."
      )
    case .invalidSignIn:
      (
        "The server \(origin) does not know this email address with this password.",
        "Check both; they are those of the server's own sign-in page."
      )
    case .invalidAPIKey, .unauthorized:
      (
        "The server \(origin) refused the API key.",
        "Check the key: it may be another server's, or have been renewed."
      )
    case .apiKeyNotSet:
      (
        "The server \(origin) has no API key yet.", "Make one in the server's settings."
      )
    case .apiKeyForbidden:
      (
        "The API key may not do this on the server \(origin).",
        "Use a key with the permission for it."
      )
    case .taskNotAllowed:
      (
        "The API key may not use this task on the server \(origin).",
        "Use a key that is not limited to other tasks."
      )
    case .ipNotAllowed:
      (
        "The server \(origin) does not let this machine's address in.",
        "Add the address to the server's list of allowed ones."
      )
    case .csrfMissingOrigin:
      (
        "The server \(origin) refused a request that is not from its own page.",
        "A proxy on the way may have taken the header X-Requested-With away."
      )
    case .forbidden:
      ("The server \(origin) refused the request.", "Ask the server's keeper for access.")
    case .taskNotFound:
      ("The server \(origin) has no such task.", "List the tasks to see their identifiers.")
    case .executionNotFound:
      (
        "The server \(origin) has no such execution.",
        "List the executions to see their identifiers."
      )
    case .missingRunID:
      (
        "The server \(origin) wants the identifier of a run.",
        "Give the one that the run was started with."
      )
    case .tooManyRequests:
      ("The server \(origin) takes no more requests for now.", wait(retryAfter))
    case .executionTimeout:
      (
        "The run took longer than the server \(origin) allows, and was ended.",
        "Make the task shorter, or raise the server's limit."
      )
    case .runFailed:
      ("The run failed on the server \(origin).", "See the server's log of the run.")
    case .badRequest:
      ("The server \(origin) could not use the request (status \(status)).", nil)
    case .serverError where status == 503:
      ("The server \(origin) is not ready (status 503).", wait(retryAfter))
    case .serverError:
      ("The server \(origin) failed (status \(status)).", nil)
    default:
      resourceSentence(kind)
        ?? ("The server \(origin) answered \(kind.rawValue) (status \(status)).", nil)
    }
  }

  private func wait(_ duration: Duration?) -> String {
    guard let seconds = duration?.components.seconds, seconds > 0 else { return "Try again later." }
    return "Try again in \(seconds) second\(seconds == 1 ? "" : "s")."
  }
}
