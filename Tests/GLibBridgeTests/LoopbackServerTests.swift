import GLibBridge
import TestSupport
import Testing

/// The loopback server, spoken to with raw bytes.
@Suite struct LoopbackServerTests {
  private func echo() throws -> LoopbackServer {
    try LoopbackServer { request in
      let fields = request.headers.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
      let body = String(decoding: request.body, as: UTF8.self)
      return .response(
        status: 200, headers: [("content-type", "text/plain")],
        body: Array("\(request.method) \(request.target) [\(fields)] \(body)".utf8))
    }
  }

  @Test("requests are read whole, whatever the form of the body, on one connection")
  func keepAlive() throws {
    let server = try echo()
    let client = try RawClient(port: server.port)
    let rows: [(request: String, answer: String)] = [
      ("GET /a?b=c%20d HTTP/1.1\r\nHost: x\r\n\r\n", "GET /a?b=c%20d [Host=x] "),
      (
        "POST /p HTTP/1.1\r\nContent-Length: 5\r\nX:  y \r\n\r\nhello",
        "POST /p [Content-Length=5,X=y] hello"
      ),
      (
        "POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n6\r\n world\r\n0\r\nT: r\r\n\r\n",
        "POST /c [Transfer-Encoding=chunked] hello world"
      ),
      ("DELETE /d HTTP/1.1\r\nContent-Length: 0\r\n\r\n", "DELETE /d [Content-Length=0] "),
    ]
    for row in rows {
      try client.send(row.request)
      let response = try client.receiveResponse()
      #expect(response.status == 200)
      #expect(response.headers["content-type"] == "text/plain")
      #expect(response.body == row.answer)
    }
    #expect(server.openConnections == 1)
  }

  @Test("a client that waits for 100 Continue gets it")
  func expectContinue() throws {
    let server = try echo()
    let client = try RawClient(port: server.port)
    try client.send("PUT /u HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(try client.receive(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    try client.send("ok")
    #expect(
      try client.receiveResponse().body == "PUT /u [Expect=100-continue,Content-Length=2] ok")
  }

  @Test(
    "what is no request is answered with 400 and the end of the connection",
    arguments: [
      "NONSENSE\r\n\r\n", "GET  HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\n: v\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
    ])
  func malformed(request: String) throws {
    let server = try echo()
    let client = try RawClient(port: server.port)
    try client.send(request)
    #expect(try client.receiveToEnd().hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
  }

  @Test("HEAD and 204 have no body, Connection: close closes")
  func withoutBody() throws {
    let server = try LoopbackServer { request in
      .response(status: request.path == "/none" ? 204 : 200, headers: [], body: Array("abc".utf8))
    }
    let client = try RawClient(port: server.port)
    try client.send("HEAD / HTTP/1.1\r\n\r\n")
    #expect(
      try client.receive(through: "\r\n\r\n") == "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n")
    try client.send("GET /none HTTP/1.1\r\nConnection: close\r\n\r\n")
    #expect(try client.receiveToEnd() == "HTTP/1.1 204 No Content\r\n\r\n")
  }

  @Test("stop ends a hanging answer, a held one and an idle connection")
  func stopEndsAll() throws {
    let isHeld = Monitor(false)
    let server = try LoopbackServer { request in
      switch request.path {
      case "/hang":
        return .scripted([.send(Array("HTTP/1.1 200 OK\r\n".utf8)), .hang])
      case "/held":
        isHeld.withLock { $0 = true }
        return .held(until: Cancellation()) { .response(status: 200, headers: [], body: []) }
      default: return .response(status: 204, headers: [], body: [])
      }
    }
    let clients = try ["/hang", "/held", "/idle"].map { path in
      let client = try RawClient(port: server.port)
      try client.send("GET \(path) HTTP/1.1\r\n\r\n")
      return client
    }
    #expect(try clients[0].receive(through: "\r\n") == "HTTP/1.1 200 OK\r\n")
    #expect(try clients[2].receive(through: "\r\n\r\n") == "HTTP/1.1 204 No Content\r\n\r\n")
    // A request that was not read yet would make the end of its connection a reset.
    #expect(isHeld.wait(seconds: 30) { $0 })
    #expect(server.stop())
    for client in clients { #expect(try client.receiveToEnd().isEmpty) }
    #expect(server.clientDisconnects == 0)
    #expect(throws: RawClient.Failure.self) { _ = try RawClient(port: server.port) }
    #expect(server.stop(), "a second stop is harmless")
  }

  @Test("a client that leaves before its answer is counted, one that has it is not")
  func disconnects() throws {
    let server = try LoopbackServer { request in
      request.path == "/hang"
        ? .scripted([.hang])
        : request.path == "/held"
          ? .held(until: Cancellation()) { .response(status: 200, headers: [], body: []) }
          : .response(status: 204, headers: [], body: [])
    }
    for path in ["/hang", "/held"] {
      let client = try RawClient(port: server.port)
      try client.send("GET \(path) HTTP/1.1\r\n\r\n")
      client.close()
    }
    #expect(server.waitForClientDisconnects(2, seconds: 20))
    let half = try RawClient(port: server.port)
    try half.send("POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc")
    half.close()
    #expect(server.waitForClientDisconnects(3, seconds: 20))
    let polite = try RawClient(port: server.port)
    try polite.send("GET / HTTP/1.1\r\n\r\n")
    #expect(try polite.receiveResponse().status == 204)
    polite.close()
    server.stop()
    #expect(server.clientDisconnects == 3)
  }

  @Test("a held answer goes on when it is released")
  func held() throws {
    let release = Cancellation()
    let server = try LoopbackServer { request in
      if request.path == "/release" {
        release.cancel()
        return .response(status: 204, headers: [], body: [])
      }
      return .held(until: release) { .response(status: 200, headers: [], body: Array("go".utf8)) }
    }
    let waiting = try RawClient(port: server.port)
    try waiting.send("GET /held HTTP/1.1\r\n\r\n")
    let other = try RawClient(port: server.port)
    try other.send("GET /release HTTP/1.1\r\n\r\n")
    #expect(try other.receiveResponse().status == 204)
    #expect(try waiting.receiveResponse().body == "go")
  }

  @Test("reset is seen as ECONNRESET, close as the end")
  func resetAndClose() throws {
    let server = try LoopbackServer { request in
      .scripted([.wait(milliseconds: 1), request.path == "/reset" ? .reset : .close])
    }
    let reset = try RawClient(port: server.port)
    try reset.send("GET /reset HTTP/1.1\r\n\r\n")
    let failure = #expect(throws: RawClient.Failure.self) { _ = try reset.receive() }
    #expect(failure?.errno == 104)
    let closed = try RawClient(port: server.port)
    try closed.send("GET /close HTTP/1.1\r\n\r\n")
    #expect(try closed.receive().isEmpty)
  }

  @Test("twenty clients at once each get their own answer")
  func parallel() async throws {
    let server = try echo()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let client = try RawClient(port: server.port)
          for round in 0..<5 {
            try client.send("GET /\(number)/\(round) HTTP/1.1\r\n\r\n")
            #expect(try client.receiveResponse().body == "GET /\(number)/\(round) [] ")
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
