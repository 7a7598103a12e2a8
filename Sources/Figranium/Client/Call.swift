import FoundationEssentials
import Synchronization
import SystemBridge

// From a request of the API to its answer: limits, repeats, a renewed key.

/// Why a call failed, with what the finding of routes needs to know.
struct CallFailure: Error {
  /// Whether the failure says that the server has no such route.
  enum MissingRoute {
    case no
    case perhaps
    case certain
  }

  var error: FigraniumError
  var missingRoute = MissingRoute.no
  /// The pause that the server asks for.
  var retryAfter: Duration?
}

/// What one exchange came to.
struct Attempt<Answer> {
  let status: Int
  let result: Result<Answer, CallFailure>
}

/// What stays the same over the exchanges of one call.
struct Call {
  let configuration: ClientConfiguration
  let headers: [(name: String, value: String)]
  let deadline: ContinuousClock.Instant
  let limit: Duration
  var writer: ErrorWriter

  init(
    client: Figranium, options: RequestOptions, isRun: Bool = false
  ) throws(FigraniumError) {
    configuration = try client.configuration.get()
    let limits = client.options.limits
    limit = options.timeout ?? (isRun ? limits.run : limits.answer)
    deadline = .now + limit
    var sensitive = configuration.sensitiveValues
    if options.headers.isEmpty {
      headers = configuration.headers
    } else {
      let own = try HeaderFields(options.headers, credential: configuration.credential)
      let names = Set(own.fields.map { $0.name.lowercased() })
      headers = configuration.headers.filter { !names.contains($0.name.lowercased()) } + own.fields
      sensitive += own.sensitiveValues
    }
    writer = ErrorWriter(
      origin: configuration.baseURL.origin, limits: client.options.limits, limit: limit,
      caFile: client.options.caFile,
      redactor: Redactor(
        secrets: [configuration.credential.secret, configuration.credential.session],
        values: sensitive))
  }
}

extension Figranium {
  /// Makes a call whose answer is wanted as a whole.
  ///
  /// - Returns: An answer that is JSON, or empty where that is allowed.
  func answer(to request: APIRequest, in call: Call) async throws(CallFailure) -> HTTPResponse {
    try await attempts(request, in: call, retry: options.retry) {
      http, writer async throws(HTTPFailure) in
      var response = try await self.transport.send(http)
      if let member = request.secretMember {
        let body = response.secretBody ?? LockedBytes(copying: response.body.span)
        let answer = SecretAnswer(body, member: member)
        (response.body, response.secret, response.secretBody) = (answer.rest, answer.secret, nil)
      }
      if let echo = self.echo(of: writer.proof) {
        response.body = echo.removed(from: response.body)
      }
      // A failing answer may set a session, and repeat it in its text.
      let hiding = writer.hiding(SessionCookie.value(in: response.headerBlock))
      guard var failure = hiding.failure(in: response, to: request) else {
        return Attempt(status: response.status, result: .success(response))
      }
      failure.retryAfter = response.retryAfter
      return Attempt(status: response.status, result: .failure(failure))
    }
  }

  /// Makes a call: exchanges until one succeeds or none more is allowed.
  ///
  /// - Parameter exchange: Sends a request once and looks at the answer.
  func attempts<Answer>(
    _ request: APIRequest, in call: Call, retry: RetryPolicy,
    _ exchange: (HTTPRequest, ErrorWriter) async throws(HTTPFailure) -> Attempt<Answer>
  ) async throws(CallFailure) -> Answer {
    var retries = RetryState(policy: retry, repeatability: request.repeatability)
    var hasRenewed = false
    var proof = try await proof(for: request.access)
    while true {
      let remaining = ContinuousClock.now.duration(to: call.deadline)
      let writer = request.hidden.reduce(call.writer.showing(proof)) { $0.hiding($1) }
      var failure: CallFailure
      let retryable: RetryState.Failure
      do {
        let http = try prepared(request, call, proof, remaining: remaining)
        let attempt = try await observed(http, request, call) { () async throws(HTTPFailure) in
          try await exchange(http, writer)
        }
        switch attempt.result {
        case .success(let answer): return answer
        case .failure(let refusal):
          failure = refusal
          retryable = .status(attempt.status, retryAfter: refusal.retryAfter)
        }
      } catch {
        failure = CallFailure(error: writer.error(for: error, request: request))
        retryable = error.retryState
      }
      if failure.error.kind == .sessionRequired, request.access == .keyElseSession,
        !proof.isSession, let session = try await knownSession()
      {
        proof = .session(session)
        continue
      }
      if failure.error.isKeyRefused, !hasRenewed, case .key(let rejected) = proof,
        let renew = options.renewCredential
      {
        hasRenewed = true
        switch await renewed(rejected, by: renew) {
        case .success(let fresh?):
          proof = .key(fresh)
          continue
        case .success(nil): break
        case .failure(let error):
          failure.error.hint = "Reading the key again failed: \(error.message)"
        }
      }
      let left = ContinuousClock.now.duration(to: call.deadline)
      switch retries.next(after: retryable, remaining: left, random: .random(in: 0..<1)) {
      case .giveUp: throw failure
      case .retry(let delay):
        do {
          try await Swift.Task.sleep(for: delay)
        } catch {
          throw CallFailure(error: writer.aborted(request: request))
        }
      }
    }
  }

