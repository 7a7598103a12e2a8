import AppIntents
import Synchronization

/// Answers questions in the order they are expected, and keeps what was asked.
final class ScriptedInteraction: IntentInteraction {
  enum Answer: Sendable {
    case value(String?)
    case confirm(Bool)
    case choose(Int?)
  }

  struct UnexpectedQuestion: Error, CustomStringConvertible {
    let description: String
  }

  private let state: Mutex<(answers: [Answer], asked: [String], values: [ValueQuestion])>

  init(_ answers: Answer...) { state = Mutex((answers, [], [])) }

  /// The prompts, in their order.
  var asked: [String] { state.withLock { $0.asked } }
  /// The questions for values, in their order.
  var valueQuestions: [ValueQuestion] { state.withLock { $0.values } }
  /// How many answers were not needed.
  var unused: Int { state.withLock { $0.answers.count } }

  var canAsk: Bool { true }

  func value(for question: ValueQuestion) async throws -> String? {
    state.withLock { $0.values.append(question) }
    guard case .value(let text) = next(question.prompt) else { throw unexpected(question.prompt) }
    return text
  }

  func confirm(_ question: ConfirmationQuestion) async throws -> Bool {
    let prompt = "\(question.prompt) [\(question.accept)/\(question.deny)]"
    guard case .confirm(let flag) = next(prompt) else { throw unexpected(prompt) }
    return flag
  }

  func choose(_ question: ChoiceQuestion) async throws -> Int? {
    let choices = question.choices.map(\.description).joined(separator: ", ")
    let prompt = "\(question.prompt) [\(choices)]"
    guard case .choose(let index) = next(prompt) else { throw unexpected(prompt) }
    return index
  }

  private func next(_ prompt: String) -> Answer? {
    state.withLock {
      $0.asked.append(prompt)
      return $0.answers.isEmpty ? nil : $0.answers.removeFirst()
    }
  }

  private func unexpected(_ prompt: String) -> UnexpectedQuestion {
    UnexpectedQuestion(description: "no such answer for \(prompt)")
  }
}
