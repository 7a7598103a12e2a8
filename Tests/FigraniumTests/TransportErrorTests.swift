import Figranium
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// What goes wrong on the way, and the error it becomes; `SERVER` stands for the address.
struct TransportRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let steps: [ServedStep]
  let code: String
  let message: String
  let hint: String?

  static let tryAgain = "Try again."
  static let moreTime = "Try again, or allow more time."
  static let ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

  static let all: [TransportRow] = [
    TransportRow(
      testDescription: "never answers", steps: [.hang], code: "TIMEOUT",
      message: "The server SERVER did not answer within 1 second.", hint: moreTime),
    TransportRow(
      testDescription: "drips",
      steps: [raw(ok + "Content-Length: 99\r\n\r\n")]
        + Array(repeating: [raw(" "), .wait(milliseconds: 300)], count: 10).flatMap(\.self)
        + [.hang], code: "TIMEOUT",
      message: "The server SERVER did not answer within 1 second.", hint: moreTime),
    TransportRow(
      testDescription: "resets", steps: [.reset], code: "NETWORK_ERROR",
      message: "The connection to the server SERVER broke off before an answer came.",
      hint: tryAgain),
    TransportRow(
      testDescription: "closes", steps: [.close], code: "NETWORK_ERROR",
      message: "The connection to the server SERVER broke off before an answer came.",
      hint: tryAgain),
    TransportRow(
      testDescription: "cuts the body",
      steps: [raw(ok + "Content-Length: 100\r\n\r\n{\"tasks\":[]"), .close], code: "NETWORK_ERROR",
      message: "The connection to the server SERVER broke off within the answer.", hint: tryAgain),
    TransportRow(
      testDescription: "speaks something else", steps: [raw("220 mail ESMTP\r\n"), .close],
      code: "INVALID_RESPONSE",
      message: "The server SERVER did not answer as an HTTP server: Received HTTP/0.9 when not"
        + " allowed.", hint: "Check the base URL's scheme and port."),
    TransportRow(
      testDescription: "header without end",
      steps: [raw("HTTP/1.1 200 OK\r\n"), .sendForever(Array("X-Fill: 0123456789\r\n".utf8))],
      code: "RESPONSE_TOO_LARGE", message: "The server SERVER sent a header without end.",
      hint: nil),
    TransportRow(
      testDescription: "body without end",
      steps: [raw(ok + "\r\n"), .sendForever(Array(repeating: 32, count: 65_536))],
      code: "RESPONSE_TOO_LARGE",
      message: "The answer of the server SERVER is larger than 1000000 bytes.", hint: nil),
    TransportRow(
      testDescription: "no gzip",
      steps: [raw(ok + "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd"), .close],
      code: "INVALID_RESPONSE",
      message: "The answer of the server SERVER cannot be decompressed.", hint: nil),
  ]
}

@Suite("What goes wrong on the way becomes an error") struct TransportErrorTests {
  private var limits: RequestLimits {
    RequestLimits(answer: .seconds(1), run: .seconds(1), maximumBodyBytes: 1_000_000)
  }

  @Test("Reading", arguments: TransportRow.all)
  func reading(_ row: TransportRow) async throws {
    let server = try TestServer(always: .scripted(row.steps))
    // A server that answers without end is slow on a busy machine: only the time limits are short.
    var options = ClientOptions(retry: .never)
    options.limits = limits
    if row.code != "TIMEOUT" { options.limits.answer = .seconds(60) }
    let client = try server.client(options: options)
    let error = try #require(await failure { _ = try await client.tasks.listSummaries() })
    #expect(error.code == row.code)
    #expect(error.message == row.message.replacing("SERVER", with: server.origin))
    #expect(error.hint == row.hint)
    #expect(error.status == 0)
  }

  @Test("A run that may have started says so, and is not sent again", arguments: TransportRow.all)
  func running(_ row: TransportRow) async throws {
    let server = try TestServer(always: .scripted(row.steps))
    var options = ClientOptions(limits: limits)
    if row.code != "TIMEOUT" { options.limits.run = .seconds(60) }
    let client = try server.client(options: options)
    let error = try #require(
      await failure {
        let _: ExecutionResult<JSONValue> = try await client.runTask(
          "t", input: ExecuteTaskOptions(runID: "run-1"))
      })
    #expect(error.code == row.code)
    #expect(
      error.hint == "The run may have started. Look for run run-1 on the server before running"
        + " the task again.")
    #expect(server.lines == ["POST /api/tasks/t/api"])
  }

  @Test("Refused, for a read and for a run")
  func refused() async throws {
    // Nobody listens there, and no server of another test is given this port.
    let origin = "http://127.0.0.1:1"
    let client = try Figranium(
      url: #require(URL(string: origin)), credential: .apiKey(Secret("k-7f3a9c")),
      options: ClientOptions(retry: RetryPolicy(baseDelay: .milliseconds(1))))
    let read = await failure { _ = try await client.tasks.listSummaries() }
    let run = await failure {
      let _: ExecutionResult<JSONValue> = try await client.runTask("t")
    }
    for error in [read, run] {
      #expect(error?.code == "NETWORK_ERROR")
      #expect(error?.message == "The server \(origin) refused the connection.")
      #expect(error?.hint == "Check the base URL, and that the server runs.")
    }
  }

  @Test("A name without an address")
  func unresolved() async throws {
    let client = try Figranium(
      url: #require(URL(string: "https://figranium.invalid:8443/base")), credential: .none,
      options: ClientOptions(retry: .never))
    let error = await failure { _ = try await client.health.check() }
    #expect(error?.code == "NETWORK_ERROR")
    #expect(
      error?.message == "The name of the server https://figranium.invalid:8443 cannot be resolved.")
  }

  @Test("A limit for one call")
  func oneCall() async throws {
    let server = try TestServer(always: .scripted([.hang]))
    let options = RequestOptions(timeout: .milliseconds(250))
    let error = await failure {
      _ = try await server.client().health.check(options: options)
    }
    #expect(error?.message == "The server \(server.origin) did not answer within 250 milliseconds.")
  }

  @Test("A cancelled task closes the connection of its run at once")
  func cancelled() async throws {
    let arrived = AsyncStream.makeStream(of: Void.self)
    let server = try TestServer { _, _ in
      arrived.continuation.yield()
      return .scripted([.hang])
    }
    let client = try server.client()
    let run = Swift.Task {
      let _: ExecutionResult<JSONValue> = try await client.runTask(
        "t", input: ExecuteTaskOptions(runID: "run-1"))
    }
    for await _ in arrived.stream { break }
    run.cancel()
    let error = await failure { try await run.value }
    #expect(error?.code == "REQUEST_ABORTED")
    #expect(error?.message == "The request to \(server.origin) was cancelled.")
    #expect(
      error?.hint == "The run may have started. Look for run run-1 on the server before running"
        + " the task again.")
    #expect(server.waitForClientDisconnects(1))
    #expect(server.requests.count == 1)
  }
}
