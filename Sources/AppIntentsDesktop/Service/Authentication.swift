import AppIntents
import GLibBridge

/// Holds runs back that their intent's `authenticationPolicy` does not allow now.
///
/// Both policies that ask for somebody mean the same here: an open session of this user.
struct Authentication: Sendable {
  /// Why it was not run.
  enum Refusal: Error, Sendable, Equatable {
    case locked(IntentRequest.Name)
    /// Nothing tells whether it is locked, and there is nobody to ask.
    case unknown(IntentRequest.Name)
  }

  let lock: SessionLock

  /// Returns when the intent may run: it asks for nothing, the session is open, or somebody who
  /// can press a button says so where nobody tells.
  ///
  /// - Throws: ``Refusal``; `IntentRuntimeError.cancelled` when the answer is no.
  func check(_ request: IntentRequest, asking interaction: any IntentInteraction) async throws {
    guard request.intent.authenticationPolicy != .alwaysAllowed else { return }
    switch await lock.look() {
    case .unlocked: return
    case .locked: throw Refusal.locked(request.name)
    case .unknown:
      guard await interaction.canAsk else { throw Refusal.unknown(request.name) }
      let question = ConfirmationQuestion(
        prompt: "Nothing tells whether this session is locked. Run \"\(request.title)\"?",
        accept: "Run", deny: "Cancel")
      guard try await interaction.confirm(question) else {
        throw IntentRuntimeError.cancelled(question: question.prompt)
      }
    }
  }
}

extension Authentication.Refusal {
  /// The text for people.
  func failure(_ hooks: DesktopHooks) -> IntentFailure {
    switch self {
    case .locked(let name):
      return IntentFailure(
        "\"\(name.title)\" runs only while the session is unlocked.",
        nextStep: "Unlock the screen, and try again.")
    case .unknown(let name):
      let command = hooks.command(name.identifier, [])
      return IntentFailure(
        "\"\(name.title)\" runs only while the session is unlocked, and nothing tells whether it is.",
        nextStep: command.map { "On a command line: \($0)" })
    }
  }
}
