// What the two streams of executions say.

/// What a run says of itself while it runs (`GET /api/executions/stream`).
public enum ExecutionEvent: Sendable, Hashable {
  /// The server listens with us: what it says from now on will be heard.
  case ready
  /// The run has started.
  case started
  /// Somebody asked the server to stop the run.
  case stopRequested
  /// Anything else, most often an object that tells how far the run is; text where the server sends
  /// no JSON.
  case progress(JSONValue)
  /// An event of a name that this package does not know.
  case other(name: String, data: JSONValue)

  init(_ event: ServerSentEvent) {
    let data = event.json
    switch event.name {
    case "ready": self = .ready
    case "message": self = Self.message(data)
    default: self = .other(name: event.name, data: data)
    }
  }

  private static func message(_ data: JSONValue) -> ExecutionEvent {
    guard let members = data.objectValue, members.count == 1 else { return .progress(data) }
    return switch members["status"]?.stringValue {
    case "started": .started
    case "stop_requested": .stopRequested
    default: .progress(data)
    }
  }
}

/// A change of the server's list of executions (`GET /api/executions/live`).
public enum ExecutionChange: Sendable, Hashable {
  /// An execution is new, or has changed.
  case upsert(Execution)
  /// An execution was deleted.
  case delete(id: String)
  /// All executions were deleted.
  case clear
  /// A change of a kind that this package does not know, or one that lacks what its kind needs.
  case other(JSONValue)

  /// Reads an event; `nil` for one that is no change, such as `ready`.
  init?(_ event: ServerSentEvent) {
    guard event.name == "message" else { return nil }
    let data = event.json
    let members = data.objectValue ?? [:]
    let execution = members["execution"]
    let id = members.word("id") ?? execution?.objectValue?.word("id")
    switch (members.word("type"), id) {
    case ("upsert", _):
      // The execution stands in a member of its own, or its members beside the kind.
      if let execution = try? Execution(server: execution ?? data) {
        self = .upsert(execution)
      } else {
        self = .other(data)
      }
    case ("delete", let id?): self = .delete(id: id)
    case ("clear", _): self = .clear
    default: self = .other(data)
    }
  }
}

extension ServerSentEvent {
  /// The data as JSON, or as text where it is none.
  fileprivate var json: JSONValue {
    (try? JSONParser.parse(Array(data.utf8))) ?? .string(data)
  }
}

extension ExecutionsResource {
  /// Listens to a run while it runs (`GET /api/executions/stream?runId=…`).
  ///
  /// For what a run says on its way; use ``watch(_:options:)`` to know how it stands and when it has
  /// ended. Servers grant this to a signed-in session only. No request is made before the first
  /// element is asked for. The stream of a run that has ended stays open and says nothing.
  ///
  /// - Parameters:
  ///   - runID: The run's identifier, as given to the run.
  ///   - reconnect: When to open the stream again after it broke off.
  ///   - options: Headers, and the limit for all of the listening; without one there is none, but
  ///     for the client's limit on silence: servers say something every 20 seconds.
  /// - Returns: The run's events. Iterating throws `INVALID_INPUT` for an empty identifier,
  ///   `SESSION_REQUIRED`, `MISSING_RUN_ID`, and what ``EventStream/Failure`` names.
  public func stream(
    runID: String, reconnect: ReconnectPolicy = .init(), options: RequestOptions = .init()
  ) -> EventStream<ExecutionEvent> {
    let request = Result { () throws(FigraniumError) -> APIRequest in
      let segment = try client.identifier(runID, of: "run")
      return .reading("/api/executions/stream?runId=\(segment)", access: .session)
    }
    return client.events(of: request, reconnect: reconnect, options: options) { ExecutionEvent($0) }
  }

  /// Listens to the server's list of executions (`GET /api/executions/live`, server 0.20 and
  /// later).
  ///
  /// Servers grant this to a signed-in session only. No request is made before the first element is
  /// asked for. List the executions after each ``StreamEvent/opened`` to know where the changes
  /// start.
  ///
  /// - Parameters:
  ///   - reconnect: When to open the stream again after it broke off.
  ///   - options: Headers, and the limit for all of the listening; without one there is none, but
  ///     for the client's limit on silence.
  /// - Returns: The changes. Iterating throws `SESSION_REQUIRED`, `ROUTE_NOT_FOUND` from servers
  ///   before 0.20, and what ``EventStream/Failure`` names.
  public func live(
    reconnect: ReconnectPolicy = .init(), options: RequestOptions = .init()
  ) -> EventStream<ExecutionChange> {
    client.events(
      of: .success(.reading("/api/executions/live", access: .session)), reconnect: reconnect,
      options: options
    ) { ExecutionChange($0) }
  }
}
