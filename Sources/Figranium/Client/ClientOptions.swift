// Everything about a client that is neither its server nor its key.

/// How a client behaves; every value has a default that suits most uses.
public struct ClientOptions: Sendable {
  /// Headers sent with every request.
  ///
  /// The client's own (`Accept`, `Content-Type`, `X-Requested-With`, …) cannot be replaced.
  public var headers: [String: String]
  /// How long, and how much.
  public var limits: RequestLimits
  /// A PEM file with the certificates to trust in place of the system's.
  public var caFile: String?
  /// Whether `http://` may be used to a machine other than this one.
  ///
  /// The key then travels in clear, for everyone on the way to read.
  public var allowsInsecureHTTP: Bool
  /// Which routes to use.
  public var routes: RouteSelection
  /// What the server is known to speak, for example from an earlier process.
  ///
  /// It is a first guess: a server that has changed is found out all the same.
  public var knownDialect: ServerDialect?
  /// Told when a server's dialect was found, or found to have changed.
  public var dialectFound: (@Sendable (ServerDialect) -> Void)?
  /// Told of each exchange after it has ended; it never sees a secret.
  public var exchangeObserver: (@Sendable (Exchange) -> Void)?
  /// Asked once for another key after the server refused one with 401.
  ///
  /// It is given the refused key. The call is repeated if the answer is another key.
  public var renewCredential: (@Sendable (_ rejected: Secret) async throws -> Secret?)?
  /// Asked for a session where a server grants something to no API key, unless the credential
  /// holds one.
  ///
  /// Its answer is kept for the client's life; with `nil` it is asked again the next time. What it
  /// throws ends the call.
  public var findSession: (@Sendable () async throws -> Secret?)?
  /// When to try again.
  public var retry: RetryPolicy
  /// Told of a run before it is asked for, with its identifier.
  package var runBegins: (@Sendable (_ runID: String) -> Void)?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - headers: Headers sent with every request.
  ///   - limits: How long, and how much.
  ///   - caFile: A PEM file with the certificates to trust in place of the system's.
  ///   - allowsInsecureHTTP: Whether `http://` may be used to another machine.
  ///   - routes: Which routes to use.
  ///   - knownDialect: What the server is known to speak.
  ///   - dialectFound: Told when a dialect was found.
  ///   - exchangeObserver: Told of each exchange.
  ///   - renewCredential: Asked once for another key after a 401.
  ///   - findSession: Asked for a session where one is needed.
  ///   - retry: When to try again.
  public init(
    headers: [String: String] = [:], limits: RequestLimits = .init(), caFile: String? = nil,
    allowsInsecureHTTP: Bool = false, routes: RouteSelection = .automatic,
    knownDialect: ServerDialect? = nil,
    dialectFound: (@Sendable (ServerDialect) -> Void)? = nil,
    exchangeObserver: (@Sendable (Exchange) -> Void)? = nil,
    renewCredential: (@Sendable (_ rejected: Secret) async throws -> Secret?)? = nil,
    findSession: (@Sendable () async throws -> Secret?)? = nil,
    retry: RetryPolicy = .init()
  ) {
    self.headers = headers
    self.limits = limits
    self.caFile = caFile
    self.allowsInsecureHTTP = allowsInsecureHTTP
    self.routes = routes
    self.knownDialect = knownDialect
    self.dialectFound = dialectFound
    self.exchangeObserver = exchangeObserver
    self.renewCredential = renewCredential
    self.findSession = findSession
    self.retry = retry
  }
}

/// How long a call may take and how much a server may send.
public struct RequestLimits: Sendable, Hashable {
  /// Until the connection stands, name look-up and TLS included; 10 seconds by default.
  public var connect: Duration
  /// Until the answer is complete, repeats included; 60 seconds by default.
  public var answer: Duration
  /// The same for a run, which the server answers only when it has ended; 20 minutes by default.
  public var run: Duration
  /// Without a byte from the server, except for runs; 60 seconds by default.
  public var silence: Duration
  /// The largest body, after decompression; 256 MiB by default.
  public var maximumBodyBytes: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - connect: Until the connection stands.
  ///   - answer: Until the answer is complete.
  ///   - run: The same for a run.
  ///   - silence: Without a byte from the server, except for runs.
  ///   - maximumBodyBytes: The largest body, after decompression.
  public init(
    connect: Duration = .seconds(10), answer: Duration = .seconds(60),
    run: Duration = .seconds(20 * 60), silence: Duration = .seconds(60),
    maximumBodyBytes: Int = 256 << 20
  ) {
    self.connect = connect
    self.answer = answer
    self.run = run
    self.silence = silence
    self.maximumBodyBytes = maximumBodyBytes
  }
}

/// One exchange with a server, for logs.
public struct Exchange: Sendable, Hashable {
  /// The HTTP method.
  public let method: String
  /// The path as sent, with the base URL's prefix.
  public let path: String
  /// The HTTP status, 0 when no answer came.
  public let status: Int
  /// From sending to the end.
  public let duration: Duration
}

/// What one call may change.
public struct RequestOptions: Sendable, Hashable {
  /// Headers for this call, over those of the client.
  public var headers: [String: String]
  /// The limit for the whole call, in place of the client's.
  public var timeout: Duration?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - headers: Headers for this call.
  ///   - timeout: The limit for the whole call.
  public init(headers: [String: String] = [:], timeout: Duration? = nil) {
    self.headers = headers
    self.timeout = timeout
  }
}
