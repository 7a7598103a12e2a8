import GLibBridge
import TestSupport
import Testing

/// Several `figctl` that change one profile's key at the same time.
@Suite struct KeyRaceTests {
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
}
