import AppIntents
import AppIntentsDesktop
import GLibBridge
import TestSupport
import Testing

/// How the service comes, goes, waits and works under load.
@Suite struct ServiceLifeTests {
  private let folder: TemporaryDirectory
  private let bus: PrivateBus
  private let world = World()

  init() async throws {
    folder = try TemporaryDirectory()
    bus = try await PrivateBus(.none)
  }

  private func service(
    adjust: (inout DesktopServiceOptions) -> Void = { _ in }
  ) async throws -> RunningService {
    try await RunningService(world.application(), on: bus, cache: folder.path, adjust: adjust)
  }

  @Test("It leaves when nobody calls, and its name goes with it")
  func idle() async throws {
    let service = try await service { $0.idleLimit = .milliseconds(200) }
    #expect(try await service.ends.wait { !$0.isEmpty } == ["ended"])
    try await bus.waitForName(service.application.id, owned: false)
  }

  @Test("A run keeps it, for as long as it takes")
  func busy() async throws {
    let service = try await service { $0.idleLimit = .milliseconds(1) }
    // Whether the call or the end comes first is chance; a call that was taken is a run that ends.
    do throws(BusError) {
      let run = try await service.perform("Wait")
      try await world.events.first { $0 == "waiting" }
      #expect(service.ends.elements.isEmpty)
      world.release()
      #expect(try await service.finished.first { $0.run == run }.outcome == "success")
    } catch {
      guard case .remote(let name, _) = error else { throw error }
      #expect(["ServiceUnknown", "NameHasNoOwner"].contains { name.hasSuffix($0) })
    }
    #expect(try await service.ends.wait { !$0.isEmpty } == ["ended"])
  }

  @Test("Told to stop, it ends the runs and tells how they ended")
  func stop() async throws {
    let service = try await service()
    let runs = try await [service.perform("Wait"), service.perform("Wait")]
    try await world.events.wait { $0.count { $0 == "waiting" } == 2 }
    service.control.stop(.stopRuns)
    #expect(try await service.ends.wait { !$0.isEmpty } == ["ended"])
    let ends = try await service.finished.wait { $0.count == 2 }
    #expect(Set(ends.map(\.run)) == Set(runs))
    #expect(ends.allSatisfy { $0.outcome == "cancelled" })
  }

  /// Waits until the service takes no more runs.
  private func refusal(of service: RunningService) async throws {
    while true {
      do throws(BusError) {
        _ = try await service.perform("Greet", ["friend": "f1"])
      } catch {
        guard case .remote(let name, _) = error else { throw error }
        return #expect(name == "org.example.Friends_2.Intents1.Error.Stopping")
      }
    }
  }

  @Test("Told to wait, it takes no more calls, waits, and can still be stopped")
  func wait() async throws {
    let service = try await service()
    let run = try await service.perform("Wait")
    try await world.events.first { $0 == "waiting" }
    service.control.stop(.wait)
    try await refusal(of: service)
    #expect(service.ends.elements.isEmpty)
    service.control.stop(.stopRuns)
    #expect(try await service.finished.first { $0.run == run }.outcome == "cancelled")
    #expect(try await service.ends.wait { !$0.isEmpty } == ["ended"])
  }

  @Test("Told to wait, it ends by itself when the last run does")
  func waitToTheEnd() async throws {
    let service = try await service()
    let run = try await service.perform("Wait")
    try await world.events.first { $0 == "waiting" }
    service.control.stop(.wait)
    try await refusal(of: service)
    world.release()
    #expect(try await service.finished.first { $0.run == run }.outcome == "success")
    #expect(try await service.ends.wait { !$0.isEmpty } == ["ended"])
  }

  @Test("The end of the bus is the end of the service")
  func busEnds() async throws {
    let service = try await service()
    _ = try await service.perform("Wait")
    try await world.events.first { $0 == "waiting" }
    bus.stop()
    #expect(try await service.ends.wait { !$0.isEmpty } == ["ended"])
    #expect(world.events.elements.contains("cancelled"))
  }

