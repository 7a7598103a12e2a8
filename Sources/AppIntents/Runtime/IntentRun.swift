/// Runs intents, each on an instance of its own.
package struct IntentRun: Sendable {
  /// How often `perform()` may start again for a value or on its own wish.
  private static let restarts = 16
  /// How many intents may follow one another by `opensIntent`.
  private static let followers = 8

  /// How long a run may take, questions included; nil for as long as the intent takes.
  package let limit: Duration?

  package init(limit: Duration? = nil) { self.limit = limit }

  /// Runs an intent.
  ///
  /// Values are set first, then those that are missing are asked for, and only then `perform()` is
  /// called: it never reads a parameter without a value. Cancelling the task cancels the run, and
  /// so does the limit: an intent that does not heed cancellation is waited for all the same.
  ///
  /// - Parameters:
  ///   - intent: The intent, or that of a shortcut with its values.
  ///   - parameters: Values as texts, by the parameters' names.
  ///   - interaction: Whom to ask.
  /// - Returns: What the intent said and returned.
  /// - Throws: `IntentRuntimeError`, or what the intent or the program's query throws, unchanged.
  package func perform(
    _ intent: IntentDescriptor, parameters: [String: String] = [:],
    asking interaction: any IntentInteraction = NoInteraction()
  ) async throws -> IntentOutcome {
    guard let limit else {
      return try await run(intent, parameters: parameters, interaction: interaction)
    }
    return try await withThrowingTaskGroup(of: IntentOutcome?.self) { group in
      group.addTask {
        try await run(intent, parameters: parameters, interaction: interaction)
      }
      group.addTask {
        // Cancelled, the run itself says how it ended.
        do { try await Task.sleep(for: limit) } catch { return nil }
        throw IntentRuntimeError.timedOut(intent: intent.title, limit: limit)
      }
      defer { group.cancelAll() }
      while let ended = try await group.next() {
        if let ended { return ended }
      }
      throw CancellationError()
    }
  }

  private func run(
    _ intent: IntentDescriptor, parameters: [String: String], interaction: any IntentInteraction
  ) async throws -> IntentOutcome {
    try Task.checkCancellation()
    let known = intent.parameters.map(\.name)
    if let unknown = parameters.keys.sorted().first(where: { !known.contains($0) }) {
      throw IntentRuntimeError.unknownParameter(name: unknown, intent: intent.title, known: known)
    }
    let first = intent.makeInstance()
    let session = self.session(of: intent, first, interaction)
    for (name, parameter) in session.parameters {
      guard let text = parameters[name] else { continue }
      do throws(ValueReader.Failure) {
        try await ValueReader(name: name, parameter: parameter, interaction: interaction).set(text)
      } catch { throw error.underlying }
    }
    var (outcome, next) = try await complete(session, first)
    var title = intent.title
    for _ in 0..<Self.followers {
      guard let follower = next else { return outcome }
      let descriptor = IntentDescriptor(instance: follower)
      title = descriptor.title
      let instance = descriptor.makeInstance()
      let (following, after) = try await complete(
        self.session(of: descriptor, instance, interaction), instance)
      outcome.opened.append(following)
      next = after
    }
    guard next == nil else { throw IntentRuntimeError.tooManyIntents(intent: title) }
    return outcome
  }

  private func session(
    of intent: IntentDescriptor, _ instance: any AppIntent, _ interaction: any IntentInteraction
  ) -> IntentSession {
    IntentSession(
      intent: intent, parameters: IntentReflection.parameters(of: instance),
      interaction: interaction)
  }

  /// Fills what is missing and performs the intent.
  private func complete(
    _ session: IntentSession, _ intent: any AppIntent
  ) async throws -> (IntentOutcome, next: (any AppIntent)?) {
    try await fillMissing(session)
    for dependency in IntentReflection.dependencies(of: intent) { try await dependency.resolve() }
    for _ in 0..<Self.restarts {
      try Task.checkCancellation()
      do {
        let result = try await IntentSession.$current.withValue(session) { try await call(intent) }
        let typed = result as? any AnyIntentResult
        return (IntentOutcome(session: session, result: typed), typed?.anyOpensIntent)
      } catch let error as AppIntentError {
        switch error.kind {
        case .needsValue(let parameter, let dialog):
          try await session.askValue(of: parameter, dialog: dialog)
        case .restart: continue
        case .text: throw error
        }
      }
    }
    throw IntentRuntimeError.tooManyRestarts(intent: session.intent.title)
  }

  private func fillMissing(_ session: IntentSession) async throws {
    var missing: [(name: String, parameter: any AnyIntentParameter)] = []
    for (name, parameter) in session.parameters where parameter.currentValue == nil {
      if let provider = parameter.optionsProvider,
        let value = try await DynamicOptions.defaultValue(of: provider), parameter.setValue(value)
      {
        continue
      }
      if !(parameter.valueType is any OptionalIntentValue.Type) {
        missing.append((name, parameter))
      }
    }
    if missing.isEmpty { return }
    guard await session.interaction.canAsk else {
      throw IntentRuntimeError.missingValue(
        parameters: missing.map { ParameterDescriptor(name: $0.name, parameter: $0.parameter) })
    }
    for (_, parameter) in missing { try await session.askValue(of: parameter, dialog: nil) }
  }

  private func call<Intent: AppIntent>(_ intent: Intent) async throws -> any IntentResult {
    try await intent.perform()
  }
}

/// What an intent said and returned.
package struct IntentOutcome: Sendable {
  /// The sentence for speech and where nothing else is shown; nil if the intent says nothing.
  package let dialog: String?
  /// The shorter sentence beside something visible.
  package let supporting: String?
  /// The value; nil if the intent returns none.
  package let value: ValueForm?
  /// The intent's sentence with the values it ran with; nil if it has none.
  package let summary: String?
  /// Whether the program should come to the front.
  package let opensApp: Bool
  /// What the intents said and returned that it opened, in their order.
  package internal(set) var opened: [IntentOutcome] = []

  init(session: IntentSession, result: (any AnyIntentResult)?) {
    dialog = result?.dialog.map { String(localized: $0.full) }
    supporting = result?.dialog?.supporting.map { String(localized: $0) }
    value = result?.anyValue.flatMap { ValueForm($0) }
    opensApp = session.intent.opensApp
    summary = session.intent.summary.map { template in
      session.parameters.reduce(template) { text, entry in
        let value = entry.parameter.currentValue.flatMap { ValueForm($0)?.text }
        let title = String(localized: entry.parameter.title)
        return text.replacing("${\(entry.name)}", with: value ?? title)
      }
    }
  }
}
