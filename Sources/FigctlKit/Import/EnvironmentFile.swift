import Figranium
import FoundationEssentials
import SystemBridge

/// A file of environment variables that a key is taken out of.
///
/// It holds other secrets too: its bytes stay in locked memory.
struct EnvironmentFile: Sendable {
  /// As the user named it.
  let path: String
  /// The name of the variable.
  let name: String
  /// The line that it stands in.
  let line: Int
  /// Its value, which need not be a key.
  let secret: Secret
  /// The lines of other variables and comments that hold the same value.
  let otherLines: [Int]
  /// What the file was when it was read.
  let state: FileState

  /// The most bytes that such a file may have.
  private static let limit = 1 << 20

  /// Reads the value of `name`.
  ///
  /// - Throws: ``CommandFailure``: exit code 3 when the name is not in the file, 9 when it is there
  ///   more than once, 2 when the file cannot be read or the value is not clear. No message holds a
  ///   part of a value.
  init(path: String, name: String) throws(CommandFailure) {
    guard EnvironmentText.isName(name) else {
      throw .usage(
        "'\(name)' cannot be the name of a variable.",
        hint: "Usage: figctl key import --from-env-file FILE NAME")
    }
    self.path = path
    self.name = name
    let (text, state) = try Self.read(path)
    self.state = state
    let found = text.withSpan { EnvironmentText.search(name, in: $0) }
    let assignment: EnvironmentText.Assignment
    switch found {
    case .found(let only): assignment = only
    case .absent:
      throw CommandFailure(
        .noKey, "IMPORT_NOT_FOUND", "There is no line '\(name)=…' in \(path).",
        hint: "Look which name the key has there.")
    case .several(let lines):
      throw CommandFailure(
        .conflict, "AMBIGUOUS",
        "\(path) has '\(name)=…' more than once: in \(Self.text(of: lines)).",
        hint: "Delete all but the one that counts, then run the command again.")
    case .withinQuotes(let line, let start):
      throw .usage(
        "The line '\(name)=…' in \(path), line \(line), belongs to a value in quotes that begins "
          + "in line \(start).",
        hint: "Look whether a quote is missing there.", code: "IMPORT_UNCLEAR")
    case .entangled(let line, let other):
      throw .usage(
        "The line '\(name)=…' in \(path), line \(line), may not stand for itself: line "
          + "\(other.line) \(other.reason).",
        hint: "Files of assignments alone are read. Store the key with 'figctl key set', then take "
          + "it out of the file by hand.",
        code: "IMPORT_UNCLEAR")
    }
    switch assignment.value {
    case .unclear(let reason):
      throw .usage(
        "It is not clear what the value of \(name) is (\(path), line \(assignment.line)): "
          + "\(reason).",
        hint: "Write the key alone behind the equals sign, in single quotes.",
        code: "IMPORT_UNCLEAR")
    case .plain(let range):
      let bytes = text.withSpan { LockedBytes(copying: $0.extracting(range)) }
      secret = Secret(bytes: bytes)
      line = assignment.line
      otherLines = text.withSpan { text in
        bytes.withSpan { EnvironmentText.lines(holding: $0, in: text) }
      }.filter { $0 != assignment.line }
    }
  }

  /// Takes the line away: the file is written anew as a whole, all other lines byte for byte.
  ///
  /// A symbolic link stays one; mode, owner, group and access list stay as they are. Nothing is
  /// changed when the value is another by now, or when somebody else writes the file meanwhile.
  ///
  /// - Throws: ``CommandFailure``, and then the file is as it was.
  func removeLine() throws(CommandFailure) {
    let (text, state) = try Self.read(path)
    let found = text.withSpan { EnvironmentText.search(name, in: $0) }
    guard case .found(let assignment) = found, case .plain(let range) = assignment.value,
      text.withSpan({ LockedBytes(copying: $0.extracting(range)) }).isEqual(to: secret.bytes)
    else { throw Self.changed(path) }
    if state.names > 1 {
      throw .usage(
        "\(path) has \(state.names) names (hard links): the key would stay under the others.",
        hint: "Take the line away by hand.", code: "FILE_NOT_WRITTEN")
    }
    do throws(SystemError) {
      guard case .file(let target) = try FileOutput.target(of: path) else {
        throw SystemError.noFile("write", path)
      }
      let url = URL(filePath: target)
      let folder = url.deletingLastPathComponent().path(percentEncoded: false)
      let file = try NewFile(url.lastPathComponent, in: folder, replaces: true)
      try text.withSpan { (span) throws(SystemError) in
        try file.write(span.extracting(0..<assignment.lines.lowerBound))
        try file.write(span.extracting(assignment.lines.upperBound..<span.count))
      }
      try file.takeOwnerAndAttributes()
      try file.finish()
      if try FileState(path: target) == state {
        try file.commit()
        return
      }
    } catch {
      throw .usage(
        "Cannot write '\(path)': \(error.reason).", hint: "Take the line away by hand.",
        code: "FILE_NOT_WRITTEN")
    }
    throw Self.changed(path)
  }

  private static func changed(_ path: String) -> CommandFailure {
    CommandFailure(
      .conflict, "FILE_CHANGED", "\(path) was changed by somebody else meanwhile.",
      hint: "Look at it, and take the line away by hand.")
  }

  private static func read(_ path: String) throws(CommandFailure) -> (LockedBytes, FileState) {
    do throws(SystemError) {
      let state = try FileState(path: path)
      let text = try SecretInput.read(path: path, limit: limit)
      // A file that is being written would be read in part.
      guard try FileState(path: path) == state else { throw SystemError.busy("read", path) }
      return (text, state)
    } catch {
      if error.isInterruption {
        throw CommandFailure(.interrupted, "REQUEST_ABORTED", "Interrupted.")
      }
      let reason =
        error.isFolder
        ? "it is a folder"
        : error.isTooLarge
          ? "it is larger than \(limit >> 20) MiB"
          : error.isNoFile ? "it is no regular file" : error.reason
      throw .usage("Cannot read '\(path)': \(reason).", code: "FILE_NOT_READ")
    }
  }

  /// `line 3`, `lines 3, 5 and 7`.
  static func text(of lines: [Int]) -> String {
    let words = lines.map(String.init)
    guard let last = words.last, words.count > 1 else { return "line \(words.first ?? "")" }
    return "lines " + words.dropLast().joined(separator: ", ") + " and " + last
  }
}
