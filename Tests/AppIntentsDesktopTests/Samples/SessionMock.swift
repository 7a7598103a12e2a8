import GLibBridge
import TestSupport

/// Something that tells whether the session is locked: a template of python-dbusmock.
final class SessionMock: Sendable {
  enum Kind: Sendable {
    case screenSaver
    case login
  }

  private static let loginPath = "/org/freedesktop/login1"
  private static let mock = "org.freedesktop.DBus.Mock"

  private let kind: Kind
  private let bus: PrivateBus
  private let process: ChildProcess

  /// Starts it; it has its name when this returns.
  init(_ kind: Kind, on bus: PrivateBus) async throws {
    self.kind = kind
    self.bus = bus
    var arguments = ["/usr/bin/python3", "-m", "dbusmock", "--session", "--template"]
    arguments.append(kind == .login ? "logind" : "gnome_screensaver")
    process = try ChildProcess(arguments, environment: bus.environment)
    switch kind {
    case .screenSaver: try await bus.waitForName("org.gnome.ScreenSaver", owned: true)
    case .login:
      try await bus.waitForName("org.freedesktop.login1", owned: true)
      // The template's sessions have numbers; services ask for "auto".
      _ = try await call(
        "org.freedesktop.login1", Self.loginPath, Self.mock, "AddObject",
        [
          .string(Self.loginPath + "/session/auto"), .string("org.freedesktop.login1.Session"),
          .properties(["LockedHint": .boolean(false)]), .array(of: "(ssss)", []),
        ])
    }
  }

  deinit { process.kill() }

  /// Locks the session, or unlocks it.
  func setLocked(_ isLocked: Bool) async throws {
    switch kind {
    case .screenSaver:
      _ = try await call(
        "org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver", "SetActive",
        [.boolean(isLocked)])
    case .login:
      _ = try await call(
        "org.freedesktop.login1", Self.loginPath + "/session/auto", Self.mock, "UpdateProperties",
        [
          .string("org.freedesktop.login1.Session"),
          .properties(["LockedHint": .boolean(isLocked)]),
        ])
    }
  }

  private func call(
    _ name: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [BusValue]
  ) async throws -> BusValue {
    try await bus.connection.call(
      name, path: path, interface: interface, member: member, arguments, reply: "()",
      deadline: Deadline(limit: .seconds(30)))
  }
}
