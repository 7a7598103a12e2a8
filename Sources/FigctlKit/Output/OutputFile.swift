import Figranium
import FoundationEssentials

/// A file that a result goes into, as a whole or not at all.
///
/// The folder is checked before the work begins: a result that took minutes must not be lost to a
/// wrong path.
struct OutputFile: Sendable {
  private let path: String

  /// - Throws: ``CommandFailure`` (exit code 2) for a folder that is not there or not writable.
  init(_ path: String) throws(CommandFailure) {
    self.path = path
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    var isDirectory = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory {
      throw .usage("Cannot write '\(path)': it is a folder.", code: "OUTPUT_FAILED")
    }
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw .usage(
        "Cannot write '\(path)': its folder is not there, or not writable.", code: "OUTPUT_FAILED")
    }
  }

  /// Writes text as it is, anything else as JSON.
  func write(_ value: JSONValue) throws(CommandFailure) {
    let text =
      if case .string(let text) = value { text } else {
        JSONDocument(value).text(indented: true) + "\n"
      }
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw .usage("Cannot write '\(path)': \(error)", code: "OUTPUT_FAILED")
    }
  }
}

/// A file of bounded size that a command reads.
enum InputFile {
  /// Reads it; `-` is standard input.
  static func read(_ path: String, limit: Int) throws -> Data {
    let name = path == "-" ? "/dev/stdin" : path
    let data = try Data(contentsOf: URL(filePath: name))
    guard data.count <= limit else {
      throw CommandFailure.usage("it is larger than \(limit >> 20) MiB.")
    }
    return data
  }
}
