import AppIntents

/// A run that somebody wants: from a search, a menu, or by a call.
struct IntentRequest: Sendable {
  /// The intent, or that of a shortcut with its values.
  let intent: IntentDescriptor
  /// Values as texts, by the parameters' names.
  let parameters: [String: String]
  /// What notices call it.
  let title: String
  /// What it works on; empty for nothing that has a name.
  let subject: String
  /// Whether notices tell of it, and ask for what is missing.
  let notifies: Bool
  /// Whether its result is spoken.
  let speaks: Bool

  /// What it is called, by programs and by people.
  struct Name: Sendable, Equatable {
    let identifier: String
    let title: String
  }

  var name: Name { Name(identifier: intent.identifier, title: title) }
}

/// How a run ended.
enum IntentEnd: Sendable {
  case success(IntentOutcome)
  case failed(IntentFailure)
  /// It was asked to end, or a question got no yes; the sentence says which.
  case cancelled(String)

  /// The word for it on the bus.
  var word: String {
    switch self {
    case .success: "success"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }
}
