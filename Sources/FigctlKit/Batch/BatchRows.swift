import SystemBridge

/// The rows that a batch has to run, handed out one at a time in their order.
actor BatchRows {
  /// How many rows the file has.
  let count: Int
  /// How many of them are done already.
  let doneCount: Int

  private var input: BatchInput
  private let marks: BatchMarks
  private let path: String
  private var last = 0

  /// Reads the file once to its end, so that a mistake in its last line is told before anything
  /// runs, and makes sure that it is the file that the results so far are of.
  ///
  /// It blocks.
  ///
  /// - Throws: ``CommandFailure`` with exit code 2.
  init(path: String, done marks: BatchMarks, output: String?) throws(CommandFailure) {
    let format = try BatchInput.format(of: path)
    let file: DataFile
    do throws(SystemError) {
      file = try DataFile(path: path, .reading)
    } catch {
      throw BatchInput.unreadable(path, error)
    }
    var check = try BatchInput(file, format: format)
    var count = 0
    while let row = try check.next() {
      count = row.number
      guard let mark = marks.mark(of: row.number), mark != BatchLine.mark(of: row.json) else {
        continue
      }
      throw Self.mismatch(path, output, "row \(row.number) has changed since it was run")
    }
    guard marks.lastRow <= count else {
      throw Self.mismatch(
        path, output, "it has \(count) rows, and one was run as row \(marks.lastRow)")
    }
    self.path = path
    self.count = count
    self.marks = marks
    doneCount = marks.doneCount
    input = try BatchInput(file, format: format)
  }

  /// The next row that is not done; `nil` after the last.
  ///
  /// - Throws: ``CommandFailure`` with exit code 2 also when the file has lost rows since it was read
  ///   first: a batch that leaves some out has not succeeded.
  func next() throws -> BatchInput.Row? {
    while last < count, let row = try input.next() {
      last = row.number
      if !marks.isDone(row.number) { return row }
    }
    guard last >= count else {
      throw CommandFailure.usage(
        "'\(path)' had \(count) rows when the batch began, and has \(last) now.",
        hint: "It was changed meanwhile; look at it, then go on with --resume.",
        code: "INPUT_CHANGED")
    }
    return nil
  }

  private static func mismatch(
    _ path: String, _ output: String?, _ reason: String
  ) -> CommandFailure {
    .usage(
      "The results in '\(output ?? "")' are not of '\(path)' as it is: \(reason).",
      hint: "Use another --output for it.", code: "INPUT_CHANGED")
  }
}
