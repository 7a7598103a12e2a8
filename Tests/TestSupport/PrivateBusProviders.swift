import GLibBridge
import Glibc

/// What the other providers of ``TestedProvider`` need beside gnome-keyring.
extension PrivateBus {
  /// Has KWallet write an open wallet to the disk: it does so by itself five seconds after a change,
  /// and ended before that it has forgotten the change, whoever made it.
  func writeWallet() async throws {
    func call(_ member: String, _ arguments: [BusValue], reply: String) async throws -> BusValue {
      try await connection.call(
        "org.kde.kwalletd5", path: "/modules/kwalletd5", interface: "org.kde.KWallet",
        member: member, arguments, reply: reply, deadline: Deadline(limit: .seconds(30)))
    }
    let isOpen = try await call("isOpen", [.string("kdewallet")], reply: "(b)")[0]?.bool
    guard isOpen == true else { return }
    let opened = try await call(
      "open", [.string("kdewallet"), .int64(0), .string("tests")], reply: "(i)")
    guard case .int32(let handle)? = opened[0], handle >= 0 else {
      throw Failure(description: "kwalletd5 does not open its wallet")
    }
    _ = try await call("sync", [.int32(handle), .string("tests")], reply: "()")
  }

  /// Waits until KeePassXC has written its database: it does so a moment after a change, and ended
  /// before that it has forgotten the change, whoever made it.
  func waitForDatabase() async throws {
    let limit = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < limit {
      var file = stat()
      guard unsafe stat(home + "/passwords.kdbx", &file) == 0 else { return }
      if time(nil) - file.st_mtim.tv_sec > 2 { return }
      // Something to wait for between two looks.
      _ = try await connections()
    }
  }
}
