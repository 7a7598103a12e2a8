import DemoServer
import Figranium
import FigraniumSecretService
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// The key before: what keeps it, what shows it, and where it is not sent; and how all this is told.
@Suite(.providerMayCrash) struct KeptKeyTests {
  @Test func aKeyThatIsStoredOverAnotherKeepsThat() async throws {
    let desk = try await RotationDesk(.single)
    let second = RotationDesk.fresh()
    desk.server.configure { $0.apiKey = second }
    #expect(try await desk.figctl(["key", "set", "-q"], input: second).code == 0)
    #expect(try await desk.lookUp() == second)
    #expect(try await desk.lookUp("default#previous") == RotationDesk.first)
    // The same once more changes nothing.
    #expect(try await desk.figctl(["key", "set", "-q"], input: second).code == 0)
    #expect(try await desk.lookUp("default#previous") == RotationDesk.first)

    let shown = try await desk.figctl(["key", "show"])
    let kept = Secret(RotationDesk.first).fingerprint
    #expect(shown.output.contains("\nprevious: fingerprint \(kept), stored "), "\(shown.output)")
    #expect(shown.output.contains("(figctl key rollback)\n"))
    let document = try await desk.figctl(["key", "show", "--json"]).output
    #expect(document.contains("\"previous\":{\"fingerprint\":\"\(kept)\",\"stored\":\""))
    #expect(document.contains("\"pending\":null"))
    let list = try await desk.figctl(["key", "list", "--json"]).output
    #expect(list.contains(#""previous":true,"pending":false"#))
    #expect(try await desk.figctl(["key", "list"]).output.contains("  yes     previous  "))

    // The server takes the first one no more: there is no way back to it.
    let dead = try await desk.figctl(["key", "rollback"])
    #expect(dead.code == 6, "\(dead.errors)")
    #expect(try await desk.lookUp() == second)
    desk.server.configure { $0.apiKey = RotationDesk.first }
    let back = try await desk.figctl(["key", "rollback"])
    #expect(back.code == 0, "\(back.errors)")
    #expect(try await desk.lookUp() == RotationDesk.first)
  }

  @Test func aPendingKeyIsShown() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    let child = try desk.start(["key", "rotate"], failPoint: "stop:after-storePending")
    #expect(try await ProcessState.isStopped(child))
    let shown = try await desk.figctl(["key", "show"])
    #expect(shown.output.contains("\npending: fingerprint "), "\(shown.output)")
    let list = try await desk.figctl(["key", "list", "--json"]).output
    #expect(list.contains(#""previous":false,"pending":true"#))
    child.send(signal: 18)
    #expect(try await FigctlProcess.end(of: child).code == 0)
  }

  @Test func theKeyOfAnotherServerIsNotSentToThisOne() async throws {
    let desk = try await RotationDesk(.single)
    let other = try DemoServer(DemoServerConfiguration(dialect: .v019, apiKey: "made-up-elsewhere"))
    #expect(
      try await desk.figctl(["profile", "set", "default", "server=\(other.baseURL)"]).code == 0)
    #expect(try await desk.figctl(["key", "set"], input: "made-up-elsewhere").code == 0)
    #expect(try await desk.lookUp("default#previous") == RotationDesk.first)
    let back = try await desk.figctl(["key", "rollback"])
    #expect(back.code == 3, "\(back.errors)")
    #expect(
      back.errors.contains(
        "The previous key of profile 'default' is for \(desk.server.baseURL), and is sent to no "
          + "other server."))
    #expect(KeySearch.secrets(sentTo: other) == ["made-up-elsewhere"])
    #expect(try await desk.lookUp() == "made-up-elsewhere")
  }

  @Test(.enabled(if: TestedProvider.isGnomeKeyring, "others have one collection"))
  func aKeyIsReplacedWhereItLies() async throws {
    let desk = try await RotationDesk(.single)
    let before = try await desk.desk.bus.items(["service": "figranium", "account": "default"])
    _ = try await desk.desk.bus.makeDefaultCollection(label: "Other")
    let rotated = try await desk.figctl(["key", "rotate"])
    #expect(rotated.code == 0, "\(rotated.errors)")
    let after = try await desk.desk.bus.items(["service": "figranium"])
    #expect(after == before)
    #expect(try await desk.lookUp() == desk.server.apiKey)
  }

  // MARK: - What is told

  /// Standard error is JSON, line by line, when standard output is.
  @Test func withJSONAllIsJSON() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    let rotated = try await desk.figctl(["key", "rotate", "--json", "-v"])
    #expect(rotated.code == 0)
    #expect(rotated.errors.contains(#""step":"replaceCurrent""#))
    desk.server.configure { $0.interference = { _ in .losesRequest } }
    let failed = try await desk.figctl(["key", "rotate", "--json"])
    #expect(failed.code == 5)
    #expect(failed.errors.split(separator: "\n").last?.hasPrefix(#"{"error":{"code":"#) == true)
    for line in (rotated.errors + failed.errors).split(separator: "\n") {
      #expect(throws: Never.self, "\(line)") {
        _ = try JSONDecoder().decode([String: [String: String?]].self, from: Data(line.utf8))
      }
    }
  }

  /// The server takes all of the time: it is that which did not answer.
  @Test func aSlowServerIsNotTakenForASlowStore() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    desk.server.configure { configuration in
      configuration.interference = { request in
        request.path == "/api/api-keys" ? .withholdsAnswer : nil
      }
    }
    let slow = try await desk.figctl(["--timeout", "2", "key", "rotate"])
    #expect(slow.code == 5, "\(slow.errors)")
    #expect(slow.errors.contains("The server \(desk.server.baseURL) did not answer within"))
    #expect(!slow.errors.contains("credential store"))
  }
}
