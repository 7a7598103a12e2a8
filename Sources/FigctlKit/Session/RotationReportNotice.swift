import FigraniumSecretService

/// What `key rotate --notify` tells on the desktop: that the key was renewed, or why it was not.
///
/// A key that is not due is worth no word.
enum RotationReportNotice {
  /// Runs the command, and tells its failure before it is thrown on.
  static func told(
    _ context: CommandContext, of run: (CommandContext) async throws -> ExitCode
  ) async throws -> ExitCode {
    do {
      return try await run(context)
    } catch {
      let failure = ErrorRenderer.failure(error)
      let name = context.watch.profileName ?? context.global.profile ?? ProfileStore.builtInName
      await DesktopNotice.show(
        "Figranium key of '\(name)' was not renewed",
        [failure.message, failure.hint].compactMap(\.self).joined(separator: "\n"),
        isUrgent: true, context.console)
      throw error
    }
  }

  /// Tells what came of it.
  static func tell(
    _ report: RotationReport, of profile: Profile, _ context: CommandContext
  ) async {
    guard report.outcome == .rotated else { return }
    // The first line says the same as the summary.
    let rest = RotationOutput.lines(report, profile).dropFirst()
    await DesktopNotice.show(
      "Figranium key of '\(profile.name)' was renewed", rest.joined(separator: "\n"),
      isUrgent: false, context.console)
  }
}
