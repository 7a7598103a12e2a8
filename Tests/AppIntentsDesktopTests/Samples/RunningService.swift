import AppIntentsDesktop
import GLibBridge
import Synchronization
import TestSupport

/// A service in this process, on a private bus, with a folder for its cache.
final class RunningService: Sendable {
  struct Finished: Sendable {
    let run: String
    let outcome: String
    let result: [String: BusValue]
  }

  let bus: PrivateBus
  let application: DesktopApplication
  let control = ServiceControl()
  /// The signals Finished.
  let finished = EventLog<Finished>()
  /// How the service ended; nothing while it runs.
  let ends = EventLog<String>()
  private let subscription: Mutex<BusSubscription?> = Mutex(nil)

  /// Starts it; it has its name when this returns.
  init(
    _ application: DesktopApplication, on bus: PrivateBus, cache: String, waitsForName: Bool = true,
    adjust: (inout DesktopServiceOptions) -> Void = { _ in }
  ) async throws {
    self.bus = bus
    self.application = application
    var options = DesktopServiceOptions()
    options.busAddress = bus.address
    // The test's bus is the login manager's, too.
    options.loginBusAddress = bus.address
    options.cacheFolder = cache
    options.handlesSignals = false
    adjust(&options)
    let made = try await bus.connection.subscribe(
      sender: application.id, path: application.objectPath + "/Intents",
      interface: application.intentsInterface, member: "Finished",
      deadline: Deadline(limit: .seconds(30))
    ) { [finished] arguments in
      finished.append(
        Finished(
          run: arguments[0]?.text ?? "", outcome: arguments[1]?.text ?? "",
          result: arguments[2]?.dictionary ?? [:]))
    }
    subscription.withLock { $0 = made }
    let (control, ends) = (control, ends)
    Task { [options] in
      do {
        try await IntentsDesktop.run(application, options: options, control: control)
        ends.append("ended")
      } catch {
        ends.append("\(error)")
      }
    }
    if waitsForName { try await bus.waitForName(application.id, owned: true) }
  }

  deinit { control.stop(.stopRuns) }

  /// Calls a method of the service.
  func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
    reply: String = "()"
  ) async throws(BusError) -> BusValue {
    try await bus.connection.call(
      application.id, path: path, interface: interface, member: member, arguments, reply: reply,
      deadline: Deadline(limit: .seconds(30)))
  }

  /// Calls a method of our own interface.
  func intents(_ member: String, _ arguments: [BusValue] = [], reply: String) async throws(BusError)
    -> BusValue
  {
    try await call(
      application.objectPath + "/Intents", application.intentsInterface, member, arguments,
      reply: reply)
  }

  /// Starts a run by its name.
  func perform(
    _ intent: String, _ parameters: [String: String] = [:], _ options: [String: BusValue] = [:]
  ) async throws(BusError) -> String {
    try await intents(
      "Perform", [.string(intent), .strings(parameters), .properties(options)], reply: "(s)")[0]?
      .text ?? ""
  }

  /// Searches as GNOME does.
  func search(_ terms: String...) async throws(BusError) -> [String] {
    try await call(
      application.objectPath + "/SearchProvider", "org.gnome.Shell.SearchProvider2",
      "GetInitialResultSet", [.array(of: "s", terms.map { .string($0) })], reply: "(as)")[0]?
      .members.compactMap(\.text) ?? []
  }

  /// Chooses a row as GNOME does.
  func activate(_ row: String) async throws(BusError) {
    _ = try await call(
      application.objectPath + "/SearchProvider", "org.gnome.Shell.SearchProvider2",
      "ActivateResult", [.string(row), .array(of: "s", []), .uint32(0)])
  }
}
