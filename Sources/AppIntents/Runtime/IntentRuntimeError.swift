/// Why an intent could not be found, prepared or run.
///
/// Errors that the intent itself throws are not in this list: they reach the caller as they are.
package enum IntentRuntimeError: Error, Sendable, Equatable {
  /// No intent has that name.
  case unknownIntent(name: String, nearest: [String])
  /// No shortcut has that phrase or title.
  case unknownPhrase(phrase: String, nearest: [String])
  /// Several shortcuts have the phrase.
  case ambiguousPhrase(phrase: String, titles: [String])
  /// The intent has no such parameter.
  case unknownParameter(name: String, intent: String, known: [String])
  /// Parameters have no value and nobody can be asked.
  case missingValue(parameters: [String])
  /// A text cannot be read as the parameter's type.
  case invalidValue(parameter: String, text: String, reason: String)
  /// Several values fit a text.
  case ambiguousValue(parameter: String, text: String, choices: [IntentChoice])
  /// No entity fits a text.
  case notFound(parameter: String, text: String, type: String)
  /// The intent asked something, and nobody can be asked.
  case cannotAsk(question: String)
  /// The person declined or gave no answer.
  case cancelled(question: String)
  /// `requestDisambiguation(among:)` was called with no values.
  case nothingToChoose(parameter: String)
  /// A value that the app should have added at its start is missing.
  case missingDependency(type: String)
  /// The intent asked to start again too often.
  case tooManyRestarts(intent: String)
  /// Intents open one another without end.
  case tooManyIntents(intent: String)
}
