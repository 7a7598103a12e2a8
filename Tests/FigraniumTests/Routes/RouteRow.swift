import Figranium
import FoundationEssentials
import GLibBridge
import Testing

/// One call of the SDK, what it must send, and what it must make of the answer.
struct RouteRow: Sendable, CustomTestStringConvertible {
  /// To whom servers grant it.
  enum Access: Sendable {
    case everyone
    case key
    case keyElseSession
    case session
  }

  /// What may be sent twice.
  enum Repeats: Sendable {
    case read
    case idempotent
    case never
  }

  let testDescription: String
  let method: String
  /// The path and query as they must stand in the request.
  let target: String
  /// The body; `nil` for none.
  let body: JSONValue?
  let access: Access
  let repeats: Repeats
  let reply: ServedReply
  /// Makes the call and says what came of it.
  let call: @Sendable (Figranium) async throws -> JSONValue
  /// What must come of it.
  let expected: JSONValue
  /// Error answers of this route alone.
  let errors: [RouteError]

  init(
    _ name: String, _ method: String, _ target: String, body: JSONValue? = nil, _ access: Access,
    _ repeats: Repeats, _ reply: String, status: Int = 200, expected: JSONValue,
    errors: [RouteError] = [], _ call: @escaping @Sendable (Figranium) async throws -> JSONValue
  ) {
    testDescription = name
    self.method = method
    self.target = target
    self.body = body
    self.access = access
    self.repeats = repeats
    self.reply = json(reply, status: status)
    self.call = call
    self.expected = expected
    self.errors = errors
  }

  /// Every route of the contract.
  static let all =
    tasks + versions + executions + schedules + files + runs + others + keysAndSettings
}

/// An error answer, and what it must become.
struct RouteError: Sendable {
  let status: Int
  let text: String
  let code: String
  let says: String

  init(_ status: Int, _ code: String, _ says: String) {
    self.init(status, #"{"error":"\#(code)"}"#, code: code, says)
  }

  init(_ status: Int, _ text: String, code: String, _ says: String) {
    self.status = status
    self.text = text
    self.code = code
    self.says = says
  }

  var reply: ServedReply { json(text, status: status) }

  static let noTask = RouteError(404, "TASK_NOT_FOUND", "has no such task")
  static let noVersion = RouteError(404, "VERSION_NOT_FOUND", "has no such version")
  static let noExecution = RouteError(404, "EXECUTION_NOT_FOUND", "has no such execution")
  static let noCabinet = RouteError(
    404, #"{"error":"Cabinet not found."}"#, code: "CABINET_NOT_FOUND", "has no such cabinet")
  static let nameTaken = RouteError(
    400, #"{"error":"A cabinet already has that name."}"#, code: "BAD_REQUEST",
    "It says: A cabinet already has that name.")
  static let noTemplate = RouteError(404, "TEMPLATE_NOT_FOUND", "has no such template")
  static let catalogue = [
    RouteError(502, "TEMPLATE_CATALOG_UNAVAILABLE", "does not reach the catalogue"),
    RouteError(502, "TEMPLATE_CATALOG_TIMEOUT", "waited too long for the catalogue"),
    RouteError(502, "TEMPLATE_CATALOG_INVALID", "cannot read the catalogue"),
  ]
  static let notDone = RouteError(
    200, #"{"success":false}"#, code: "NOT_DONE", "says that it did not do it")
  static let notDeleted = RouteError(
    200, #"{"id":"x","deleted":false}"#, code: "NOT_DONE", "says that it did not do it")
  static let runs = [
    noTask,
    RouteError(403, "TASK_NOT_ALLOWED", "may not use this task"),
    RouteError(400, "INVALID_WEBHOOK_URL", "does not call this webhook address"),
    RouteError(504, "EXECUTION_TIMEOUT", "took longer than the server"),
    RouteError(
      504, #"{"error":"EXECUTION_TIMEOUT","outcome":"crashed"}"#, code: "EXECUTION_TIMEOUT",
      "took longer than the server"),
    RouteError(
      500, #"{"error":"Agent failed","details":"page closed"}"#, code: "RUN_FAILED",
      "It says: Agent failed: page closed"),
  ]
}

/// Text as JSON, or null.
func value(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
/// A number as JSON, or null.
func value(_ number: Int?) -> JSONValue { number.map { .integer(Int64($0)) } ?? .null }
/// A truth value as JSON, or null.
func value(_ flag: Bool?) -> JSONValue { flag.map { .bool($0) } ?? .null }
/// A word as JSON, or null.
func value(_ word: (some ServerWord)?) -> JSONValue { word.map { .string($0.rawValue) } ?? .null }
/// A length of time as JSON, in seconds, or null.
func value(_ duration: Duration?) -> JSONValue {
  duration.map { .number($0 / .seconds(1)) } ?? .null
}
/// A point in time as JSON, in seconds since 1970, or null.
func value(_ date: Date?) -> JSONValue {
  date.map { .number($0.timeIntervalSince1970) } ?? .null
}
