import GLibBridge
import TestSupport

/// A desk with `figctl service` on its bus.
struct ServiceSession {
  static let name = "dev.figranium.Figctl"
  static let path = "/dev/figranium/Figctl"

  let desk: Desk
  let child: ChildProcess

  /// Starts it; it has its name when this returns.
  init(_ desk: Desk, _ words: [String] = [], more: [String: String] = [:]) async throws {
    self.desk = desk
    let environment = desk.bus.environment.merging(more) { _, new in new }
    child = try FigctlProcess(environment: environment).start(["service"] + words)
    try await desk.bus.waitForName(Self.name, owned: true)
  }

  func search(_ terms: String...) async throws -> [String] {
    try await Self.search(desk, terms)
  }

  /// Searches until a row is there: the entries are read in the background.
  func find(_ term: String) async throws -> String { try await Self.find(desk, term) }

  func activate(_ row: String) async throws { try await Self.activate(desk, row) }

  /// Ends it by SIGTERM.
  func end() async throws -> FigctlProcess.Outcome { try await FigctlProcess.end(of: child) }

  /// Searches as KRunner does: the identifiers found.
  func match(_ query: String) async throws -> [String] {
    let found = try await desk.bus.connection.call(
      Self.name, path: "/runner", interface: "org.kde.krunner1", member: "Match",
      [.string(query)], reply: "(a(sssida{sv}))", deadline: Deadline(limit: .seconds(30)))
    return (found[0]?.members ?? []).compactMap { $0[0]?.text }
  }

  static func search(_ desk: Desk, _ terms: [String]) async throws -> [String] {
    let found = try await call(
      desk, "GetInitialResultSet", [.array(of: "s", terms.map { .string($0) })], reply: "(as)")
    return found[0]?.members.compactMap(\.text) ?? []
  }

  static func find(_ desk: Desk, _ term: String) async throws -> String {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if let row = try await search(desk, [term]).first(where: { $0.hasPrefix("e:") }) {
        return row
      }
    }
    throw PrivateBus.Failure(description: "'\(term)' was never found")
  }

  static func activate(_ desk: Desk, _ row: String) async throws {
    _ = try await call(
      desk, "ActivateResult", [.string(row), .array(of: "s", []), .uint32(0)], reply: "()")
  }

  private static func call(
    _ desk: Desk, _ member: String, _ arguments: [BusValue], reply: String
  ) async throws -> BusValue {
    try await desk.bus.connection.call(
      name, starting: true, path: path + "/SearchProvider",
      interface: "org.gnome.Shell.SearchProvider2", member: member, arguments, reply: reply,
      deadline: Deadline(limit: .seconds(30)))
  }
}
