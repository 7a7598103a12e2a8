import Figranium
import FoundationEssentials
import SystemBridge

/// A file that a result goes into, as a whole or not at all; a device or a pipe is written through.
///
/// The folder is checked before the work begins: a result that took minutes must not be lost to a
/// wrong path.
struct OutputFile: Sendable {
  private let path: String
  private let target: FileOutput.Target

  /// - Throws: ``CommandFailure`` (exit code 2) for a folder that is not there or not writable.
  init(_ path: String) throws(CommandFailure) {
    self.path = path
    if path.isEmpty { throw .usage("--output needs a file's name.", code: "OUTPUT_FAILED") }
    do throws(SystemError) {
      target = try FileOutput.target(of: path)
    } catch {
      let reason = error.isFolder ? "it is a folder" : error.reason
      throw .usage("Cannot write '\(path)': \(reason).", code: "OUTPUT_FAILED")
    }
    guard case .file(let resolved) = target else { return }
    let folder = URL(filePath: resolved).deletingLastPathComponent().path(percentEncoded: false)
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw .usage(
        "Cannot write '\(path)': its folder is not there, or not writable.", code: "OUTPUT_FAILED")
    }
  }

  /// Writes a run's data: text as it is, anything else as the JSON that came.
  ///
  /// Without data a file stays as it was: what an earlier run wrote is not lost. Whoever reads from a
  /// pipe is told that nothing comes.
  ///
  /// - Parameter note: Told what is waited for.
  /// - Returns: Whether there was anything to write.
  func write(_ data: JSONText?, _ note: (String) -> Void) throws(CommandFailure) -> Bool {
    let text = data?.stringValue
    let bytes = text.map { Data($0.utf8) } ?? data?.bytes ?? Data()
    // JSON in a file ends its line, as text files do; text stays as it is.
    let end: [UInt8] = data != nil && text == nil ? [0x0a] : []
    do throws(SystemError) {
      switch target {
      case .descriptor(let descriptor):
        try FileOutput.write(bytes.span, then: end, to: descriptor)
      case .stream:
        try FileOutput.writeThrough(bytes.span, then: end, to: path) {
          note("Waiting for somebody to read from '\(path)'.")
        }
      case .file where data == nil: break
      case .file(let resolved):
        let url = URL(filePath: resolved)
        let folder = url.deletingLastPathComponent().path(percentEncoded: false)
        let file = try NewFile(url.lastPathComponent, in: folder, replaces: true)
        try file.write(bytes.span)
        try file.write(end.span)
        try file.finish()
        try file.commit()
      }
    } catch {
      throw .usage("Cannot write '\(path)': \(error.reason).", code: "OUTPUT_FAILED")
    }
    return data != nil
  }
}

/// A file of bounded size that a command reads.
enum InputFile {
  /// Reads it, a pipe too; `-` is standard input.
  static func read(_ path: String, limit: Int) throws(CommandFailure) -> Data {
    do throws(SystemError) {
      let bytes =
        path == "-"
        ? try SecretInput.read(fileDescriptor: 0, limit: limit)
        : try SecretInput.read(path: path, limit: limit)
      return bytes.withSpan { span in
        var data = Data(capacity: span.count)
        for index in span.indices { data.append(span[index]) }
        return data
      }
    } catch {
      let reason = error.isTooLarge ? "it is larger than \(limit >> 20) MiB" : error.reason
      throw .usage(
        "Cannot read \(path == "-" ? "standard input" : "'\(path)'"): \(reason).",
        code: "FILE_NOT_READ")
    }
  }
}
