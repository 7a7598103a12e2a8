import AppIntents

/// Puts the questions of an intent to the user of a terminal.
struct TerminalInteraction: IntentInteraction {
  let context: CommandContext

  /// Whether there is a terminal, and no `--no-prompt`.
  var canAsk: Bool { Question.canAsk(context) }

  func value(for question: ValueQuestion) async throws -> String? {
    if let problem = question.problem { context.console.note(problem) }
    for choice in question.choices { context.console.note("  \(choice.description)") }
    let answer = try await ask("\(question.prompt) ")
    return answer?.isEmpty == true ? nil : answer
  }

  func confirm(_ question: ConfirmationQuestion) async throws -> Bool {
    let answer = try await ask("\(question.prompt) [\(question.accept)/\(question.deny)] ")
    let words = [question.accept.lowercased(), "y", "yes"]
    return words.contains(answer?.lowercased() ?? "")
  }

  func choose(_ question: ChoiceQuestion) async throws -> Int? {
    for (index, choice) in question.choices.enumerated() {
      context.console.note("  \(index + 1)  \(choice.description)")
    }
    while let answer = try await ask("\(question.prompt) [1-\(question.choices.count)]: ") {
      if answer.isEmpty { return nil }
      if let number = Int(answer), question.choices.indices.contains(number - 1) {
        return number - 1
      }
      if let index = question.choices.firstIndex(where: { $0.id == answer }) { return index }
    }
    return nil
  }

  private func ask(_ prompt: String) async throws -> String? {
    try await Question.text(prompt, context, hint: "Give the value as PARAM=VALUE.")
  }
}
