import GLibBridge
import TestSupport
import Testing

/// Sandboxes refuse in ways of their own: `figctl` says which, and what opens it.
@Suite struct SandboxTests {
  /// Flatpak's way: a bus that shows nothing that was not allowed.
  private func proxied(_ bus: PrivateBus, _ rules: [String]) async throws -> (ChildProcess, String)
  {
    let path = (bus.environment["XDG_RUNTIME_DIR"] ?? "") + "/proxy"
    // It says so on a descriptor once the socket is there.
    let script =
      "exec xdg-dbus-proxy --fd=3 \"$@\" 3> >(head -c 1 >/dev/null; echo ready; cat >/dev/null)"
    let proxy = try ChildProcess(
      ["/bin/bash", "-c", script, "x", bus.address, path, "--filter"] + rules,
      environment: bus.environment, input: .pipe)
    guard try await proxy.hasWritten(line: "ready") else {
      throw PrivateBus.Failure(description: "xdg-dbus-proxy: \(proxy.standardError)")
    }
    return (proxy, "unix:path=" + path)
  }

  private static let flatpakFix =
    "Let the sandbox talk to the store: flatpak override --user "
    + "--talk-name=org.freedesktop.secrets org.example.App"
  private static let snapFix =
    "Let the snap talk to the store: snap connect example:password-manager-service"

  private func section(_ name: String, _ output: String) -> [String] {
    let lines = output.split(separator: "\n").map(String.init)
    guard let first = lines.firstIndex(where: { $0.dropFirst(6).hasPrefix(name + "  ") }) else {
      return []
    }
    return ([lines[first]] + lines[(first + 1)...].prefix { $0.hasPrefix("            ") })
      .map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test func flatpakWithoutTheRight() async throws {
    let desk = try await Desk()
    let (proxy, address) = try await proxied(desk.bus, [])
    defer { proxy.kill() }
    let figctl = desk.figctl([
      "DBUS_SESSION_BUS_ADDRESS": address, "FLATPAK_ID": "org.example.App",
    ])
    let doctor = try await figctl.run(["doctor"])
    #expect(doctor.code == 4)
    #expect(
      section("provider", doctor.output) == [
        "FAIL provider No program provides the Secret Service (org.freedesktop.secrets) on the "
          + "session bus.", "fix: " + Self.flatpakFix,
      ])
    for words in [
      ["key", "show"], ["task", "list"], ["run", "a"], ["key", "set"], ["key", "delete", "--yes"],
    ] {
      let outcome = try await figctl.run(words, input: Desk.key)
      #expect(outcome.code == 4, "\(words): \(outcome)")
      #expect(outcome.errors.hasSuffix("  \(Self.flatpakFix)\n"), "\(words): \(outcome)")
      FaultTally.survived("Flatpak without the right", by: words.joined(separator: " "))
    }
    // Outside, the key is what it was.
    #expect(try await desk.figctl.run(["key", "show", "--reveal"]).output == Desk.key)
  }

  @Test func flatpakWithTheRight() async throws {
    let desk = try await Desk()
    let (proxy, address) = try await proxied(desk.bus, ["--talk=org.freedesktop.secrets"])
    defer { proxy.kill() }
    let figctl = desk.figctl([
      "DBUS_SESSION_BUS_ADDRESS": address, "FLATPAK_ID": "org.example.App",
    ])
    for words in [["doctor"], ["key", "show"], ["task", "list"], ["key", "list"]] {
      let outcome = try await figctl.run(words)
      #expect(outcome.code == 0, "\(words): \(outcome)")
      FaultTally.survived("Flatpak with the right", by: words.joined(separator: " "))
    }
  }

  @Test func flatpakThatMayOnlySee() async throws {
    let desk = try await Desk()
    let (proxy, address) = try await proxied(desk.bus, ["--see=org.freedesktop.secrets"])
    defer { proxy.kill() }
    let figctl = desk.figctl([
      "DBUS_SESSION_BUS_ADDRESS": address, "FLATPAK_ID": "org.example.App",
    ])
    for words in [["doctor"], ["key", "show"], ["task", "list"]] {
      let outcome = try await figctl.run(words)
      #expect(outcome.code == 4, "\(words): \(outcome)")
      #expect(outcome.all.contains(Self.flatpakFix), "\(words): \(outcome)")
      FaultTally.survived("Flatpak that may only see", by: words.joined(separator: " "))
    }
  }

