import FigctlKit
import GLibBridge
import TestSupport
import Testing

/// A server sends back the key: no command shows it, and none writes it anywhere.
@Suite struct KeyEchoTests {
  private static let password = "pw-4f1c9d7e2b8a6053"
  private static let otherKey = "0123456789abcdef9f2c4b7e1a5d8036c4e7b9a1d3f508264c6e8a0b2d4f6081"

  /// How each command is called; `HOME` is the user's folder, `FILES` one beside it.
  private static let calls: [String: [[String]]] = [
    "init": [[]], "demo": [[]], "doctor": [[]], "stop": [["r"]], "key set": [[]], "key list": [[]],
    "run": [["a"], ["a", "--detach"], ["a", "--output", "HOME/data"]],
    "batch": [
      ["a", "FILES/rows.csv"], ["a", "FILES/rows.csv", "--output", "HOME/o", "--overwrite"],
    ],
    "status": [["e"], ["e", "--result"], ["e", "--watch", "--timeout", "2"]],
    "task list": [[]], "task show": [["a"]], "execution list": [[], ["--task", "a"]],
    "exec": [["true"]], "key show": [[]], "key check": [[]],
    "key rotate": [["--no-prompt"], ["--dry-run"], ["--from-file", "FILES/other"]],
    "key rollback": [[]], "key recover": [[]], "key history": [[]], "key delete": [["--yes"]],
    "key import": [["--from-env-file", "FILES/env", "KEY", "--yes"]],
    "login": [["--email", "a@example.com", "--from-file", "FILES/password"]], "logout": [[]],
    "whoami": [[]], "profile list": [[]], "profile show": [[]],
    "profile add": [["more", "--server", "http://127.0.0.1:1"]],
    "profile set": [["default", "max-key-age=90"]], "profile use": [["default"]],
    "profile remove": [["more"]], "intent list": [[]],
    "intent describe": [["RunFigraniumTaskIntent"]],
    "intent perform": [
      ["GetFigraniumExecutionStatusIntent", "executionID=e"], ["RunFigraniumTaskIntent", "task=a"],
      ["StopFigraniumExecutionIntent", "runID=r"],
    ],
    "shortcut list": [[]],
    "shortcut run": [
      ["Check my Figranium execution", "executionID=e"], ["Run a Figranium task", "task=a"],
    ],
    "service": [["--write-files", "HOME/desktop"]], "completion": [["bash"]],
  ]

  @Test func everyCommandIsCalled() {
    #expect(Set(Self.calls.keys) == Set(CommandTable.all.map(\.name)))
  }

  @Test(arguments: EchoServer.Place.allCases)
  func isNeitherShownNorWritten(place: EchoServer.Place) async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let files = try TemporaryDirectory()
    try files.write("n\n1\n", to: "rows.csv")
    try files.write(Self.otherKey, to: "other")
    try files.write(Self.password, to: "password")
    let desk = try await Desk.at(server.baseURL)
    // Signed in where that is possible, so that the session is shown too.
    server.echo(in: .names)
    let login = ["login", "--email", "a@example.com", "--from-file", files.file("password")]
    let signedIn = try await desk.figctl.run(login)
    #expect(signedIn.code == 0, "\(signedIn)")
    server.echo(in: place)
    let variants =
      LongTests.areOn ? [[], ["-v"], ["--json"], ["-v", "--json"]] : [["-v", "--json"]]
    for command in CommandTable.all {
      for words in Self.calls[command.name] ?? [] {
        for variant in variants {
          try files.write("KEY=\(Self.otherKey)\n", to: "env")
          let line = words.map {
            $0.replacing("HOME", with: desk.bus.home).replacing("FILES", with: files.path)
          }
          let limit = words.contains("--timeout") ? [] : ["--timeout", "20"]
          let outcome = try await desk.figctl.run(
            command.path + limit + variant + line, input: command.name == "key set" ? Desk.key : "")
          let name = (command.path + words).joined(separator: " ")
          let code = try #require(outcome.code, "\(name) did not end")
          #expect(code < 126, "\(name): \(code)")
          for secret in server.secrets.union([Desk.key, Self.password]) where !secret.isEmpty {
            let isShown = outcome.all.contains(secret)
            #expect(!isShown, "\(name) \(variant) shows a secret of \(secret.count) characters")
          }
          FaultTally.survived("echo in \(place.rawValue)", by: "\(name) \(variant)")
          // The next command has a key again.
          if command.name.hasPrefix("key ") || command.name == "logout" {
            _ = try await desk.figctl.run(["key", "set", "--no-verify", "-q"], input: Desk.key)
          }
        }
      }
    }
    for secret in server.secrets.union([Desk.key]) where !secret.isEmpty {
      #expect(TemporaryHome.files(below: desk.bus.home, holding: secret) == [])
    }
    // It was in the server's answers.
    #expect(server.secrets.contains(Desk.key))
    #expect(!server.requests.isEmpty)
  }
}
