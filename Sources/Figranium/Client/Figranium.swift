public import FoundationEssentials
import Synchronization

// The client: which server, with which key, how.

/// A client of one Figranium server.
///
/// Making one costs nothing and touches no network. All clients of a process share one pool of
/// connections, so one may be made for each use. A wrong address or key is thrown by the first
/// call.
///
/// ```swift
/// let figranium = Figranium(baseURL: "https://api.figranium.example.com", apiKey: apiKey)
/// let result: ExecutionResult<JSONValue> = try await figranium.runTask("task_1")
/// ```
public final class Figranium: Sendable {
  /// The server's address as given, without white space around it.
  public let baseURL: String

  package let configuration: Result<ClientConfiguration, FigraniumError>
  package let options: ClientOptions
  package let transport: any HTTPTransport
  // The key in use: `renewCredential` may replace it.
  let secret: Mutex<Secret?>
  // The session in use: `findSession` may bring one.
  let session: Mutex<Secret?>
  // Kept, since most calls show the same key, or take turns between key and session.
  private let echoes = Mutex<(key: EchoedKey?, session: EchoedKey?)>((nil, nil))

  /// Creates a client; what is wrong with the address or key is thrown by the first call.
  ///
  /// - Parameters:
  ///   - baseURL: The server's address, with a path prefix if it has one.
  ///   - apiKey: The key, `nil` for none. White space around it is dropped.
  ///   - apiKeyHeader: The header that carries it: `authorization`, `x-api-key` or `key`.
  public convenience init(
    baseURL: String = "http://localhost:11345", apiKey: String? = nil,
    apiKeyHeader: String = "authorization"
  ) {
    let configuration = Result { () throws(FigraniumError) -> ClientConfiguration in
      guard let header = APIKeyHeader(rawValue: apiKeyHeader.trimmed.lowercased()) else {
        throw FigraniumError(
          message: "A key cannot be sent in a header of that name.", kind: .invalidHeader,
          hint: "Use authorization, x-api-key or key.")
      }
      let secret = apiKey.map { Secret($0.trimmed) }
      let credential = secret.map { FigraniumCredential.apiKey($0, header: header) }
      return try ClientConfiguration(
        baseURL: BaseURL(baseURL), credential: credential ?? .none, options: ClientOptions())
    }
    self.init(
      baseURL: baseURL.trimmed, configuration: configuration, options: ClientOptions(),
      transport: CurlTransport())
  }

  /// Creates a client and checks what it is given.
  ///
  /// - Parameters:
  ///   - url: The server's address, with a path prefix if it has one.
  ///   - credential: What to authenticate with.
  ///   - options: How to behave.
  /// - Throws: `INVALID_BASE_URL`, `INSECURE_TRANSPORT` for `http://` to another machine,
  ///   `CREDENTIAL_INVALID` for a key that no header can carry, `INVALID_HEADER`. Nothing about the
  ///   server, which is not asked.
  public convenience init(
    url: URL, credential: FigraniumCredential, options: ClientOptions = .init()
  ) throws(FigraniumError) {
    try self.init(
      url: url, credential: credential, options: options, transport: CurlTransport())
  }

  package convenience init(
    url: URL, credential: FigraniumCredential, options: ClientOptions = .init(),
    transport: any HTTPTransport
  ) throws(FigraniumError) {
    let text = url.absoluteString.trimmed
    let configuration = try ClientConfiguration(
      baseURL: BaseURL(text), credential: credential, options: options)
    self.init(
      baseURL: text, configuration: .success(configuration), options: options,
      transport: transport)
  }

  private init(
    baseURL: String, configuration: Result<ClientConfiguration, FigraniumError>,
    options: ClientOptions, transport: any HTTPTransport
  ) {
    self.baseURL = baseURL
    self.configuration = configuration
    self.options = options
    self.transport = transport
    let credential = (try? configuration.get())?.credential
    secret = Mutex(credential?.secret)
    session = Mutex(credential?.session)
  }

  /// What takes out of an answer what the request showed; `nil` when there is nothing to look for.
  func echo(of proof: Proof) -> EchoedKey? {
    guard let secret = proof.secret else { return nil }
    return echoes.withLock { known in
      let current = proof.isSession ? known.session : known.key
      if let current, current.secret.bytes === secret.bytes { return current }
      let made = EchoedKey(secret)
      if proof.isSession { known.session = made } else { known.key = made }
      return made
    }
  }

  /// Makes what the first answer needs, to be called while it is waited for.
  package func prepareForAnswers() {
    if let key = secret.withLock({ $0 }) { _ = echo(of: .key(key)) }
  }

  /// Tasks: list and run them.
  public var tasks: TasksResource { TasksResource(client: self) }
  /// Executions: list, read and stop them.
  public var executions: ExecutionsResource { ExecutionsResource(client: self) }
  /// Signing in and out.
  public var auth: AuthResource { AuthResource(client: self) }
  /// The server's word on itself.
  public var health: HealthResource { HealthResource(client: self) }

  /// Runs a task and waits until the run has ended; see ``TasksResource/run(_:input:options:)``.
  ///
  /// - Parameters:
  ///   - id: The task's identifier: any text.
  ///   - input: Variables and the run's identifier.
  ///   - options: Headers and limit for this call.
  /// - Returns: What the run gave.
  /// - Throws: As ``TasksResource/run(_:input:options:)``.
  public func runTask<Value: Decodable & Sendable>(
    _ id: String, input: ExecuteTaskOptions = .init(), options: RequestOptions = .init()
  ) async throws -> ExecutionResult<Value> {
    try await tasks.run(id, input: input, options: options)
  }

  /// Loads libcurl in the background, so that the first request need not wait for it.
  ///
  /// Call it before something slow that is no request, such as reading a key from a store.
  package static func prepareTransport() {
    CurlTransport().prepare()
  }
}
