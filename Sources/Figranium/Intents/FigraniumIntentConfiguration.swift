import CurlBridge
import Synchronization

// Where intents get their client: the system makes intents itself, so nothing can be passed in.

/// Gives the intents their client.
///
/// The intents take no credential as a parameter; a provider is the only way they get one. It is
/// asked anew for each intent, so a key that has changed in its store is found at once.
public protocol FigraniumIntentClientProvider: Sendable {
  /// Makes a client.
  ///
  /// - Returns: A client with its key.
  /// - Throws: Whatever keeps it from making one; the intent throws that same error.
  func client() throws -> Figranium
}

/// The one provider of a process.
public enum FigraniumIntentConfiguration {
  private static let provider = Mutex<(any FigraniumIntentClientProvider)?>(nil)

  /// Names the provider; a later call replaces it.
  ///
  /// Call it early, for example in the application's initialiser.
  ///
  /// - Parameter provider: What gives the intents their client.
  public static func configure(_ provider: any FigraniumIntentClientProvider) {
    self.provider.withLock { $0 = provider }
  }

  /// The provider that counts for a task and its children in place of the process's.
  package enum Scope: Sendable {
    /// The process's.
    case process
    /// This one, or none.
    case only((any FigraniumIntentClientProvider)?)
  }

  /// For code that runs intents with a provider of its own, such as tests beside one another.
  @TaskLocal package static var scope = Scope.process

  /// The client for one intent, made on the calling thread.
  ///
  /// - Throws: `INTENT_NOT_CONFIGURED` before ``configure(_:)``, else what the provider throws.
  package static func client() throws -> Figranium {
    try currentProvider().client()
  }

  /// The client for one intent, made where it may take its time.
  ///
  /// The provider may block, for as long as its store does: it is called on a thread of its own,
  /// while libcurl is loaded on another.
  ///
  /// - Throws: As ``client()``; `REQUEST_ABORTED` at once when the calling task is cancelled.
  package static func awaitedClient() async throws -> Figranium {
    let current = try currentProvider()
    Figranium.prepareTransport()
    do {
      return try await OwnThread.run { try current.client() }
    } catch is CancellationError where Swift.Task.isCancelled {
      throw FigraniumError(message: "The intent was cancelled.", kind: .requestAborted)
    }
  }

  private static func currentProvider() throws(FigraniumError) -> any FigraniumIntentClientProvider
  {
    let current: (any FigraniumIntentClientProvider)? =
      switch scope {
      case .process: provider.withLock { $0 }
      case .only(let provider): provider
      }
    guard let current else {
      throw FigraniumError(
        message: "No provider gives the Figranium intents their client.",
        kind: .intentNotConfigured,
        hint: "Call FigraniumIntentConfiguration.configure(_:) when the program starts.")
    }
    return current
  }
}

extension FigraniumIntentConfiguration {
  /// Takes the provider away, for tests.
  package static func reset() {
    provider.withLock { $0 = nil }
  }
}
