import FoundationEssentials

// Tasks: `/api/tasks`, `/api/tasks/list` and the two routes that run one. Their versions are in
// TaskVersions.swift.

/// The server's tasks.
public struct TasksResource: Sendable {
  let client: Figranium

  // MARK: Reading

  /// Lists the tasks in full (`GET /api/tasks`).
  ///
  /// Use ``listSummaries(options:)`` where identifier and name are enough.
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The tasks, with every member the server sends.
  /// - Throws: `SESSION_REQUIRED` from servers before 0.19, which grant it to no API key; the
  ///   codes for a refused key; transport failures.
  public func list(options: RequestOptions = .init()) async throws -> [Task] {
    let request = APIRequest.keyElseSession(.get, "/api/tasks", repeatability: .read)
    return try await client.value(of: request, options: options, [Task].init(server:))
  }

  /// Lists the tasks' identifiers and names (`GET /api/tasks/list`), on all servers.
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The tasks in short.
  /// - Throws: The codes for a refused key; transport failures.
  public func listSummaries(options: RequestOptions = .init()) async throws -> [TaskSummary] {
    let request = APIRequest(method: .get, path: "/api/tasks/list", repeatability: .read)
    return try await client.value(of: request, options: options) {
      value throws(ModelMismatch) in
      try value.members(of: "the list of tasks").list("tasks")
    }
  }

  /// Reads one task in full.
  ///
  /// Servers have no route for it: it is taken from `GET /api/tasks`. Saved again unchanged, it is
  /// the same JSON, with all members that this package does not know.
  ///
  /// - Parameters:
  ///   - id: The task's identifier: any text.
  ///   - options: Headers and limit for this call.
  /// - Returns: The task.
  /// - Throws: `TASK_NOT_FOUND` when the list does not hold it; else as ``list(options:)``.
  public func get(_ id: String, options: RequestOptions = .init()) async throws -> Task {
    _ = try client.identifier(id, of: "task")
    if let task = try await list(options: options).first(where: { $0.id == id }) { return task }
    let origin = try client.configuration.get().baseURL.origin
    throw FigraniumError(
      message: "The server \(origin) has no such task.", kind: .taskNotFound,
      hint: "List the tasks to see their identifiers.")
  }

  // MARK: Writing

  /// Saves a task, new or changed, whole (`POST /api/tasks[?version=true]`).
  ///
  /// A task with an identifier that the server knows replaces the one there, members that this
  /// package does not know included; any other is a new task.
  ///
  /// - Parameters:
  ///   - task: The task. Without an ``Task/id`` the server gives it one.
  ///   - createVersion: Whether the state before is kept among the task's versions.
  ///   - options: Headers and limit for this call.
  /// - Returns: The task as the server keeps it.
  /// - Throws: `INVALID_INPUT` for numbers that JSON cannot carry, `API_KEY_FORBIDDEN`,
  ///   `SESSION_REQUIRED` from servers before 0.19; the codes for a refused key; transport failures.
  ///   A task without an identifier, or with `createVersion`, is never sent twice.
  @discardableResult
  public func save(
    _ task: Task, createVersion: Bool = false, options: RequestOptions = .init()
  ) async throws -> Task {
    try await save(task, createVersion: createVersion, mustExist: false, options)
  }

  /// Saves a task that the server must know already (`POST /api/tasks?update=true`).
  ///
  /// - Parameters:
  ///   - task: The task, with its identifier.
  ///   - createVersion: Whether the state before is kept among the task's versions.
  ///   - options: Headers and limit for this call.
  /// - Returns: The task as the server keeps it.
  /// - Throws: `TASK_NOT_FOUND`, `INVALID_INPUT` for a task without an identifier; else as
  ///   ``save(_:createVersion:options:)``.
  @discardableResult
  public func update(
    _ task: Task, createVersion: Bool = false, options: RequestOptions = .init()
  ) async throws -> Task {
    guard task.id != nil else {
      throw FigraniumError(
        message: "A task without an identifier cannot be updated.", kind: .invalidInput,
        hint: "Save it as a new one, or read the one that is meant.")
    }
    return try await save(task, createVersion: createVersion, mustExist: true, options)
  }

  /// Changes some members of a task and leaves the others (`PATCH /api/tasks/{id}`).
  ///
  /// The server keeps the state before among the task's versions, each time.
  ///
  /// - Parameters:
  ///   - id: The task's identifier: any text.
  ///   - changes: The members to change, by the server's name; `null` is a value like others.
  ///   - options: Headers and limit for this call.
  /// - Returns: The server's answer, with the task as it is now.
  /// - Throws: `TASK_NOT_FOUND`, `INVALID_PAYLOAD`, `INVALID_INPUT` for numbers that JSON cannot
  ///   carry, `API_KEY_FORBIDDEN`, `SESSION_REQUIRED` from servers before 0.19; the codes for a
  ///   refused key; transport failures. Never repeated once the server may have seen it.
  @discardableResult
  public func patch(
    _ id: String, _ changes: JSONObject, options: RequestOptions = .init()
  ) async throws -> TaskPatch {
    let request = APIRequest.keyElseSession(
      .patch, try path(id), body: try client.encoded(changes, of: "task"), repeatability: .once)
    return try await client.value(of: request, options: options, TaskPatch.init(server:))
  }

