package import AppIntents
import AppIntentsDesktop
package import Figranium
import SystemBridge

/// Turns any error into the failure that is shown, and a failure into text or JSON.
package enum ErrorRenderer {
  /// The lines for a terminal: what happened, and what to do next.
  package static func lines(_ failure: CommandFailure, withHint: Bool = true) -> [String] {
    var lines = ["figctl: " + VisibleText.escaping(failure.message)]
    if withHint, let hint = failure.hint {
      lines += hint.split(separator: "\n").map { "  " + VisibleText.escaping(String($0)) }
    }
    return lines
  }

  /// `{"error":{"code","message","hint"}}`.
  package static func document(_ failure: CommandFailure) -> JSONDocument {
    [
      "error": [
        "code": .string(failure.code), "message": .string(failure.message),
        "hint": JSONDocument(failure.hint),
      ]
    ]
  }

  /// What any thrown error means to the shell and to people.
  package static func failure(_ error: any Error) -> CommandFailure {
    switch error {
    case let failure as CommandFailure: failure
    case let error as FigraniumError: self.failure(error)
    case let error as IntentRuntimeError: self.failure(error)
    case let error as DesktopError: self.failure(error)
    case let error as SystemError:
      error.isInterruption
        ? CommandFailure(.interrupted, "REQUEST_ABORTED", "Interrupted.")
        : .usage("\(error)", code: "SYSTEM_ERROR")
    case is CancellationError:
      CommandFailure(.interrupted, "REQUEST_ABORTED", "Interrupted.")
    default:
      CommandFailure(.server, "INTERNAL_ERROR", IntentErrorText.text(of: error))
    }
  }

  /// An error of the SDK with its exit code.
  package static func failure(_ error: FigraniumError) -> CommandFailure {
    CommandFailure(
      ExitCodeTable.exitCode(for: error), error.kind.rawValue, error.message, hint: error.hint)
  }

  /// An error of the desktop's service.
  static func failure(_ error: DesktopError) -> CommandFailure {
    switch error {
    case .noSessionBus, .bus:
      CommandFailure(
        .store, "SESSION_BUS_UNAVAILABLE", error.description,
        hint: "It belongs into a desktop session. 'figctl doctor' says how to come by a bus.")
    case .nameTaken:
      CommandFailure(
        .conflict, "SERVICE_RUNNING", error.description,
        hint: "The bus starts it by itself; there is no need to.")
    case .invalidApplicationID: .usage(error.description)
    case .file: .usage(error.description, code: "FILE_ERROR")
    }
  }

  /// An error of the App Intents runtime.
  package static func failure(_ error: IntentRuntimeError) -> CommandFailure {
    let (exit, code): (ExitCode, String) =
      switch error {
      case .unknownIntent: (.usage, "UNKNOWN_INTENT")
      case .unknownPhrase: (.usage, "UNKNOWN_SHORTCUT")
      case .ambiguousIntent, .ambiguousPhrase: (.conflict, "AMBIGUOUS")
      case .ambiguousValue: (.conflict, "AMBIGUOUS")
      case .unknownParameter: (.usage, "UNKNOWN_PARAMETER")
      case .missingValue: (.usage, "MISSING_VALUE")
      case .invalidValue: (.usage, "INVALID_VALUE")
      case .notFound: (.notFound, "NOT_FOUND")
      case .cannotAsk: (.usage, "PROMPT_REFUSED")
      case .cancelled: (.usage, "DECLINED")
      case .timedOut: (.network, "TIMEOUT")
      case .nothingToChoose, .missingDependency, .tooManyRestarts, .tooManyIntents:
        (.server, "INTENT_FAILED")
      }
    let hint: String? =
      switch error {
      case .unknownIntent: "See 'figctl intent list'."
      case .unknownPhrase: "See 'figctl shortcut list'."
      case .missingValue: "Give it as PARAM=VALUE."
      default: nil
      }
    return CommandFailure(exit, code, error.description, hint: hint)
  }
}
