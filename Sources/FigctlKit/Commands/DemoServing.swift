import DemoServer
import FoundationEssentials
import GLibBridge

/// `figctl demo --serve`: the demo's server by itself, for as long as somebody tries commands with it.
enum DemoServing {
  static let options: [OptionSpec] = [
    .flag("serve", "only run the server, until Ctrl-C, to try other commands with"),
    .value("port", "PORT", "with --serve: listen there, and not where the system likes"),
  ]

  /// So many executions are kept: the server may go on for days.
  private static let executionLimit = 1000

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let port = try port(context)
    // Made up each time: nothing is lost with it, so it may be shown.
    let key = "demo-" + UUID().uuidString.lowercased()
    var configuration = DemoServerConfiguration(dialect: .v020, apiKey: key)
    configuration.planRun = DemoRunPlan.byVariables
    configuration.recordsRequests = false
    configuration.executionLimit = executionLimit
    let server: DemoServer
    do throws(GLibError) {
      server = try DemoServer(configuration, port: port)
    } catch {
      throw CommandFailure(
        .network, "NETWORK_ERROR", "The demo's server did not start: \(error.message)",
        hint: port == 0 ? nil : "Leave --port out, or name another one.")
    }
    try tell(server.baseURL, key, configuration, context)
    context.watch.onInterrupt(alsoAtTimeout: true) {
      server.stop()
      context.console.note("figctl: The demo's server has ended; it kept nothing.")
    }
    // Nothing ever comes; the stream ends with the command's task.
    let (never, end) = AsyncStream<Void>.makeStream()
    for await _ in never {}
    withExtendedLifetime((server, end)) {}
    return .ok
  }

  private static func port(_ context: CommandContext) throws -> UInt16 {
    guard let text = context.value("port") else { return 0 }
    guard let port = UInt16(text), port > 0 else {
      throw CommandFailure.usage("--port takes a number from 1 to 65535, not '\(text)'.")
    }
    return port
  }

  private static func tell(
    _ address: String, _ key: String, _ configuration: DemoServerConfiguration,
    _ context: CommandContext
  ) throws {
    let (email, password) = (configuration.email, configuration.password)
    try context.console.result(
      [
        "server": .string(address), "key": .string(key), "email": .string(email),
        "password": .string(password),
      ],
      [
        "A Figranium server on this machine, at \(address). It runs no browser, keeps nothing, and "
          + "ends with Ctrl-C.",
        "", "In another terminal:",
        "  figctl profile add demo --server \(address)",
        "  printf %s \(key) | figctl -p demo key set",
        "  figctl -p demo run 'Scrape title'",
        "  figctl -p demo run task_1 --var demo_outcome=error",
        "  figctl -p demo run task_1 --var demo_hold=true --detach  # until stopped",
        "", "Stopping a run and rotating the key want a session (password: \(password)):",
        "  figctl -p demo login --email \(email)",
        "  figctl -p demo key rotate",
        "", "At the end: figctl profile remove demo --delete-key",
      ])
  }
}
