// The codes that this package gives, and the server's own that it knows. The set is open: a server
// may send others, which are passed on unchanged.

extension FigraniumError.Code {
  // MARK: Set-up

  /// An intent ran before `FigraniumIntentConfiguration.configure(_:)` was called.
  public static let intentNotConfigured: Self = "INTENT_NOT_CONFIGURED"
  /// The base URL is not an `http://` or `https://` address with a host and nothing else.
  public static let invalidBaseURL: Self = "INVALID_BASE_URL"
  /// A header's name or value cannot be sent, or names one that only the client may set.
  public static let invalidHeader: Self = "INVALID_HEADER"
  /// A run's variables or an identifier cannot be sent, for example an empty identifier.
  public static let invalidInput: Self = "INVALID_INPUT"
  /// A task has mistakes that `Task.validate(knownVariables:)` finds.
  public static let invalidTask: Self = "INVALID_TASK"

  // MARK: Transport

  /// The server could not be reached, or the connection broke off.
  public static let networkError: Self = "NETWORK_ERROR"
  /// A limit ran out: connecting, silence, or the whole call.
  public static let timeout: Self = "TIMEOUT"
  /// The TLS connection failed, or the server's certificate is not trusted.
  public static let tlsError: Self = "TLS_ERROR"
  /// The calling Swift task was cancelled.
  public static let requestAborted: Self = "REQUEST_ABORTED"
  /// Plain `http://` to a server that is not this machine.
  public static let insecureTransport: Self = "INSECURE_TRANSPORT"
  /// The server redirects.
  ///
  /// No redirect is ever followed, since the key would be sent on.
  public static let redirectRefused: Self = "REDIRECT_REFUSED"
  /// The answer, or its header, is larger than the limit.
  public static let responseTooLarge: Self = "RESPONSE_TOO_LARGE"
  /// libcurl is not installed, or too old.
  public static let transportUnavailable: Self = "TRANSPORT_UNAVAILABLE"

  // MARK: Files

  /// There is a file of that name, and it may not be replaced.
  public static let fileExists: Self = "FILE_EXISTS"
  /// A file cannot be written: no such folder, no permission, no space.
  public static let fileError: Self = "FILE_ERROR"
  /// A server's name for a file leads out of the folder, or cannot be one.
  public static let unsafeFileName: Self = "UNSAFE_FILE_NAME"

  // MARK: Answers

  /// The answer makes no sense: not JSON, cut short, or of another shape.
  public static let invalidResponse: Self = "INVALID_RESPONSE"
  /// The answer has no body where there must be one.
  public static let emptyResponse: Self = "EMPTY_RESPONSE"
  /// The server has no such route: it speaks another dialect, or is no Figranium server.
  public static let routeNotFound: Self = "ROUTE_NOT_FOUND"
  /// The server grants this only to a signed-in session, not to an API key.
  public static let sessionRequired: Self = "SESSION_REQUIRED"
  /// The server would not stop the run.
  public static let notStopped: Self = "NOT_STOPPED"
  /// The server says that it did not do what it was asked.
  public static let notDone: Self = "NOT_DONE"

  // MARK: The server's own

  /// The key is wrong or missing (401).
  public static let invalidAPIKey: Self = "INVALID_API_KEY"
  /// The server knows no such email address with such a password (401 to a sign-in).
  public static let invalidSignIn: Self = "INVALID"
  /// The server has no key yet (403).
  public static let apiKeyNotSet: Self = "API_KEY_NOT_SET"
  /// The key lacks the permission (403).
  public static let apiKeyForbidden: Self = "API_KEY_FORBIDDEN"
  /// The key may not use this task (403).
  public static let taskNotAllowed: Self = "TASK_NOT_ALLOWED"
  /// The server refuses this machine's address (403).
  public static let ipNotAllowed: Self = "IP_NOT_ALLOWED"
  /// The server refuses a session's request that does not come from its own page (403).
  public static let csrfMissingOrigin: Self = "CSRF_MISSING_ORIGIN"
  /// There is no such task (404).
  public static let taskNotFound: Self = "TASK_NOT_FOUND"
  /// There is no such execution (404).
  public static let executionNotFound: Self = "EXECUTION_NOT_FOUND"
  /// The server wants a run's ID (400).
  public static let missingRunID: Self = "MISSING_RUN_ID"
  /// Too many requests (429).
  public static let tooManyRequests: Self = "TOO_MANY_REQUESTS"
  /// The run took longer than the server allows (504).
  public static let executionTimeout: Self = "EXECUTION_TIMEOUT"
  /// The run failed (500 to a run).
  public static let runFailed: Self = "RUN_FAILED"

  // MARK: HTTP statuses without a code

  /// Not authorised (401 without a code).
  public static let unauthorized: Self = "UNAUTHORIZED"
  /// Refused (403 without a code).
  public static let forbidden: Self = "FORBIDDEN"
  /// The server could not use the request (any other 4xx without a code).
  public static let badRequest: Self = "BAD_REQUEST"
  /// The server failed (any 5xx without a code).
  public static let serverError: Self = "SERVER_ERROR"

  // MARK: The credential store

  /// The store is open and holds no such key.
  public static let credentialNotFound: Self = "CREDENTIAL_NOT_FOUND"
  /// The store is locked and may not ask.
  public static let credentialStoreLocked: Self = "CREDENTIAL_STORE_LOCKED"
  /// There is no store: no bus, or nobody provides one.
  public static let credentialStoreUnavailable: Self = "CREDENTIAL_STORE_UNAVAILABLE"
  /// The user dismissed the store's prompt.
  public static let credentialPromptDismissed: Self = "CREDENTIAL_PROMPT_DISMISSED"
  /// The store did not answer in time.
  public static let credentialStoreTimeout: Self = "CREDENTIAL_STORE_TIMEOUT"
  /// The store took the key but does not hold it.
  public static let credentialNotStored: Self = "CREDENTIAL_NOT_STORED"
  /// The text cannot be a key: empty, not UTF-8, white space or control characters within.
  public static let credentialInvalid: Self = "CREDENTIAL_INVALID"
  /// What is stored cannot be a key or a session, as when another program has changed it.
  public static let credentialUnusable: Self = "CREDENTIAL_UNUSABLE"
}
