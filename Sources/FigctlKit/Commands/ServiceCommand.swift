import AppIntentsDesktop
import SystemBridge

/// `figctl service`: the App Intents on the session bus.
enum ServiceCommand {
  static let spec = CommandSpec(
    path: ["service"], summary: "serve the desktop: search, menus, notifications",
    discussion: """
      Started by the session bus when the desktop's search or a menu needs it, not by hand. It \
      leaves when nobody has called for two minutes.

      GNOME's search and KRunner find tasks by parts of their names; choosing one runs it, and a \
      notification tells how it ended. Searching runs nothing and never asks for a password.

      SIGTERM stops the runs; with --on-stop wait it waits for them, and a second SIGTERM stops \
      them.

      --write-files writes what a desktop needs to find it below a prefix: the D-Bus activation \
      file, a systemd user unit, the desktop file, the search provider, the KRunner plugin and the \
      metainfo file.
      """,
    options: [
      .flag("speak", "speak what the intents say, through Speech Dispatcher"),
      .value("on-stop", "HOW", "what becomes of runs at SIGTERM: stop (the usual) or wait"),
      .value("write-files", "DIR", "write the desktop's files below DIR, and end"),
      .value("program", "PATH", "where figctl is installed, for these files; where it is now"),
    ],
    examples: [
      "figctl service --write-files /usr/local --program /usr/local/bin/figctl",
      "gapplication action dev.figranium.Figctl run-figranium-task",
    ],
    handlesSignals: true, run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    var options = DesktopServiceOptions()
    switch context.value("on-stop") {
    case nil, "stop": options.atSignal = .stopRuns
    case "wait": options.atSignal = .wait
    case let other?:
      throw CommandFailure.usage("--on-stop is stop or wait, not '\(other)'.")
    }
    let intents = DesktopIntents(context: context, speaks: context.flags.contains("speak"))
    if let folder = context.value("write-files") {
      return try write(intents.application, to: folder, context)
    }
    guard context.value("program") == nil else {
      throw CommandFailure.usage("--program goes with --write-files.")
    }
    try await IntentsDesktop.run(intents.application, options: options)
    return .ok
  }

  private static func write(
    _ application: DesktopApplication, to folder: String, _ context: CommandContext
  ) throws -> ExitCode {
    guard !folder.isEmpty else {
      throw CommandFailure.usage("--write-files takes a folder.")
    }
    let program = context.value("program") ?? ProcessIdentity.executable ?? "/usr/bin/figctl"
    let files = try DesktopFiles(application, program: program)
    if !ProcessIdentity.canRun(program) {
      context.console.warning("The files name '\(program)', which is no program here.")
    }
    let written = try files.write(to: folder)
    try context.console.result(
      ["files": .array(written.map { .string($0) })], written.map { VisibleText.escaping($0) })
    return .ok
  }
}
