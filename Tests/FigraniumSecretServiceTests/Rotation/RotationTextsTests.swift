import Figranium
import Testing

@testable import FigraniumSecretService

/// What is said of a rotation that stands still must be so.
@Suite struct RotationTextsTests {
  private static let rows: [([KeyRotation.Action], String)] = [
    ([.createKey, .storePending], "no key was deleted."),
    ([.createKey, .storePending, .revokeNew], "the new one may have been revoked."),
    (
      [.createKey, .storePending, .storePrevious, .replaceCurrent, .retireOld],
      "the old one may have been revoked."
    ),
  ]

  @Test(arguments: rows)
  func sayWhatMayBeGone(steps: [KeyRotation.Action], end: String) {
    let failure = FigraniumError(message: "Made up.", kind: .networkError)
    let stopped = RotationTexts.stopped(
      failure, CredentialIdentity(account: "work"), after: steps)
    #expect(stopped.message.hasSuffix(end))
    #expect(stopped.hint?.contains("figctl -p work key recover") == true)
  }
}
