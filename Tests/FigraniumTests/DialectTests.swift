import Figranium
import GLibBridge
import Synchronization
import Testing

private func run(_ client: Figranium, _ id: String = "task_1") async throws -> String? {
  let result: ExecutionResult<JSONValue> = try await client.runTask(id)
  return result.outcome
}

@Suite("Three dialects") struct DialectTests {
  @Test(
    "A run is made once, by the route that the server has",
    arguments: [
      (ServerDialect.documented, "/tasks/task_1/run", "success" as String?),
      (.server09, "/api/tasks/task_1/api", nil),
      (.server019, "/api/tasks/task_1/api", "success"),
    ])
  func runs(dialect: ServerDialect, path: String, outcome: String?) async throws {
    let field = try FieldServer(dialect)
    let client = try field.server.client()
    #expect(try await run(client) == outcome)
    #expect(try await run(client) == outcome)
    #expect(field.runPaths == [path, path])
    // The other route was tried at most once, and the memory serves a second client too.
    #expect(field.server.requests.count == (dialect == .documented ? 3 : 2))
    #expect(try await run(field.server.client()) == outcome)
    #expect(field.server.requests.last?.path == path)
    #expect(field.server.requests.count == (dialect == .documented ? 4 : 3))
  }

  @Test(
    "An identifier is encoded once, every byte outside the unreserved set",
    arguments: [
      (ServerDialect.documented, "/tasks/t%2F2%20%C3%BC/run"),
      (.server09, "/api/tasks/t%2F2%20%C3%BC/api"), (.server019, "/api/tasks/t%2F2%20%C3%BC/api"),
    ])
  func oddIdentifier(dialect: ServerDialect, path: String) async throws {
    let field = try FieldServer(dialect)
    _ = try await run(field.server.client(), "t/2 ü")
    #expect(field.runPaths == [path])
  }

  @Test("A task that does not exist is no missing route", arguments: ServerDialect.allCases)
  func unknownTask(dialect: ServerDialect) async throws {
    let field = try FieldServer(dialect)
    let client = try field.server.client()
    for _ in 0..<2 {
      let error = await failure { _ = try await run(client, "nope") }
      #expect(error?.code == "TASK_NOT_FOUND")
    }
    // The answer proves the route, so the second call asks nowhere else.
    #expect(field.server.requests.count == (dialect == .documented ? 3 : 2))
  }

  @Test(
    "A server that changes while it is used",
    arguments: [
      (ServerDialect.documented, ServerDialect.server09), (.documented, .server019),
      (.server09, .documented), (.server019, .documented), (.server09, .server019),
    ])
  func change(before: ServerDialect, after: ServerDialect) async throws {
    let field = try FieldServer(before)
    let found = Found()
    let client = try field.server.client(
      options: ClientOptions(dialectFound: { found.add($0) }, retry: .never))
    _ = try await run(client)
    field.become(after)
    _ = try await run(client)
    _ = try await run(client)
    #expect(field.runPaths.count == 3)
    #expect(field.runPaths.last?.hasPrefix("/api") == (after != .documented))
    switch (before, after) {
    case (.documented, _): #expect(found.all == [.documented, .server09])
    case (_, .documented): #expect(found.all == [.documented])
    default: #expect(found.all.isEmpty)
    }
  }

  @Test("A dialect known from before is tried first", arguments: ServerDialect.allCases)
  func known(dialect: ServerDialect) async throws {
    let field = try FieldServer(dialect)
    let options = ClientOptions(knownDialect: dialect, retry: .never)
    _ = try await run(field.server.client(options: options))
    #expect(field.server.requests.count == 1)
  }

  @Test(
    "Fixed routes are not left",
    arguments: [
      (RouteSelection.documented, ServerDialect.server09, "/tasks/task_1/run"),
      (.server, .documented, "/api/tasks/task_1/api"),
    ])
  func fixed(routes: RouteSelection, dialect: ServerDialect, path: String) async throws {
    let field = try FieldServer(dialect)
    let client = try field.server.client(options: ClientOptions(routes: routes, retry: .never))
    let error = await failure { _ = try await run(client) }
    #expect(error?.code == "ROUTE_NOT_FOUND")
    #expect(field.server.lines == ["POST \(path)"])
    #expect(field.runPaths.isEmpty)
  }

