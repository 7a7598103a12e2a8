import FoundationEssentials

/// Why an intent could not be found, prepared or run.
///
/// Errors that the intent itself throws are not in this list: they reach the caller as they are.
package enum IntentRuntimeError: Error, Sendable, Equatable {
  /// No intent has that name.
  case unknownIntent(name: String, nearest: [String])
  /// Several intents have that title.
  case ambiguousIntent(name: String, identifiers: [String])
  /// No shortcut has that phrase or title.
  case unknownPhrase(phrase: String, nearest: [String])
  /// Several shortcuts have the phrase.
  case ambiguousPhrase(phrase: String, titles: [String])
  /// The intent has no such parameter.
  case unknownParameter(name: String, intent: String, known: [String])
  /// Parameters have no value and nobody can be asked.
  case missingValue(parameters: [ParameterDescriptor])
  /// A text cannot be read as the parameter's type.
  case invalidValue(parameter: String, text: String, reason: String?, accepts: String)
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
  /// The run took longer than it may.
  case timedOut(intent: String, limit: Duration)
}

extension IntentRuntimeError: CustomStringConvertible {
  /// One sentence for the user: the thing, and what is wrong with it.
  package var description: String {
    switch self {
    case .unknownIntent(let name, let nearest):
      "There is no intent \"\(name)\".\(Self.suggestion(nearest))"
    case .ambiguousIntent(let name, let identifiers):
      "Several intents are called \"\(name)\"; use one of \(Self.list(identifiers))."
    case .unknownPhrase(let phrase, let nearest):
      "There is no shortcut \"\(phrase)\".\(Self.suggestion(nearest))"
    case .ambiguousPhrase(let phrase, let titles):
      "Several shortcuts have the phrase \"\(phrase)\"; say a title: \(Self.list(titles))."
    case .unknownParameter(let name, let intent, let known):
      known.isEmpty
        ? "\"\(intent)\" has no parameters, so \"\(name)\" cannot be set."
        : "\"\(intent)\" has no parameter \"\(name)\"; it has \(Self.list(known))."
    case .missingValue(let parameters):
      parameters.count == 1
        ? "A value for \(parameters[0].name) is missing: \(parameters[0].accepts)."
        : "Values are missing for \(Self.list(parameters.map(\.name)))."
    case .invalidValue(let parameter, let text, let reason, let accepts):
      "\"\(text)\" cannot be \(parameter)\(reason.map { ": \($0)" } ?? ""); it takes \(accepts)."
    case .ambiguousValue(let parameter, let text, let choices):
      "\"\(text)\" fits several values of \(parameter); use an id: "
        + "\(Self.list(choices.map(\.description)))."
    case .notFound(let parameter, let text, let type):
      "There is no \(type) \"\(text)\" for \(parameter)."
    case .cannotAsk(let question):
      "The intent asks \"\(question)\", and nobody can be asked here."
    case .cancelled(let question):
      "Cancelled at \"\(question)\"."
    case .nothingToChoose(let parameter):
      "There is nothing to choose from for \(parameter)."
    case .missingDependency(let type):
      "The program did not add its \(type) to AppDependencyManager before the intent ran."
    case .tooManyRestarts(let intent):
      "\"\(intent)\" asked to start again too often."
    case .tooManyIntents(let intent):
      "\"\(intent)\" is the last of too many intents that opened one another."
    case .timedOut(let intent, let limit):
      "\"\(intent)\" did not end within \(limit.components.seconds) seconds."
    }
  }

  private static func suggestion(_ nearest: [String]) -> String {
    nearest.isEmpty ? "" : " Did you mean \(list(nearest, last: "or"))?"
  }

  private static func list(_ names: [String], last word: String = "and") -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}

/// The text of an error that an intent threw.
package enum IntentErrorText {
  /// The error's own localized text, else its description for people, else its plain description.
  package static func text(of error: any Error) -> String {
    if let error = error as? any CustomLocalizedStringResourceConvertible {
      return String(localized: error.localizedStringResource)
    }
    if let error = error as? any LocalizedError, let text = error.errorDescription { return text }
    return String(describing: error)
  }
}
