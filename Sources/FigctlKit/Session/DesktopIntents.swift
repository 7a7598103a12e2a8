import AppIntents
import AppIntentsDesktop
import Figranium

/// This program as the desktop sees it: the service and the files are made of this.
struct DesktopIntents: Sendable {
  /// The name on the bus, and of all files.
  static let applicationID = "dev.figranium.Figctl"

  let context: CommandContext
  /// Whether results are spoken, whatever the profile says.
  let speaks: Bool

  /// Name, texts, intents and hooks.
  var application: DesktopApplication {
    var application = DesktopApplication(
      id: Self.applicationID, name: "Figranium", summary: "Run Figranium tasks",
      shortcuts: FigraniumAppShortcuts.self)
    application.serviceArguments = ["service"]
    application.about.description = [
      "Runs the tasks of a Figranium server from the desktop's search, from menus and from a "
        + "terminal, and tells how they ended.",
      "The key for the server stays in the keyring of the desktop (GNOME Keyring, KWallet or "
        + "KeePassXC): no file, argument or log has it.",
    ]
    application.about.license = "Apache-2.0"
    application.about.developer = "The Figranium Linux developers"
    application.about.keywords = ["figranium", "task", "shortcut", "automation", "scrape"]
    application.about.version = Figctl.version
    application.about.date = Figctl.releaseDate
    application.about.manual = "figctl(1)"
    application.hooks = hooks
    return application
  }

  private var hooks: DesktopHooks {
    let (context, speaks) = (context, speaks)
    var hooks = DesktopHooks()
    hooks.whileRunning = { body in try await Self.run(context.separate(), body) }
    hooks.whileSearching = { body in try await Self.run(context.separate(noPrompt: true), body) }
    hooks.describe = { error in
      var failure = ErrorRenderer.failure(error)
      failure = ProfileHints.adapt(
        failure, profile: try? context.localProfile().name,
        isChosen: context.global.profile != nil)
      return IntentFailure(failure.message, nextStep: failure.hint)
    }
    hooks.cacheTag = {
      guard let profile = try? context.localProfile() else { return "" }
      return "\(profile.name) \(context.global.server ?? profile.server)"
    }
    hooks.speaks = { speaks || (try? context.localProfile().speaks) == true }
    hooks.command = { intent, missing in
      "figctl\(context.profileOption) intent perform \(intent)"
        + missing.map { " \($0)=VALUE" }.joined()
    }
    hooks.log = { line in context.console.note("figctl: \(line)") }
    return hooks
  }

  /// Runs `body` with the client of the profile as it is now.
  ///
  /// The provider is for this body alone, so that a search that must not ask and a run that may are
  /// never mixed up.
  private static func run(
    _ context: CommandContext, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let provider = try ProfileClientProvider(context)
    try await FigraniumIntentConfiguration.$scope.withValue(.only(provider)) {
      try await body()
    }
  }
}
