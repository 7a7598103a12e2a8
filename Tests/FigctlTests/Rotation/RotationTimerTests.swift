import DemoServer
import FigraniumSecretService
import GLibBridge
import TestSupport
import Testing

/// What the timer does: `figctl key rotate --if-due --notify --no-prompt`.
@Suite(.providerMayCrash) struct RotationTimerTests {
  private static let words = ["--no-prompt", "key", "rotate", "--if-due", "--notify"]

  @Test func aKeyThatIsNotDueStaysWithoutAWord() async throws {
    let desk = try await RotationDesk(.scoped)
    let daemon = try await NotificationDaemon(on: desk.desk.bus)
    let unknown = try await desk.figctl(Self.words)
    #expect(unknown.code == 2)
    #expect(unknown.errors.contains("has no max-key-age, so its key is never due"))
    let told = try await daemon.notices.first { $0.summary.contains("not renewed") }
    #expect(told.body.contains("has no max-key-age"))
    #expect(try await desk.figctl(["profile", "set", "default", "max-key-age=90"]).code == 0)
    let outcome = try await desk.figctl(Self.words)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("is not due; nothing was done."))
    #expect(try await desk.lookUp() == RotationDesk.first)
    #expect(daemon.notices.elements.count == 1)
    let both = try await desk.figctl(Self.words + ["--if-older-than", "1d"])
    #expect(both.code == 2)
  }

  @Test func theEndIsToldOnTheDesktop() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    let daemon = try await NotificationDaemon(on: desk.desk.bus)
    let words = ["--no-prompt", "key", "rotate", "--notify"]
    let rotated = try await desk.figctl(words)
    #expect(rotated.code == 0, "\(rotated.errors)")
    let notice = try await daemon.notices.first { $0.summary.hasSuffix("was renewed") }
    #expect(notice.summary == "Figranium key of 'default' was renewed")
    #expect(notice.body.contains("old key: revoked on the server"))
    let keys = KeySearch.secrets(sentTo: desk.server).union([RotationDesk.first])
    #expect(KeySearch.pieces(of: keys, in: notice.body) == [])

    try await desk.desk.bus.lock()
    let locked = try await desk.figctl(words)
    #expect(locked.code == 4)
    let refused = try await daemon.notices.first { $0.summary.contains("not renewed") }
    #expect(refused.summary == "Figranium key of 'default' was not renewed")
    #expect(refused.body.contains("is locked."))
    #expect(refused.hints["urgency"]?.unsigned == 2)
  }

  @Test func withoutADesktopTheExitCodeSaysIt() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    let rotated = try await desk.figctl(["--no-prompt", "-v", "key", "rotate", "--notify"])
    #expect(rotated.code == 0, "\(rotated.errors)")
    #expect(rotated.errors.contains("No notification was shown: "))
  }
}