  @Test(
    "Reading an execution",
    arguments: [
      (ServerDialect.documented, "running" as String?, nil as String?),
      (.server09, nil, "SESSION_REQUIRED"), (.server019, "success", nil),
    ])
  func execution(dialect: ServerDialect, status: String?, code: String?) async throws {
    let field = try FieldServer(dialect)
    let client = try field.server.client()
    var text: String?
    let error = await failure { text = try await client.executions.get("e1").statusText }
    #expect(text == status)
    #expect(error?.code == code)
    guard dialect != .server09 else { return }
    let missing = await failure { _ = try await client.executions.get("e2") }
    #expect(missing?.code == "EXECUTION_NOT_FOUND")
  }

  @Test(
    "Reading, on a server that was documented and is no longer",
    arguments: [
      (ServerDialect.server09, nil as String?, "SESSION_REQUIRED" as String?),
      (.server019, "success", nil),
    ])
  func executionAfterChange(
    dialect: ServerDialect, status: String?, code: String?
  ) async throws {
    let field = try FieldServer(.documented)
    let client = try field.server.client()
    _ = try await client.executions.get("e1")
    field.become(dialect)
    var text: String?
    let error = await failure { text = try await client.executions.get("e1").statusText }
    #expect(text == status)
    #expect(error?.code == code)
  }

  @Test(
    "Stopping",
    arguments: [
      (ServerDialect.documented, "r1", nil as String?, "/executions/r1/stop"),
      (.documented, "none", "EXECUTION_NOT_FOUND", "/executions/none/stop"),
      (.server09, "r1", "SESSION_REQUIRED", "/api/executions/stop"),
      (.server019, "r1", "SESSION_REQUIRED", "/api/executions/stop"),
    ])
  func stop(dialect: ServerDialect, runID: String, code: String?, path: String) async throws {
    let field = try FieldServer(dialect)
    let client = try field.server.client()
    let error = await failure { try await client.executions.stop(runID) }
    #expect(error?.code == code)
    #expect(field.server.requests.last?.path == path)
    if dialect != .documented {
      let body = String(decoding: field.server.requests.last?.body ?? [], as: UTF8.self)
      #expect(body == #"{"runId":"r1"}"#)
    }
  }

  @Test("The dialect is found by reading only", arguments: ServerDialect.allCases)
  func asked(dialect: ServerDialect) async throws {
    let field = try FieldServer(dialect)
    let found = Found()
    let client = try field.server.client(
      options: ClientOptions(dialectFound: { found.add($0) }, retry: .never))
    #expect(try await client.dialect() == dialect)
    #expect(try await client.dialect() == dialect)
    #expect(found.all == [dialect])
    #expect(field.server.requests.allSatisfy { $0.method == "GET" })
    #expect(field.server.requests.count <= 3)
    #expect(try await client.serverVersion() == (dialect == .server019 ? "0.19.2" : nil))
  }

  @Test("The dialect is found with a key that is refused", arguments: ServerDialect.allCases)
  func askedWithWrongKey(dialect: ServerDialect) async throws {
    let field = try FieldServer(dialect)
    #expect(try await field.server.client(key: "wrong").dialect() == dialect)
  }

  @Test("A server that is none of the three")
  func none() async throws {
    let server = try TestServer(always: page(200, "Welcome to nginx!"))
    let error = try await #require(failure { _ = try await server.client().dialect() })
    #expect(error.code == "ROUTE_NOT_FOUND")
    let run = try await #require(
      failure {
        let _: ExecutionResult<JSONValue> = try await server.client().runTask("t")
      })
    #expect(run.code == "INVALID_RESPONSE")
  }
}

private final class Found: Sendable {
  private let dialects = Mutex<[ServerDialect]>([])
  var all: [ServerDialect] { dialects.withLock { $0 } }
  func add(_ dialect: ServerDialect) { dialects.withLock { $0.append(dialect) } }
}
