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

  /// The client for one intent.
  ///
  /// - Throws: `INTENT_NOT_CONFIGURED` before ``configure(_:)``, else what the provider throws.
  package static func client() throws -> Figranium {
    guard let provider = provider.withLock({ $0 }) else {
      throw FigraniumError(
        message: "No provider gives the Figranium intents their client.",
        kind: .intentNotConfigured,
        hint: "Call FigraniumIntentConfiguration.configure(_:) when the program starts.")
    }
    return try provider.client()
  }

  /// Takes the provider away, for tests.
  package static func reset() {
    provider.withLock { $0 = nil }
  }
}
