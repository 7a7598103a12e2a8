import DemoServer
import FigraniumSecretService
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// Servers that call keys by their value, that take keys which they do not list, and proxies that
/// answer in their place.
@Suite(.providerMayCrash) struct RotationGuessTests {
  // MARK: - Names that are keys

  /// The user pasted the key where its name goes, or the server takes it for the id.
  @Test(arguments: [false, true], [[], ["--json"]])
  func aNameThatIsTheKeyIsNotHandedOn(isID: Bool, words: [String]) async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    var mine = RotationDesk.scoped(RotationDesk.first)
    if isID { mine.id = RotationDesk.first } else { mine.name = "of " + RotationDesk.first }
    desk.server.configure { [mine] in $0.scopedKeys = [mine] }
    let rotated = try await desk.figctl(["key", "rotate"] + words)
    #expect(rotated.code == 0, "\(rotated.errors)")
    let now = try await desk.lookUp()
    #expect(now != RotationDesk.first)
    let history = try await desk.figctl(["key", "history", "--json"])
    let made = try #require(desk.server.scopedKeys.first { $0.secret == now })
    for text in [rotated.output, rotated.errors, desk.record, history.output, made.name] {
      #expect(KeySearch.pieces(of: [RotationDesk.first], in: text) == [], "\(text)")
    }
    // An id that gives the key away is not noted, so that nothing is revoked by it.
    #expect(desk.accepted.contains(RotationDesk.first) == isID)
  }

  @Test func namesThatLookLikeKeysAreNotListed() async throws {
    let secret = "fig_0a1b2c3d4e5f60718293a4b5c6d7e8f9"
    let other = DemoScopedKey(id: "key_x", name: secret, secret: secret, permissions: [.manage])
    let desk = try await RotationDesk(.scoped, others: [other])
    let unknown = try await desk.figctl(["key", "rotate"])
    #expect(unknown.code == 9, "\(unknown.errors)")
    #expect(unknown.errors.contains("They are: '[redacted]', 'mine'."), "\(unknown.errors)")
    #expect(KeySearch.pieces(of: [secret], in: unknown.errors) == [])
  }

  /// What a server answers that makes no new key: another's id with a key that nobody takes, what
  /// cannot be a key, the stored key itself.
  @Test(arguments: [
    ("key_mine", "fig_a_key_that_nobody_takes"), ("key_mine", "two\\nlines"),
    ("key_other", "fig_a_key_that_nobody_takes"), ("key_fresh", RotationDesk.first),
    ("key_fresh", "two\\nlines"),
  ])
  func aKeyThatWasThereBeforeIsNotRevoked(id: String, secret: String) async throws {
    let desk = try await RotationDesk(.scoped)
    desk.server.configure { configuration in
      configuration.interference = { request in
        guard request.method == "POST", request.path == "/api/api-keys" else { return nil }
        return .json(201, "{\"key\":{\"id\":\"\(id)\"},\"secret\":\"\(secret)\"}")
      }
    }
    let outcome = try await desk.figctl(["key", "rotate", "--old-key", "mine"])
    #expect(outcome.code == 8, "\(outcome)")
    #expect(KeySearch.pieces(of: [RotationDesk.first], in: outcome.errors) == [])
    #expect(desk.accepted.isSuperset(of: [RotationDesk.first, RotationDesk.other.secret]))
    #expect(try await desk.figctl(["key", "check"]).code == 0)
    #expect(try await desk.figctl(["key", "show", "--reveal"]).output == RotationDesk.first)
  }

  // MARK: - The only key on the list

  /// The server takes the stored key and lists it nowhere; the one that it lists is somebody else's.
  private func unlisted(beside other: DemoScopedKey) async throws -> RotationDesk {
    let desk = try await RotationDesk(.scoped, others: [])
    let entry =
      "{\"keys\":[{\"id\":\"\(other.id)\",\"name\":\"other\",\"permissions\":"
      + "[\(other.permissions.map { "\"\($0.rawValue)\"" }.joined(separator: ","))],"
      + "\"taskIds\":[\(other.taskIDs.map { "\"\($0)\"" }.joined(separator: ","))],"
      + "\"createdAt\":\(other.createdAt)}],\"legacySecret\":null,\"permissions\":[]}"
    desk.server.configure { configuration in
      configuration.apiKey = RotationDesk.first
      configuration.scopedKeys = [other]
      configuration.interference = { request in
        guard request.method == "GET" else { return nil }
        if request.path == "/api/api-keys" { return .json(200, entry) }
        return request.path == "/api/settings/api-key" ? .json(200, "{\"apiKey\":null}") : nil
      }
    }
    return desk
  }

  private static let later = Int64(Date().timeIntervalSince1970 * 1_000) + 3_600_000
  private static let others = [
    // It may use one task, and the stored one sees several.
    DemoScopedKey(
      id: "key_x", name: "other", secret: "fig_x", permissions: [.read], taskIDs: ["task_1"]),
    // It may not list tasks, which the stored one does.
    DemoScopedKey(id: "key_x", name: "other", secret: "fig_x", permissions: [.run]),
    // It was made after the stored one was stored.
    DemoScopedKey(id: "key_x", name: "other", secret: "fig_x", createdAt: later),
  ]

  @Test(arguments: others) func theOnlyKeyIsNotTakenForTheStoredOne(other: DemoScopedKey)
    async throws
  {
    let desk = try await unlisted(beside: other)
    let rotated = try await desk.figctl(["key", "rotate"])
    #expect(rotated.code == 0, "\(rotated.errors)")
    #expect(rotated.output.contains("old key: still good: it is not known which"))
    #expect(desk.accepted.contains(other.secret))
    #expect(try await desk.lookUp("default#previous") == RotationDesk.first)
  }

  /// The user names the wrong one: it is said, and the old key is kept.
  @Test func aKeyThatWasRevokedInErrorIsTold() async throws {
    let desk = try await RotationDesk(.scoped)
    let rotated = try await desk.figctl(["key", "rotate", "--old-key", "key_other"])
    #expect(rotated.code == 0, "\(rotated.errors)")
    #expect(rotated.errors.contains("The server still takes the old key: the one that was revoked"))
    #expect(rotated.output.contains("old key: still good"))
    #expect(try await desk.lookUp("default#previous") == RotationDesk.first)
  }

  // MARK: - Proxies

  /// The key was made, and a proxy answered: it is found by its name, and revoked.
  @Test(arguments: [
    (413, "<html>Too large</html>"), (403, #"{"error":"BLOCKED"}"#), (400, ""),
    (404, "<html>Not found</html>"), (429, "slow down"),
  ])
  func aProxysAnswerIsNoProofThatNoKeyWasMade(status: Int, body: String) async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    desk.interfere(.replacesAnswer(Self.reply(status, body)))
    let failed = try await desk.figctl(["key", "rotate"])
    #expect(failed.code != 0)
    #expect(failed.errors.contains("The key was not rotated: the old one is still stored"))
    #expect(desk.server.scopedKeys.map(\.id) == ["key_mine"])
    #expect(try await desk.lookUp() == RotationDesk.first)
    // Not made yet, and perhaps later: its name stays on the list.
    desk.interfere(.answers(Self.reply(status, body)))
    #expect(try await desk.figctl(["key", "rotate"]).code != 0)
    #expect(desk.record.contains("\"watched\":[{"))
  }

  /// The server's own word is proof: nothing is looked for.
  @Test func theServersOwnRefusalIsProof() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    desk.interfere(.json(400, #"{"error":"PERMISSIONS_REQUIRED"}"#))
    let failed = try await desk.figctl(["key", "rotate"])
    #expect(failed.code != 0)
    #expect(failed.errors.contains("The key was not rotated: the old one is still stored"))
    #expect(!desk.record.contains("figctl-"))
  }

  /// The single key was set, and a proxy answered: the new key is tried, and put in place.
  @Test(arguments: [(403, "<html>Blocked</html>"), (404, ""), (418, #"{"error":"TEAPOT"}"#)])
  func aSingleKeyThatWasSetAfterAllIsFound(status: Int, body: String) async throws {
    let desk = try await RotationDesk(.single)
    desk.interfere(.replacesAnswer(Self.reply(status, body)))
    let rotated = try await desk.figctl(["key", "rotate"])
    #expect(rotated.code == 0, "\(rotated.errors)")
    #expect(try await desk.lookUp() == desk.server.apiKey)
    #expect(desk.server.apiKey != RotationDesk.first)
  }

  private static func reply(_ status: Int, _ body: String) -> ServedReply {
    let type =
      body.hasPrefix("<") ? "text/html" : body.hasPrefix("{") ? "application/json" : "text/plain"
    return .response(
      status: status, headers: [("content-type", type)], body: Array(body.utf8))
  }
}
