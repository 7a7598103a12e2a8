import AppIntents
import AppIntentsDesktop
import GLibBridge
import TestSupport
import Testing

/// Intents that are not for a locked session, with python-dbusmock's screen saver and login manager.
@Suite struct AuthenticationTests {
  private let folder: TemporaryDirectory
  private let bus: PrivateBus
  private let world = World()

  init() async throws {
    folder = try TemporaryDirectory()
    bus = try await PrivateBus(.none)
  }

  private func service() async throws -> RunningService {
    try await RunningService(world.application(), on: bus, cache: folder.path)
  }

  private func outcome(
    of intent: String, by service: RunningService
  ) async throws -> RunningService.Finished {
    let run = try await service.perform(intent)
    return try await service.finished.first { $0.run == run }
  }

  @Test("While the screen is locked it is not run, and says what to do; afterwards it is")
  func screenSaver() async throws {
    let screen = try await SessionMock(.screenSaver, on: bus)
    let daemon = try await NotificationDaemon(on: bus)
    let service = try await service()
    try await screen.setLocked(true)
    let refused = try await outcome(of: "OpenSafe", by: service)
    #expect(refused.outcome == "failed")
    #expect(
      refused.result["error"]?.text == "\"Open Safe\" runs only while the session is unlocked.")
    try await service.activate("i:OpenSafe")
    let notice = try await daemon.notices.first { $0.summary == "Open Safe failed" }
    #expect(notice.body.hasSuffix("\nUnlock the screen, and try again."))
    // Others run.
    try await service.activate("i:Fail")
    try await daemon.notices.first { $0.summary == "Fail Always failed" }
    #expect(!world.events.elements.contains("opened"))
    try await screen.setLocked(false)
    #expect(try await outcome(of: "OpenSafe", by: service).outcome == "success")
    #expect(world.events.elements.contains("opened"))
  }

  @Test("The login manager's hint counts, and \"locked\" before all others")
  func loginHint() async throws {
    let login = try await SessionMock(.login, on: bus)
    let service = try await service()
    try await login.setLocked(false)
    #expect(try await outcome(of: "OpenSafe", by: service).outcome == "success")
    try await login.setLocked(true)
    #expect(try await outcome(of: "OpenSafe", by: service).outcome == "failed")
    let screen = try await SessionMock(.screenSaver, on: bus)
    try await screen.setLocked(false)
    #expect(try await outcome(of: "OpenSafe", by: service).outcome == "failed")
    try await login.setLocked(false)
    try await screen.setLocked(true)
    #expect(try await outcome(of: "OpenSafe", by: service).outcome == "failed")
  }

  @Test("Where nobody tells, somebody is asked", arguments: ["accept", "deny"])
  func unknown(answer: String) async throws {
    let daemon = try await NotificationDaemon(on: bus)
    let service = try await service()
    try await service.activate("i:OpenSafe")
    let question = try await daemon.notices.first { $0.actions["accept"] != nil }
    #expect(
      question.body == "Nothing tells whether this session is locked. Run \"Open Safe\"?")
    #expect(!world.events.elements.contains("opened"))
    try await daemon.press(answer, on: question.id)
    let isYes = answer == "accept"
    try await daemon.notices.first { $0.body == "Opened." || $0.body.hasPrefix("Not done: ") }
    #expect(world.events.elements.contains("opened") == isYes)
  }

  @Test("Where nobody tells and nobody can be asked, it is not run")
  func nobody() async throws {
    let service = try await service()
    let end = try await outcome(of: "OpenSafe", by: service)
    #expect(end.outcome == "failed")
    #expect(end.result["error"]?.text?.hasSuffix("and nothing tells whether it is.") == true)
    #expect(end.result["hint"]?.text == "On a command line: friends OpenSafe")
    #expect(!world.events.elements.contains("opened"))
  }
}
