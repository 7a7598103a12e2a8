import DemoServer
import GLibBridge
import TestSupport
import Testing

/// Several `figctl` that change one profile's key at the same time.
@Suite(.providerMayCrash) struct KeyRaceTests {
  @Test func keyAndServerStayTogether() async throws {
    let desk = try await Desk(storingKey: false)
    for round in 1...4 {
      let outcomes = try await withThrowingTaskGroup(of: FigctlProcess.Outcome.self) { group in
        for port in 18_701...18_704 {
          group.addTask {
            try await desk.figctl.run(
              ["--server", "http://127.0.0.1:\(port)", "key", "set", "--no-verify"],
              input: "made-up-key-for-\(port)")
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.map(\.code) == [0, 0, 0, 0], "round \(round): \(outcomes.map(\.errors))")
      let key = try await desk.run([
        "/usr/bin/secret-tool", "lookup", "service", "figranium", "account", "default",
      ]).output
      let port = key.split(separator: "-").last ?? ""
      #expect(desk.configuration.contains("key-origin=http://127.0.0.1:\(port)\n"))
    }
  }

  @Test func storingAndDeletingWaitForEachOther() async throws {
    let desk = try await Desk()
    for _ in 1...4 {
      async let stored = desk.figctl.run(["key", "set", "--no-verify"], input: Desk.key)
      async let deleted = desk.figctl.run(["key", "delete", "--yes"])
      let (set, delete) = try await (stored, deleted)
      #expect(set.code == 0, "\(set.errors)")
      // Deleted before or after; when it came first and the last round's had won, nothing was there.
      #expect(delete.code == 0 || delete.code == 3, "\(delete.errors)")
    }
  }

  @Test func settingsThatChangeMeanwhileDoNotBringAnOldServerBack() async throws {
    let desk = try await Desk()
    for round in 1...6 {
      let port = 18_701 + round
      async let stored = desk.figctl.run(
        ["--server", "http://127.0.0.1:\(port)", "key", "set", "--no-verify"], input: Desk.key)
      try await withThrowingTaskGroup(of: FigctlProcess.Outcome.self) { group in
        for days in 1...5 {
          group.addTask {
            try await desk.figctl.run(["profile", "set", "default", "max-key-age=\(days)"])
          }
        }
        for try await outcome in group { #expect(outcome.code == 0, "\(outcome.errors)") }
      }
      #expect(try await stored.code == 0)
      #expect(desk.configuration.contains("key-origin=http://127.0.0.1:\(port)\n"))
      #expect(desk.configuration.contains("max-key-age="))
    }
  }

  @Test func aProfileMadeAnewDoesNotGetTheOldKeySent() async throws {
    let desk = try await Desk()
    let other = try DemoServer(DemoServerConfiguration(dialect: .documented, apiKey: "made-up-2"))
    #expect(try await desk.figctl.run(["profile", "remove", "default"]).code == 0)
    let add = ["profile", "add", "default", "--server", other.baseURL]
    #expect(try await desk.figctl.run(add).code == 0)
    for command in [["task", "list"], ["status", "execution-1"], ["key", "check"]] {
      let refused = try await desk.figctl.run(command)
      #expect(refused.code == 2, "\(command): \(refused.errors)")
      #expect(
        refused.errors == """
          figctl: It is not known which server the key of profile 'default' is for.
            Store it again: figctl key set

          """)
    }
    #expect(other.requests.isEmpty)
  }

  @Test func twoThatAddOneProfileDoNotBothSucceed() async throws {
    let home = try TemporaryHome()
    let figctl = FigctlProcess(environment: home.environment)
    async let first = figctl.run(["profile", "add", "work", "--server", "http://localhost:1"])
    async let second = figctl.run(["profile", "add", "work", "--server", "http://localhost:2"])
    let codes = try await [first.code, second.code].compactMap(\.self).sorted()
    #expect(codes == [0, 9])
  }
}
