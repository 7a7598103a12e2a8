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
    func written() -> timespec? {
      var file = stat()
      return unsafe stat(home + "/passwords.kdbx", &file) == 0 ? file.st_mtim : nil
    }
    guard let before = written() else { return }
    // What is written after one more change holds all the earlier ones. Locked, it has none left.
    let marked = try await run(
      ["/usr/bin/timeout", "5", "/usr/bin/secret-tool", "store", "--label=x", "written"]
        + ["\(before.tv_sec).\(before.tv_nsec)"], input: "x")
    let limit = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < limit {
      guard let now = written() else { return }
      let isSame = now.tv_sec == before.tv_sec && now.tv_nsec == before.tv_nsec
      if !(isSame && marked.code == 0), time(nil) - now.tv_sec > 2 { return }
      // Something to wait for between two looks.
      _ = try await connections()
    }
  }
}
