import GLibBridge
import TestSupport
import Testing

/// Credential stores that fail: each ends within its limit, with exit code 4 and exact words.
@Suite struct StoreFaultTests {
  @Test func all() async throws {
    let home = try TemporaryHome()
    var environment = home.environment
    let noBus = try await FigctlProcess(environment: environment).run(["key", "show"])
    print("ROW noBus [\(noBus.code ?? -1)] \(noBus.errors)")
    environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere/bus"
    let deadBus = try await FigctlProcess(environment: environment).run(["key", "show"])
    print("ROW deadBus [\(deadBus.code ?? -1)] \(deadBus.errors)")
    for keyring in [PrivateBus.Keyring.none, .neverUnlocked, .brokenActivation, .failingActivation] {
      let bus = try await PrivateBus(keyring)
      let figctl = FigctlProcess(environment: bus.environment)
      for command in [["key", "show"], ["key", "set", "--no-verify"], ["key", "list"], ["run", "x"]] {
        let outcome = try await figctl.run(command + ["--timeout", "2"], input: "made-up")
        print("ROW \(keyring) \(command) [\(outcome.code ?? -1)] \(outcome.errors)")
      }
    }
    let desk = try await Desk()
    try await desk.bus.lock()
    for command in [["key", "show"], ["key", "show", "--no-prompt"], ["key", "set", "--no-verify"], ["key", "delete", "--yes"], ["run", "x"], ["stop", "x"]] {
      let outcome = try await desk.figctl.run(command + ["--timeout", "3"], input: "made-up")
      print("ROW locked \(command) [\(outcome.code ?? -1)] \(outcome.errors)")
    }
    try await desk.bus.startDeafPrompter()
    for command in [["key", "show"], ["key", "show", "--no-prompt"], ["run", "x"], ["stop", "x"]] {
      let outcome = try await desk.figctl.run(command + ["--timeout", "3"], input: "made-up")
      print("ROW deaf \(command) [\(outcome.code ?? -1)] \(outcome.errors)")
    }
    desk.bus.freeze()
    for command in [["key", "show"], ["key", "list"], ["run", "x"], ["stop", "x"]] {
      let outcome = try await desk.figctl.run(command + ["--timeout", "2"], input: "made-up")
      print("ROW frozen \(command) [\(outcome.code ?? -1)] \(outcome.errors)")
    }
    desk.bus.thaw()
  }
}
