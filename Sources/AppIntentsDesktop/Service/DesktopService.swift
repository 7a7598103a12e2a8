import AppIntents
import GLibBridge

/// The service on the bus: brings the parts together, comes and goes.
struct DesktopService: Sendable {
  /// How long the bus may take for one thing.
  private static let busLimit = Duration.seconds(10)

  let application: DesktopApplication
  let options: DesktopServiceOptions
  let control: ServiceControl

  /// Serves until it is idle, told to stop, or left by the bus.
  ///
  /// - Throws: ``DesktopError``.
  func run() async throws {
    try application.check()
    let address = options.busAddress.map(BusAddress.init(given:)) ?? BusAddress.ofSession()
    guard let address else { throw DesktopError.noSessionBus }
    do {
      let connection = try await BusConnection.connect(
        to: address.address, deadline: Deadline(limit: Self.busLimit))
      try await serve(on: connection)
    } catch let error as BusError {
      throw DesktopError.bus(error.sentence)
    }
  }

  private func serve(on connection: BusConnection) async throws {
    let deadline = Deadline(limit: Self.busLimit)
    let board = NoticeBoard(
      NotificationServer(connection, application: application), log: application.hooks.log)
    let catalogue = Catalogue(application, cacheFolder: options.cacheFolder)
    let runs = runTable(connection, board, catalogue)
    let launcher = Launcher(
      application: application, catalogue: catalogue, runs: runs, board: board)
    let idle = IdleWatch(limit: options.idleLimit) { runs.count > 0 }
    let served = try interfaces(catalogue, launcher)

    var objects: [BusObject] = []
    for one in served {
      let object = try await connection.export(one.path, one.interface, deadline: deadline) {
        call, reply in
        idle.touch()
        one.handler(call, reply)
      }
      objects.append(object)
    }
    try await board.start(deadline: deadline)
    // What the start needed and nothing else does.
    ResidentMemory.release()
    // Last: the first call may be on its way already, and everything is there for it.
    guard try await connection.claim(application.id, deadline: deadline) == .owned else {
      throw DesktopError.nameTaken(application.id)
    }
    catalogue.refresh(ifOlderThan: .zero)
    // To the very end: a signal that nobody waits for any more would end the process.
    let signals = options.handlesSignals ? catchSignals() : nil
    let end = try await waitForEnd(connection, idle)
    catalogue.stop()
    await finish(runs, end)
    await catalogue.settle()
    await board.retire()
    await flush(connection)
    withExtendedLifetime((objects, signals)) {}
  }

  /// Sees that the last words are heard.
  private func flush(_ connection: BusConnection) async {
    guard !connection.isClosed else { return }
    do throws(BusError) {
      try await connection.flush(deadline: Deadline(limit: .seconds(1)))
    } catch {
      application.hooks.log("The last signals were not sent: \(error.sentence)")
    }
  }

  private func runTable(
    _ connection: BusConnection, _ board: NoticeBoard, _ catalogue: Catalogue
  ) -> RunTable {
    let application = application
    let runner = DesktopRunner(
      application: application, board: board, speaker: Speaker(name: application.name),
      questionLimit: options.questionLimit,
      authentication: Authentication(
        lock: SessionLock(
          connection, loginAddress: options.loginBusAddress ?? BusAddress.ofSystem().address)))
    return RunTable { id, request, stop in
      let end = await runner.run(request, stop: stop)
      // An intent may have made, renamed or deleted what the search shows.
      catalogue.refresh(ifOlderThan: .seconds(1))
      do throws(BusError) {
        try connection.emit(
          application.objectPath + "/Intents", interface: application.intentsInterface,
          member: "Finished",
          [.string(id), .string(end.word), .properties(IntentForm.result(end))])
      } catch {
        application.hooks.log("The end of a run was not told on the bus: \(error.sentence)")
      }
    }
  }

  private func interfaces(_ catalogue: Catalogue, _ launcher: Launcher) throws -> [ServedInterface]
  {
    let path = application.objectPath
    let icon = application.id
    return [
      try ApplicationObject(launcher: launcher).serve(at: path),
      try SearchProvider(catalogue: catalogue, launcher: launcher, icon: icon)
        .serve(at: "\(path)/SearchProvider"),
      try Runner(catalogue: catalogue, launcher: launcher, icon: icon).serve(at: Runner.path),
      try IntentsObject(application: application, catalogue: catalogue, launcher: launcher)
        .serve(at: "\(path)/Intents"),
    ]
  }

  // MARK: - The end

  private enum End: Sendable {
    case idle
    case told(ServiceControl.Stop)
    case busClosed
  }

  /// The first signal does as the options say, the next ones stop what runs.
  private func catchSignals() -> ServiceSignals {
    let isFirst = LockedValue(true)
    return ServiceSignals { [control, options] _ in
      let first = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      control.stop(first ? options.atSignal : .stopRuns)
    }
  }

  private func waitForEnd(_ connection: BusConnection, _ idle: IdleWatch) async throws -> End {
    let (ends, end) = AsyncStream<End>.makeStream()
    let closing = BusClosing(connection) { end.yield(.busClosed) }
    control.onStop { end.yield(.told($0)) }
    defer { withExtendedLifetime(closing) {} }
    while true {
      let waiting = Task {
        try await idle.wait()
        end.yield(.idle)
      }
      defer { waiting.cancel() }
      var first: End?
      for await one in ends {
        first = one
        break
      }
      guard case .idle? = first else { return first ?? .busClosed }
      // The name goes first: a call that comes later starts a new service. One that came before
      // has arrived when this returns, and then we stay.
      try await connection.release(application.id, deadline: Deadline(limit: Self.busLimit))
      if idle.remaining == .zero { return .idle }
      let claim = try await connection.claim(
        application.id, deadline: Deadline(limit: Self.busLimit))
      guard claim == .owned else { return .told(.wait) }
    }
  }

  private func finish(_ runs: RunTable, _ end: End) async {
    runs.close()
    let how: ServiceControl.Stop
    switch end {
    case .idle: return
    case .told(let stop): how = stop
    case .busClosed: how = .stopRuns
    }
    // The name stays to the end: callers listen for Finished under it.
    if how == .wait {
      // Told again it stops them.
      control.onStop(after: .wait) { stop in if stop == .stopRuns { runs.cancelAll() } }
      await runs.waitUntilEmpty()
      return
    }
    runs.cancelAll()
    do {
      try await Limited.run(options.stopLimit) {
        await runs.waitUntilEmpty()
        try Task.checkCancellation()
      }
    } catch {
      application.hooks.log(
        "\(runs.count) intents did not end within \(options.stopLimit.components.seconds) seconds.")
    }
  }
}
