import GLibBridge

/// Whether the user's session is locked, as far as the desktop or the login manager tells.
struct SessionLock: Sendable {
  /// What was found out.
  enum State: Sendable, Equatable {
    case locked
    case unlocked
    /// Nobody told: no desktop that knows, and no login manager.
    case unknown
  }

  /// How long each of them may take; they are asked at the same time.
  private static let limit = Duration.seconds(2)

  /// GNOME, KDE and Xfce, Cinnamon, MATE: `GetActive() -> b`.
  private static let screenSavers = [
    ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
    ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
    ("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver"),
    ("org.mate.ScreenSaver", "/org/mate/ScreenSaver"),
  ]

  private let connection: BusConnection
  private let loginAddress: String

  /// - Parameters:
  ///   - connection: The session's bus.
  ///   - loginAddress: The bus of the login manager.
  init(_ connection: BusConnection, loginAddress: String) {
    self.connection = connection
    self.loginAddress = loginAddress
  }

  /// Asks all that may know.
  ///
  /// One that says "locked" is believed before all others.
  func look() async -> State {
    await withTaskGroup(of: Bool?.self) { group in
      for (name, path) in Self.screenSavers {
        group.addTask { await isActive(name, path) }
      }
      group.addTask { await loginHint() }
      var state = State.unknown
      for await isLocked in group {
        guard let isLocked else { continue }
        if isLocked { return .locked }
        state = .unlocked
      }
      return state
    }
  }

  private func isActive(_ name: String, _ path: String) async -> Bool? {
    do throws(BusError) {
      return try await connection.call(
        name, path: path, interface: name, member: "GetActive", [], reply: "(b)",
        deadline: Deadline(limit: Self.limit))[0]?.bool
    } catch {
      // Not this desktop.
      return nil
    }
  }

  /// The session's `LockedHint`, which the desktop sets there.
  private func loginHint() async -> Bool? {
    let deadline = Deadline(limit: Self.limit)
    do throws(BusError) {
      let login = try await BusConnection.connect(to: loginAddress, deadline: deadline)
      // `auto`: the caller's session, or the user's for a service of the user's.
      return try await login.call(
        "org.freedesktop.login1", path: "/org/freedesktop/login1/session/auto",
        interface: "org.freedesktop.DBus.Properties", member: "Get",
        [.string("org.freedesktop.login1.Session"), .string("LockedHint")], reply: "(v)",
        deadline: deadline)[0]?.bool
    } catch {
      // No login manager, or no session of its own.
      return nil
    }
  }
}