  /// Deletes a task with its versions and schedule (`DELETE /api/tasks/{id}`).
  ///
  /// - Parameters:
  ///   - id: The task's identifier: any text.
  ///   - options: Headers and limit for this call.
  /// - Throws: `TASK_NOT_FOUND`, `NOT_DONE`, `API_KEY_FORBIDDEN`, `SESSION_REQUIRED` from servers
  ///   before 0.19; the codes for a refused key; transport failures.
  public func delete(_ id: String, options: RequestOptions = .init()) async throws {
    try await client.perform(
      .keyElseSession(.delete, try path(id), repeatability: .idempotent), options: options)
  }

  /// Notes that a task was opened just now (`POST /api/tasks/{id}/touch`).
  ///
  /// - Parameters:
  ///   - id: The task's identifier: any text.
  ///   - options: Headers and limit for this call.
  /// - Returns: The task.
  /// - Throws: `TASK_NOT_FOUND`, `SESSION_REQUIRED`; transport failures.
  @discardableResult
  public func touch(_ id: String, options: RequestOptions = .init()) async throws -> Task {
    let request = APIRequest.session(
      .post, try path(id) + "/touch", body: .noMembers, repeatability: .idempotent)
    return try await client.value(of: request, options: options, Task.init(server:))
  }

  // MARK: Help in writing

  /// Lets the server's language model find a selector (`POST /api/tasks/generate-selector`).
  ///
  /// - Parameters:
  ///   - task: The task, which need not be saved.
  ///   - actionIndex: The step it is for, from 0.
  ///   - prompt: What is to be found, in words.
  ///   - options: Headers and limit for this call.
  /// - Returns: A CSS selector.
  /// - Throws: The server's words when it has no language model, `SESSION_REQUIRED`; transport
  ///   failures. Never repeated once the server may have seen it.
  public func generateSelector(
    task: Task, actionIndex: Int, prompt: String, options: RequestOptions = .init()
  ) async throws -> String {
    try await generated(
      "selector",
      [
        "task": task.jsonValue, "actionIndex": .integer(Int64(actionIndex)),
        "prompt": .string(prompt),
      ],
      options)
  }

  /// Lets the server's language model write an extraction script
  /// (`POST /api/tasks/generate-script`).
  ///
  /// - Parameters:
  ///   - description: What is to be extracted, in words.
  ///   - options: Headers and limit for this call.
  /// - Returns: JavaScript.
  /// - Throws: As ``generateSelector(task:actionIndex:prompt:options:)``.
  public func generateScript(
    _ description: String, options: RequestOptions = .init()
  ) async throws -> String {
    try await generated("script", ["description": .string(description)], options)
  }

  // MARK: Running

  /// Runs a task and waits until the run has ended.
  ///
  /// The run is never sent twice once the server may have seen it. A cancelled Swift task closes
  /// the connection at once; the run itself goes on until ``ExecutionsResource/stop(_:options:)``
  /// with the identifier of `input.runID`. `POST /tasks/{id}/run` or `POST /api/tasks/{id}/api`,
  /// whichever the server has.
  ///
  /// - Parameters:
  ///   - id: The task's identifier: any text.
  ///   - input: Variables and the run's identifier; a fresh UUID when it has none.
  ///   - options: Headers and limit for this call; 20 minutes by default.
  /// - Returns: What the run gave. `outcome` tells how it ended; a run that ended badly is no
  ///   error, unless the server makes it one.
  /// - Throws: `TASK_NOT_FOUND`, `TASK_NOT_ALLOWED`, `RUN_FAILED`, `EXECUTION_TIMEOUT`,
  ///   `ROUTE_NOT_FOUND`, `INVALID_RESPONSE` also when the run has ended but its data is no
  ///   `Value`, `REQUEST_ABORTED`; the codes for a refused key; transport failures.
  public func run<Value: Decodable & Sendable>(
    _ id: String, input: ExecuteTaskOptions = .init(), options: RequestOptions = .init()
  ) async throws -> ExecutionResult<Value> {
    try await client.run(id, input: input, options: options)
  }

  // MARK: Parts

  /// A task's path.
  func path(_ id: String) throws(FigraniumError) -> String {
    "/api/tasks/\(try client.identifier(id, of: "task"))"
  }

  private func save(
    _ task: Task, createVersion: Bool, mustExist: Bool, _ options: RequestOptions
  ) async throws(FigraniumError) -> Task {
    let query = queryString([
      ("version", createVersion ? "true" : nil), ("update", mustExist ? "true" : nil),
    ])
    let isRepeatable = task.id != nil && !createVersion
    let request = APIRequest.keyElseSession(
      .post, "/api/tasks" + query, body: try client.encoded(task.members, of: "task"),
      repeatability: isRepeatable ? .idempotent : .once)
    return try await client.value(of: request, options: options, Task.init(server:))
  }

  private func generated(
    _ thing: String, _ body: JSONObject, _ options: RequestOptions
  ) async throws(FigraniumError) -> String {
    let request = APIRequest.session(
      .post, "/api/tasks/generate-\(thing)", body: try client.encoded(body, of: "task"),
      repeatability: .once)
    return try await client.value(of: request, options: options) {
      value throws(ModelMismatch) in
      guard let text = try value.members(of: "the \(thing)")[thing]?.stringValue else {
        throw ModelMismatch(reason: "it has no \(thing)")
      }
      return text
    }
  }
}
