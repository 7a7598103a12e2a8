// What goes into a run and what comes out of it.

/// What a run is given; everything is optional.
public struct ExecuteTaskOptions: Sendable, Hashable {
  /// Values for the task's variables, by name.
  public var variables: JSONObject
  /// Values for the variables of the tasks it starts, by name.
  public var taskVariables: JSONObject?
  /// Where the server posts the result too.
  public var webhookURL: String?
  /// The run's identifier, by which it can be stopped; made by the client when `nil`.
  public var runID: String?
  /// Whether the browser starts and ends without stored state; `nil` leaves it to the task.
  public var statelessExecution: Bool?
  /// What asks for the run, for the server's list.
  public var runSource: String?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - variables: Values for the task's variables, by name.
  ///   - taskVariables: Values for the variables of the tasks it starts.
  ///   - webhookURL: Where the server posts the result too.
  ///   - runID: The run's identifier; made by the client when `nil`.
  ///   - statelessExecution: Whether the browser starts and ends without stored state.
  ///   - runSource: What asks for the run.
  public init(
    variables: JSONObject = [:], taskVariables: JSONObject? = nil, webhookURL: String? = nil,
    runID: String? = nil, statelessExecution: Bool? = nil, runSource: String? = nil
  ) {
    self.variables = variables
    self.taskVariables = taskVariables
    self.webhookURL = webhookURL
    self.runID = runID
    self.statelessExecution = statelessExecution
    self.runSource = runSource
  }

  /// The body of the run's request.
  package func members(runID: String) -> JSONObject {
    var members: JSONObject = ["runId": .string(runID)]
    if !variables.isEmpty { members["variables"] = .object(variables) }
    if let taskVariables { members["taskVariables"] = .object(taskVariables) }
    if let webhookURL { members["webhookUrl"] = .string(webhookURL) }
    if let statelessExecution { members["statelessExecution"] = .bool(statelessExecution) }
    if let runSource { members["runSource"] = .string(runSource) }
    return members
  }
}

/// What a run gave.
///
/// The answer is kept as the bytes that came; what the properties tell is found in them when asked
/// for. `Value` is what ``data`` is: a type of your own, ``JSONValue`` for any value, or ``JSONText``
/// for its bytes.
public struct ExecutionResult<Value: Decodable & Sendable>: Sendable {
  /// `success`, `error`, `stopped`, `crashed` or `anti_bot`; `nil` from servers before 0.16.
  public let outcome: String?
  /// The run's identifier, by which it could be stopped.
  public let runID: String
  private let answer: RunAnswer
  private let decoded: Value?
  private let client: Figranium?

  /// Reads an answer.
  ///
  /// - Throws: ``JSONMisfit`` when its data is no `Value`.
  init(answer: RunAnswer, runID: String, client: Figranium?) throws(JSONMisfit) {
    self.answer = answer
    self.client = client
    self.runID = answer.word("runId") ?? runID
    outcome = answer.word("outcome")
    decoded =
      Value.self == JSONValue.self
      ? nil : try answer.member("data")?.decoded(Value.self, called: "data")
  }

  /// What the task extracted, `nil` when it extracted nothing.
  ///
  /// A ``JSONValue`` is made when it is first asked for, and kept; any other type was made before.
  public var data: Value? {
    Value.self == JSONValue.self ? answer.data as? Value : decoded
  }

  /// What the task extracted, as its bytes.
  public var dataText: JSONText? { answer.member("data") }

  /// Everything the server answered; made when it is first asked for, and kept.
  public var raw: JSONValue { answer.whole }

  /// Everything the server answered, as its bytes.
  public var rawText: JSONText { answer.text }

  /// Whether the server kept a part of the result back because of its size (from server 0.20 on);
  /// ``full(options:)`` brings all of it.
  public var isTruncated: Bool { answer.says("hasFullResult") || answer.says("truncated") }

  /// All of a result that the server had cut (`GET /api/executions/{id}/result`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The whole result; this one when nothing was cut.
  /// - Throws: As ``ExecutionsResource/result(_:options:)``. The run itself has ended.
  public func full(options: RequestOptions = .init()) async throws -> ExecutionResult {
    guard isTruncated, let client else { return self }
    return try await client.result(of: executionID ?? runID, runID: runID, options: options)
  }

  /// The server's identifier of the execution, where it tells one.
  public var executionID: String? { answer.word("executionId") }
  /// The page the run ended on.
  public var finalURL: String? {
    answer.member("final_url")?.stringValue ?? answer.member("url")?.stringValue
  }
  /// The page's title, in scrape mode.
  public var title: String? { answer.member("title")?.stringValue }
  /// The page's HTML, where the task asks for it.
  public var html: String? { answer.member("html")?.stringValue }
  /// The server's notes on the run.
  public var logs: [JSONValue] { answer.member("logs")?.value.arrayValue ?? [] }
  /// The path of a screenshot on the server.
  public var screenshotURL: String? { answer.member("screenshot_url")?.stringValue }

  /// The outcome as it stands in a sentence: `success`, or `an unknown outcome`.
  public var outcomeText: String {
    outcome.map { PlainText.line($0) } ?? "an unknown outcome"
  }

  /// What the documentation lets a run say, such as `Scrape title finished with success`.
  package func dialog(taskName: String) -> String {
    "\(PlainText.printable(taskName)) finished with \(outcomeText)."
  }
}
