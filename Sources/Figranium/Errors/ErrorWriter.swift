import FoundationEssentials

// Errors in words. Each names the server, never more of its address than scheme, host and port.

/// Makes the errors of one call.
struct ErrorWriter {
  let origin: String
  let limits: RequestLimits
  /// The whole call's limit.
  let limit: Duration
  let caFile: String?
  var redactor: Redactor
  /// What the request showed.
  var proof = Proof.none

  /// The same for an exchange that shows `proof`, which it hides.
  func showing(_ proof: Proof) -> ErrorWriter {
    var copy = hiding(proof.secret)
    copy.proof = proof
    return copy
  }

  /// The same, hiding one more key.
  func hiding(_ secret: Secret?) -> ErrorWriter {
    var copy = self
    copy.redactor = redactor.hiding(secret)
    return copy
  }

  /// Text from outside, fit to be shown.
  ///
  /// Cleaned before it is searched, so that a control character within a key does not hide it, and
  /// bounded after, so that no cut leaves half of one.
  func clean(_ text: String, limit: Int = 500) -> String {
    guard text.utf8.count <= 65_536 else { return "(a text too long to show)" }
    let line = PlainText.oneLine(redactor.redact(text))
    return PlainText.bounded(redactor.redact(line), limit: limit)
  }

  /// JSON from outside, fit to be shown.
  func clean(_ value: JSONValue, depth: Int = 0) -> JSONValue {
    guard depth < 8 else { return "(nested too deep to show)" }
    return switch value {
    case .string(let text): .string(clean(text, limit: 2_000))
    case .array(let elements): .array(elements.prefix(50).map { clean($0, depth: depth + 1) })
    case .object(let members):
      .object(
        JSONObject(
          members.prefix(50).map {
            (clean($0.key, limit: 200), clean($0.value, depth: depth + 1))
          }
        ) { first, _ in first })
    case .integer, .number, .decimal, .bool, .null: redactor.redact(value)
    }
  }

  /// For a run that may go on although its answer is lost.
  func runHint(_ request: APIRequest) -> String? {
    guard request.repeatability == .run, let runID = request.runID else { return nil }
    return "The run may have started. Look for run \(clean(runID, limit: 100)) on the server"
      + " before running the task again."
  }

  /// The call's task was cancelled.
  func aborted(request: APIRequest) -> FigraniumError {
    FigraniumError(
      message: "The request to \(origin) was cancelled.", kind: .requestAborted,
      hint: runHint(request))
  }

  /// A transport failure.
  func error(for failure: HTTPFailure, request: APIRequest) -> FigraniumError {
    let reason = clean(failure.reason, limit: 200)
    var (kind, message, hint) = words(for: failure, of: request, reason: reason)
    if failure.mayHaveBeenSent, let runHint = runHint(request) { hint = runHint }
    message = PlainText.bounded(message, limit: 500)
    var error = FigraniumError(message: message, kind: kind, hint: hint)
    error.wasNotSent = !failure.mayHaveBeenSent
    return error
  }

  private func words(
    for failure: HTTPFailure, of request: APIRequest, reason: String
  ) -> (FigraniumError.Code, String, String?) {
    let address = "Check the base URL, and that the server runs."
    switch failure.kind {
    case .cannotResolve:
      return (
        .networkError, "The name of the server \(origin) cannot be resolved.",
        "Check the base URL and the network."
      )
    case .refused:
      return (.networkError, "The server \(origin) refused the connection.", address)
    case .cannotConnect:
      return (.networkError, "No connection to the server \(origin): \(reason).", address)
    case .proxy:
      return (
        .networkError, "The proxy on the way to \(origin) failed: \(reason).",
        "Check the https_proxy and no_proxy environment variables."
      )
    case .broken:
      return (
        .networkError, "The connection to the server \(origin) broke off before an answer came.",
        "Try again."
      )
    case .cut:
      return (
        .networkError, "The connection to the server \(origin) broke off within the answer.",
        "Try again."
      )
    case .connectTimeout:
      return (
        .timeout, "No connection to the server \(origin) within \(text(limits.connect)).", address
      )
    case .silenceTimeout:
      return (
        .timeout, "The server \(origin) sent nothing for \(text(limits.silence)).",
        "Try again, or allow more time."
      )
    case .totalTimeout:
      return (
        .timeout, "The server \(origin) did not answer within \(text(limit)).",
        "Try again, or allow more time."
      )
    case .tls:
      return (
        .tlsError, "No safe connection to the server \(origin): \(reason).",
        "Name the file with the server's CA certificate if it is not one the system trusts."
      )
    case .caFile:
      return (
        .tlsError, "The CA file \(caFile ?? "of the system") cannot be used: \(reason).",
        "Name a readable file with certificates in PEM form."
      )
    case .notLoopback:
      return (
        .insecureTransport,
        "The server \(origin) is not on this machine, and http:// would send the key in clear.",
        "Use https://, or allow insecure HTTP for this server."
      )
    case .tooLarge:
      return (
        .responseTooLarge,
        "The answer of the server \(origin) is larger than \(request.maximumBytes(limits)) bytes.",
        nil
      )
    case .headerTooLarge:
      return (.responseTooLarge, "The server \(origin) sent a header without end.", nil)
    case .malformed:
      return (
        .invalidResponse, "The server \(origin) did not answer as an HTTP server: \(reason).",
        "Check the base URL's scheme and port."
      )
    case .badEncoding:
      return (
        .invalidResponse, "The answer of the server \(origin) cannot be decompressed.", nil
      )
    case .aborted:
      return (.requestAborted, "The request to \(origin) was cancelled.", nil)
    case .unavailable:
      return (
        .transportUnavailable, "libcurl cannot be used: \(reason).",
        reason.lowercased().contains("files")
          ? "Close files, or raise the limit on open ones (ulimit -n)."
          : "Install libcurl4 (Debian, Ubuntu), libcurl (Fedora, openSUSE) or curl (Arch)."
      )
    }
  }

  /// A limit as people say it.
  private func text(_ duration: Duration) -> String {
    let milliseconds =
      duration.components.seconds * 1_000
      + duration.components.attoseconds / 1_000_000_000_000_000
    if milliseconds < 1_000 { return "\(milliseconds) milliseconds" }
    if milliseconds % 60_000 == 0 && milliseconds > 60_000 {
      return "\(milliseconds / 60_000) minutes"
    }
    let seconds = milliseconds / 1_000
    return seconds == 1 ? "1 second" : "\(seconds) seconds"
  }
}
