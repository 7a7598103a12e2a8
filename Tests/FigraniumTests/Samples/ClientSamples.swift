// The code of the pages in Figranium.docc. Compiled; what needs no server of its own is also run.

// snippet: client
import Figranium
// snippet end
import FoundationEssentials
import GLibBridge
import Testing

private struct Article: Decodable, Sendable {
  let title: String
}

private func makeClient(apiKey: String) -> Figranium {
  // snippet: client
  let figranium = Figranium(baseURL: "https://api.figranium.example.com", apiKey: apiKey)
  // snippet end
  return figranium
}

private func makeCheckedClient(secret: Secret) throws -> Figranium? {
  // snippet: checked-client
  guard let url = URL(string: "https://figranium.internal.example.com/automation") else {
    return nil
  }
  let figranium = try Figranium(
    url: url,
    credential: .apiKey(secret, header: .xAPIKey),
    options: ClientOptions(
      headers: ["X-Team": "search"],
      limits: RequestLimits(connect: .seconds(5), run: .seconds(300)),
      caFile: "/etc/ssl/private-ca.pem"))
  // snippet end
  return figranium
}

private func list(_ figranium: Figranium) async throws {
  // snippet: list
  for task in try await figranium.tasks.listSummaries() {
    print(task.id, task.name)
  }
  // snippet end
}

private func run(_ figranium: Figranium) async throws {
  // snippet: run
  let result: ExecutionResult<[Article]> = try await figranium.runTask(
    "front-page", input: ExecuteTaskOptions(variables: ["section": "science", "limit": 10]))
  print(result.outcome ?? "no outcome told")
  for article in result.data ?? [] {
    print(article.title)
  }
  // snippet end
}

private func large(_ figranium: Figranium, to file: URL) async throws {
  // snippet: large
  var result: ExecutionResult<JSONText> = try await figranium.runTask("all-products")
  if result.isTruncated { result = try await result.full() }
  try result.data?.bytes.write(to: file)
  let first = try result.data?["articles"]?.decode([Article].self).first
  // snippet end
  print(first?.title ?? "")
}

private func stop(_ figranium: Figranium) async throws {
  // snippet: stop
  let runID = "nightly-2026-11-30"
  async let result: ExecutionResult<JSONValue> = figranium.runTask(
    "front-page", input: ExecuteTaskOptions(runID: runID))
  try await figranium.executions.stop(runID)
  print(try await result.outcome == "stopped")
  // snippet end
}

private func status(_ figranium: Figranium, executionID: String) async throws {
  // snippet: status
  let execution = try await figranium.executions.get(executionID)
  print(execution.statusText, execution.taskName ?? "")
  // snippet end
}

private func errors(_ figranium: Figranium) async throws {
  // snippet: errors
  do {
    _ = try await figranium.tasks.list()
  } catch let error as FigraniumError {
    switch error.kind {
    case .invalidAPIKey, .credentialNotFound:
      print("Store the key again.")
    case .sessionRequired:
      print("This server lists its tasks in full to a session only.")
    case .networkError, .timeout:
      print("Try again later.")
    default:
      print(error.message, error.hint ?? "")
    }
  }
  // snippet end
}

@Suite("The documentation's client code") struct ClientSampleTests {
  @Test("A client is made without a network")
  func makes() {
    #expect(makeClient(apiKey: "k-1").baseURL == "https://api.figranium.example.com")
  }

  @Test("A checked client is made without reading its CA file")
  func makesChecked() throws {
    let client = try #require(try makeCheckedClient(secret: Secret("k-1")))
    #expect(client.baseURL == "https://figranium.internal.example.com/automation")
  }

  @Test("The calls run against a server")
  func calls() async throws {
    let server = try TestServer { request in
      switch request.path {
      case "/api/tasks/list": json(#"{"tasks":[{"id":"front-page","name":"Front page"}]}"#)
      case "/api/executions/e1": json(#"{"execution":{"id":"e1","status":"running"}}"#)
      case "/api/executions/stop": json(#"{"success":true}"#)
      case "/api/tasks": json(#"{"error":"UNAUTHORIZED"}"#, status: 401)
      default: json(#"{"outcome":"stopped","data":[{"title":"A"}]}"#)
      }
    }
    let client = try server.client()
    try await list(client)
    try await run(client)
    try await stop(client)
    try await status(client, executionID: "e1")
    try await errors(client)
    let body = server.requests.first { $0.path == "/api/tasks/front-page/api" }?.body ?? []
    let sent = try JSONDecoder().decode(JSONValue.self, from: Data(body))
    #expect(sent["variables"] == ["section": "science", "limit": 10])
    #expect(server.requests.count == 6)
  }
}
