import Figranium
import FigraniumSecretService

/// `figctl key recover`: settles an interrupted rotation.
enum KeyRecoverCommand {
  static let spec = CommandSpec(
    path: ["key", "recover"], summary: "finish an interrupted rotation, or take it back",
    discussion: """
      Asks the server which of the stored keys it takes (the current, the new and the previous one), \
      and finishes the rotation or takes it back. Every command that uses the key does so by itself when \
      there is something to settle; this does it on demand, and looks into the credential store even \
      when nothing was noted.

      When the server cannot be asked, nothing is deleted.
      """,
    options: [.flag("dry-run", "only tell what would be done")],
    examples: ["figctl key recover", "figctl key recover --dry-run"],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let profile = try context.profileForKey()
    let isDry = context.flags.contains("dry-run")
    let store = context.keyStore(for: profile)
    store.prepare(then: Figranium.prepareTransport)
    let rotator = try context.rotator(for: profile, in: store)
    let report = try await rotator.recover(dryRun: isDry)
    var lines = RotationOutput.lines(report, profile)
    if isDry, report.outcome != .nothing {
      let end =
        report.outcome == .finished
        ? "be finished: its new key would be in use" : "be taken back: the old key stays in use"
      lines =
        ["An interrupted rotation of profile '\(profile.name)' would \(end)."]
        + report.steps.map { "  \(RotationOutput.wouldDo($0))" }
    }
    try context.console.result(
      RotationOutput.document(report, profile, isDry: isDry && report.outcome != .nothing), lines)
    return .ok
  }
}
