import GLibBridge

/// The calls to the message bus itself (`org.freedesktop.DBus`).
struct Bus: Sendable {
  static let name = "org.freedesktop.DBus"
  static let path = "/org/freedesktop/DBus"

  let connection: BusConnection
  let deadline: Deadline

  /// `GetNameOwner`: the unique name, `nil` when nobody owns it.
  func owner(of name: String) async throws(StoreFault) -> String? {
    do throws(BusError) {
      return try await call("GetNameOwner", [.string(name)], reply: "(s)")[0]?.text
    } catch {
      if case .remote("org.freedesktop.DBus.Error.NameHasNoOwner", _) = error { return nil }
      throw StoreFault(error, step: "GetNameOwner")
    }
  }

  /// `ListActivatableNames`: whether the bus knows a program to start for a name.
  func canStart(_ name: String) async throws(StoreFault) -> Bool {
    do throws(BusError) {
      let names = try await call("ListActivatableNames", [], reply: "(as)")[0]?.members ?? []
      return names.contains { $0.text == name }
    } catch {
      throw StoreFault(error, step: "ListActivatableNames")
    }
  }

  /// `StartServiceByName`: within our limit, and not the two minutes that a bus may take.
  func start(_ name: String) async throws(StoreFault) {
    do throws(BusError) {
      _ = try await call("StartServiceByName", [.string(name), .uint32(0)], reply: "(u)")
    } catch {
      if case .remote(_, let message) = error {
        throw .activationFailed(reason: StoreFault.tidy(message))
      }
      throw StoreFault(error, step: "StartServiceByName")
    }
  }

  /// `GetConnectionUnixProcessID`: who owns a name, `nil` when the bus does not tell.
  func processID(of name: String) async throws(StoreFault) -> Int? {
    do throws(BusError) {
      return try await call("GetConnectionUnixProcessID", [.string(name)], reply: "(u)")[0]?
        .unsigned.map { Int($0) }
    } catch {
      if case .remote = error { return nil }
      throw StoreFault(error, step: "GetConnectionUnixProcessID")
    }
  }

  private func call(
    _ member: String, _ arguments: [BusValue], reply: String
  ) async throws(BusError) -> BusValue {
    try await connection.call(
      Self.name, path: Self.path, interface: Self.name, member: member, arguments, reply: reply,
      deadline: deadline)
  }
}
