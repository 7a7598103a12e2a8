/// What an intent that runs asks its questions through.
package struct IntentSession: Sendable {
  @TaskLocal package static var current: IntentSession?

  static func required(for action: String) throws -> IntentSession {
    guard let current else { throw IntentRuntimeError.cannotAsk(question: action) }
    return current
  }

  func confirm(
    dialog: IntentDialog?, title: LocalizedStringResource, action: ConfirmationActionName
  ) async throws {}

  func confirm(
    _ value: any _IntentValue, for parameter: any AnyIntentParameter, dialog: IntentDialog?
  ) async throws -> Bool { false }

  func askValue(of parameter: any AnyIntentParameter, dialog: IntentDialog?) async throws {}

  func choose(
    among values: [any _IntentValue], for parameter: any AnyIntentParameter, dialog: IntentDialog?
  ) async throws -> Int { 0 }
}
