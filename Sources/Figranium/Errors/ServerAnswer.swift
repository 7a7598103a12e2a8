import FoundationEssentials

// What an answer means: a value, an error of the server's, a missing route, or nonsense.

extension ErrorWriter {
  /// Looks at an answer.
  ///
  /// - Returns: `nil` when it is JSON to decode (or empty where that is allowed), else what is
  ///   wrong with it.
  func failure(in response: HTTPResponse, to request: APIRequest) -> CallFailure? {
    switch response.status {
    case 200..<300: return unusable(response, to: request)
    case 300..<400: return redirect(response, to: request)
    case request.alsoAnswers where response.isJSON && !response.body.isEmpty: return nil
    default: return refusal(response, to: request)
    }
  }

  /// Reads a JSON answer.
  ///
  /// - Throws: `INVALID_RESPONSE`, with words that repeat nothing of it.
  func parse(
    _ response: HTTPResponse, _ request: APIRequest
  ) throws(FigraniumError) -> JSONValue {
    do {
      return try JSONParser.parse(response.body)
    } catch {
      throw invalid(response, request, "it is not valid JSON")
    }
  }

  /// Reads a JSON answer as a model.
  ///
  /// - Throws: `INVALID_RESPONSE`, with words that repeat nothing of it.
  func decode<Value>(
    _ response: HTTPResponse, _ request: APIRequest,
    _ make: (JSONValue) throws(ModelMismatch) -> Value
  ) throws(FigraniumError) -> Value {
    let value = try parse(response, request)
    do {
      return try make(value)
    } catch {
      throw invalid(response, request, error.reason)
    }
  }

  /// An answer that makes no sense.
  func invalid(
    _ response: HTTPResponse, _ request: APIRequest, _ reason: String
  ) -> FigraniumError {
    FigraniumError(
      message: "The answer of the server \(origin) makes no sense: \(clean(reason)).",
      status: response.status, kind: .invalidResponse, requestID: requestID(response),
      hint: runHint(request) ?? "Check that the base URL is that of a Figranium server.")
  }

  /// The server has none of the routes for this.
  func routeMissing(status: Int = 404) -> FigraniumError {
    FigraniumError(
      message: "The server \(origin) has no such route.", status: status, kind: .routeNotFound,
      hint: "Check that the base URL is that of a Figranium server, with its path if it has one;"
        + " the server's version may lack this.")
  }

  // MARK: 2xx

  private func unusable(_ response: HTTPResponse, to request: APIRequest) -> CallFailure? {
    if response.body.isEmpty {
      if request.mayBeEmpty && response.status == 204 { return nil }
      return CallFailure(
        error: FigraniumError(
          message: "The server \(origin) gave an empty answer.", status: response.status,
          kind: .emptyResponse, requestID: requestID(response), hint: runHint(request)))
    }
    if response.isHTML {
      // Outside `/api` a server answers an unknown page with its web application.
      let missing = request.method == .get
      return CallFailure(
        error: invalid(response, request, "it is a web page"),
        missingRoute: missing ? .certain : .no)
    }
    guard response.isJSON else {
      return CallFailure(error: invalid(response, request, "it is not JSON"))
    }
    return nil
  }

  // MARK: 3xx

  private func redirect(_ response: HTTPResponse, to request: APIRequest) -> CallFailure {
    guard let location = response.header("location"), !location.isEmpty else {
      return CallFailure(
        error: invalid(response, request, "it has status \(response.status)"))
    }
    let target = RedirectTarget(location: location, origin: origin)
    if target.isSameOrigin && target.isSignIn {
      return CallFailure(
        error: sessionRequired(response),
        missingRoute: request.guardMayHideRoute ? .perhaps : .no)
    }
    return CallFailure(
      error: FigraniumError(
        message: "The server \(origin) redirects to \(clean(target.host, limit: 100)), and no"
          + " redirect is followed with a key.",
        status: response.status, kind: .redirectRefused, requestID: requestID(response),
        hint: "Use the address it redirects to as base URL, if you trust it."))
  }

  private func sessionRequired(_ response: HTTPResponse) -> FigraniumError {
    var message = "The server \(origin) grants this only to a signed-in session, not to an API key."
    if case .session = proof {
      message = "The server \(origin) does not take the session: it has ended, or is another's."
    }
    return FigraniumError(
      message: message, status: response.status, kind: .sessionRequired,
      requestID: requestID(response),
      hint: "Sign in with 'figctl login', or give the client a session.")
  }

  // MARK: 4xx and 5xx