  /// What a request shows first.
  private func proof(for access: APIRequest.Access) async throws(CallFailure) -> Proof {
    let key = secret.withLock { $0 }.map(Proof.key)
    switch access {
    case .everyone: return .none
    case .key, .keyElseSession:
      if let key { return key }
      // A client without a key has a session, or nothing: a store is asked only where it may help.
      return session.withLock { $0 }.map(Proof.session) ?? .none
    case .session: return try await knownSession().map(Proof.session) ?? key ?? .none
    }
  }

  /// The session, looked for when there is a way to.
  func knownSession() async throws(CallFailure) -> Secret? {
    if let known = session.withLock({ $0 }) { return known }
    guard let find = options.findSession else { return nil }
    do {
      guard let found = try await find() else { return nil }
      try SessionCookie.check(found)
      session.withLock { $0 = found }
      return found
    } catch let error as FigraniumError {
      throw CallFailure(error: error)
    } catch {
      throw CallFailure(
        error: FigraniumError(
          message: "The session was not found: no reason was given.", kind: .credentialNotFound))
    }
  }

  /// A request of the API as one of HTTP.
  private func prepared(
    _ request: APIRequest, _ call: Call, _ proof: Proof, remaining: Duration
  ) throws(HTTPFailure) -> HTTPRequest {
    guard remaining > .zero else {
      throw HTTPFailure(kind: .totalTimeout, reason: "no time left", mayHaveBeenSent: false)
    }
    let configuration = call.configuration
    let base = configuration.baseURL
    let isRun = request.repeatability == .run
    var headers = call.headers
    if request.body != nil || request.secretBody != nil {
      headers.append(("Content-Type", "application/json"))
    }
    var http = HTTPRequest(
      method: request.method.rawValue, url: base.text + request.path, headers: headers,
      credential: proof.field(in: configuration.credential.header),
      body: request.body, connectLimit: min(options.limits.connect, remaining),
      totalLimit: remaining, silenceLimit: isRun ? nil : options.limits.silence,
      maximumBodyBytes: request.maximumBytes(options.limits), caFile: options.caFile,
      mustReachLoopback: configuration.mustReachLoopback, allowsProxy: configuration.allowsProxy,
      needsFreshConnection: request.repeatability.actsTwice)
    http.secretBody = request.secretBody
    http.hasSecretAnswer = request.secretMember != nil
    return http
  }

  /// Makes an exchange and tells the observer.
  private func observed<Answer>(
    _ http: HTTPRequest, _ request: APIRequest, _ call: Call,
    _ exchange: () async throws(HTTPFailure) -> Attempt<Answer>
  ) async throws(HTTPFailure) -> Attempt<Answer> {
    guard let observer = options.exchangeObserver else { return try await exchange() }
    let prefix = call.configuration.baseURL.prefix
    let start = ContinuousClock.now
    var status = 0
    defer {
      observer(
        Exchange(
          method: http.method, path: prefix + request.path, status: status,
          duration: start.duration(to: .now)))
    }
    let attempt = try await exchange()
    status = attempt.status
    return attempt
  }

  /// Asks for another key after `rejected` was refused.
  ///
  /// - Returns: The other key, or `nil` when there is none.
  private func renewed(
    _ rejected: Secret, by renew: @Sendable (Secret) async throws -> Secret?
  ) async -> Result<Secret?, FigraniumError> {
    // Another call of this client may have renewed it meanwhile.
    if let current = secret.withLock({ $0 }), current != rejected { return .success(current) }
    do {
      guard let fresh = try await renew(rejected), fresh != rejected else { return .success(nil) }
      try ClientConfiguration.check(fresh)
      secret.withLock { $0 = fresh }
      return .success(fresh)
    } catch let error as FigraniumError {
      return .failure(error)
    } catch {
      return .failure(FigraniumError(message: "no reason was given.", kind: .credentialNotFound))
    }
  }
}

extension FigraniumError {
  /// Whether the server refused the key itself, so that another may be taken.
  var isKeyRefused: Bool { status == 401 && kind != .sessionRequired }
}

extension HTTPFailure {
  /// What the retry policy has to know of it.
  var retryState: RetryState.Failure {
    switch kind {
    case .refused: .refused
    case .cannotResolve, .cannotConnect, .broken, .cut, .proxy: .broken
    default: .final
    }
  }
}
