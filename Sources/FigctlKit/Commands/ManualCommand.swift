import GLibBridge

/// `figctl __manual`: prints the source of a manual page, for what installs it; not for people.
enum ManualCommand {
  static let spec = CommandSpec(
    path: ["__manual"], summary: "print the source of a page of the manual",
    arguments: [.init("PAGE", Manual.allCases.map(\.rawValue).joined(separator: ", "))],
    options: [.value("date", "DATE", "what the page says of its age, as 2026-11-30")], run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    guard let page = Manual(rawValue: context.arguments[0]) else {
      let known = Manual.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure.usage("There is no page '\(context.arguments[0])'; there are \(known).")
    }
    let date = context.value("date") ?? ""
    let parts = date.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ UInt($0) != nil }) else {
      throw CommandFailure.usage("--date takes a date such as 2026-11-30.")
    }
    try context.console.lines([String(page.text(date: date).dropLast())])
    return .ok
  }
}
