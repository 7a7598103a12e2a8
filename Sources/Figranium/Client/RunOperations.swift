import FoundationEssentials

// Running a task, and reading what it gave.

extension Figranium {
  func run<Value: Decodable & Sendable>(
    _ id: String, input: ExecuteTaskOptions, options: RequestOptions
  ) async throws(FigraniumError) -> ExecutionResult<Value> {
    let call = try Call(client: self, options: options, isRun: true)
    let segment = try identifier(id, of: "task")
    let runID = input.runID ?? UUID().uuidString.lowercased()
    let body = try encoded(input.members(runID: runID), of: "run's input")
    self.options.runBegins?(runID)
    func request(_ family: RouteFamily) -> APIRequest {
      APIRequest(
        method: .post,
        path: family == .documented ? "/tasks/\(segment)/run" : "/api/tasks/\(segment)/api",
        body: body, repeatability: .run, runID: runID)
    }
    let response = try await routed(in: call, request)
    return try result(in: response, to: request(.server), runID: runID, call)
  }

  /// Runs a task that is not saved: one of the three routes that take its members.
  func runOnce<Value: Decodable & Sendable>(
    _ path: String, _ input: JSONObject, options: RequestOptions
  ) async throws(FigraniumError) -> ExecutionResult<Value> {
    let call = try Call(client: self, options: options, isRun: true)
    var input = input
    let runID = input.word("runId") ?? UUID().uuidString.lowercased()
    input["runId"] = .string(runID)
    var request = APIRequest.session(
      .post, path, body: try encoded(input, of: "run's input"), repeatability: .run)
    request.runID = runID
    self.options.runBegins?(runID)
    let response = try await plain(request, in: call)
    return try result(in: response, to: request, runID: runID, call)
  }

  private func result<Value: Decodable & Sendable>(
    in response: HTTPResponse, to request: APIRequest, runID: String, _ call: Call
  ) throws(FigraniumError) -> ExecutionResult<Value> {
    let answer: RunAnswer
    do throws(ModelMismatch) {
      answer = try RunAnswer(response.body)
    } catch {
      throw call.writer.invalid(response, request, error.reason)
    }
    return try result(of: answer, runID: runID, in: call, status: response.status)
  }

  /// Reads a result that was too large for the run's own answer.
  func result<Value: Decodable & Sendable>(
    of id: String, runID: String? = nil, options: RequestOptions
  ) async throws(FigraniumError) -> ExecutionResult<Value> {
    let call = try Call(client: self, options: options)
    let request = APIRequest(
      method: .get, path: "/api/executions/\(try identifier(id, of: "execution"))/result",
      repeatability: .read, access: .keyElseSession)
    let response = try await plain(request, in: call)
    let answer: RunAnswer
    do throws(ModelMismatch) {
      let wrapper = try RunAnswer(response.body)
      guard let result = wrapper.member("result") else {
        throw ModelMismatch(reason: "the member result is missing")
      }
      answer = try RunAnswer(result.bytes)
    } catch {
      throw call.writer.invalid(response, request, error.reason)
    }
    return try result(of: answer, runID: runID ?? id, in: call, status: response.status)
  }

  private func result<Value: Decodable & Sendable>(
    of answer: RunAnswer, runID: String, in call: Call, status: Int
  ) throws(FigraniumError) -> ExecutionResult<Value> {
    do throws(JSONMisfit) {
      return try ExecutionResult(answer: answer, runID: runID, client: self)
    } catch {
      let place = error.text { call.writer.clean($0, limit: 100) }
      var hint = "Ask for JSONValue to see what it is; do not run the task again for it."
      if answer.says("hasFullResult") || answer.says("truncated") {
        let id = call.writer.clean(answer.word("executionId") ?? runID, limit: 100)
        hint =
          "The server cut the result because of its size; read all of it with"
          + " executions.result(\"\(id)\"), and do not run the task again for it."
      }
      throw FigraniumError(
        message: "The run ended on the server \(call.writer.origin), but its data does not fit"
          + " \(Value.self): \(place).",
        status: status, kind: .invalidResponse, hint: hint)
    }
  }
}