  /// Snap's way: the bus answers with AccessDenied, as AppArmor has it do.
  @Test func snapWithoutTheInterface() async throws {
    let desk = try await Desk()
    try await desk.bus.denySecrets()
    for sandbox in ["SNAP_NAME", "SNAP_INSTANCE_NAME"] {
      let figctl = desk.figctl([sandbox: "example"])
      let doctor = try await figctl.run(["doctor"])
      #expect(doctor.code == 4)
      #expect(
        section("provider", doctor.output) == [
          "FAIL provider The session bus does not let this program talk to the credential store "
            + "(org.freedesktop.DBus.Error.AccessDenied).", "fix: " + Self.snapFix,
        ])
      for words in [["key", "show"], ["task", "list"], ["run", "a"], ["key", "set"]] {
        let outcome = try await figctl.run(words, input: Desk.key)
        #expect(outcome.code == 4, "\(words): \(outcome)")
        #expect(outcome.errors.hasSuffix("  \(Self.snapFix)\n"), "\(words): \(outcome)")
        FaultTally.survived("Snap without the interface", by: words.joined(separator: " "))
      }
    }
    // Without a sandbox it is the bus's policy.
    let plain = try await desk.figctl.run(["key", "show"])
    #expect(plain.code == 4)
    #expect(
      plain.errors
        == "figctl: The session bus does not let this program talk to the credential store "
        + "(org.freedesktop.DBus.Error.AccessDenied).\n  A sandbox or the bus's policy forbids it: see "
        + "'figctl doctor'.\n")
  }

  /// A unit of the user's own knows of the bus by the runtime folder alone.
  @Test func aUserUnitsEnvironment() async throws {
    let desk = try await Desk()
    let figctl = desk.figctl([
      "DBUS_SESSION_BUS_ADDRESS": nil, "INVOCATION_ID": "1f2e", "LANG": nil,
    ])
    for words in [["doctor"], ["key", "show"], ["task", "list"]] {
      let outcome = try await figctl.run(words)
      #expect(outcome.code == 0, "\(words): \(outcome)")
      FaultTally.survived("a user unit's environment", by: words.joined(separator: " "))
    }
    // One of the system's has no such folder.
    let other = desk.figctl([
      "DBUS_SESSION_BUS_ADDRESS": nil, "XDG_RUNTIME_DIR": nil, "INVOCATION_ID": "1f2e",
    ])
    let doctor = try await other.run(["doctor"])
    #expect(doctor.code == 4)
    #expect(
      section("bus", doctor.output).last
        == "fix: Make it a unit of the user's own, which has a bus: systemctl --user edit --full "
        + "--force NAME.service")
    FaultTally.survived("a system unit's environment", by: "doctor")
  }

  /// A bus of another user, as after `su` or `sudo -E`: closed, and said whose it is.
  @Test(.enabled(if: FileFacts.isRoot)) func anotherUsersBus() async throws {
    let desk = try await Desk()
    // The way to the bus is open, and so is a home of the other user's own beside it.
    let script = """
      folder=$XDG_RUNTIME_DIR; chmod 777 "$folder/bus"
      while [ "$folder" != / ] && [ "$folder" != /tmp ]; do
        chmod o+x "$folder"; folder=$(dirname "$folder")
      done
      export HOME="$XDG_RUNTIME_DIR/other" container=test
      mkdir -p "$HOME"; chown 54321 "$HOME"
      exec setpriv --reuid=54321 --regid=54321 --clear-groups "$0" "$@"
      """
    for words in [["doctor"], ["key", "list"], ["task", "list"]] {
      let outcome = try await desk.run(["/bin/sh", "-c", script, FigctlProcess.path] + words)
      #expect(outcome.code == 4, "\(words): \(outcome)")
      if words == ["doctor"] {
        #expect(
          section("surroundings", outcome.output).first
            == "warn surroundings User 54321, in the session of user 0 (su, or sudo -u).")
        #expect(section("bus", outcome.output).first?.hasPrefix("FAIL bus ") == true)
      }
      FaultTally.survived("another user's bus", by: words.joined(separator: " "))
    }
  }
}