  @Test("A second service of the name is refused, and the first is not disturbed")
  func secondService() async throws {
    let first = try await service()
    let second = try await RunningService(
      world.application(), on: bus, cache: folder.path, waitsForName: false)
    #expect(
      try await second.ends.wait { !$0.isEmpty } == [
        "Another program has the name org.example.Friends-2 on the session bus."
      ])
    #expect(try await first.search("wait") == ["i:Wait"])
    #expect(first.ends.elements.isEmpty)
  }

  @Test("No bus where one is said to be")
  func noBus() async throws {
    var options = DesktopServiceOptions()
    options.busAddress = "unix:path=\(folder.file("nothing"))"
    options.handlesSignals = false
    await #expect(throws: DesktopError.self) {
      try await IntentsDesktop.run(world.application(), options: options)
    }
  }

  // MARK: - Load

  @Test("Sixteen at once, the next waits its turn")
  func width() async throws {
    let service = try await service()
    for _ in 0..<16 { _ = try await service.perform("Wait") }
    try await world.events.wait { $0.count { $0 == "waiting" } == 16 }
    let next = try await service.perform("Greet", ["friend": "f1"])
    // One more after it, which is called off before its turn.
    let dropped = try await service.perform("Greet", ["friend": "f2"])
    let wasThere = try await service.intents("Cancel", [.string(dropped)], reply: "(b)")
    #expect(wasThere[0]?.bool == true)
    #expect(!world.events.elements.contains("greet f1"))
    world.release()
    #expect(try await service.finished.first { $0.run == next }.outcome == "success")
    #expect(try await service.finished.first { $0.run == dropped }.outcome == "cancelled")
    #expect(!world.events.elements.contains("greet f2"))
    #expect(try await service.finished.wait { $0.count == 18 }.count == 18)
  }

  @Test("200 searches a second while sixteen intents run")
  func searchesWhileRunning() async throws {
    world.friends = (0..<1_000).map { Friend(id: "n\($0)", name: "Friend number \($0)") }
    let service = try await service()
    try await world.settle(service)
    for _ in 0..<16 { _ = try await service.perform("Wait") }
    try await world.events.wait { $0.count { $0 == "waiting" } == 16 }
    // Five seconds' worth, of both desktops, a hundred at a time: more a bus lets nobody wait for.
    for start in stride(from: 0, to: 500, by: 50) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in start..<(start + 50) {
          group.addTask {
            let found = try await service.search("number", "\(number)")
            #expect(found.first?.hasPrefix("e:") == true)
          }
          group.addTask {
            let found = try await service.call(
              "/runner", "org.kde.krunner1", "Match", [.string("friend \(number)")],
              reply: "(a(sssida{sv}))")
            #expect(found[0]?.members.isEmpty == false)
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(world.events.elements.count { $0 == "waiting" } == 16)
    #expect(service.finished.elements.isEmpty)
    world.release()
    #expect(
      try await service.finished.wait { $0.count == 16 }.allSatisfy { $0.outcome == "success" })
  }

  @Test("200 searches a second at an even pace, for three seconds, while sixteen intents run")
  func pacedSearches() async throws {
    world.friends = (0..<1_000).map { Friend(id: "n\($0)", name: "Friend number \($0)") }
    let service = try await service()
    try await world.settle(service)
    for _ in 0..<16 { _ = try await service.perform("Wait") }
    try await world.events.wait { $0.count { $0 == "waiting" } == 16 }
    let start = ContinuousClock.now
    // Each is sent when its time has come; a hundred may be under way.
    let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
      var answers: [Bool] = []
      for number in 0..<600 {
        // A bus takes 128 calls of one program that wait for an answer, and refuses the next.
        if number >= 100, let answer = try await group.next() { answers.append(answer) }
        group.addTask {
          try await Task.sleep(until: start + .milliseconds(5 * number))
          let found = try await service.search("number", "\(number)")
          return found.contains("e:Greet:friend:n\(number)")
        }
      }
      for try await answer in group { answers.append(answer) }
      return answers
    }
    #expect(answers.count == 600)
    #expect(!answers.contains(false))
    #expect(service.finished.elements.isEmpty)
    world.release()
    #expect(
      try await service.finished.wait { $0.count == 16 }.allSatisfy { $0.outcome == "success" })
  }

  @Test("More than can wait is refused, and what waits is not lost")
  func queueLimit() async throws {
    let service = try await service()
    for _ in 0..<(16 + 256) { _ = try await service.perform("Wait") }
    await #expect(throws: BusError.self) { try await service.perform("Wait") }
    world.release()
    #expect(try await service.finished.wait { $0.count == 272 }.count == 272)
  }

  // MARK: - What the search knows

  @Test("A cold start answers from the cache, before the program has")
  func coldStart() async throws {
    do {
      let first = try await service()
      try await world.settle(first)
      first.control.stop(.stopRuns)
      try await first.ends.wait { !$0.isEmpty }
    }
    world.problem = "nothing can be read"
    let second = try await service()
    #expect(try await second.search("grace") == ["e:Greet:friend:f2"])
    try await world.events.first {
      $0 == "log: The search's entries could not be renewed: nothing can be read"
    }
    // And it is still there after the failure.
    #expect(try await second.search("grace") == ["e:Greet:friend:f2"])
  }

  @Test("A search runs nothing, and a failing program is no error to it")
  func failingProgram() async throws {
    world.problem = "away"
    let service = try await service()
    #expect(try await service.search("grace") == [])
    #expect(try await service.search("greet") == ["s:greet"])
    let runs = world.events.elements.filter { $0 != "read" && !$0.hasPrefix("log") }
    #expect(runs == [])
  }

  @Test("What an intent has changed is found after it")
  func changes() async throws {
    let service = try await service()
    try await world.settle(service)
    world.friends = [Friend(id: "new", name: "Newcomer")]
    let clock = ContinuousClock.now + .seconds(30)
    while try await service.search("newcomer").isEmpty {
      guard ContinuousClock.now < clock else { break }
      let run = try await service.perform("Greet", ["friend": "new"])
      try await service.finished.first { $0.run == run }
    }
    #expect(try await service.search("newcomer") == ["e:Greet:friend:new"])
    #expect(try await service.search("grace") == [])
  }
}
