/// Answers the questions of an intent that runs: a terminal, a dialog window, a test.
package protocol IntentInteraction: Sendable {
  /// Whether there is somebody to ask. If not, nothing below is called.
  ///
  /// Read when there is a question: finding out may take a while.
  var canAsk: Bool { get async }

  /// Asks for a value.
  ///
  /// - Returns: The answer as a text, in the form that the parameter accepts or a choice's `id`;
  ///   nil if the person gives up.
  func value(for question: ValueQuestion) async throws -> String?

  /// Asks whether to go on.
  func confirm(_ question: ConfirmationQuestion) async throws -> Bool

  /// Asks which one is meant.
  ///
  /// - Returns: The index of the choice; nil if the person gives up.
  func choose(_ question: ChoiceQuestion) async throws -> Int?
}

/// A question for a value.
package struct ValueQuestion: Sendable {
  package let parameter: ParameterDescriptor
  package let prompt: String
  /// Values to offer; others may be given.
  package let choices: [IntentChoice]
  /// Why the last answer would not do; nil at first.
  package let problem: String?
}

/// A question to be answered with yes or no.
package struct ConfirmationQuestion: Sendable {
  package let prompt: String
  /// The word that confirms.
  package let accept: String
  /// The word that declines.
  package let deny: String
  /// Whether confirming destroys something.
  package let isDestructive: Bool

  package init(prompt: String, accept: String, deny: String, isDestructive: Bool = false) {
    self.prompt = prompt
    self.accept = accept
    self.deny = deny
    self.isDestructive = isDestructive
  }
}

/// A question for one of several values.
package struct ChoiceQuestion: Sendable {
  package let parameter: ParameterDescriptor
  package let prompt: String
  package let choices: [IntentChoice]
}

/// Nobody is there to ask, for example in a script.
package struct NoInteraction: IntentInteraction {
  package init() {}

  package var canAsk: Bool { false }

  package func value(for question: ValueQuestion) async throws -> String? {
    throw IntentRuntimeError.cannotAsk(question: question.prompt)
  }

  package func confirm(_ question: ConfirmationQuestion) async throws -> Bool {
    throw IntentRuntimeError.cannotAsk(question: question.prompt)
  }

  package func choose(_ question: ChoiceQuestion) async throws -> Int? {
    throw IntentRuntimeError.cannotAsk(question: question.prompt)
  }
}
