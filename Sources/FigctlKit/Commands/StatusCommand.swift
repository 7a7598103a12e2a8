import AppIntents
import Figranium

/// `figctl status`: how an execution stands, now or at its end.
enum StatusCommand {
  static let spec = CommandSpec(
    path: ["status"], summary: "show how an execution stands",
    discussion: """
      Prints 'Execution status: STATUS.' With --watch it waits for the end, for 20 minutes at most, \
      and the exit code is 1 when the run ended otherwise than with success. With --result the \
      result alone goes to standard output, as JSON, and the sentence to standard error.

      Servers before 0.19 show an execution only to a signed-in session: figctl login.
      """,
    arguments: [
      .init("EXECUTION-ID", "its id; servers from 0.19 on also take the id of its run")
    ],
    options: [
      .flag("watch", short: "w", "wait until it has ended"),
      .flag("result", "print its result"),
    ],
    examples: [
      "figctl status run-5f0c2c1e-1b7d-4c70-9d55-2f3a6d1c8e90 --watch",
      "figctl status exec_1 --result > result.json",
    ],
    run: run)

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let (watches, showsResult) = (
      context.flags.contains("watch"), context.flags.contains("result")
    )
    return watches || showsResult
      ? try await follow(watches: watches, showsResult: showsResult, context)
      : try await ask(context)
  }

  /// By the intent, as the desktop asks.
  private static func ask(_ context: CommandContext) async throws -> ExitCode {
    let executionID = context.arguments[0]
    let outcome = try await IntentRunner(context: context).perform(
      GetFigraniumExecutionStatusIntent.self, ["executionID": executionID])
    let dialog = outcome.dialog ?? ""
    try context.console.result(
      [
        "dialog": .string(dialog), "status": JSONDocument(status(in: dialog)),
        "executionId": .string(executionID),
      ], [VisibleText.escaping(dialog)])
    return .ok
  }

  private static func follow(
    watches: Bool, showsResult: Bool, _ context: CommandContext
  ) async throws -> ExitCode {
    let id = context.arguments[0]
    let (client, _) = try await context.client()
    let execution =
      watches
      ? try await StatusWatch(client: client, id: id, context.console).end()
      : try await client.executions.get(id)
    let dialog = "Execution status: \(execution.statusText)."
    var document: [JSONDocument.Member] = [
      .init(name: "dialog", value: .string(dialog)),
      .init(name: "status", value: .string(execution.statusText)),
      .init(name: "executionId", value: .string(id)),
      .init(name: "outcome", value: JSONDocument(execution.outcome?.rawValue)),
    ]
    var value = execution.result ?? .null
    if showsResult, execution.isCut {
      let whole: ExecutionResult<JSONValue> = try await client.executions.result(id)
      value = whole.raw
    }
    let result = JSONDocument(value)
    if showsResult { document.append(.init(name: "result", value: result)) }
    if showsResult, !context.console.isJSON {
      context.console.note(dialog)
      try context.console.document(result)
    } else {
      try context.console.result(.object(document), [VisibleText.escaping(dialog)])
    }
    return watches && execution.endedBadly ? .outcome : .ok
  }

  /// The word in the documented sentence `Execution status: WORD.`, so that scripts need not cut it
  /// out themselves.
  static func status(in dialog: String) -> String? {
    let start = "Execution status: "
    guard dialog.hasPrefix(start), dialog.hasSuffix(".") else { return nil }
    return String(dialog.dropFirst(start.count).dropLast())
  }
}

extension Execution {
  /// Whether the result in it is only a part, and the server has the whole.
  fileprivate var isCut: Bool {
    [members, result?.objectValue ?? [:]].contains { members in
      ["hasFullResult", "truncated"].contains { members[$0]?.boolValue == true }
    }
  }
}
