import DemoServer
import FigraniumSecretService
import GLibBridge
import TestSupport
import Testing

/// What a rotation leaves when it fails or was interrupted: no word of a key, and no key deleted that
/// may be the only one.
@Suite(.providerMayCrash) struct RotationRemainsTests {
  @Test func aServerThatFailsAndTellsTheNewKeyIsNotRepeated() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    let secret = "fk_" + RotationDesk.fresh()
    desk.server.configure { server in
      server.interference = { request in
        guard request.method == "POST", request.target.hasSuffix("/api-keys") else { return nil }
        return .json(500, #"{"error":"STORE_FAILED","message":"made \#(secret) but"}"#)
      }
    }
    let rotated = try await desk.figctl(["key", "rotate", "-v"])
    #expect(rotated.code == 8, "\(rotated.errors)")
    #expect(!(rotated.errors + rotated.output).contains(secret.suffix(12)))
    #expect(rotated.errors.contains("answered with status 500"))
    #expect(try await desk.lookUp() == RotationDesk.first)
  }

  /// A provider that fell before it had written has the pending key of the rotation before again.
  @Test func theCurrentKeyIsNotRevokedForAPendingOneThatCameBack() async throws {
    let desk = try await RotationDesk(.scoped)
    let first = try await desk.figctl(["key", "rotate", "--old-key", "key_mine"])
    #expect(first.code == 0, "\(first.errors)")
    let current = try #require(try await desk.lookUp())
    let killed = try await desk.figctl(["key", "rotate"], failPoint: "kill:before-createKey")
    #expect(killed.code != 0)
    let back = try await desk.desk.bus.run(
      TestedProvider.storeCommand(
        label: "x", ["service", "figranium", "account", "default#pending"]), input: current)
    #expect(back.code == 0, "\(back.errors)")
    let recovered = try await desk.figctl(["key", "recover"])
    #expect(recovered.code == 0, "\(recovered.errors)")
    #expect(try await desk.lookUp() == current)
    #expect(desk.accepted.contains(current))
  }

  @Test func deletingDoesNotTakeTheOnlyKeyThatIsLeft() async throws {
    let desk = try await RotationDesk(.single)
    let killed = try await desk.figctl(["key", "rotate"], failPoint: "kill:after-setKey")
    #expect(killed.code != 0)
    let cleared = try await desk.desk.bus.run([
      "/usr/bin/secret-tool", "clear", "service", "figranium", "account", "default",
    ])
    #expect(cleared.code == 0)
    desk.server.configure { server in
      server.interference = { _ in .json(503, #"{"error":"AWAY"}"#) }
    }
    let deleted = try await desk.figctl(["key", "delete", "--yes"])
    #expect(deleted.code == 9, "\(deleted.errors)")
    #expect(deleted.errors.contains("Nothing was deleted."))
    #expect(try await desk.lookUp("default#pending") == desk.server.apiKey)
    // Asked again, the server tells that it is the right one.
    desk.server.configure { $0.interference = nil }
    #expect(try await desk.figctl(["key", "recover"]).code == 0)
    #expect(try await desk.lookUp() == desk.server.apiKey)
  }

  @Test func deletingNamesWhatTheServerMayStillHave() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    _ = try await desk.figctl(["key", "rotate"], failPoint: "kill:after-createKey")
    let made = try #require(desk.server.scopedKeys.last)
    desk.server.configure { server in
      server.interference = { _ in .json(503, #"{"error":"AWAY"}"#) }
    }
    let deleted = try await desk.figctl(["key", "delete", "--yes"])
    #expect(deleted.code == 0, "\(deleted.errors)")
    #expect(deleted.errors.contains("may still have a key named '\(made.name)'"))
  }

  @Test func aDryRunNamesNoKeyThatIsNotThere() async throws {
    let desk = try await RotationDesk(.single)
    let dry = try await desk.figctl(["key", "rotate", "--dry-run", "--json"])
    #expect(dry.code == 0, "\(dry.errors)")
    #expect(dry.errors == "")
    #expect(dry.output.contains(#""outcome":"would-be-rotated","dryRun":true"#))
    #expect(dry.output.contains(#""fingerprint":null"#))
  }
}
