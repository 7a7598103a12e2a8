import Figranium
import Testing

@testable import FigctlKit

/// The promise to scripts: which error ends with which exit code.
@Suite struct ExitCodeTableTests {
  static let promised: [(String, Int, Int32)] = [
    ("INVALID_BASE_URL", 0, 2), ("INSECURE_TRANSPORT", 0, 2), ("INVALID_INPUT", 0, 2),
    ("INVALID_HEADER", 0, 2), ("CREDENTIAL_INVALID", 0, 2), ("MISSING_RUN_ID", 400, 2),
    ("INTENT_NOT_CONFIGURED", 0, 2), ("INVALID_TASK", 0, 2), ("FILE_EXISTS", 0, 2),
    ("FILE_ERROR", 0, 2),
    ("CREDENTIAL_NOT_FOUND", 0, 3),
    ("CREDENTIAL_STORE_LOCKED", 0, 4), ("CREDENTIAL_STORE_UNAVAILABLE", 0, 4),
    ("CREDENTIAL_PROMPT_DISMISSED", 0, 4), ("CREDENTIAL_STORE_TIMEOUT", 0, 4),
    ("CREDENTIAL_NOT_STORED", 0, 4), ("CREDENTIAL_UNUSABLE", 0, 4),
    ("NETWORK_ERROR", 0, 5), ("TIMEOUT", 0, 5), ("TLS_ERROR", 0, 5),
    ("TRANSPORT_UNAVAILABLE", 0, 5),
    ("INVALID_API_KEY", 401, 6), ("API_KEY_NOT_SET", 403, 6), ("API_KEY_FORBIDDEN", 403, 6),
    ("TASK_NOT_ALLOWED", 403, 6), ("IP_NOT_ALLOWED", 403, 6), ("UNAUTHORIZED", 401, 6),
    ("FORBIDDEN", 403, 6), ("SESSION_REQUIRED", 401, 6), ("CSRF_MISSING_ORIGIN", 403, 6),
    ("INVALID", 401, 6),
    ("SOMETHING_NEW", 401, 6), ("SOMETHING_NEW", 403, 6),
    ("TASK_NOT_FOUND", 404, 7), ("EXECUTION_NOT_FOUND", 404, 7), ("THING_NOT_FOUND", 404, 7),
    ("ROUTE_NOT_FOUND", 404, 8), ("REDIRECT_REFUSED", 302, 8), ("INVALID_RESPONSE", 200, 8),
    ("EMPTY_RESPONSE", 200, 8), ("RESPONSE_TOO_LARGE", 200, 8), ("TOO_MANY_REQUESTS", 429, 8),
    ("NOT_STOPPED", 200, 8), ("UNSAFE_FILE_NAME", 0, 8), ("BAD_REQUEST", 400, 8),
    ("SERVER_ERROR", 500, 8),
    ("SOMETHING_NEW", 500, 8), ("SOMETHING_NEW", 0, 8), ("BAD_REQUEST", 404, 8),
    ("RUN_FAILED", 500, 1), ("EXECUTION_TIMEOUT", 504, 1),
    ("PREVIOUS_KEY_NOT_FOUND", 0, 3), ("NEW_KEY_REFUSED", 0, 6), ("ROTATION_UNDECIDED", 0, 6),
    ("API_KEY_NOT_FOUND", 0, 7), ("KEY_FOREIGN", 0, 9), ("KEY_CHANGED", 0, 9),
    ("KEY_LOCKED", 0, 9), ("KEY_ROTATING", 0, 9), ("KEY_AMBIGUOUS", 0, 9),
    ("REQUEST_ABORTED", 0, 130),
  ]

  @Test(arguments: promised)
  func endsWith(code: String, status: Int, exit: Int32) {
    let error = FigraniumError(message: "m", status: status, kind: .init(rawValue: code))
    #expect(ExitCodeTable.exitCode(for: error).rawValue == exit)
  }

  @Test func everyCodeInTheTableIsPromised() {
    let promised = Set(Self.promised.map(\.0))
    for code in ExitCodeTable.known.keys { #expect(promised.contains(code.rawValue)) }
  }
}
