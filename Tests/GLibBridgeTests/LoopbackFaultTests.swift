import GLibBridge
import Glibc
import TestSupport
import Testing

/// That the faulty servers are faulty in the way they say.
@Suite struct LoopbackFaultTests {
  private func ask(_ fault: LoopbackFault) throws -> (server: LoopbackServer, client: RawClient) {
    let server = try fault.server()
    let client = try RawClient(port: server.port)
    try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    return (server, client)
  }

  @Test(
    "faults with an end", arguments: LoopbackFault.allCases.filter { !$0.isEndless })
  func finite(fault: LoopbackFault) throws {
    let (server, client) = try ask(fault)
    defer { server.stop() }
    switch fault {
    case .resets:
      let failure = #expect(throws: RawClient.Failure.self) { _ = try client.receive() }
      #expect(failure?.errno == ECONNRESET)
    case .resetsInBody:
      let failure = #expect(throws: RawClient.Failure.self) { _ = try client.receiveToEnd() }
      #expect(failure?.errno == ECONNRESET)
    case .closes: #expect(try client.receiveToEnd().isEmpty)
    case .cutsBody:
      let text = try client.receiveToEnd()
      #expect(text.contains("content-length: 100\r\n"))
      #expect(text.hasSuffix("\r\n\r\n{\"tasks\":[]}"))
    case .cutsChunkedBody: #expect(try client.receiveToEnd().hasSuffix("{\"tasks\":[]}\r\n"))
    case .wrongLength: #expect(try client.receiveResponse().body == "{\"tas")
    case .garbage: #expect(try client.receiveToEnd().hasPrefix("SSH-2.0"))
    case .redirect:
      let response = try client.receiveResponse()
      #expect(response.status == 302)
      #expect(response.headers["location"] == LoopbackFault.redirectTarget)
    case .htmlPage, .plainText, .garbageBody, .emptyBody:
      let response = try client.receiveResponse()
      #expect(response.status == 200)
      #expect(response.headers["content-length"] != nil)
      #expect(response.body.isEmpty == (fault == .emptyBody))
    default: Issue.record("no expectation for \(fault)")
    }
  }

  @Test(
    "faults without an end go on until the client leaves, or the server stops",
    arguments: LoopbackFault.allCases.filter(\.isEndless))
  func endless(fault: LoopbackFault) throws {
    let (server, client) = try ask(fault)
    var received = 0
    switch fault {
    case .neverAnswers: break
    case .slowHeaders, .drips: while received < 20 { received += try client.receive().count }
    default: while received < 1_000_000 { received += try client.receive().count }
    }
    client.close()
    #expect(server.waitForClientDisconnects(1, seconds: 30))
    let staying = try RawClient(port: server.port)
    try staying.send("GET / HTTP/1.1\r\n\r\n")
    #expect(server.stop())
  }

  @Test("the bomb is gzip, and unpacks to far more than was sent")
  func bomb() throws {
    let (server, client) = try ask(.gzipBomb)
    defer { server.stop() }
    _ = try client.receive(through: "\r\n\r\n")
    var packed: [UInt8] = []
    while packed.count < 200_000 { packed += try client.receive() }
    // gzip complains about the missing end, after it has unpacked what it got.
    let child = try ChildProcess(
      ["sh", "-c", "gzip -dc 2>/dev/null | tr -d '\\000' | wc -c; exit 0"],
      environment: ["PATH": "/usr/bin:/bin"], input: .bytes(packed))
    #expect(child.wait(seconds: 60) == .code(0))
    #expect(child.standardOutput == "0\n", "nothing but zero bytes")
    let size = try ChildProcess(
      ["sh", "-c", "gzip -dc 2>/dev/null | wc -c; exit 0"],
      environment: ["PATH": "/usr/bin:/bin"], input: .bytes(packed))
    #expect(size.wait(seconds: 60) == .code(0))
    let count = Int(size.standardOutput.filter(\.isNumber)) ?? 0
    #expect(count > packed.count * 150)
  }
}
