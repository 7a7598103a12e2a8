import Figranium
import GLibBridge

/// `figctl batch`: one run a row of a file.
enum BatchCommand {
  static let spec = CommandSpec(
    path: ["batch"], summary: "run a task once for each row of a file",
    discussion: """
      FILE is CSV, whose first line names the variables and whose values are all text, or JSON \
      Lines: one object a line, whose members are the variables. Rows count from 1. The whole file is \
      looked through before the first row runs; then rows are read as they are needed.

      Each row gives one line of JSON: {"row","variables","outcome","runId","durationMs","data",\
      "error"}. With --output a line is on the disk before its row counts, and --resume goes on \
      after Ctrl-C, a crash or a failure: it runs only the rows that are missing or have failed, \
      and each row has one line in the end, in the order in which they ended. Without --output the lines go to standard output.

      A row has failed when its run ended otherwise than with success, or gave no result; "error" \
      says why. Exit code 1: a row has failed. When the key is refused, or the server is away for \
      30 seconds, the batch ends and the rows that are left have no line. When the server wants a \
      pause (429), all jobs make it: as long as Retry-After says, else a second, then two, four and \
      so on; after five minutes in which no run was taken, the batch ends.

      Ctrl-C starts nothing more, asks the server to stop what runs, and says whether it did.
      """,
    arguments: [
      .init("TASK", "its id, or its name"),
      .init("FILE", "a file whose name ends with .csv or .jsonl"),
    ],
    options: [
      .value("jobs", short: "j", "N", "run this many rows at the same time (4)"),
      .value("output", "OUT.jsonl", "write the results to this file"),
      .flag("resume", "go on with the rows that OUT.jsonl has no good result for"),
      .flag("overwrite", "replace OUT.jsonl if it is there"),
    ],
    examples: [
      "figctl batch 'Scrape title' pages.csv --output titles.jsonl --jobs 8",
      "figctl batch 'Scrape title' pages.csv --output titles.jsonl --resume",
    ],
    run: run)

  private static let mostJobs = 256

  private static func run(_ context: CommandContext) async throws -> ExitCode {
    let jobs = try context.count("jobs", default: 4)
    guard jobs <= mostJobs else {
      throw CommandFailure.usage("--jobs takes at most \(mostJobs).")
    }
    let target = try await target(context)
    var marks = BatchMarks()
    if case .file(let file) = target {
      try file.refuse(input: context.arguments[1])
      marks = file.marks
      if file.wasTorn {
        context.console.note("figctl: The last line of '\(file.path)' was cut off, and is dropped.")
      }
    }
    let (path, output) = (context.arguments[1], context.value("output"))
    let rows = try await BlockingWork.run { [marks] in
      try BatchRows(path: path, done: marks, output: output)
    }
    // The jobs wait together, so no request may wait by itself.
    let (client, profile) = try await context.client { $0.retry = .never }
    let task = try await TaskLookup.find(
      context.arguments[0], client, of: profile, context)
    let ready = try await BlockingWork.run { try target.begun(for: task.id) }
    let gate = BatchGate(jobs: jobs)
    let progress = BatchProgress(
      rows: rows.count, before: rows.doneCount, gate: gate, context.console)
    let sink = BatchSink(ready)
    let batch = BatchRun(
      client: client, task: task, rows: rows, sink: sink, gate: gate, progress: progress)
    context.watch.onInterrupt(alsoAtTimeout: true) {
      let (stopped, going) = await batch.interrupt(within: .milliseconds(600))
      progress.stop()
      tell(progress.counts, stopped: stopped, going: going, context)
      context.console.lastDocument(
        document(progress.counts, progress.elapsed, context.value("output"), isWhole: false))
    }
    progress.start()
    defer { progress.stop() }
    do {
      try await batch.run(jobs: min(jobs, max(1, rows.count - rows.doneCount)))
    } catch {
      var failure = context.watch.named(ErrorRenderer.failure(error))
      context.watch.onInterrupt(nil)
      progress.stop()
      guard failure.exit != .interrupted else { throw failure }
      failure.message += " \(counted(progress.counts))."
      if output != nil { failure.message += " \(again)" }
      throw failure
    }
    context.watch.onInterrupt(nil)
    progress.stop()
    try summarize(progress.counts, progress.elapsed, context)
    return progress.counts.failed > 0 ? .outcome : .ok
  }

  /// Where the results go, opened and locked.
  private static func target(_ context: CommandContext) async throws -> BatchSink.Target {
    let (resumes, overwrites) = (
      context.flags.contains("resume"), context.flags.contains("overwrite")
    )
    guard let path = context.value("output") else {
      if resumes || overwrites {
        throw CommandFailure.usage(
          "--\(resumes ? "resume" : "overwrite") needs --output: the file with the results.")
      }
      if context.console.isJSON {
        throw CommandFailure.usage(
          "--json prints one document, and the results are many.",
          hint: "Write them to a file: --output OUT.jsonl")
      }
      return .standardOutput(context.console)
    }
    if resumes, overwrites {
      throw CommandFailure.usage("--resume and --overwrite cannot be given together.")
    }
    let existing: BatchFile.Existing = resumes ? .resume : overwrites ? .overwrite : .refuse
    return .file(try await BlockingWork.run { try BatchFile(path, existing) })
  }

  private static let again =
    "Go on later with the same command, with --resume (in place of --overwrite)."

  private static func counted(_ counts: BatchProgress.Counts) -> String {
    "\(counts.before + counts.succeeded) of \(counts.rows) rows are done, \(counts.failed) have failed"
  }

  private static func tell(
    _ counts: BatchProgress.Counts, stopped: Int, going: Int, _ context: CommandContext
  ) {
    var text = "figctl: \(counted(counts))."
    if stopped > 0 { text += " The server was asked to stop \(runs(stopped)), and agreed." }
    if going > 0 { text += " \(runs(going)) may go on." }
    if context.value("output") != nil { text += " \(again)" }
    context.console.note(text)
  }

  private static func runs(_ count: Int) -> String { count == 1 ? "1 run" : "\(count) runs" }

  private static func summarize(
    _ counts: BatchProgress.Counts, _ elapsed: Duration, _ context: CommandContext
  ) throws {
    var text = "\(counts.rows) rows: \(counts.succeeded) succeeded, \(counts.failed) failed"
    if counts.before > 0 { text += ", \(counts.before) were done before" }
    text += ", in \(BatchProgress.time(elapsed))."
    guard let output = context.value("output") else {
      context.console.note(text)
      return
    }
    try context.console.result(document(counts, elapsed, output, isWhole: true), [text])
    if counts.failed > 0 { context.console.note("To run those that failed again: --resume") }
  }

  private static func document(
    _ counts: BatchProgress.Counts, _ elapsed: Duration, _ output: String?, isWhole: Bool
  ) -> JSONDocument {
    [
      "rows": JSONDocument(counts.rows), "succeeded": JSONDocument(counts.succeeded),
      "failed": JSONDocument(counts.failed), "doneBefore": JSONDocument(counts.before),
      "durationMs": JSONDocument(Milliseconds.of(elapsed)), "output": JSONDocument(output),
      "interrupted": .bool(!isWhole),
    ]
  }
}
