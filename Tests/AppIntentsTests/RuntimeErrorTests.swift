import AppIntents
import Testing

struct RuntimeErrorTests {
  @Test(
    arguments: [
      (.unknownIntent(name: "x", nearest: []), "There is no intent \"x\"."),
      (
        .unknownIntent(name: "x", nearest: ["y", "z"]),
        "There is no intent \"x\". Did you mean y or z?"
      ),
      (
        .ambiguousIntent(name: "x", identifiers: ["a", "b", "c"]),
        "Several intents are called \"x\"; use one of a, b and c."
      ),
      (
        .unknownPhrase(phrase: "x", nearest: ["y"]),
        "There is no shortcut \"x\". Did you mean y?"
      ),
      (
        .ambiguousPhrase(phrase: "x", titles: ["A", "B"]),
        "Several shortcuts have the phrase \"x\"; say a title: A and B."
      ),
      (
        .unknownParameter(name: "p", intent: "I", known: []),
        "\"I\" has no parameters, so \"p\" cannot be set."
      ),
      (
        .unknownParameter(name: "p", intent: "I", known: ["q"]),
        "\"I\" has no parameter \"p\"; it has q."
      ),
      (
        .invalidValue(parameter: "p", text: "t", reason: nil, accepts: "a number"),
        "\"t\" cannot be p; it takes a number."
      ),
      (
        .invalidValue(parameter: "p", text: "t", reason: "it is empty", accepts: "a number"),
        "\"t\" cannot be p: it is empty; it takes a number."
      ),
      (
        .ambiguousValue(
          parameter: "p", text: "t",
          choices: [IntentChoice(id: "1", title: "T"), IntentChoice(id: "t", title: "t")]),
        "\"t\" fits several values of p; use an id: T (1) and t."
      ),
      (
        .notFound(parameter: "p", text: "t", type: "Task"), "There is no Task \"t\" for p."
      ),
      (
        .cannotAsk(question: "Sure?"),
        "The intent asks \"Sure?\", and nobody can be asked here."
      ),
      (.cancelled(question: "Sure?"), "Cancelled at \"Sure?\"."),
      (.nothingToChoose(parameter: "p"), "There is nothing to choose from for p."),
      (
        .missingDependency(type: "Store"),
        "The program did not add its Store to AppDependencyManager before the intent ran."
      ),
      (.tooManyRestarts(intent: "I"), "\"I\" asked to start again too often."),
      (
        .tooManyIntents(intent: "I"),
        "\"I\" is the last of too many intents that opened one another."
      ),
      (
        .timedOut(intent: "I", limit: .seconds(60)), "\"I\" did not end within 60 seconds."
      ),
    ] as [(IntentRuntimeError, String)])
  func texts(error: IntentRuntimeError, text: String) {
    #expect(error.description == text)
    #expect(IntentErrorText.text(of: error) == text)
  }

  private struct Localized: Error, CustomLocalizedStringResourceConvertible {
    var localizedStringResource: LocalizedStringResource { "No \("network")" }
  }

  private struct Described: LocalizedError {
    var errorDescription: String? { "No network" }
  }

  private struct Both: LocalizedError, CustomLocalizedStringResourceConvertible {
    var errorDescription: String? { "second" }
    var localizedStringResource: LocalizedStringResource { "first" }
  }

  private struct Plain: Error, CustomStringConvertible {
    var description: String { "plain" }
  }

  @Test func textsOfThrownErrors() {
    #expect(IntentErrorText.text(of: Localized()) == "No network")
    #expect(IntentErrorText.text(of: Described()) == "No network")
    #expect(IntentErrorText.text(of: Both()) == "first")
    #expect(IntentErrorText.text(of: Plain()) == "plain")
    #expect(
      IntentErrorText.text(of: AppIntentError.Unrecoverable.entityNotFound)
        == "Nothing was found that matches.")
    #expect(
      IntentErrorText.text(of: AppIntentError.UserActionRequired.signin)
        == "You must sign in first.")
    #expect(
      IntentErrorText.text(of: AppIntentError.restartPerform)
        == "The action must start again.")
  }
}
