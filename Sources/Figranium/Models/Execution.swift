public import FoundationEssentials

// A run as the server remembers it.

/// How an execution stands: the server's word, or the HTTP status of the run's answer.
///
/// Servers of the 0.9 to 0.20 lines send a number, the documented dialect a word.
public enum ExecutionStatus: Sendable, Hashable {
  /// A word, such as `running` or `success`.
  case word(String)
  /// The HTTP status of the run's answer, such as 200.
  case number(Int)
}

/// Where a run is on its way.
public struct ExecutionPhase: ServerWord {
  /// The word.
  public let rawValue: String
  /// Wraps a word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// It waits for others.
  public static let queued: Self = "queued"
  /// It runs.
  public static let running: Self = "running"
  /// It has ended.
  public static let finished: Self = "finished"
}

/// A run as the server remembers it.
///
/// Every member is kept in ``ServerModel/members``; the properties are views of the known ones,
/// `nil` where the server sends nothing.
public struct Execution: ServerModel, Identifiable {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) {
    self.members = members
  }

  /// Decodes an object, with or without a wrapping `execution` member.
  ///
  /// - Throws: `DecodingError` when it is no object, or one that tells nothing of an execution.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer().decode(JSONValue.self)
    do {
      try self.init(server: value)
    } catch {
      throw error.decodingError(at: decoder.codingPath)
    }
  }

  /// The server's identifier; on 0.9 it is not the run's.
  public var id: String { members.word("id") ?? members.word("runId") ?? "" }
  /// The identifier that the run's caller chose, where the server tells it.
  public var runID: String? { members.word("runId") }
  /// How it stands.
  public var status: ExecutionStatus? {
    switch members["status"] {
    case .integer(let value): .number(Int(clamping: value))
    case .number(let value): Int(exactly: value.rounded()).map(ExecutionStatus.number)
    case .string(let text):
      text.isEmpty ? nil : Int(text).map(ExecutionStatus.number) ?? .word(text)
    default: nil
    }
  }
  /// How it ended; absent before server 0.16.
  public var outcome: TaskOutcome? { members.serverWord("outcome") }
  /// Where it is on its way; absent before server 0.19.
  public var phase: ExecutionPhase? { members.serverWord("phase") }
  /// When it was noted.
  public var timestamp: Date? { members.date("timestamp") }
  /// When it started.
  public var startedAt: Date? { members.date("startedAt") }
  /// When it ended.
  public var finishedAt: Date? { members.date("finishedAt") }
  /// How long it took.
  public var duration: Duration? { members.milliseconds("durationMs") }
  /// The task that was run.
  public var taskID: String? { members.word("taskId") }
  /// The task's name at that time.
  public var taskName: String? { members.word("taskName") }
  /// What the task does with its page.
  public var mode: TaskMode? { members.serverWord("mode") }
  /// What asked for the run.
  public var source: String? { members.word("source") }
  /// The page it started with.
  public var url: String? { members.word("url") }
  /// The method of the request that ran it.
  public var method: String? { members.word("method") }
  /// The path of the request that ran it.
  public var path: String? { members.word("path") }
  /// What it gave, where the server sends it; cut short when ``hasFullResult`` is true.
  public var result: JSONValue? { members["result"].flatMap { $0.isNull ? nil : $0 } }
  /// The task as it was when it ran, where the server sends it.
  public var taskSnapshot: Task? { members.model("taskSnapshot") }
  /// Whether ``result`` is a part only, of what ``ExecutionsResource/result(_:options:)`` brings.
  public var hasFullResult: Bool {
    members["result"]?["hasFullResult"]?.boolValue ?? members.flag("hasFullResult") ?? false
  }

  /// How it stands, in a word.
  ///
  /// A status that is a word wins; else the phase while it is `queued` or `running`; else the
  /// outcome; else `unknown`.
  public var statusText: String {
    if case .word(let word)? = status { return PlainText.line(word) }
    if let phase, phase == .queued || phase == .running { return phase.rawValue }
    return outcome.map { PlainText.line($0.rawValue) } ?? "unknown"
  }
}

extension Execution: ServerValue {
  init(server value: JSONValue) throws(ModelMismatch) {
    let object = try value.members(of: "an execution")
    members = object["execution"]?.objectValue ?? object
    let known = ["id", "status", "outcome", "phase", "runId"]
    guard known.contains(where: { members[$0]?.isNull == false }) else {
      throw ModelMismatch(reason: "it tells of no execution")
    }
  }
}
