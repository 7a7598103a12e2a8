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
  /// - Returns: Whether there was anything to write.
  func write(_ data: JSONText?) throws(CommandFailure) -> Bool {
    var bytes = Data()
    if let text = data?.stringValue {
      bytes = Data(text.utf8)
    } else if let data {
      bytes = data.bytes
      bytes.append(0x0a)
    }
    switch target {
    case .stream:
      do throws(SystemError) {
        try FileOutput.writeThrough(bytes.span, to: path)
      } catch {
        throw .usage("Cannot write '\(path)': \(error.reason).", code: "OUTPUT_FAILED")
      }
    case .file where data == nil: break
    case .file(let resolved):
      do {
        try bytes.write(to: URL(filePath: resolved), options: .atomic)
      } catch {
        // Foundation's own text shows its insides, and no reason that a user could use.
        throw .usage(
          "Cannot write '\(path)': the disk is full, or refuses it.", code: "OUTPUT_FAILED")
      }
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
