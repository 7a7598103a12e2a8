/// Takes the results of a batch from all its jobs and writes them, each whole and in turn.
///
/// A row counts when its line is on the disk (`fdatasync`). Lines that become ready while others are
/// being written share the next wait for the disk, so that many jobs need not wait one after the
/// other. The waiting is done away from Swift's own threads.
actor BatchSink {
  /// Where lines go.
  enum Target: Sendable {
    case file(BatchFile)
    case standardOutput(Console)
    case none

    /// The same, ready for the first line.
    ///
    /// It blocks.
    ///
    /// - Throws: ``CommandFailure`` also when the results that are there are another task's.
    func begun(for task: String) throws(CommandFailure) -> Target {
      guard case .file(var file) = self else { return self }
      try file.claim(for: task)
      try file.begin()
      return .file(file)
    }
  }

  private struct Line: Sendable {
    var row: Int
    var mark: UInt32
    var isDone: Bool
    var bytes: [UInt8]
    var written: CheckedContinuation<Void, any Error>
  }

  private var target: Target
  private var pending: [Line] = []
  private var isWriting = false
  private var idle: [CheckedContinuation<Void, Never>] = []
  /// What every later line is told, too: after an error nothing more is written.
  private var failure: CommandFailure?

  init(_ target: Target) {
    self.target = target
  }

  /// Writes a line; it is on the disk when this returns.
  ///
  /// - Throws: ``CommandFailure`` when it, or one before it, cannot be written.
  func add(row: BatchInput.Row, isDone: Bool, _ bytes: [UInt8]) async throws {
    let mark = BatchLine.mark(of: row.json)
    try await withCheckedThrowingContinuation { continuation in
      pending.append(
        Line(
          row: row.number, mark: mark, isDone: isDone, bytes: bytes, written: continuation))
      guard !isWriting else { return }
      isWriting = true
      _Concurrency.Task { await writeAll() }
    }
  }

  /// Takes out of the file what no longer counts; to be called when all lines are written.
  func finish() async throws {
    guard case .file(let file) = target else { return }
    if file.marks.replaced.isEmpty { return }
    let fresh = try await BlockingWork.run {
      var file = file
      try file.dropReplaced()
      return file
    }
    target = .file(fresh)
  }

  /// Waits until nothing is left to be written.
  func drain() async {
    if !isWriting { return }
    await withCheckedContinuation { idle.append($0) }
  }

  private func writeAll() async {
    while !pending.isEmpty {
      let lines = pending
      pending = []
      do {
        if let failure { throw failure }
        try await write(lines)
        for line in lines { line.written.resume() }
      } catch {
        let failure = ErrorRenderer.failure(error)
        self.failure = failure
        for line in lines { line.written.resume(throwing: failure) }
      }
    }
    isWriting = false
    for continuation in idle { continuation.resume() }
    idle = []
  }

  private func write(_ lines: [Line]) async throws {
    let bytes = lines.count == 1 ? lines[0].bytes : lines.flatMap(\.bytes)
    switch target {
    case .standardOutput(let console):
      try await BlockingWork.run { try console.data(bytes) }
    case .none: break
    case .file(let file):
      let (data, size, path) = (file.file, file.size, file.path)
      try await BlockingWork.run { try BatchFile.write(bytes, to: data, of: size, path: path) }
      note(lines)
    }
  }

  /// Takes note of lines in place: a copy of what is known of all rows would cost more each time.
  private func note(_ lines: [Line]) {
    guard case .file(var file) = target else { return }
    target = .none
    for line in lines {
      file.note(row: line.row, mark: line.mark, isDone: line.isDone, length: line.bytes.count)
    }
    target = .file(file)
  }
}
