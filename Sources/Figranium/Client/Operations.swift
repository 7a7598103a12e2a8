import FoundationEssentials

// What the resources and intents ask for, as requests.

/// The part of a run's answer that is the caller's own type.
private struct RunData<Value: Decodable>: Decodable {
  let data: Value?
}

extension Figranium {
  /// Makes a call with one route and reads its answer.
  func value<Value>(
    of request: APIRequest, options: RequestOptions,
    _ make: (JSONValue) throws(ModelMismatch) -> Value
  ) async throws(FigraniumError) -> Value {
    let call = try Call(client: self, options: options)
    let response = try await plain(request, in: call)
    return try call.writer.decode(response, request, make)
  }

  /// Makes a call whose answer says only that it was done.
  ///
  /// - Throws: `NOT_DONE` when the answer says that it was not.
  @discardableResult
  func perform(
    _ request: APIRequest, options: RequestOptions
  ) async throws(FigraniumError) -> JSONObject {
    var request = request
    request.mayBeEmpty = true
    let call = try Call(client: self, options: options)
    let response = try await plain(request, in: call)
    guard !response.body.isEmpty else { return [:] }
    let answer = try call.writer.parse(response, request)
    guard let members = answer.objectValue else {
      throw call.writer.invalid(response, request, "it is no object")
    }
    for name in ["success", "ok", "deleted"] where members[name]?.boolValue == false {
      throw FigraniumError(
        message: "The server \(call.writer.origin) says that it did not do it.",
        status: response.status, kind: .notDone, details: call.writer.clean(answer),
        hint: "Look at how it stands on the server before you try again.")
    }
    return members
  }

  func health(options: RequestOptions) async throws(FigraniumError) -> HealthStatus {
    var request = APIRequest(method: .get, path: "/api/health", repeatability: .read)
    request.alsoAnswers = 503
    return try await value(of: request, options: options, HealthStatus.init(server:))
  }

  func run<Value: Decodable & Sendable>(
    _ id: String, input: ExecuteTaskOptions, options: RequestOptions
  ) async throws(FigraniumError) -> ExecutionResult<Value> {
    let call = try Call(client: self, options: options, isRun: true)
    let segment = try identifier(id, of: "task")
    let runID = input.runID ?? UUID().uuidString.lowercased()
    let body = try encoded(input.members(runID: runID), of: "run's input")
    func request(_ family: RouteFamily) -> APIRequest {
      APIRequest(
        method: .post,
        path: family == .documented ? "/tasks/\(segment)/run" : "/api/tasks/\(segment)/api",
        body: body, repeatability: .run, runID: runID)
    }
    let response = try await routed(in: call, request)
    let asked = request(.server)
    let raw = try call.writer.parse(response, asked)
    guard let members = raw.objectValue else {
      throw call.writer.invalid(response, asked, "it is no object")
    }
    return ExecutionResult(
      outcome: members.word("outcome"),
      data: try runData(raw, response: response, request: asked, writer: call.writer),
      runID: members.word("runId") ?? runID, raw: raw)
  }

  /// What the run extracted, as the caller's type.
  private func runData<Value: Decodable>(
    _ raw: JSONValue, response: HTTPResponse, request: APIRequest, writer: ErrorWriter
  ) throws(FigraniumError) -> Value? {
    guard let data = raw["data"], !data.isNull else { return nil }
    if let value = data as? Value { return value }
    do {
      return try JSONDecoder().decode(RunData<Value>.self, from: response.body).data
    } catch {
      throw FigraniumError(
        message: "The run ended on the server \(writer.origin), but its data is no"
          + " \(Value.self).",
        status: response.status, kind: .invalidResponse,
        hint: "Ask for JSONValue to see what it is; do not run the task again for it.")
    }
  }

  func execution(
    _ id: String, options: RequestOptions
  ) async throws(FigraniumError) -> Execution {
    let call = try Call(client: self, options: options)
    let segment = try identifier(id, of: "execution")
    func request(_ family: RouteFamily) -> APIRequest {
      APIRequest(
        method: .get,
        path: family == .documented ? "/executions/\(segment)" : "/api/executions/\(segment)",
        repeatability: .read, access: .keyElseSession,
        guardMayHideRoute: family == .documented)
    }
    let response = try await routed(in: call, request)
    return try call.writer.decode(response, request(.server), Execution.init(server:))
  }

  func stop(_ runID: String, options: RequestOptions) async throws(FigraniumError) {
    let call = try Call(client: self, options: options)
    let segment = try identifier(runID, of: "run")
    let body = try encoded(["runId": .string(runID)])
    func request(_ family: RouteFamily) -> APIRequest {
      APIRequest(
        method: .post,
        path: family == .documented ? "/executions/\(segment)/stop" : "/api/executions/stop",
        body: family == .documented ? Data("{}".utf8) : body, repeatability: .idempotent,
        access: family == .documented ? .keyElseSession : .session, mayBeEmpty: true)
    }
    let response = try await routed(in: call, request)
    guard !response.body.isEmpty else { return }
    let answer = try call.writer.parse(response, request(.server))
    guard let members = answer.objectValue else {
      throw call.writer.invalid(response, request(.server), "it is no object")
    }
    guard members["success"]?.boolValue != false, members["ok"]?.boolValue != false else {
      throw FigraniumError(
        message: "The server \(call.writer.origin) did not stop the run.",
        status: response.status, kind: .notStopped,
        details: call.writer.clean(answer), hint: "It may have ended already; ask for its status.")
    }
  }

  // MARK: Parts

  /// An identifier as a path segment; no empty one, and none that a server would take for a
  /// directory.
  func identifier(_ text: String, of thing: String) throws(FigraniumError) -> String {
    guard !text.isEmpty, text != ".", text != ".." else {
      throw FigraniumError(
        message: "\"\(text)\" is no identifier of a\(thing == "execution" ? "n" : "") \(thing).",
        kind: .invalidInput)
    }
    return pathSegment(text)
  }

  /// A request's body.
  ///
  /// - Throws: `INVALID_INPUT` for a number that JSON has no form for.
  func encoded(
    _ members: JSONObject, of thing: String = "request"
  ) throws(FigraniumError) -> Data {
    do {
      return try JSONEncoder().encode(members)
    } catch {
      throw FigraniumError(
        message: "The \(thing) holds a number that JSON cannot carry.", kind: .invalidInput,
        hint: "Numbers that are infinite or not a number have no form in JSON.")
    }
  }
}
