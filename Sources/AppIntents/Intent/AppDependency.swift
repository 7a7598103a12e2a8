/// A property that the app fills at its start, for example with its store.
///
/// Use it as `@Dependency` in an intent or a query; add the value with
/// `add(key:dependency:)` of ``AppDependencyManager`` before any intent runs. The runtime
/// makes the value before it calls ``AppIntent/perform()``; a value that was not added is then an
/// error that names its type. Stands for `AppDependency` of App Intents.
@propertyWrapper
public final class AppDependency<Value: Sendable>: AnyAppDependency, Sendable {
  private let key: DependencyKey
  private let manager: AppDependencyManager
  private let makeDefault: (@Sendable () async throws -> Value)?
  private let state = LockedValue(State.empty)

  private enum State: Sendable {
    case empty
    /// Made by the runtime, which makes it anew for each run: a query may outlive many of them.
    case made(Value)
    /// Set by the program, and kept.
    case set(Value)
  }

  /// A property whose value was added.
  ///
  /// - Parameters:
  ///   - key: The key under which it was added; nil for its type.
  ///   - manager: The manager it was added to.
  public convenience init(key: AnyHashable? = nil, manager: AppDependencyManager = .shared) {
    self.init(key: key, manager: manager, makeDefault: nil)
  }

  /// A property with a value for the case that none was added.
  ///
  /// - Parameters:
  ///   - key: The key under which it may have been added; nil for its type.
  ///   - manager: The manager it may have been added to.
  ///   - defaultValue: The value to use otherwise.
  public convenience init(
    key: AnyHashable? = nil, manager: AppDependencyManager = .shared,
    default defaultValue: @autoclosure () -> Value
  ) {
    let value = defaultValue()
    self.init(key: key, manager: manager) { value }
  }

  /// A property with a way to make a value for the case that none was added.
  ///
  /// - Parameters:
  ///   - key: The key under which it may have been added; nil for its type.
  ///   - manager: The manager it may have been added to.
  ///   - provider: Makes the value to use otherwise.
  public convenience init(
    key: AnyHashable? = nil, manager: AppDependencyManager = .shared,
    default provider: @escaping @Sendable () async throws -> Value
  ) {
    self.init(key: key, manager: manager, makeDefault: provider)
  }

  private init(
    key: AnyHashable?, manager: AppDependencyManager,
    makeDefault: (@Sendable () async throws -> Value)?
  ) {
    self.key = DependencyKey(key, type: Value.self)
    self.manager = manager
    self.makeDefault = makeDefault
  }

  /// The value.
  ///
  /// Reading it outside an intent that runs stops the program if the value was neither added as a
  /// plain value nor set, as it does on Apple's systems.
  public var wrappedValue: Value {
    get {
      switch state.value {
      case .made(let value), .set(let value): return value
      case .empty:
        if let value = manager.plainValue(for: key) as? Value { return value }
        preconditionFailure(
          "The dependency of type \(Value.self) was read before it was added to the manager")
      }
    }
    set { state.value = .set(newValue) }
  }

  /// The property wrapper itself.
  public var projectedValue: AppDependency<Value> { self }

  package func resolve() async throws {
    if case .set = state.value { return }
    let value: Value
    if let added = try await manager.value(for: key) as? Value {
      value = added
    } else if let makeDefault {
      value = try await makeDefault()
    } else {
      throw IntentRuntimeError.missingDependency(type: String(describing: Value.self))
    }
    state.withLock { state in
      if case .set = state { return }
      state = .made(value)
    }
  }
}

/// What the runtime needs of a dependency.
package protocol AnyAppDependency: Sendable {
  /// Makes the value, unless the program has set it.
  func resolve() async throws
}

/// A type whose `@Dependency` properties the runtime fills before it is used.
public protocol _SupportsAppDependencies {}

extension _SupportsAppDependencies {
  /// The property wrapper of something the app hands in at its start.
  public typealias Dependency = AppDependency
}
