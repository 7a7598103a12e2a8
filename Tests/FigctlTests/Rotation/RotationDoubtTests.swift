import DemoServer
import FigraniumSecretService
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// What is not known for certain revokes no key on the server, and deletes none here.
@Suite(.providerMayCrash) struct RotationDoubtTests {
  /// Has the server take the stored key, and not list it.
  private static func hideFirst(_ desk: RotationDesk, listing keys: [DemoScopedKey]) {
    desk.server.configure { configuration in
      configuration.apiKey = RotationDesk.first
      configuration.scopedKeys = keys
      let entries = keys.map {
        "{\"id\":\"\($0.id)\",\"name\":\"\($0.name)\",\"permissions\":[\"tasks:read\"],"
          + "\"taskIds\":[]}"
      }
      let list =
        "{\"keys\":[\(entries.joined(separator: ","))],\"legacySecret\":null,"
        + "\"permissions\":[\"tasks:read\"]}"
      configuration.interference = { request in
        request.method == "GET" && request.path == "/api/api-keys" ? .json(200, list) : nil
      }
    }
  }

  /// The only key on the list is the new one, and a manual rotation does not know its id.
  @Test(arguments: [[], ["--old-key", "mine"], ["--keep-old", "1s"]])
  func theNewKeyIsNotTakenForTheOldOne(words: [String]) async throws {
    let desk = try await RotationDesk(.manual, others: [])
    let new = RotationDesk.fresh()
    Self.hideFirst(desk, listing: [RotationDesk.scoped(new, id: "key_new")])
    let rotated = try await desk.figctl(
      ["key", "rotate", "--from-stdin", "--json"] + words, input: new)
    #expect(rotated.code == 0, "\(rotated.errors)")
    #expect(rotated.output.contains(#""oldKey":{"state":"left"}"#), "\(rotated.output)")
    #expect(
      rotated.errors.contains("The key 'mine' is not revoked: it is not certain")
        == words.contains("mine"))
    #expect(!desk.record.contains("key_new"))
    #expect(try await desk.lookUp() == new)
    #expect(try await desk.lookUp("default#previous") == RotationDesk.first)
    #expect(desk.accepted == [new, RotationDesk.first])
  }

  /// The user takes the new one for the old one.
  @Test func theNewKeyIsNotRevokedByName() async throws {
    let desk = try await RotationDesk(.manual)
    let (words, input) = desk.rotation()
    let id = try #require(desk.server.scopedKeys.last?.id)
    let rotated = try await desk.figctl(words + ["--old-key", id], input: input)
    #expect(rotated.code == 0, "\(rotated.errors)")
    #expect(rotated.errors.contains("it is not certain that it is not the new one"))
    #expect(desk.accepted.contains(String(input.dropLast())))
    #expect(desk.accepted.contains(RotationDesk.first))
  }

  /// One scoped key is no proof where the server has a single key of before too.
  @Test func somebodyElsesOnlyKeyIsNotRevoked() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    Self.hideFirst(desk, listing: [RotationDesk.other])
    let rotated = try await desk.figctl(["key", "rotate"])
    #expect(rotated.code == 0, "\(rotated.errors)")
    #expect(rotated.output.contains("old key: still good: it is not known which"))
    #expect(desk.accepted.contains(RotationDesk.other.secret))
    #expect(desk.accepted.count == 3)
    #expect(try await desk.lookUp("default#previous") == RotationDesk.first)
  }

  /// The only key on the server is noted as that of another profile.
  @Test func anotherProfilesKeyIsNotRevoked() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    let folder = desk.desk.bus.home + "/.local/state/figranium/keys"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let note =
      "{\"ids\":{\"0123456789ab\":\"key_mine\"},\"retirements\":[],\"watched\":[],"
      + "\"doubtsPrevious\":false}\n"
    try Data(note.utf8).write(to: URL(filePath: folder + "/work.json"))
    let rotated = try await desk.figctl(["key", "rotate"])
    #expect(rotated.code == 0, "\(rotated.errors)")
    #expect(rotated.output.contains("old key: still good: it is not known which"))
    #expect(desk.server.scopedKeys.map(\.id).contains("key_mine"))
  }

  /// A refusal that is not the server's own deletes nothing; the server's own does.
  @Test(arguments: [
    (#"{"error":"UNAUTHORIZED"}"#, true), (#"{"error":"PROXY_LOGIN"}"#, true),
    ("<html><body>Sign in</body></html>", true), (#"{"error":"INVALID_API_KEY"}"#, false),
  ])
  func aProxysRefusalIsNone(body: String, isDoubt: Bool) async throws {
    let desk = try await RotationDesk(.manual, isSignedIn: false)
    let (words, input) = desk.rotation()
    let new = String(input.dropLast())
    desk.server.configure { configuration in
      configuration.interference = { request in
        let isAboutNew = request.headers.contains { $0.value.hasSuffix(new) }
        return isAboutNew ? .json(401, body) : nil
      }
    }
    let rotated = try await desk.figctl(words, input: input)
    #expect(rotated.code != 0)
    #expect(try await desk.lookUp() == RotationDesk.first)
    #expect(
      rotated.errors.contains("The rotation is not finished; no key was deleted.") == isDoubt,
      "\(rotated.errors)")
    #expect(try await desk.lookUp("default#pending") == (isDoubt ? new : nil))
    desk.server.configure { $0.interference = nil }
    let recovered = try await desk.figctl(["key", "recover"])
    #expect(recovered.code == 0, "\(recovered.errors)")
    #expect(try await desk.lookUp() == (isDoubt ? new : RotationDesk.first))
  }

  /// A key whose end the server does not tell itself is kept here.
  @Test func thePreviousKeyIsKeptOnAProxysRefusal() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    let count = Counter()
    desk.server.configure { configuration in
      configuration.interference = { request in
        guard request.path == "/api/tasks/list",
          request.headers.contains(where: { $0.value.hasSuffix(RotationDesk.first) })
        else { return nil }
        // The first time it is asked whether the stored key is good.
        return count.next() == 1 ? nil : .json(401, "<html>Sign in</html>")
      }
    }
    let rotated = try await desk.figctl(["key", "rotate", "--keep-old", "7d"])
    #expect(rotated.code == 0, "\(rotated.errors)")
    #expect(rotated.errors.contains("The previous key is kept here"))
    #expect(count.value > 1)
    #expect(try await desk.lookUp("default#previous") == RotationDesk.first)
  }

  /// The server ends the current key with the old one: that is no success.
  @Test(arguments: [[], ["--keep-old", "1s"]])
  func aCurrentKeyThatEndsWithTheOldOneIsAnError(words: [String]) async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    let revoked = Counter()
    desk.server.configure { configuration in
      configuration.interference = { request in
        if request.method == "DELETE" { _ = revoked.next() }
        return revoked.value > 0 && request.path == "/api/tasks/list"
          ? .json(401, #"{"error":"INVALID_API_KEY"}"#) : nil
      }
    }
    var ended = try await desk.figctl(["key", "rotate"] + words)
    let until = ContinuousClock.now + .seconds(30)
    // Each command looks; the first one after the second has passed revokes.
    while revoked.value == 0, ContinuousClock.now < until {
      #expect(ended.code == 0, "\(ended.errors)")
      ended = try await desk.figctl(["key", "recover"])
    }
    #expect(revoked.value == 1)
    #expect(ended.code == 6, "\(ended.output)\(ended.errors)")
    #expect(
      ended.errors.contains(
        "The old key was revoked on the server, and now the server refuses the current key"),
      "\(ended.errors)")
    #expect(try await desk.lookUp() != RotationDesk.first)
  }
}
