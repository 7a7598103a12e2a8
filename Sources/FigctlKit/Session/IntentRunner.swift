import AppIntents
import AppIntentsDesktop
import Figranium
import GLibBridge

/// Runs this program's App Intents, so that the command line says what the desktop says.
struct IntentRunner: Sendable {
  let context: CommandContext

  /// The intents and shortcuts of this program.
  static var registry: IntentRegistry {
    IntentRegistry(shortcuts: FigraniumAppShortcuts.self, applicationName: "Figranium")
  }

  /// Runs an intent with its values as texts.
  func perform(_ intent: IntentDescriptor, _ parameters: [String: String]) async throws
    -> IntentOutcome
  {
    try ProfileClientProvider.configure(context)
    let outcome = try await IntentRun(limit: nil).perform(
      intent, parameters: parameters, asking: TerminalInteraction(context: context))
    // What ran has ended.
    context.watch.hintAtLimit = nil
    return outcome
  }

  /// Runs the intent of a given type.
  func perform(_ type: any AppIntent.Type, _ parameters: [String: String]) async throws
    -> IntentOutcome
  {
    try await perform(IntentDescriptor(type), parameters)
  }

  /// The words `PARAM=VALUE`.
  static func parameters(_ words: ArraySlice<String>) throws(CommandFailure) -> [String: String] {
    var parameters: [String: String] = [:]
    for word in words {
      guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
        throw .usage("'\(word)' is not of the form PARAM=VALUE.")
      }
      parameters[String(word[..<equals])] = String(word[word.index(after: equals)...])
    }
    return parameters
  }

  /// Prints what the intent said and returned.
  func print(_ outcome: IntentOutcome) throws {
    let dialog = outcome.dialog ?? outcome.supporting
    var lines = dialog.map { [VisibleText.escaping($0)] } ?? []
    if let value = outcome.value {
      lines.append(VisibleText.escaping(value.text, keepingLines: true))
    }
    try context.console.result(
      [
        "dialog": JSONDocument(dialog), "value": outcome.value.map(Self.document) ?? .null,
      ], lines)
  }

  /// Speaks what the intent said, with `--speak` and where the profile says so.
  func speak(_ outcome: IntentOutcome) async {
    let isWanted =
      context.flags.contains("speak") || (try? context.localProfile().speaks) == true
    guard isWanted, let text = outcome.dialog ?? outcome.supporting else { return }
    if let problem = await Speaker(name: "Figranium").speak(text) {
      context.console.warning("The result could not be spoken: \(problem)")
    }
  }

  /// The option of the commands that run intents.
  static let speakOption = OptionSpec.flag(
    "speak", "speak what the intent says, through Speech Dispatcher")

  private static func document(_ value: ValueForm) -> JSONDocument {
    switch value {
    case .string(let text): .string(text)
    case .integer(let number): .integer(Int64(number))
    case .number(let number): .number(number)
    case .boolean(let flag): .bool(flag)
    case .list(let values): .array(values.map(document))
    case .entity(let choice), .choice(let choice):
      ["id": .string(choice.id), "title": .string(choice.title)]
    }
  }
}
