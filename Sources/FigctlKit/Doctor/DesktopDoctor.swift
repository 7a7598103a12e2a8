import GLibBridge
import SystemBridge

/// Looks at what the desktop needs to show tasks: files, names on the bus, notifications, speech.
///
/// Nothing here is a failure: `figctl` works without a desktop. Nothing is started by looking.
struct DesktopDoctor: Sendable {
  /// Where the desktop's files come from.
  private static var filesFix: String {
    // sudo looks for no program below the user's own folder.
    let path = ProcessIdentity.executable.flatMap { path in
      path.allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) } ? path : nil
    }
    return "Install figctl's package, or write its files where every desktop looks for them: "
      + "sudo \(path ?? "figctl") service --write-files /usr/local"
  }

  /// The name on the bus, and of the files.
  static let applicationID = DesktopIntents.applicationID

  let limit: Duration
  let environment: @Sendable (String) -> String?

  func examine() async -> [DoctorCheck] {
    let names = await BusNames.ofSession(limit: limit)
    return [
      await service(names), activation(names), search(), await notifications(names), speech(),
    ]
  }

  private func service(_ names: BusNames?) async -> DoctorCheck {
    let name = "desktop service"
    guard let names else { return .skipped(name, "There is no bus.") }
    let id = Self.applicationID
    if names.owned.contains(id) {
      let pid = await names.processID(of: id)
      return .ok(name, "\(id) runs" + (pid.map { ", process \($0)." } ?? "."))
    }
    if names.activatable.contains(id) { return .ok(name, "\(id) is started when it is needed.") }
    return .note(
      name, "The bus does not know \(id).",
      fix: "For search and notifications on the desktop, install figctl's package.")
  }

  private func activation(_ names: BusNames?) -> DoctorCheck {
    let name = "activation file"
    guard let path = file("dbus-1/services/\(Self.applicationID).service") else {
      return .note(name, "None in the data folders.")
    }
    guard
      let program = (try? KeyFile(path: path)).flatMap({ file in
        (try? file.value("Exec", in: "D-BUS Service")).flatMap { $0?.split(separator: " ").first }
      })
    else {
      return .warning(name, "\(path) names no program.", fix: Self.filesFix)
    }
    if !ProcessIdentity.canRun(String(program)) {
      return .warning(
        name, "\(path) names \(program), which cannot be run.",
        fix: Self.filesFix)
    }
    if let names, !names.activatable.contains(Self.applicationID) {
      return .warning(
        name, "\(path) is there, but the bus has not read it.",
        fix: "Log in again, or: gdbus call --session -d org.freedesktop.DBus "
          + "-o /org/freedesktop/DBus -m org.freedesktop.DBus.ReloadConfig")
    }
    return .ok(name, path)
  }

  private func search() -> DoctorCheck {
    let name = "search provider"
    let id = Self.applicationID
    var found: [String] = []
    // GNOME's shell does not look into the user's own data folder.
    if let path = file("gnome-shell/search-providers/\(id).search-provider.ini", own: false) {
      guard file("applications/\(id).desktop") != nil else {
        return .warning(
          name,
          "\(path) is there, but not its desktop file, without which GNOME's shell ignores it.",
          fix: Self.filesFix)
      }
      found.append("GNOME (\(path))")
    }
    if let path = file("krunner/dbusplugins/\(id).desktop") { found.append("KRunner (\(path))") }
    if found.isEmpty {
      return .note(
        name, "No file for GNOME's search or KRunner.", fix: Self.filesFix)
    }
    return .ok(name, found.joined(separator: ", "))
  }

  private func notifications(_ names: BusNames?) async -> DoctorCheck {
    let name = "notifications"
    guard let names else { return .skipped(name, "There is no bus.") }
    let server = "org.freedesktop.Notifications"
    if names.owned.contains(server) {
      return .ok(name, await names.notificationServer() ?? "A server is there.")
    }
    if names.activatable.contains(server) { return .ok(name, "A server is started when needed.") }
    return .note(
      name, "No program shows notifications on this bus.",
      fix: "Desktops bring one; without a desktop none is needed.")
  }

  private func speech() -> DoctorCheck {
    let name = "speech"
    if let address = environment("SPEECHD_ADDRESS"), !address.isEmpty {
      return .ok(name, "Speech Dispatcher at \(address).")
    }
    if let runtime = environment("XDG_RUNTIME_DIR"), runtime.hasPrefix("/"),
      ProcessIdentity.exists("\(runtime)/speech-dispatcher/speechd.sock")
    {
      return .ok(name, "Speech Dispatcher runs.")
    }
    let path = environment("PATH") ?? "/usr/bin:/bin"
    for folder in path.split(separator: ":") where folder.hasPrefix("/") {
      if ProcessIdentity.canRun("\(folder)/speech-dispatcher") {
        return .ok(name, "Speech Dispatcher is started when needed (\(folder)/speech-dispatcher).")
      }
    }
    return .note(
      name, "Speech Dispatcher is not installed.",
      fix: "Only --speak needs it: install the package speech-dispatcher.")
  }

  /// The first file of that name in the data folders; the user's own comes first.
  private func file(_ path: String, own: Bool = true) -> String? {
    let system = environment("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 }
    var folders = own ? [XDGDirectories.data].compactMap { $0 } : []
    folders += (system ?? "/usr/local/share:/usr/share").split(separator: ":").map { String($0) }
    for folder in folders where folder.hasPrefix("/") {
      let whole = folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
      if ProcessIdentity.exists(whole) { return whole }
    }
    return nil
  }
}

/// Who is on the session bus, and who can be started.
private struct BusNames: Sendable {
  let owned: Set<String>
  let activatable: Set<String>
  private let connection: BusConnection
  private let deadline: Deadline

  /// Asks the bus; `nil` when there is none, or it does not answer.
  static func ofSession(limit: Duration) async -> BusNames? {
    guard let address = BusAddress.ofSession() else { return nil }
    let deadline = Deadline(limit: limit)
    do throws(BusError) {
      let connection = try await BusConnection.connect(to: address.address, deadline: deadline)
      return BusNames(
        owned: try await list("ListNames", connection, deadline),
        activatable: try await list("ListActivatableNames", connection, deadline),
        connection: connection, deadline: deadline)
    } catch {
      return nil
    }
  }

  private static func list(_ member: String, _ connection: BusConnection, _ deadline: Deadline)
    async throws(BusError) -> Set<String>
  {
    let answer = try await connection.call(
      "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: member, [], reply: "(as)", deadline: deadline)
    return Set((answer[0]?.members ?? []).compactMap(\.text))
  }

  func processID(of name: String) async -> UInt64? {
    let answer = try? await connection.call(
      "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "GetConnectionUnixProcessID", [.string(name)], reply: "(u)", deadline: deadline)
    return answer?[0]?.unsigned
  }

  /// `gnome-shell 43.9, with buttons`.
  func notificationServer() async -> String? {
    func ask(_ member: String, reply: String) async -> BusValue? {
      try? await connection.call(
        "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
        interface: "org.freedesktop.Notifications", member: member, [], reply: reply,
        deadline: deadline)
    }
    guard let server = await ask("GetServerInformation", reply: "(ssss)"),
      let name = server[0]?.text, let version = server[2]?.text
    else { return nil }
    let able = await ask("GetCapabilities", reply: "(as)")?[0]?.members.compactMap(\.text) ?? []
    return "\(name) \(version), \(able.contains("actions") ? "with" : "without") buttons."
  }
}
