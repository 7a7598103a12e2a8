/// The word on the button that confirms.
public struct ConfirmationActionName: Sendable {
  package let accept: LocalizedStringResource
  package let deny: LocalizedStringResource
  package let isDestructive: Bool

  private init(
    _ accept: LocalizedStringResource, deny: LocalizedStringResource = "Cancel",
    isDestructive: Bool = false
  ) {
    self.accept = accept
    self.deny = deny
    self.isDestructive = isDestructive
  }

  /// "Add".
  public static var add: ConfirmationActionName { .init("Add") }
  /// "Continue".
  public static var `continue`: ConfirmationActionName { .init("Continue") }
  /// "Create".
  public static var create: ConfirmationActionName { .init("Create") }
  /// "Do".
  public static var `do`: ConfirmationActionName { .init("Do") }
  /// "Go".
  public static var go: ConfirmationActionName { .init("Go") }
  /// "Run".
  public static var run: ConfirmationActionName { .init("Run") }
  /// "Send".
  public static var send: ConfirmationActionName { .init("Send") }
  /// "Set".
  public static var set: ConfirmationActionName { .init("Set") }
  /// "Start".
  public static var start: ConfirmationActionName { .init("Start") }

  /// Words of your own.
  ///
  /// - Parameters:
  ///   - acceptLabel: The word that confirms.
  ///   - acceptAlternatives: Other words that confirm when spoken.
  ///   - denyLabel: The word that declines.
  ///   - denyAlternatives: Other words that decline when spoken.
  ///   - destructive: Whether confirming destroys something.
  /// - Returns: The name.
  public static func custom(
    acceptLabel: LocalizedStringResource, acceptAlternatives: [LocalizedStringResource],
    denyLabel: LocalizedStringResource, denyAlternatives: [LocalizedStringResource],
    destructive: Bool = false
  ) -> ConfirmationActionName {
    .init(acceptLabel, deny: denyLabel, isDestructive: destructive)
  }
}

/// When a confirmation is needed at all.
///
/// Empty: always.
public struct ConfirmationConditions: OptionSet, Sendable {
  /// The conditions as bits.
  public let rawValue: Int

  /// Makes a set from bits.
  ///
  /// - Parameter rawValue: The bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Only when the request came from a source that may have misheard.
  ///
  /// No source on Linux is one, so nothing is asked.
  public static let lowConfidenceSource = ConfirmationConditions(rawValue: 1)
}

extension AppIntent {
  /// Asks whether to go on, before work that cannot be undone.
  ///
  /// - Throws: An error if the person declines, or if nobody can be asked. Returning means yes.
  public func requestConfirmation() async throws {
    try await IntentSession.required(for: "confirm").confirm(
      dialog: nil, title: Self.title, action: .continue)
  }

  /// Asks whether to go on, in words of your own.
  ///
  /// - Parameters:
  ///   - conditions: When to ask; empty for always.
  ///   - actionName: The word that confirms.
  ///   - dialog: The question.
  /// - Throws: An error if the person declines, or if nobody can be asked. Returning means yes.
  public func requestConfirmation(
    conditions: ConfirmationConditions = [], actionName: ConfirmationActionName = .continue,
    dialog: IntentDialog
  ) async throws {
    guard conditions.isEmpty else { return }
    try await IntentSession.required(for: "confirm").confirm(
      dialog: dialog, title: Self.title, action: actionName)
  }
}
