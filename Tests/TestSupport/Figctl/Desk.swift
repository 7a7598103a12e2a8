package import DemoServer
import FoundationEssentials
import GLibBridge

/// A user's desk: a bus with a keyring, a server, and `figctl` with both.
package struct Desk {
  /// A made-up key, of the form that servers make.
  package static let key = "9f2c4b7e1a5d8036c4e7b9a1d3f508264c6e8a0b2d4f6081a3c5e7092b4d6f81"

  package let bus: PrivateBus
  package let server: DemoServer
  package let figctl: FigctlProcess

  /// Sets one up: profile `default` names the server, and its key is stored unless said otherwise.
  package init(
    _ keyring: PrivateBus.Keyring = .unlocked, dialect: DemoDialect = .documented,
    storingKey: Bool = true
  ) async throws {
    bus = try await PrivateBus(keyring)
    server = try DemoServer(DemoServerConfiguration(dialect: dialect, apiKey: Self.key))
    figctl = FigctlProcess(environment: bus.environment)
    try await useServer(server.baseURL)
    if storingKey {
      let stored = try await figctl.run(["key", "set", "--no-verify", "-q"], input: Self.key)
      guard stored.code == 0 else {
        throw PrivateBus.Failure(description: "key set: \(stored.errors)")
      }
    }
  }

  /// Writes the profile `default`, as `figctl profile add` would.
  package func useServer(_ address: String, more: [String] = []) async throws {
    let known = try await figctl.run(["profile", "list"]).output.contains(address)
    if known { return }
    let command = ["profile", "add", "default", "--server", address] + more
    var outcome = try await figctl.run(command)
    if outcome.code == 9 {
      outcome = try await figctl.run(["profile", "set", "default", "server=\(address)"] + more)
    }
    guard outcome.code == 0 else {
      throw PrivateBus.Failure(description: "profile: \(outcome.errors)")
    }
  }

  /// Stops the keyring's process; when this returns it no longer runs.
  package func freeze() async throws {
    let answer = try await run([
      "/usr/bin/gdbus", "call", "--address", bus.address, "--dest", "org.freedesktop.DBus",
      "--object-path", "/org/freedesktop/DBus", "--method",
      "org.freedesktop.DBus.GetConnectionUnixProcessID", "org.freedesktop.secrets",
    ])
    let pid = answer.output.split(separator: " ").last?.filter(\.isNumber) ?? ""
    bus.freeze()
    guard try await ProcessState.isStopped(pid) else {
      throw PrivateBus.Failure(description: "process '\(pid)' of the keyring was not stopped")
    }
  }

  /// The text of the configuration.
  package var configuration: String {
    let path = bus.home + "/.config/figranium/figctl.conf"
    return (try? String(contentsOf: URL(filePath: path), encoding: .utf8)) ?? ""
  }

  /// Runs another program on the same bus, to its end.
  ///
  /// What KWallet does to one session of 256 is not the other program's to mend: it is run again.
  package func run(_ words: [String], input: String = "") async throws -> FigctlProcess.Outcome {
    try await TestedProvider.run(words) {
      try await FigctlProcess.end(
        of: ChildProcess(words, environment: bus.environment, input: .bytes(Array(input.utf8))))
    }
  }
}
