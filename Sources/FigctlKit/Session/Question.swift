import SystemBridge

/// Questions to the user, on a terminal only.
enum Question {
  /// Asks for yes or no; anything but `y` or `yes` is no.
  ///
  /// - Parameter otherwise: The option that gives the answer where nobody can be asked.
  static func confirm(_ question: String, _ context: CommandContext, otherwise option: String)
    async throws -> Bool
  {
    try check(context, hint: "Give \(option) to go on without being asked.")
    let answer = try await read(question, context) ?? ""
    return ["y", "yes"].contains(answer.lowercased())
  }

  /// Asks for a line of text; `nil` at the end of input.
  static func text(_ question: String, _ context: CommandContext, hint: String) async throws
    -> String?
  {
    try check(context, hint: hint)
    return try await read(question, context)
  }

  /// Whether somebody can be asked.
  static func canAsk(_ context: CommandContext) -> Bool {
    !context.global.noPrompt && Terminal.isTerminal(0) && Terminal.isTerminal(2)
  }

  private static func check(_ context: CommandContext, hint: String) throws {
    if context.global.noPrompt {
      throw CommandFailure.usage(
        "An answer is needed, and --no-prompt forbids to ask.", hint: hint, code: "PROMPT_REFUSED")
    }
    guard Terminal.isTerminal(0), Terminal.isTerminal(2) else {
      throw CommandFailure.usage(
        "An answer is needed, and there is no terminal to ask on.", hint: hint,
        code: "PROMPT_REFUSED")
    }
  }

  private static func read(_ question: String, _ context: CommandContext) async throws -> String? {
    context.watch.waiting = .user
    defer { context.watch.waiting = .nothing }
    let shown = VisibleText.escaping(question)
    return try await BlockingWork.run { try Terminal.readLine(prompt: shown) }
  }
}
