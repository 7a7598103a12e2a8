import FoundationEssentials

// What the resources and intents ask for, as requests.

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

  /// The same for an answer with a secret in it.
  ///
  /// - Parameters:
  ///   - member: The secret's name in the answer.
  ///   - make: Makes the value of the answer without the secret, and of the secret.
  func value<Value>(
    of request: APIRequest, secret member: String, options: RequestOptions,
    _ make: (JSONValue, Secret?) throws(ModelMismatch) -> Value
  ) async throws(FigraniumError) -> Value {
    var request = request
    request.secretMember = member
    let call = try Call(client: self, options: options)
    let response = try await plain(request, in: call)
    return try call.writer.decode(response, request) { value throws(ModelMismatch) in
      try make(value, response.secret)
    }
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
      return Data(try JSONWriter.bytes(of: .object(members)))
    } catch {
      throw FigraniumError(
        message: "The \(thing) holds a number that JSON cannot carry.", kind: .invalidInput,
        hint: "Numbers that are infinite or not a number have no form in JSON.")
    }
  }
}
