public import Figranium
import Synchronization

/// Gives intents a client of a ``FakeFigraniumServer``, with a key that lives in memory.
///
/// It stands for the provider of a program, and can fail in the ways that a credential store does.
///
/// ```swift
/// let provider = InMemoryFigraniumProvider(server: server)
/// try await provider.use {
///   _ = try await RunFigraniumTaskIntent(task: task).perform()
/// }
/// ```
public final class InMemoryFigraniumProvider: FigraniumIntentClientProvider {
  /// What the store says when it is asked for the key.
  public enum Key: Sendable {
    /// The key is there.
    case stored(Secret)
    /// There is none: `CREDENTIAL_NOT_FOUND`.
    case absent
    /// The store is locked: `CREDENTIAL_STORE_LOCKED`.
    case locked
    /// Asking for it fails.
    case failing(any Error)
  }

  private let state: Mutex<Key>
  private let server: FakeFigraniumServer
  private let options: ClientOptions

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - server: The server that its clients ask.
  ///   - key: What the store says at first.
  ///   - options: How the clients behave. Without them nothing is repeated.
  public init(
    server: FakeFigraniumServer, key: Key = .stored(Secret("test-key")),
    options: ClientOptions = ClientOptions(retry: .never)
  ) {
    state = Mutex(key)
    self.server = server
    self.options = options
  }

  /// What the store says now; change it to renew the key, to take it away, or to lock the store.
  public var key: Key {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Makes a client with the key of that moment.
  ///
  /// After a 401 the client asks for the key once more, as clients of the credential store do.
  ///
  /// - Throws: `CREDENTIAL_NOT_FOUND`, `CREDENTIAL_STORE_LOCKED`, or the error of
  ///   ``Key/failing(_:)``.
  public func client() throws -> Figranium {
    var options = options
    if options.renewCredential == nil {
      options.renewCredential = { [self] rejected in
        let now = try current()
        return now == rejected ? nil : now
      }
    }
    return try server.client(key: try current(), options: options)
  }

  private func current() throws -> Secret {
    switch key {
    case .stored(let secret): return secret
    case .absent:
      throw FigraniumError(
        message: "The store in memory holds no key.", kind: .credentialNotFound,
        hint: "Set the provider's key.")
    case .locked:
      throw FigraniumError(
        message: "The store in memory is locked.", kind: .credentialStoreLocked,
        hint: "Set the provider's key.")
    case .failing(let error): throw error
    }
  }

  /// Does work in which the intents get their client from this provider.
  ///
  /// The process's own provider stays as it is, so that tests may run beside one another.
  ///
  /// - Parameter work: Performs intents, or asks their queries.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws.
  public func use<Result>(_ work: () async throws -> Result) async rethrows -> Result {
    try await FigraniumIntentConfiguration.$scope.withValue(.only(self), operation: work)
  }
}
