import GLibBridge
import TestSupport
import Testing

/// A proxy on the way to an `https://` server: it may refuse, lie or stay silent, and sees no key.
@Suite struct LyingProxyTests {
  struct Lie: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var steps: [ServedStep]
    var code: String
  }

  private static let agreed = "HTTP/1.1 200 Connection established\r\n\r\n"

  static let lies = [
    Lie(
      testDescription: "agrees, then garbage",
      steps: [raw(agreed), raw("SSH-2.0-OpenSSH_9.2\r\n"), .close], code: "TLS_ERROR"),
    Lie(
      testDescription: "agrees, then HTTP in clear",
      steps: [
        raw(agreed), raw("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{\"tasks\":[]}"), .close,
      ],
      code: "TLS_ERROR"),
    Lie(testDescription: "agrees, then nothing", steps: [raw(agreed), .hang], code: "TIMEOUT"),
    Lie(testDescription: "agrees, then leaves", steps: [raw(agreed), .close], code: "TLS_ERROR"),
    Lie(
      testDescription: "wants a password",
      steps: [
        raw(
          "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"x\"\r\n"
            + "Content-Length: 0\r\n\r\n"), .close,
      ], code: "NETWORK_ERROR"),
    Lie(
      testDescription: "answers with a web page",
      steps: [
        raw(
          "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 26\r\n\r\n"
            + "<html>Sign in here.</html>"), .close,
      ], code: "NETWORK_ERROR"),
    Lie(
      testDescription: "redirects",
      steps: [
        raw("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"),
        .close,
      ], code: "NETWORK_ERROR"),
    Lie(testDescription: "says nothing", steps: [.hang], code: "TIMEOUT"),
    Lie(testDescription: "resets", steps: [.reset], code: "NETWORK_ERROR"),
    Lie(testDescription: "closes", steps: [.close], code: "NETWORK_ERROR"),
    Lie(
      testDescription: "sends a header without end",
      steps: [raw("HTTP/1.1 200 OK\r\n"), .sendForever(Array("X-Fill: 0123456789\r\n".utf8))],
      code: "NETWORK_ERROR"),
    Lie(
      testDescription: "speaks no HTTP", steps: [raw("220 mail ESMTP\r\n"), .close],
      code: "NETWORK_ERROR"),
  ]

  @Test(arguments: lies)
  func isNotBelieved(lie: Lie) async throws {
    let proxy = try ScriptedServer { _ in .scripted(lie.steps) }
    defer { proxy.stop() }
    let desk = try await Desk.at("https://figranium.invalid")
    let figctl = desk.figctl(["https_proxy": "http://ada:s3cret@127.0.0.1:\(proxy.port)"])
    let limit = lie.code == "TIMEOUT" ? "3" : "25"
    for words in [["task", "list"], ["run", "a"], ["key", "check"]] {
      proxy.answer { _ in .scripted(lie.steps) }
      let outcome = try await figctl.run(words + ["--json", "-v", "--timeout", limit])
      #expect(outcome.errors.contains("\"code\":\"\(lie.code)\""), "\(words): \(outcome)")
      #expect(outcome.code == 5, "\(words): \(outcome)")
      // Neither what the proxy says, nor its password, nor the key.
      for text in ["Sign in here", "s3cret", Desk.key] { #expect(!outcome.all.contains(text)) }
      #expect(!proxy.requests.isEmpty)
      for request in proxy.requests {
        #expect(request.method == "CONNECT")
        #expect(request.header("authorization") == nil && request.header("x-api-key") == nil)
        #expect(request.body.isEmpty)
      }
      FaultTally.survived("a proxy \(lie.testDescription)", by: words.joined(separator: " "))
    }
  }

  /// In clear a proxy is never used, not even where the environment names one for everything.
  @Test(arguments: ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"])
  func isNotUsedInClear(name: String) async throws {
    let proxy = try ScriptedServer { _ in json("{\"tasks\":[]}") }
    defer { proxy.stop() }
    let desk = try await Desk()
    let figctl = desk.figctl([name: "http://127.0.0.1:\(proxy.port)"])
    for words in [["task", "list"], ["run", "task_1"], ["key", "check"]] {
      #expect(try await figctl.run(words).code == 0)
      #expect(proxy.requests.isEmpty)
      FaultTally.survived("\(name) in clear", by: words.joined(separator: " "))
    }
  }
}
