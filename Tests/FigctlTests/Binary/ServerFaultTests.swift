import DemoServer
import GLibBridge
import TestSupport
import Testing

/// Servers that fail: each ends within its limit, with its own exit code and exact words.
@Suite struct ServerFaultTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var fault: LoopbackFault
    var exit: Int32
    var code: String
    var message: String
    var hint: String?
    init(
      _ fault: LoopbackFault, _ exit: Int32, _ code: String, _ message: String,
      _ hint: String? = nil
    ) {
      (self.fault, self.exit, self.code, self.message, self.hint) =
        (fault, exit, code, message, hint)
    }
    var testDescription: String { fault.rawValue }
  }

  /// Enough for an answer of a moment, also where everything takes ten times as long.
  private static let limit = Sanitizers.isOn ? 10 : 2
  private static let late =
    "The server SERVER did not answer within the \(limit) seconds of --timeout."
  private static let senseless = "The answer of the server SERVER makes no sense: it is "
  private static let checkURL = "Check that the base URL is that of a Figranium server."
  private static let brokeOff = "The connection to the server SERVER broke off "

  static let rows = [
    Row(.neverAnswers, 5, "TIMEOUT", late, "Allow more time with --timeout."),
    Row(.slowHeaders, 5, "TIMEOUT", late, "Allow more time with --timeout."),
    Row(.drips, 5, "TIMEOUT", late, "Allow more time with --timeout."),
    Row(.endlessHeaders, 8, "RESPONSE_TOO_LARGE", "The server SERVER sent a header without end."),
    Row(.resets, 5, "NETWORK_ERROR", brokeOff + "before an answer came.", "Try again."),
    Row(.closes, 5, "NETWORK_ERROR", brokeOff + "before an answer came.", "Try again."),
    Row(.resetsInBody, 5, "NETWORK_ERROR", brokeOff + "within the answer.", "Try again."),
    Row(.cutsBody, 5, "NETWORK_ERROR", brokeOff + "within the answer.", "Try again."),
    Row(.cutsChunkedBody, 5, "NETWORK_ERROR", brokeOff + "within the answer.", "Try again."),
    Row(.wrongLength, 8, "INVALID_RESPONSE", senseless + "not valid JSON.", checkURL),
    Row(.htmlPage, 8, "INVALID_RESPONSE", senseless + "a web page.", checkURL),
    Row(.plainText, 8, "INVALID_RESPONSE", senseless + "not JSON.", checkURL),
    Row(.garbageBody, 8, "INVALID_RESPONSE", senseless + "not valid JSON.", checkURL),
    Row(.emptyBody, 8, "EMPTY_RESPONSE", "The server SERVER gave an empty answer."),
    Row(
      .garbage, 8, "INVALID_RESPONSE",
      "The server SERVER did not answer as an HTTP server: Received HTTP/0.9 when not allowed.",
      "Check the base URL's scheme and port."),
    Row(
      .redirect, 8, "REDIRECT_REFUSED",
      "The server SERVER redirects to 127.0.0.1, and no redirect is followed with a key.",
      "Use the address it redirects to as base URL, if you trust it."),
  ]

  @Test(arguments: rows)
  func endsWithItsOwnWords(row: Row) async throws {
    let desk = try await Desk(storingKey: false)
    let server = try row.fault.server()
    defer { server.stop() }
    try await desk.useServer(server.baseURL)
    #expect(try await desk.figctl.run(["key", "set", "--no-verify"], input: Desk.key).code == 0)
    for command in [["task", "list"], ["run", "task_1"]] {
      let outcome = try await desk.figctl.run(command + ["--timeout", "\(Self.limit)"])
      let hint = row.hint.map { "  \($0)\n" } ?? ""
      #expect(
        outcome.errors.replacing(server.baseURL, with: "SERVER")
          == "figctl: \(row.message)\n\(hint)")
      #expect(outcome.code == row.exit)
      #expect(outcome.output == "")
      FaultTally.survived(row.fault.rawValue, by: command.joined(separator: " "))
    }
    let json = try await desk.figctl.run(["task", "list", "--json", "--timeout", "2"])
    #expect(json.errors.hasPrefix("{\"error\":{\"code\":\"\(row.code)\",\"message\":"))
    #expect(json.code == row.exit)
  }

  @Test func everyFaultHasARow() {
    // Answers of gigabytes are the client's own tests.
    let covered = Self.rows.map(\.fault) + [.flood, .gzipBomb]
    #expect(Set(covered) == Set(LoopbackFault.allCases))
  }

  @Test func nobodyListens() async throws {
    let desk = try await Desk()
    desk.server.stop()
    let outcome = try await desk.figctl.run(["task", "list", "--timeout", "5"])
    #expect(outcome.code == 5)
    #expect(
      outcome.errors.replacing(desk.server.baseURL, with: "SERVER")
        == "figctl: The server SERVER refused the connection.\n  Check the base URL, and that the "
        + "server runs.\n")
  }

  @Test func noSuchName() async throws {
    let desk = try await Desk(storingKey: false)
    try await desk.useServer("https://figranium.invalid")
    #expect(try await desk.figctl.run(["key", "set", "--no-verify"], input: Desk.key).code == 0)
    let outcome = try await desk.figctl.run(["task", "list", "--timeout", "5"])
    #expect(outcome.code == 5)
    #expect(outcome.errors.contains("https://figranium.invalid"))
  }

  @Test func aServerWithoutTLS() async throws {
    let desk = try await Desk(storingKey: false)
    let address = desk.server.baseURL.replacing("http://", with: "https://")
    try await desk.useServer(address)
    #expect(try await desk.figctl.run(["key", "set", "--no-verify"], input: Desk.key).code == 0)
    let outcome = try await desk.figctl.run(["task", "list", "--timeout", "1"])
    #expect(outcome.code == 5)
    #expect(desk.server.requests.isEmpty)
  }
}
