import GLibBridge

/// The names of the Secret Service's interfaces.
enum SecretNames {
  /// The well-known name on the bus.
  static let bus = "org.freedesktop.secrets"
  static let path = "/org/freedesktop/secrets"
  static let service = "org.freedesktop.Secret.Service"
  static let collection = "org.freedesktop.Secret.Collection"
  static let item = "org.freedesktop.Secret.Item"
  static let prompt = "org.freedesktop.Secret.Prompt"
  static let properties = "org.freedesktop.DBus.Properties"
}

/// One operation on the Secret Service: who answers, and until when.
///
/// Every call made through it ends with the same deadline.
package struct StoreOperation: Sendable {
  let service: OpenService
  let deadline: Deadline

  /// Whether secrets cross the bus encrypted; opens the session if need be.
  package func isSessionEncrypted() async throws(StoreFault) -> Bool {
    try await openSession().isEncrypted
  }

  /// Begins to open the session to read by, without waiting for it.
  package func startSession() { service.startSession() }

  /// Begins to open the session to store by, without waiting for it.
  package func startStoringSession() { service.startStoringSession() }

  func openSession() async throws(StoreFault) -> any SecretSession {
    try await service.openSession(deadline)
  }

  func openStoringSession() async throws(StoreFault) -> LibsecretSession {
    try await service.openStoringSession(deadline)
  }

  /// The provider's process id, `nil` when the bus does not tell.
  package func providerProcessID() async throws(StoreFault) -> Int? {
    try await Bus(connection: service.connection, deadline: deadline).processID(of: service.owner)
  }

  /// Unlocks items or collections, with a prompt where the provider wants one.
  ///
  /// - Parameters:
  ///   - name: The collection's name, for errors.
  ///   - promptLimit: For the prompt; the operation's own clock stands still meanwhile.
  ///   - waiting: Called when the prompt has been open for a second.
  /// - Returns: Whether the user dismissed a prompt. Whether the thing is open has to be asked for.
  /// - Throws: `promptTimedOut`.
  package func unlock(
    _ paths: [String], name: String, promptLimit: Duration, waiting: (@Sendable () -> Void)?
  ) async throws(StoreFault) -> Bool {
    do throws(StoreFault) {
      return try await UnlockGate.unlock(
        paths, at: service, callLimit: deadline.limit, promptLimit: promptLimit, within: deadline,
        waiting: waiting)?.dismissed ?? false
    } catch {
      if case .promptTimedOut = error { throw .promptTimedOut(collection: name) }
      throw error
    }
  }

  /// Shows a prompt for something else, for example for creating a collection.
  ///
  /// - Returns: The path of what was created, empty when the provider does not say.
  /// - Throws: `promptDismissed`, `promptTimedOut`.
  package func show(
    prompt: String, name: String, promptLimit: Duration, waiting: (@Sendable () -> Void)?
  ) async throws(StoreFault) -> String {
    let end: PromptEnd?
    do throws(StoreFault) {
      end = try await UnlockGate.show(
        prompt: prompt, at: service, promptLimit: promptLimit, within: deadline, waiting: waiting)
    } catch {
      if case .promptTimedOut = error { throw .promptTimedOut(collection: name) }
      throw error
    }
    guard let end, !end.dismissed else { throw .promptDismissed(collection: name) }
    let path = end.result.text ?? ""
    return path == "/" ? "" : path
  }

  func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue], reply: String
  ) async throws(StoreFault) -> BusValue {
    do throws(BusError) {
      return try await service.connection.call(
        service.owner, path: path, interface: interface, member: member, arguments, reply: reply,
        deadline: deadline)
    } catch {
      throw StoreFault(error, step: member)
    }
  }

  func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: Variant, reply: String
  ) async throws(StoreFault) -> Variant {
    do throws(BusError) {
      return try await service.connection.call(
        service.owner, path: path, interface: interface, member: member, parameters: arguments,
        reply: reply, deadline: deadline)
    } catch {
      throw StoreFault(error, step: member)
    }
  }
}
