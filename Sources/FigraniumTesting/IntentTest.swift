public import AppIntents
import Synchronization

// Performing an intent as the desktop does. On Apple's systems there is nothing public to do so:
// there a test calls `perform()` itself.

/// What an intent said and returned.
public struct PerformedIntent: Sendable, Hashable {
  /// The sentence that it says; `nil` for none.
  public let dialog: String?
  /// The value that it returns, as text; `nil` for none.
  public let value: String?
  /// What it asked, in order.
  public let questions: [String]
}

/// An answer to a question of an intent.
public enum IntentAnswer: Sendable, Hashable {
  /// A value, as a person would type it.
  case value(String)
  /// Yes or no.
  case confirm(Bool)
  /// The choice at this place, from 0.
  case choose(Int)
  /// The person gives up.
  case cancel
}

/// An intent asked what a test has no answer for, or has another kind of answer for.
public struct UnexpectedQuestion: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was asked.
  public let question: String
  /// What was asked, in a sentence.
  public var description: String { "The intent asks, and the test has no answer: \(question)" }
}

/// Performs an intent the way the desktop does: values are set, what is missing is asked for, and
/// the result is read.
///
/// Works for any intent of a program, also one that has nothing to do with Figranium. On Linux
/// only.
///
/// - Parameters:
///   - intent: The intent with its values.
///   - parameters: More values as texts, by the parameters' names, as a person would type them.
///   - answers: Answers to its questions, in order; an answer that is not needed is no error.
/// - Returns: What it said and returned.
/// - Throws: ``UnexpectedQuestion``, an error of the runtime with a sentence for people, or what
///   the intent throws.
public func performIntent(
  _ intent: some AppIntent, parameters: [String: String] = [:], answers: [IntentAnswer] = []
) async throws -> PerformedIntent {
  let script = Script(answers)
  let outcome = try await IntentRun().perform(
    IntentDescriptor(instance: intent), parameters: parameters, asking: script)
  return PerformedIntent(
    dialog: outcome.dialog, value: outcome.value?.text, questions: script.questions)
}

/// Answers in order, and keeps what was asked.
private final class Script: IntentInteraction {
  private let state: Mutex<(answers: [IntentAnswer], questions: [String])>

  init(_ answers: [IntentAnswer]) { state = Mutex((answers.reversed(), [])) }

  var questions: [String] { state.withLock(\.questions) }
  var canAsk: Bool { true }

  func value(for question: ValueQuestion) async throws -> String? {
    switch next(question.prompt) {
    case .value(let text): return text
    case .cancel: return nil
    default: throw UnexpectedQuestion(question: question.prompt)
    }
  }

  func confirm(_ question: ConfirmationQuestion) async throws -> Bool {
    switch next(question.prompt) {
    case .confirm(let flag): return flag
    case .cancel: return false
    default: throw UnexpectedQuestion(question: question.prompt)
    }
  }

  func choose(_ question: ChoiceQuestion) async throws -> Int? {
    switch next(question.prompt) {
    case .choose(let place): return place
    case .cancel: return nil
    default: throw UnexpectedQuestion(question: question.prompt)
    }
  }

  private func next(_ question: String) -> IntentAnswer? {
    state.withLock {
      $0.questions.append(question)
      return $0.answers.popLast()
    }
  }
}
