/// One run of an intent, and whom its questions go to.
///
/// `perform()` reaches it through a task-local value, so parallel runs never meet. A detached task
/// has none, and its questions fail.
package struct IntentSession: Sendable {
  @TaskLocal package static var current: IntentSession?

  /// How often a question is put again after an answer that will not do.
  private static let attempts = 3

  let intent: IntentDescriptor
  let parameters: [(name: String, parameter: any AnyIntentParameter)]
  let interaction: any IntentInteraction

  /// The session of the intent that runs.
  static func required(for question: String) throws -> IntentSession {
    guard let current else { throw IntentRuntimeError.cannotAsk(question: question) }
    return current
  }

  /// Asks for a value and sets it.
  func askValue(of parameter: any AnyIntentParameter, dialog: IntentDialog?) async throws {
    try await ask(parameter, dialog) { reader, answer throws(ValueReader.Failure) in
      try await reader.set(answer)
    }
  }

  /// Asks for one value, of a list for an element, and leaves the parameter as it is.
  func askOne(
    of parameter: any AnyIntentParameter, dialog: IntentDialog?
  ) async throws -> any _IntentValue {
    try await ask(parameter, dialog) { reader, answer throws(ValueReader.Failure) in
      try await reader.one(answer)
    }
  }

  private func ask<Answer>(
    _ parameter: any AnyIntentParameter, _ dialog: IntentDialog?,
    reading read: (ValueReader, String) async throws(ValueReader.Failure) -> Answer
  ) async throws -> Answer {
    let descriptor = descriptor(of: parameter)
    let reader = ValueReader(
      name: descriptor.name, parameter: parameter, interaction: interaction)
    let prompt = text(of: dialog ?? parameter.requestDialog) ?? "\(descriptor.title)?"
    try await checkCanAsk(prompt)
    let choices = try await reader.choices()
    var problem: IntentRuntimeError?
    for _ in 1...Self.attempts {
      let question = ValueQuestion(
        parameter: descriptor, prompt: prompt, choices: choices, problem: problem?.description)
      guard let answer = try await interaction.value(for: question) else {
        throw IntentRuntimeError.cancelled(question: prompt)
      }
      do throws(ValueReader.Failure) {
        return try await read(reader, answer)
      } catch {
        guard case .refused(let reason) = error else { throw error.underlying }
        problem = reason
      }
    }
    throw problem ?? IntentRuntimeError.cancelled(question: prompt)
  }

  /// Asks which of several values is meant, unless there is only one.
  func choose(
    among values: [any _IntentValue], for parameter: any AnyIntentParameter, dialog: IntentDialog?
  ) async throws -> Int {
    let descriptor = descriptor(of: parameter)
    guard !values.isEmpty else {
      throw IntentRuntimeError.nothingToChoose(parameter: descriptor.name)
    }
    guard values.count > 1 else { return 0 }
    let prompt =
      text(of: dialog ?? parameter.disambiguationDialog) ?? "Which \(descriptor.title)?"
    try await checkCanAsk(prompt)
    let question = ChoiceQuestion(
      parameter: descriptor, prompt: prompt, choices: values.map { IntentChoice($0) })
    guard let index = try await interaction.choose(question), values.indices.contains(index) else {
      throw IntentRuntimeError.cancelled(question: prompt)
    }
    return index
  }

  /// Asks whether to go on; no is an error.
  func confirm(
    dialog: IntentDialog?, title: LocalizedStringResource, action: ConfirmationActionName
  ) async throws {
    let prompt = text(of: dialog) ?? "\(String(localized: title))?"
    guard try await confirm(prompt, action: action) else {
      throw IntentRuntimeError.cancelled(question: prompt)
    }
  }

  /// Asks whether a value is right.
  func confirm(
    _ value: any _IntentValue, for parameter: any AnyIntentParameter, dialog: IntentDialog?
  ) async throws -> Bool {
    let title = descriptor(of: parameter).title
    let prompt = text(of: dialog) ?? "\(title): \(IntentChoice(value).title)?"
    return try await confirm(prompt, action: .continue)
  }

  private func confirm(_ prompt: String, action: ConfirmationActionName) async throws -> Bool {
    try await checkCanAsk(prompt)
    return try await interaction.confirm(
      ConfirmationQuestion(
        prompt: prompt, accept: String(localized: action.accept),
        deny: String(localized: action.deny), isDestructive: action.isDestructive))
  }

  private func checkCanAsk(_ prompt: String) async throws {
    guard await interaction.canAsk else { throw IntentRuntimeError.cannotAsk(question: prompt) }
  }

  private func text(of dialog: IntentDialog?) -> String? {
    dialog.map { String(localized: $0.full) }
  }

  private func descriptor(of parameter: any AnyIntentParameter) -> ParameterDescriptor {
    let name = parameters.first { $0.parameter === parameter }?.name ?? ""
    return ParameterDescriptor(name: name, parameter: parameter)
  }
}
