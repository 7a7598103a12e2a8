import GLibBridge
import TestSupport
import Testing

/// A server that wants another way to sign in: an answer like any other, at once.
@Suite struct ChallengeTests {
  static let challenges = [
    "Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"1\", qop=\"auth\"", "Negotiate", "NTLM",
    "Bearer realm=\"x\", error=\"invalid_token\"", "Basic", "", "\u{1B}[2J",
    "Basic realm=\"x\", Digest realm=\"y\", nonce=\"2\"", "ApiKey",
  ]

  @Test(arguments: challenges)
  func endsAtOnce(challenge: String) async throws {
    let server = try ScriptedServer()
    defer { server.stop() }
    let desk = try await Desk.at(server.baseURL, ["routes=documented"])
    for status in [401, 407] {
      server.answer { _ in
        .scripted([
          raw(
            "HTTP/1.1 \(status) No\r\nWWW-Authenticate: \(challenge)\r\n"
              + "Proxy-Authenticate: \(challenge)\r\nContent-Type: application/json\r\n"
              + "Content-Length: 27\r\n\r\n{\"error\":\"INVALID_API_KEY\"}"), .close,
        ])
      }
      for words in [["task", "list"], ["run", "a"], ["stop", "r"], ["key", "check"]] {
        let outcome = try await desk.figctl.run(words + ["--timeout", "10"])
        #expect(outcome.code == 6, "\(status) \(words): \(outcome)")
        #expect(!outcome.all.utf8.contains(0x1b))
        #expect(!outcome.all.contains(Desk.key))
        FaultTally.survived("\(status) \(challenge)", by: words.joined(separator: " "))
      }
      // The key is in the one header field, and no password is ever tried.
      let authorizations = server.requests.compactMap { $0.header("authorization") }
      #expect(authorizations.allSatisfy { $0.hasPrefix("Bearer ") })
    }
  }

  /// The body of the refusal never ends.
  @Test func aRefusalWithoutEndHasALimit() async throws {
    let server = try ScriptedServer()
    defer { server.stop() }
    let desk = try await Desk.at(server.baseURL, ["routes=documented"])
    server.answer { _ in
      .scripted([
        raw("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 9\r\n\r\n"),
        .hang,
      ])
    }
    let outcome = try await desk.figctl.run(["task", "list", "--timeout", "2"])
    #expect(outcome.code == 5, "\(outcome)")
    FaultTally.survived("401 without end", by: "task list")
  }

  /// A gigabyte in a megabyte: the limit is on what comes out.
  @Test(.enabled(if: LongTests.areOn))
  func aBodyThatUnpacksWithoutEnd() async throws {
    let server = try LoopbackFault.gzipBomb.server()
    defer { server.stop() }
    let desk = try await Desk.at(server.baseURL, ["routes=documented"])
    for words in [["task", "list"], ["status", "e"]] {
      let child = try desk.figctl.start(words + ["--timeout", "120"])
      let outcome = try await FigctlProcess.end(of: child, seconds: 150)
      #expect(outcome.code == 8, "\(outcome)")
      #expect(outcome.errors.contains("is larger than 268435456 bytes"), "\(outcome)")
      FaultTally.survived("gzip bomb", by: words.joined(separator: " "))
    }
  }
}
