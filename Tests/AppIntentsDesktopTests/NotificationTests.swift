import AppIntents
import AppIntentsDesktop
import GLibBridge
import TestSupport
import Testing

/// What the user is told and asked, on a real bus with python-dbusmock's notification server.
@Suite struct NotificationTests {
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
    let service = try await RunningService(
      world.application(), on: bus, cache: folder.path, adjust: adjust)
    try await world.settle(service)
    return service
  }

  // MARK: - Telling

  @Test("Running, then the supporting text in its place, with markup escaped")
  func result() async throws {
    let daemon = try await NotificationDaemon(on: bus)
    let service = try await service()
    try await service.activate("e:Greet:friend:f2")
    let notices = try await daemon.notices.wait { $0.last?.body.hasPrefix("Hello") == true }
    #expect(notices.map(\.summary).allSatisfy { $0 == "Greet Friend" })
    #expect(notices.first?.body == "Running: Grace Hopper")
    #expect(notices.first?.actions == ["stop": "Stop"])
    #expect(notices.first?.hints["desktop-entry"]?.text == "org.example.Friends-2")
    #expect(notices.last?.body == "Hello, &lt;Grace Hopper&gt;")
    #expect(notices.last?.actions == [:])
    #expect(Set(notices.map(\.id)) == [1])
  }

  @Test("A server without markup gets the text as it is")
  func plainServer() async throws {
    let daemon = try await NotificationDaemon(on: bus, capabilities: "body")
    let service = try await service()
    try await service.activate("i:Fail")
    let notice = try await daemon.notices.first { $0.summary == "Fail Always failed" }
    #expect(notice.body == "The moon & the stars are <away>.")
    #expect(notice.actions == [:])
  }

  @Test("A run by Perform is told to its caller only, unless it asks for notices")
  func perform() async throws {
    let daemon = try await NotificationDaemon(on: bus)
    let service = try await service()
    let quiet = try await service.perform("Greet", ["friend": "f1"])
    try await service.finished.first { $0.run == quiet }
    let loud = try await service.perform("Greet", ["friend": "f2"], ["notify": .boolean(true)])
    try await service.finished.first { $0.run == loud }
    // The notice is sent before the signal.
    let notices = try await daemon.notices.wait { $0.contains { $0.body.contains("Grace") } }
    #expect(!notices.contains { $0.body.contains("Ada") })
  }

  @Test("The button ends the run, and says so")
  func stop() async throws {
    let daemon = try await NotificationDaemon(on: bus)
    let service = try await service()
    try await service.activate("i:Wait")
    let running = try await daemon.notices.first { $0.body == "Running…" }
    try await world.events.first { $0 == "waiting" }
    try await daemon.press("stop", on: running.id + 77)
    try await daemon.press("stop", on: running.id)
    let last = try await daemon.notices.first { $0.body == "Stopped." }
    #expect(last.id == running.id)
    #expect(daemon.notices.elements.contains { $0.body == "Stopping…" })
    #expect(world.events.elements.contains("cancelled"))
  }

  @Test("Taking the notice of a run away stops nothing")
  func dismissal() async throws {
    let daemon = try await NotificationDaemon(on: bus)
    let service = try await service()
    try await service.activate("i:Wait")
    let running = try await daemon.notices.first { $0.body == "Running…" }
    try await world.events.first { $0 == "waiting" }
    try await daemon.dismiss(running.id)
    try await daemon.press("default", on: running.id)
    world.release()
    // The result is worth a notice of its own.
    let last = try await daemon.notices.first { $0.body == "Waited." }
    #expect(last.replaced == 0)
    #expect(last.id != running.id)
  }

  // MARK: - Asking

  @Test("Yes by a button", arguments: ["accept", "deny", "closed"])
  func confirmation(answer: String) async throws {
    let daemon = try await NotificationDaemon(on: bus)
    let service = try await service()
    let run = try await service.perform("Ask", [:], ["notify": .boolean(true)])
    let question = try await daemon.notices.first { $0.body == "Send &lt;it&gt;?" }
    #expect(question.actions == ["accept": "Send", "deny": "Cancel"])
    #expect(question.hints["urgency"] == .variant(.byte(2)))
    // A click on the text is no answer.
    try await daemon.press("default", on: question.id)
    if answer == "closed" {
      try await daemon.dismiss(question.id)
    } else {
      try await daemon.press(answer, on: question.id)
    }
    let end = try await service.finished.first { $0.run == run }
    #expect(end.outcome == (answer == "accept" ? "success" : "cancelled"))
    #expect(world.events.elements.contains("sent") == (answer == "accept"))
    if answer != "accept" {
      try await daemon.notices.first {
        $0.body == "Not done: there was no yes to \"Send &lt;it&gt;?\"."
      }
    }
  }

  @Test("No answer in time means no")
  func noAnswer() async throws {
    let daemon = try await NotificationDaemon(on: bus)
    let service = try await service { $0.questionLimit = .milliseconds(50) }
    let run = try await service.perform("Ask", [:], ["notify": .boolean(true)])
    let end = try await service.finished.first { $0.run == run }
    #expect(end.outcome == "cancelled")
    #expect(!world.events.elements.contains("sent"))
    _ = daemon
  }

  @Test("A missing value is chosen among buttons, a few at a time")
  func choice() async throws {
    let daemon = try await NotificationDaemon(on: bus)
    let service = try await service()
    try await service.activate("i:Mood")
    let first = try await daemon.notices.first { $0.actions["more"] != nil }
    #expect(first.body == "Colour?\n1–2 of 5")
    try await daemon.press("more", on: first.id)
    let second = try await daemon.notices.first { $0.body.hasSuffix("3–4 of 5") }
    try await daemon.press("more", on: second.id)
    let third = try await daemon.notices.first { $0.body.hasSuffix("5–5 of 5") }
    let (key, label) = try #require(third.actions.first { $0.key != "more" })
    #expect(second.id == first.id && third.id == first.id)
    try await daemon.press(key, on: third.id)
    try await daemon.notices.first { $0.body == "Set." }
    let colours = [
      "Red": "red", "Green": "green", "Blue": "blue", "Grey": "grey", "Black": "black",
    ]
    #expect(world.events.elements.last { $0.hasPrefix("mood") } == "mood \(colours[label] ?? "?")")
  }

  @Test("A missing text is typed where the server has a field for it")
  func reply() async throws {
    let daemon = try await NotificationDaemon(
      on: bus, capabilities: "body actions inline-reply")
    let service = try await service()
    try await service.activate("i:Note")
    let question = try await daemon.notices.first { $0.actions["inline-reply"] != nil }
    try await daemon.reply("milk, <eggs>", to: question.id)
    try await daemon.notices.first { $0.body == "Noted." }
    #expect(world.events.elements.contains("note milk, <eggs>"))
  }

  @Test(
    "Where nobody can answer, the failure names the way that works",
    arguments: ["body actions", "body"])
  func cannotAsk(capabilities: String) async throws {
    let daemon = try await NotificationDaemon(on: bus, capabilities: capabilities)
    let service = try await service()
    try await service.activate("i:Note")
    let notice = try await daemon.notices.first { $0.summary == "Take Note failed" }
    #expect(
      notice.body
        == "A value for text is missing: any text.\nOn a command line: friends Note text=…")
  }

  // MARK: - The server comes and goes

  @Test("A question is asked again by a new server, and answered there")
  func restart() async throws {
    let first = try await NotificationDaemon(on: bus)
    let service = try await service()
    let run = try await service.perform("Ask", [:], ["notify": .boolean(true)])
    let question = try await first.notices.first { $0.actions["accept"] != nil }
    try await first.stop()
    let second = try await NotificationDaemon(on: bus)
    let again = try await second.notices.first { $0.actions["accept"] != nil }
    #expect(again.body == question.body)
    #expect(again.replaced == 0)
    try await second.press("accept", on: again.id)
    #expect(try await service.finished.first { $0.run == run }.outcome == "success")
    try await second.notices.first { $0.body == "Sent." }
  }

  @Test("A run without a server ends all the same, and a later server is told")
  func lateServer() async throws {
    let service = try await service()
    let run = try await service.perform("Greet", ["friend": "f1"], ["notify": .boolean(true)])
    #expect(try await service.finished.first { $0.run == run }.outcome == "success")
    let daemon = try await NotificationDaemon(on: bus)
    let notice = try await daemon.notices.first { $0.body.hasPrefix("Hello") }
    #expect(notice.replaced == 0)
    #expect(daemon.notices.elements.count == 1)
    let asking = try await service.perform("Greet", ["friend": "f2"], ["notify": .boolean(true)])
    #expect(try await service.finished.first { $0.run == asking }.outcome == "success")
  }

  @Test("A server that goes away while a run goes on is given the result's place anew")
  func restartWhileRunning() async throws {
    let first = try await NotificationDaemon(on: bus)
    let service = try await service()
    try await service.activate("i:Wait")
    try await first.notices.first { $0.body == "Running…" }
    try await first.stop()
    let second = try await NotificationDaemon(on: bus)
    let running = try await second.notices.first { $0.body == "Running…" }
    world.release()
    let last = try await second.notices.first { $0.body == "Waited." }
    #expect(last.id == running.id)
  }

  @Test("A server that does not answer holds no run up, and shows the result when it can")
  func deafServer() async throws {
    let daemon = try await NotificationDaemon(on: bus)
    let service = try await service()
    daemon.freeze()
    let run = try await service.perform("Greet", ["friend": "f2"], ["notify": .boolean(true)])
    try await world.events.first { $0 == "greet f2" }
    #expect(try await service.finished.first { $0.run == run }.outcome == "success")
    // Searches do not wait for it either, and neither does the end of the service.
    #expect(try await service.search("grace") == ["e:Greet:friend:f2"])
    daemon.thaw()
    let notices = try await daemon.notices.wait { $0.last?.body.hasPrefix("Hello") == true }
    // In the place of what was said before, if that was sent.
    #expect(Set(notices.map(\.id)).count == 1)
  }

  @Test("A server that does not answer cannot hold the end of the service up")
  func deafServerAtTheEnd() async throws {
    let daemon = try await NotificationDaemon(on: bus)
    let service = try await service()
    try await service.activate("i:Wait")
    try await daemon.notices.first { $0.body == "Running…" }
    daemon.freeze()
    service.control.stop(.stopRuns)
    #expect(try await service.ends.wait { !$0.isEmpty } == ["ended"])
    #expect(world.events.elements.contains("log: The notification server does not answer."))
  }

  // MARK: - Menus

  @Test("Activate says how it is used; LaunchSearch offers what it finds")
  func menus() async throws {
    let daemon = try await NotificationDaemon(on: bus)
    let service = try await service()
    _ = try await service.call(
      service.application.objectPath, "org.freedesktop.Application", "Activate",
      [.properties([:])])
    let hello = try await daemon.notices.first { $0.summary == "Friends" }
    #expect(hello.body.contains("Greet"))
    func launch(_ term: String) async throws {
      _ = try await service.call(
        service.application.objectPath + "/SearchProvider", "org.gnome.Shell.SearchProvider2",
        "LaunchSearch", [.array(of: "s", [.string(term)]), .uint32(0)])
    }
    try await launch("grace")
    let offer = try await daemon.notices.first { $0.body == "Found for \"grace\":" }
    #expect(offer.actions == ["e:Greet:friend:f2": "Grace Hopper"])
    try await daemon.press("e:Greet:friend:f2", on: offer.id)
    try await world.events.first { $0 == "greet f2" }
    try await launch("nobody")
    try await daemon.notices.first { $0.body == "Nothing was found for \"nobody\"." }
  }

  @Test("A service that leaves takes its buttons with it")
  func retiring() async throws {
    let daemon = try await NotificationDaemon(on: bus)
    let service = try await service()
    _ = try await service.call(
      service.application.objectPath + "/SearchProvider", "org.gnome.Shell.SearchProvider2",
      "LaunchSearch", [.array(of: "s", [.string("grace")]), .uint32(0)])
    let offer = try await daemon.notices.first { $0.body.hasPrefix("Found") }
    service.control.stop(.stopRuns)
    try await service.ends.wait { !$0.isEmpty }
    #expect(try await daemon.closings() == [offer.id])
  }

  @Test(
    "What cannot be run is told, not swallowed",
    arguments: ["e:Gone:x:1", "s:gone", "i:Gone", "??"])
  func unknownRows(row: String) async throws {
    let daemon = try await NotificationDaemon(on: bus)
    let service = try await service()
    try await service.activate(row)
    try await daemon.notices.first { $0.body.hasPrefix("There is no") }
  }
}
