import SystemBridge

/// `figctl doctor`: what works, what does not, and what to do about it.
enum DoctorCommand {
  static let spec = CommandSpec(
    path: ["doctor"], summary: "check the credential store, the key, the server and the desktop",
    discussion: """
      A line a check, and below it what to do where something is wrong: profile, session bus, \
      provider of the Secret Service, collection, lock, key and its age, proxy, TLS, server, dialect, \
      whether the key is accepted, and what the desktop has for search, notifications and speech.

      Nothing is changed and no prompt opens. A call to the store takes 10 seconds at most, one to \
      the server 15. The exit code is that of the first failure (FAIL); the desktop's lines are none.
      """,
    examples: ["figctl doctor", "figctl -p work doctor --json"], run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let surroundings = Surroundings.current
    var report = DoctorReport(checks: surroundings.checks)
    var profile: Profile?
    do {
      let found = try context.profileOfThisCall()
      profile = found
      report.checks.append(.ok("profile", "\(found.name), for \(found.server)"))
    } catch {
      report.checks.append(.failed("profile", ErrorRenderer.failure(error)))
    }
    let store = await StoreDoctor(context: context, surroundings: surroundings).examine(profile)
    report.checks += store.checks
    report.checks += await ServerDoctor(context: context, environment: SystemEnvironment.value)
      .examine(profile, key: store.key)
    report.checks += await DesktopDoctor(
      limit: context.watch.clipped(.seconds(5)), environment: SystemEnvironment.value
    ).examine()
    try context.console.result(
      report.document, report.lines(columns: context.console.outputColumns))
    return report.exit
  }
}
