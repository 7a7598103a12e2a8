import DemoServer
import GLibBridge
import TestSupport
import Testing

/// `figctl service` in a bad hour: much at once, nothing known, nowhere to write, nobody who answers.
@Suite struct ServiceHardshipTests {
  @Test("200 searches a second for three seconds while sixteen tasks run, then all end well")
  func searchesWhileRunning() async throws {
    let desk = try await Desk()
    desk.server.configure { $0.holdRuns = true }
    let daemon = try await NotificationDaemon(on: desk.bus)
    let session = try await ServiceSession(desk)
    let row = try await session.find("scrape")
    for _ in 0..<16 { try await session.activate(row) }
    let server = desk.server
    let all = try await FigctlProcess.offThread {
      server.waitForRuns { runs in runs.count { $0.isRunning } == 16 }
    }
    #expect(all)
    let start = ContinuousClock.now
    let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
      var answers: [Bool] = []
      for number in 0..<600 {
        // A bus takes 128 calls of one program that wait for an answer, and refuses the next.
        if number >= 100, let answer = try await group.next() { answers.append(answer) }
        group.addTask {
          try await Task.sleep(until: start + .milliseconds(5 * number))
          if number % 2 == 0 { return try await session.search("title", "scrape") == [row] }
          return try await session.match("titl scra").contains(row)
        }
      }
      for try await answer in group { answers.append(answer) }
      return answers
    }
    #expect(answers.count == 600)
    #expect(!answers.contains(false))
    server.releaseRuns()
    let done = "Scrape title finished with success."
    let notices = try await daemon.notices.wait { $0.count { $0.body == done } == 16 }
    #expect(Set(notices.filter { $0.body == done }.map(\.id)).count == 16)
    session.child.send(signal: 15)
    #expect(try await session.end().code == 0)
  }

  @Test("A locked keyring and an empty cache: what needs no key is found, and nobody is asked")
  func lockedAndCold() async throws {
    let desk = try await Desk()
    try await desk.bus.lock()
    let prompter = try await desk.bus.startDeafPrompter()
    let session = try await ServiceSession(desk)
    for _ in 0..<20 {
      #expect(try await session.search("scrape") == [])
      #expect(try await session.match("scrape") == [])
      #expect(try await session.search("run", "figranium").first == "s:run-figranium-task")
      #expect(try await session.match("run figranium").first == "s:run-figranium-task")
    }
    let told = try await FigctlProcess.output(of: session.child) { _, errors in
      errors.contains("could not be renewed")
    }
    #expect(told)
    #expect(prompter.standardOutput == "")
    session.child.send(signal: 15)
    #expect(try await session.end().code == 0)
  }

  @Test("Where the cache cannot be written it searches all the same, and says so once")
  func noCache() async throws {
    let desk = try await Desk()
    // A file where the folder should be: for root, too, there is nothing to write to.
    let session = try await ServiceSession(desk, more: ["XDG_CACHE_HOME": "/dev/null"])
    let row = try await session.find("scrape")
    #expect(row == "e:RunFigraniumTaskIntent:task:task_1")
    let told = try await FigctlProcess.output(of: session.child) { _, errors in
      errors.contains("The search's cache cannot be written")
    }
    #expect(told)
    session.child.send(signal: 15)
    #expect(try await session.end().code == 0)
  }

  @Test("Two that are started at once: one serves, the other says so and ends")
  func twoAtOnce() async throws {
    let desk = try await Desk()
    let figctl = FigctlProcess(environment: desk.bus.environment)
    let both = [try figctl.start(["service"]), try figctl.start(["service"])]
    try await desk.bus.waitForName(ServiceSession.name, owned: true)
    let codes = try await withThrowingTaskGroup(of: (Int, Int32?).self) { group in
      for (index, child) in both.enumerated() {
        group.addTask { (index, try await FigctlProcess.end(of: child).code) }
      }
      var codes: [Int32?] = []
      while let (index, code) = try await group.next() {
        codes.append(code)
        guard codes.count == 1 else { continue }
        // The other one serves, until it is told to end.
        #expect(try await ServiceSession.find(desk, "scrape").hasPrefix("e:"))
        both[1 - index].send(signal: 15)
      }
      return codes
    }
    #expect(codes == [9, 0])
  }

  @Test("A notification server that never answers: the task runs, and SIGTERM ends the service")
  func deafNotifications() async throws {
    let desk = try await Desk()
    let daemon = try await NotificationDaemon(on: desk.bus)
    let session = try await ServiceSession(desk)
    let row = try await session.find("scrape")
    daemon.freeze()
    try await session.activate(row)
    let server = desk.server
    let run = try await FigctlProcess.offThread { server.waitForRun { !$0.isRunning } }
    #expect(run != nil)
    #expect(try await session.search("scrape") == [row])
    session.child.send(signal: 15)
    #expect(try await session.end().code == 0)
    daemon.thaw()
  }
}
