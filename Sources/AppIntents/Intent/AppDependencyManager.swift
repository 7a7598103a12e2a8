/// Holds what the app hands to its intents.
///
/// Add values at the start of the program, before an intent runs. Stands for
/// `AppDependencyManager` of App Intents.
public final class AppDependencyManager: Sendable {
  /// The manager that `@Dependency` uses when it names none.
  public static let shared = AppDependencyManager()

  private enum Source: Sendable {
    case value(any Sendable)
    case provider(@Sendable () async throws -> any Sendable)
  }

  private let sources = LockedValue<[DependencyKey: Source]>([:])

  /// Makes a manager of its own, for tests.
  public init() {}

  /// Adds a value.
  ///
  /// It is made at once, in the caller's isolation.
  ///
  /// - Parameters:
  ///   - key: The key to find it under; nil for its type.
  ///   - value: The value.
  public func add<Value: Sendable>(
    key: AnyHashable? = nil, dependency value: @autoclosure () -> Value
  ) {
    let value = value()
    sources.withLock { $0[DependencyKey(key, type: Value.self)] = .value(value) }
  }

  /// Adds a way to make a value, which may fail.
  ///
  /// It is called for each run and each search of entities.
  ///
  /// - Parameters:
  ///   - key: The key to find it under; nil for its type.
  ///   - provider: Makes the value.
  public func add<Value: Sendable>(
    key: AnyHashable? = nil, dependency provider: @autoclosure () -> @Sendable () throws -> Value
  ) {
    let provider = provider()
    sources.withLock {
      $0[DependencyKey(key, type: Value.self)] = .provider { try provider() }
    }
  }

  /// Adds a way to make a value that takes time.
  ///
  /// It is called for each run and each search of entities.
  ///
  /// - Parameters:
  ///   - key: The key to find it under; nil for its type.
  ///   - provider: Makes the value.
  public func add<Value: Sendable>(
    key: AnyHashable? = nil, dependency provider: @escaping @Sendable () async throws -> Value
  ) {
    sources.withLock {
      $0[DependencyKey(key, type: Value.self)] = .provider { try await provider() }
    }
  }

  func plainValue(for key: DependencyKey) -> (any Sendable)? {
    guard case .value(let value) = sources.value[key] else { return nil }
    return value
  }

  func value(for key: DependencyKey) async throws -> (any Sendable)? {
    switch sources.value[key] {
    case .value(let value): value
    case .provider(let make): try await make()
    case nil: nil
    }
  }
}

/// Under what a dependency is kept: a key of the app, or its type.
///
/// Of the app's key its type and text are kept: `AnyHashable` itself cannot cross threads.
struct DependencyKey: Hashable, Sendable {
  private let text: String?
  private let type: ObjectIdentifier

  init(_ key: AnyHashable?, type: any Any.Type) {
    text = key.map { String(reflecting: $0.base) }
    self.type = key.map { ObjectIdentifier(Swift.type(of: $0.base)) } ?? ObjectIdentifier(type)
  }
}
