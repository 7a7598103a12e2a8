import SystemBridge

/// The file that a batch's results go into.
///
/// It only ever grows while the batch runs. A row that is run again gets a new line: the later one
/// counts, and the earlier is taken out at the end, by a new file that takes this one's place in one
/// step. A process that is killed at any moment so leaves at worst half a line at the end, or two
/// lines for a row; both are put right when the batch goes on.
struct BatchFile: Sendable {
  /// What an existing file means.
  enum Existing {
    case refuse
    case resume
    case overwrite
  }

  /// Longer than any answer may be, with its line's other members.
  private static let longestLine = 512 << 20

  /// The path as the user gave it.
  let path: String
  /// What it holds.
  private(set) var marks = BatchMarks()
  /// Whether half a line was cut off at its end.
  private(set) var wasTorn = false
  /// Whether the last line is whole but for its line end, as some editors leave it.
  private var lacksLineEnd = false
  /// The file itself.
  private(set) var file: DataFile
  /// Where the next line begins.
  private(set) var size = 0

  /// Opens the file and reads what it holds, under a lock (`flock`) that ends with the process.
  ///
  /// - Throws: ``CommandFailure``: exit code 9 when another batch writes to it, 2 when it is there
  ///   and may not be, when it is no output of a batch, or cannot be written.
  init(_ path: String, _ existing: Existing) throws(CommandFailure) {
    self.path = path
    let opened: DataFile?
    do throws(SystemError) {
      opened = try Self.open(path)
    } catch {
      throw Self.unwritable(path, error)
    }
    guard let opened else {
      throw CommandFailure(
        .conflict, "OUTPUT_LOCKED", "Another batch writes to '\(path)'.",
        hint: "Wait for its end, or use another --output.")
    }
    file = opened
    try with { () throws(SystemError) in size = try file.size }
    switch existing {
    case .refuse where size > 0:
      throw .usage(
        "'\(path)' is there already.",
        hint: "Go on with it with --resume, or replace it with --overwrite.", code: "OUTPUT_EXISTS")
    case .refuse, .overwrite: break
    case .resume: try readMarks()
    }
  }

  /// Makes sure that the results do not take the place of the rows.
  func refuse(input: String) throws(CommandFailure) {
    var isSame = false
    try with { () throws(SystemError) in isSame = try file.isSame(as: input) }
    guard isSame else { return }
    throw .usage(
      "'\(input)' cannot be both the rows and the results.",
      hint: "Give --output another name.", code: "OUTPUT_IS_INPUT")
  }

  /// Makes it the output of a task, by an extended attribute: lines do not name it.
  ///
  /// A file system without attributes, or a copy without them, tells no task; then any goes on.
  ///
  /// - Throws: ``CommandFailure`` (exit code 2) when there are results to go on with, of another task.
  func claim(for task: String) throws(CommandFailure) {
    if marks.end > 0, let other = file.note(Self.taskNote), other != task {
      throw .usage(
        "'\(path)' holds the results of task '\(other)'.",
        hint: "Use another --output, or replace it with --overwrite.", code: "OUTPUT_OF_OTHER_TASK")
    }
    file.setNote(Self.taskNote, task)
  }

  private static let taskNote = "user.figctl.task"

  /// Makes ready for the first line: results that are to be replaced go only now, when all else is
  /// known to be in order.
  mutating func begin() throws(CommandFailure) {
    try cut(to: lacksLineEnd ? marks.end - 1 : marks.end)
    if lacksLineEnd {
      try with { () throws(SystemError) in try file.append([0x0A]) }
      size = marks.end
      lacksLineEnd = false
    }
    // The file's name must be on the disk, too, before a line in it counts.
    try with { () throws(SystemError) in try DataFile.synchronizeFolder(of: file.path) }
  }

  /// Writes lines at the end, and waits until they are on the disk (`fdatasync`).
  ///
  /// It blocks. ``note(row:mark:isDone:length:)`` has to follow for each line.
  ///
  /// - Throws: ``CommandFailure``; then the file is as it was.
  static func write(
    _ bytes: [UInt8], to file: DataFile, of size: Int, path: String
  ) throws(CommandFailure) {
    do throws(SystemError) {
      try file.append(bytes)
      try file.synchronize()
    } catch {
      // The half that may have been written is no line.
      try? file.cut(to: size)
      throw unwritable(path, error)
    }
  }

  /// Takes note of a line that was written.
  mutating func note(row: Int, mark: UInt32, isDone: Bool, length: Int) {
    let place = BatchMarks.Place(offset: size, length: length)
    _ = marks.add(row: row, mark: mark, isDone: isDone, at: place)
    size += length
  }