  private func refusal(_ response: HTTPResponse, to request: APIRequest) -> CallFailure {
    let object = response.isHTML ? nil : jsonObject(response)
    let word = object.flatMap { $0.word("error") ?? $0.word("code") }
    let code = word.flatMap { Self.isCode($0) && redactor.redact($0) == $0 ? $0 : nil }
    if code == "UNAUTHORIZED" && [.keyElseSession, .session].contains(request.access) {
      var error = sessionRequired(response)
      error.isServersWord = true
      return CallFailure(
        error: error,
        missingRoute: request.guardMayHideRoute ? .perhaps : .no)
    }
    if let missing = missingRoute(response, code: code, word: word, to: request) { return missing }
    let kind = code.map(FigraniumError.Code.init(rawValue:)) ?? statusCode(response, request)
    var (message, hint) = sentence(kind, status: response.status, retryAfter: response.retryAfter)
    // What the server says beside its code, or in place of one.
    let details = object?["details"] ?? object?["detail"]
    var said = [object?.word("message"), code == nil ? word : nil].compactMap(\.self)
    if kind == .runFailed, let text = details?.stringValue { said.append(text) }
    if object == nil, !response.isHTML, let text = plainText(response) { said.append(text) }
    let words = clean(said.joined(separator: ": "))
    if !words.isEmpty { message += " It says: \(words)" }
    if hint == nil && response.status >= 500 { hint = runHint(request) }
    var error = FigraniumError(
      message: message, status: response.status, kind: kind,
      details: details.flatMap { $0.isNull ? nil : clean($0) }, requestID: requestID(response),
      hint: hint)
    error.retryAfter = response.retryAfter
    error.isServersWord = code != nil
    return CallFailure(error: error)
  }

  /// A route that does not exist: nothing was run.
  ///
  /// A thing that does not exist answers 404 with a code of its own, such as `TASK_NOT_FOUND`, or
  /// where a request says so with words, such as `Cabinet not found.`.
  private func missingRoute(
    _ response: HTTPResponse, code: String?, word: String?, to request: APIRequest
  ) -> CallFailure? {
    guard response.status == 404 || response.status == 405 else { return nil }
    if response.status == 404 {
      if let code, !Self.noSuchRoute.contains(code) { return nil }
      if request.missingThing != nil, request.isThingAlone || code == nil && word != nil {
        return nil
      }
    }
    var error = routeMissing(status: response.status)
    error.isServersWord = code != nil
    return CallFailure(error: error, missingRoute: .certain)
  }

  /// What servers answer to any route that they do not have.
  private static let noSuchRoute: Set<String> = ["API_NOT_FOUND", "NOT_FOUND", "ROUTE_NOT_FOUND"]

  private func jsonObject(_ response: HTTPResponse) -> JSONObject? {
    guard response.isJSON, response.body.count <= 1 << 20 else { return nil }
    return try? JSONParser.parse(response.body).objectValue
  }

  private func plainText(_ response: HTTPResponse) -> String? {
    guard let type = response.contentType, type.hasPrefix("text/plain") else { return nil }
    return String(decoding: response.body.prefix(65_536), as: UTF8.self)
  }

  private static func isCode(_ word: String) -> Bool {
    word.utf8.count <= 64
      && word.utf8.allSatisfy {
        (0x41...0x5a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5f
      }
  }

  private func statusCode(_ response: HTTPResponse, _ request: APIRequest) -> FigraniumError.Code {
    switch response.status {
    case 401: .unauthorized
    case 403: .forbidden
    case 404: request.missingThing ?? .badRequest
    case 429: .tooManyRequests
    case 500 where request.repeatability == .run && !response.isHTML: .runFailed
    case 500...: .serverError
    default: .badRequest
    }
  }

  private func requestID(_ response: HTTPResponse) -> String? {
    response.header("x-request-id").map { clean($0, limit: 100) }.flatMap {
      $0.isEmpty ? nil : $0
    }
  }
}

/// Where a redirect leads; only the host is ever shown.
struct RedirectTarget {
  let host: String
  let isSameOrigin: Bool
  let isSignIn: Bool

  init(location: String, origin: String) {
    let base = URLComponents(string: origin)
    let target = URLComponents(string: location)
    let ownHost = base?.encodedHost ?? ""
    let targetHost = target?.encodedHost ?? ""
    host =
      targetHost.isEmpty
      ? (target == nil ? "an address that cannot be read" : ownHost)
      : targetHost
    isSameOrigin =
      target != nil
      && (targetHost.isEmpty
        || (targetHost.lowercased() == ownHost.lowercased()
          && target?.port == base?.port && (target?.scheme ?? base?.scheme) == base?.scheme))
    let path = target?.percentEncodedPath ?? ""
    isSignIn = path == "/login" || path.hasSuffix("/login")
  }
}
