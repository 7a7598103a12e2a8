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
public struct ExecutionResult<Value: Decodable & Sendable>: Sendable {
  /// `success`, `error`, `stopped`, `crashed` or `anti_bot`; `nil` from servers before 0.16.
  public let outcome: String?
  /// What the task extracted, `nil` when it extracted nothing.
  public let data: Value?
  /// The run's identifier, by which it could be stopped.
  public let runID: String
  /// Everything the server answered.
  public let raw: JSONValue

  package init(outcome: String?, data: Value?, runID: String, raw: JSONValue) {
    self.outcome = outcome
    self.data = data
    self.runID = runID
    self.raw = raw
  }

  /// The server's identifier of the execution, where it tells one.
  public var executionID: String? { raw.objectValue?.word("executionId") }
  /// The page the run ended on.
  public var finalURL: String? {
    raw["final_url"]?.stringValue ?? raw["url"]?.stringValue
  }
  /// The page's title, in scrape mode.
  public var title: String? { raw["title"]?.stringValue }
  /// The page's HTML, where the task asks for it.
  public var html: String? { raw["html"]?.stringValue }
  /// The server's notes on the run.
  public var logs: [JSONValue] { raw["logs"]?.arrayValue ?? [] }
  /// The path of a screenshot on the server.
  public var screenshotURL: String? { raw["screenshot_url"]?.stringValue }

  /// The outcome as it stands in a sentence: `success`, or `an unknown outcome`.
  public var outcomeText: String {
    outcome.map { PlainText.line($0) } ?? "an unknown outcome"
  }

  /// What the documentation lets a run say, such as `Scrape title finished with success`.
  package func dialog(taskName: String) -> String {
    "\(PlainText.printable(taskName)) finished with \(outcomeText)."
  }
}
