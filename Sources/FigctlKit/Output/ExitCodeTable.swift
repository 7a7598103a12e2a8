package import Figranium

/// The one place that says which exit code an error of the SDK ends with.
///
/// Known codes stand in the table. A code that a later server invents is judged by the HTTP status
/// it came with.
package enum ExitCodeTable {
  /// Exit codes by the error's code.
  package static let known: [FigraniumError.Code: ExitCode] = [
    // What the user gave.
    "INVALID_BASE_URL": .usage,
    "INSECURE_TRANSPORT": .usage,
    "CREDENTIAL_INVALID": .usage,
    "INTENT_NOT_CONFIGURED": .usage,
    "INVALID_HEADER": .usage,
    "INVALID_INPUT": .usage,
    "INVALID_TASK": .usage,
    "MISSING_RUN_ID": .usage,
    "FILE_EXISTS": .usage,
    "FILE_ERROR": .usage,
    // The store.
    "CREDENTIAL_NOT_FOUND": .noKey,
    "CREDENTIAL_STORE_LOCKED": .store,
    "CREDENTIAL_STORE_UNAVAILABLE": .store,
    "CREDENTIAL_PROMPT_DISMISSED": .store,
    "CREDENTIAL_STORE_TIMEOUT": .store,
    "CREDENTIAL_NOT_STORED": .store,
    "CREDENTIAL_UNUSABLE": .store,
    "KEY_FOREIGN": .conflict,
    "KEY_CHANGED": .conflict,
    "KEY_LOCKED": .conflict,
    "KEY_ROTATING": .conflict,
    "KEY_AMBIGUOUS": .conflict,
    "PREVIOUS_KEY_NOT_FOUND": .noKey,
    // The way to the server.
    "NETWORK_ERROR": .network,
    "TIMEOUT": .network,
    "TLS_ERROR": .network,
    "TRANSPORT_UNAVAILABLE": .network,
    "REQUEST_ABORTED": .interrupted,
    // What the server refused.
    "INVALID_API_KEY": .denied,
    "API_KEY_NOT_SET": .denied,
    "API_KEY_FORBIDDEN": .denied,
    "TASK_NOT_ALLOWED": .denied,
    "IP_NOT_ALLOWED": .denied,
    "UNAUTHORIZED": .denied,
    "FORBIDDEN": .denied,
    "SESSION_REQUIRED": .denied,
    "INVALID": .denied,
    "CSRF_MISSING_ORIGIN": .denied,
    "NEW_KEY_REFUSED": .denied,
    "ROTATION_UNDECIDED": .denied,
    // What it does not have.
    "TASK_NOT_FOUND": .notFound,
    "EXECUTION_NOT_FOUND": .notFound,
    "API_KEY_NOT_FOUND": .notFound,
    // All else that it said.
    "ROUTE_NOT_FOUND": .server,
    "REDIRECT_REFUSED": .server,
    "INVALID_RESPONSE": .server,
    "EMPTY_RESPONSE": .server,
    "RESPONSE_TOO_LARGE": .server,
    "TOO_MANY_REQUESTS": .server,
    "NOT_STOPPED": .server,
    "UNSAFE_FILE_NAME": .server,
    "BAD_REQUEST": .server,
    "SERVER_ERROR": .server,
    // A run that ended badly: servers count the first as `error`, and say `outcome: crashed` with
    // the second, their own limit on a run.
    "RUN_FAILED": .outcome,
    "EXECUTION_TIMEOUT": .outcome,
  ]

  /// The exit code for an error of the SDK.
  package static func exitCode(for error: FigraniumError) -> ExitCode {
    if let code = known[error.kind] { return code }
    switch error.status {
    case 401, 403: return .denied
    case 404 where error.kind.rawValue.hasSuffix("_NOT_FOUND"): return .notFound
    default: return .server
    }
  }
}
