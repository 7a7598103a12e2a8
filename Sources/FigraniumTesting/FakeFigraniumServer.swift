public import Figranium
import FoundationEssentials
import Synchronization

/// A Figranium server that is no more than a table of answers, for tests without a network.
///
/// ```swift
/// let server = FakeFigraniumServer()
/// server.addTask(id: "front-page", name: "Front page", result: ["outcome": "success"])
/// let result: ExecutionResult<JSONValue> = try await server.client().runTask("front-page")
/// ```
///
/// The client is the real one: it finds routes, repeats reads, writes errors and takes keys out of
/// them as it always does; only the network below it is made up. Each server has an address of its
/// own, so that tests may run beside one another. A route that no answer was given for does not
/// exist: the request gets 404 `API_NOT_FOUND`.
public final class FakeFigraniumServer: Sendable {
  /// Makes an answer to a request.
  ///
  /// It may wait; a call waits for it no longer than its limit, if it heeds cancellation.
  public typealias Answer = @Sendable (FakeRequest) async -> FakeAnswer

  private struct State {
    var routes: [(route: FakeRoute, answer: Answer)] = []
    var content = FakeContent()
    var acceptedKey: Secret?
    var requests: [FakeRequest] = []
  }

  private static let count = Atomic(0)
  private let state = Mutex(State())

  /// The server's address, `https://` with a name that no network knows.
  public let baseURL: String

  /// Creates a server without routes.
  public init() {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    baseURL = "https://server-\(number).figranium-testing.invalid"
  }

  // MARK: Answers

  /// Has a task: it is listed, and running it gives a result.
  ///
  /// - Parameters:
  ///   - id: The task's identifier: any text. One that is there already is replaced.
  ///   - name: Its name.
  ///   - result: What a run of it gives, as the server sends it.
  public func addTask(id: String, name: String, result: JSONValue = ["outcome": "success"]) {
    state.withLock { $0.content.add(FakeContent.Task(id: id, name: name, result: result)) }
  }

  /// Has an execution: it can be asked for, and stopped by its identifier.
  ///
  /// - Parameters:
  ///   - id: Its identifier. One that is there already is replaced.
  ///   - members: What the server tells of it beside the identifier, such as
  ///     `["phase": "running"]`.
  public func addExecution(id: String, _ members: JSONObject) {
    state.withLock { $0.content.executions[id] = members }
  }

  /// Answers a route.
  ///
  /// It goes before what ``addTask(id:name:result:)`` and ``addExecution(id:_:)`` answer; of two
  /// answers to one request the later named counts.
  ///
  /// - Parameters:
  ///   - route: A method and a path, such as `GET /api/executions/*`. A `*` stands for one segment;
  ///     ``FakeRequest/parameters`` has what it was. A text of another form is a mistake of the
  ///     test, which ends.
  ///   - answer: Makes the answer.
  public func on(_ route: String, answer: @escaping Answer) {
    let route = FakeRoute(route)
    state.withLock { $0.routes.append((route, answer)) }
  }

  /// Answers a route with answers in turn; the last one is given again and again.
  ///
  /// - Parameters:
  ///   - route: A method and a path, as for ``on(_:answer:)``.
  ///   - first: The first answer.
  ///   - others: The answers after it.
  public func on(_ route: String, _ first: FakeAnswer, _ others: FakeAnswer...) {
    let turn = Turn(answers: [first] + others)
    on(route) { _ in turn.next() }
  }

  private final class Turn: Sendable {
    private let answers: [FakeAnswer]
    private let place = Atomic(0)
    init(answers: [FakeAnswer]) { self.answers = answers }
    func next() -> FakeAnswer {
      answers[min(place.add(1, ordering: .relaxed).oldValue, answers.count - 1)]
    }
  }

  /// The one key that the server takes; `nil`, as at first, takes any and none.
  ///
  /// A request with another key gets 401 `INVALID_API_KEY`.
  public var acceptedKey: Secret? {
    get { state.withLock(\.acceptedKey) }
    set { state.withLock { $0.acceptedKey = newValue } }
  }

  // MARK: Requests

  /// What was asked, in order, without keys.
  public var requests: [FakeRequest] { state.withLock(\.requests) }

  /// Forgets what was asked.
  public func forgetRequests() { state.withLock { $0.requests = [] } }

  func answer(to http: HTTPRequest) async -> FakeAnswer {
    var request = FakeRequest(http, below: baseURL)
    let key = http.credential.map { Secret(bytes: $0.secret) }
    var answer: Answer?
    let ready = state.withLock { state -> FakeAnswer? in
      for (route, maker) in state.routes.reversed() {
        guard let parameters = route.parameters(of: request) else { continue }
        request.parameters = parameters
        answer = maker
        break
      }
      state.requests.append(request)
      if let accepted = state.acceptedKey, key != accepted {
        return .error(.invalidAPIKey, status: 401)
      }
      if answer != nil { return nil }
      return state.content.answer(to: request) ?? .error("API_NOT_FOUND", status: 404)
    }
    if let ready { return ready }
    return await answer?(request) ?? .silence
  }

  // MARK: Clients

  /// A client of this server.
  ///
  /// - Parameters:
  ///   - key: The key that it sends; `nil` for none.
  ///   - options: Everything else. Without them nothing is repeated, so that a call is one request
  ///     to a route that exists.
  /// - Returns: The client.
  /// - Throws: `CREDENTIAL_INVALID` and `INVALID_HEADER`, as for any client.
  public func client(
    key: Secret? = Secret("test-key"), options: ClientOptions = ClientOptions(retry: .never)
  ) throws(FigraniumError) -> Figranium {
    let credential = key.map { FigraniumCredential.apiKey($0) }
    return try client(credential: credential ?? .none, options: options)
  }

  /// A client of this server with any credential, such as a signed-in session.
  ///
  /// - Parameters:
  ///   - credential: What it authenticates with.
  ///   - options: Everything else. Without them nothing is repeated.
  /// - Returns: The client.
  /// - Throws: `CREDENTIAL_INVALID` and `INVALID_HEADER`, as for any client.
  public func client(
    credential: FigraniumCredential, options: ClientOptions = ClientOptions(retry: .never)
  ) throws(FigraniumError) -> Figranium {
    guard let url = URL(string: baseURL) else {
      throw FigraniumError(message: "The base URL is not a URL.", kind: .invalidBaseURL)
    }
    return try Figranium(
      url: url, credential: credential, options: options,
      transport: FakeTransport(server: self))
  }
}
