import AppIntents
import AppIntentsDesktop
import GLibBridge

/// What `Perform` on the bus costs beyond the library's own call.
///
/// Service and caller are in this process, with the session's bus between them; the intent does
/// nothing, so that nothing but the way is measured.
enum PerformOverBus {
  struct Nothing: AppIntent {
    static let title: LocalizedStringResource = "Do Nothing"
    func perform() async throws -> some IntentResult & ProvidesDialog { .result(dialog: "Done.") }
  }

  struct Shortcuts: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
      AppShortcut(intent: Nothing(), phrases: ["Do nothing"])
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The median difference in milliseconds, from the call to the signal Finished.
  static func milliseconds(count: Int) async throws -> Double {
    let application = DesktopApplication(id: "dev.figranium.Bench", shortcuts: Shortcuts.self)
    let control = ServiceControl()
    var options = DesktopServiceOptions()
    options.handlesSignals = false
    let service = Task { [options] in
      try await IntentsDesktop.run(application, options: options, control: control)
    }
    guard let address = BusAddress.ofSession() else { throw Failure(description: "no bus") }
    let connection = try await BusConnection.connect(
      to: address.address, deadline: Deadline(limit: .seconds(10)))
    let path = application.objectPath + "/Intents"
    let (finished, finish) = AsyncStream<String>.makeStream()
    var waiting = finished.makeAsyncIterator()
    let (names, named) = AsyncStream<Void>.makeStream()
    let watch = try await connection.watchOwner(
      of: application.id, deadline: Deadline(limit: .seconds(10))
    ) { if $0 != nil { named.yield() } }
    if try await connection.owner(of: application.id, deadline: Deadline(limit: .seconds(10)))
      == nil
    {
      for await _ in names { break }
    }
    let subscription = try await connection.subscribe(
      sender: application.id, path: path, interface: application.intentsInterface,
      member: "Finished", deadline: Deadline(limit: .seconds(10))
    ) { finish.yield($0[0]?.text ?? "") }
    let intent = IntentDescriptor(Nothing.self)
    let clock = ContinuousClock()
    var bus: [Duration] = []
    var library: [Duration] = []
    for turn in -50..<count {  // the first fifty warm up
      let called = try await clock.measure {
        let run = try await connection.call(
          application.id, path: path, interface: application.intentsInterface, member: "Perform",
          [.string("Nothing"), .strings([:]), .properties([:])], reply: "(s)",
          deadline: Deadline(limit: .seconds(10)))[0]?.text
        while let ended = await waiting.next(), ended != run {}
      }
      let direct = try await clock.measure { _ = try await IntentRun().perform(intent) }
      if turn >= 0 {
        bus.append(called)
        library.append(direct)
      }
    }
    control.stop(.stopRuns)
    try await service.value
    withExtendedLifetime((watch, subscription)) {}
    bus.sort()
    library.sort()
    return (bus[count / 2] - library[count / 2]) / .milliseconds(1)
  }
}