  /// Takes the lines out that no longer count, by a new file in the place of this one.
  ///
  /// At every moment the path leads to a whole file: the old one or the new one. It blocks.
  mutating func dropReplaced() throws(CommandFailure) {
    let replaced = marks.replaced.sorted { $0.offset < $1.offset }
    if replaced.isEmpty { return }
    let temporary = Self.temporary(file.path)
    do throws(SystemError) {
      // One that is left of a process that was killed; the lock says that nobody else uses it.
      DataFile.remove(temporary)
      let fresh = try DataFile(path: temporary, .creating)
      guard try fresh.lock() else {
        throw SystemError.busy("write", temporary)
      }
      try fresh.copyPermissions(of: file)
      if let task = file.note(Self.taskNote) { fresh.setNote(Self.taskNote, task) }
      var offset = 0
      for place in replaced {
        try copy(offset..<place.offset, to: fresh)
        offset = place.offset + place.length
      }
      try copy(offset..<size, to: fresh)
      try fresh.synchronize()
      try DataFile.move(temporary, to: file.path)
      try DataFile.synchronizeFolder(of: file.path)
      size = try fresh.size
      file = fresh
    } catch {
      DataFile.remove(temporary)
      throw Self.unwritable(path, error)
    }
    marks.forgetReplaced()
  }

  // MARK: - Parts

  /// The new file's name until it takes the old one's place: hidden, and like none of a user's own.
  private static func temporary(_ path: String) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return path.dropLast(name.count) + ".\(name).figctl-new"
  }

  /// Opens and locks the file; `nil` when another process holds it.
  private static func open(_ path: String) throws(SystemError) -> DataFile? {
    guard case .file(let resolved) = try FileOutput.target(of: path) else {
      throw SystemError.noFile("write", path)
    }
    while true {
      let file = try DataFile(path: resolved, .appending)
      guard try file.lock() else { return nil }
      // Another batch may have put a new file in its place between the two steps.
      if try file.isAtItsPath { return file }
    }
  }

  private mutating func readMarks() throws(CommandFailure) {
    var reader = LineReader(file, limit: Self.longestLine)
    var bad: LineReader.Line?
    while true {
      let line: LineReader.Line?
      do throws(SystemError) {
        line = try reader.next()
      } catch {
        throw BatchInput.unreadable(path, error)
      }
      guard let line else { break }
      // Only the last line can have been torn.
      if let bad { throw notABatch(bad) }
      let place = BatchMarks.Place(offset: line.offset, length: line.bytes.count + 1)
      guard let scanned = BatchLineScanner(line.bytes), let row = scanned.row,
        let mark = scanned.mark, let isDone = scanned.isDone
      else {
        bad = line
        continue
      }
      guard row <= BatchMarks.mostRows else {
        throw .usage(
          "'\(path)', line \(line.number), is about a row that no batch has.",
          hint: "It was changed by something else; take the line out.", code: "OUTPUT_INVALID")
      }
      guard marks.add(row: row, mark: mark, isDone: isDone, at: place) else {
        throw .usage(
          "'\(path)', line \(line.number), holds a second result for row \(row).",
          hint: "It was changed by something else; take one of the two out.",
          code: "OUTPUT_INVALID")
      }
      marks.end = line.offset + place.length
      lacksLineEnd = !line.isEnded
    }
    if let bad {
      // A file that never was a batch's must not lose its only line.
      if bad.number == 1, !bad.bytes.starts(with: "{\"row\":1".utf8.prefix(bad.bytes.count)),
        !bad.bytes.starts(with: "{\"row\":".utf8), bad.bytes.contains(where: { $0 != 0 })
      {
        throw notABatch(bad)
      }
      wasTorn = true
    }
  }

  private func notABatch(_ line: LineReader.Line) -> CommandFailure {
    .usage(
      "'\(path)', line \(line.number), is no result of a batch.",
      hint: "Use another --output; nothing was changed.", code: "OUTPUT_INVALID")
  }

  private mutating func cut(to size: Int) throws(CommandFailure) {
    try with { () throws(SystemError) in
      if try file.size != size { try file.cut(to: size) }
    }
    self.size = size
  }

  private func copy(_ range: Range<Int>, to other: DataFile) throws(SystemError) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let bytes = try file.read(at: offset, count: min(1 << 20, range.upperBound - offset))
      guard !bytes.isEmpty else { return }
      try other.append(bytes)
      offset += bytes.count
    }
  }

  private func with<Value>(_ body: () throws(SystemError) -> Value) throws(CommandFailure) -> Value
  {
    do throws(SystemError) {
      return try body()
    } catch {
      throw Self.unwritable(path, error)
    }
  }

  private static func unwritable(_ path: String, _ error: SystemError) -> CommandFailure {
    let reason =
      error.isFolder ? "it is a folder" : error.isNoFile ? "it is no regular file" : error.reason
    return .usage("Cannot write '\(path)': \(reason).", code: "OUTPUT_FAILED")
  }
}
