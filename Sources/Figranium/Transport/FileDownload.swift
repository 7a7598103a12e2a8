import CurlBridge
public import FoundationEssentials
import SystemBridge

// A download that is written to disk while it comes, and is there as a whole or not at all.

/// A file that was downloaded.
public struct DownloadedFile: Sendable, Hashable {
  /// Where it is.
  public let url: URL
  /// Its size.
  public let byteCount: Int64
  /// Its media type, where the server names one.
  public let contentType: String?
}

/// A name for a file in a given folder.
enum FileName {
  /// The longest that Linux takes, in bytes.
  private static let limit = 255

  /// Why a name from a server is not taken; nil when it stays in its folder.
  static func fault(of name: String) -> String? {
    if name.isEmpty { return "is empty" }
    if name == "." || name == ".." { return "is that of a folder" }
    if name.utf8.contains(UInt8(ascii: "/")) { return "leads to another folder" }
    if name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) { return "holds a control character" }
    if name.utf8.count > limit { return "is longer than \(limit) bytes" }
    return nil
  }

  /// Whether it is one of a web page.
  static func isPage(_ name: String) -> Bool {
    let name = name.lowercased()
    return [".html", ".htm", ".xhtml"].contains { name.hasSuffix($0) }
  }
}

extension Figranium {
  /// Downloads into a folder, under a name that came from a server.
  ///
  /// - Throws: `UNSAFE_FILE_NAME` before anything is sent when the name leads out of the folder;
  ///   else as ``download(_:to:overwrite:options:)``.
  package func download(
    _ request: APIRequest, named name: String, into folder: URL, overwrite: Bool = true,
    options: RequestOptions
  ) async throws(FigraniumError) -> DownloadedFile {
    if let fault = FileName.fault(of: name) {
      let call = try Call(client: self, options: options)
      throw FigraniumError(
        message: "The server's name for the file, “\(call.writer.clean(name, limit: 100))”,"
          + " \(fault).",
        kind: .unsafeFileName, hint: "Download it to a file whose name you choose.")
    }
    let path = try Self.path(of: folder)
    return try await download(request, name: name, folder: path, overwrite, options)
  }

  /// Downloads to a file, in constant memory.
  ///
  /// The bytes go to a file of another name in the same folder (mode 0600), which is given its own
  /// name, and the mode of new files, once all of it is on the disk. Whatever fails before, or a
  /// cancelled Swift task, leaves nothing of it and the file that was there as it was.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - file: The file; a symbolic link is followed.
  ///   - overwrite: Whether to replace a file that is there, in one step.
  ///   - options: Headers and limit for this call.
  /// - Throws: `FILE_EXISTS`, `FILE_ERROR`, `INVALID_INPUT` for what is no path of a file; all
  ///   that other calls throw.
  package func download(
    _ request: APIRequest, to file: URL, overwrite: Bool = true, options: RequestOptions
  ) async throws(FigraniumError) -> DownloadedFile {
    let asked = try Self.path(of: file)
    let target = try await onDisk { try FileOutput.target(of: asked) }
    guard case .file(let path) = target else { throw Self.noFile(asked) }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = String(parts.last ?? "")
    guard FileName.fault(of: name) == nil else { throw Self.noFile(asked) }
    let folder = parts.dropLast().joined(separator: "/")
    let isAbsolute = path.hasPrefix("/")
    return try await download(
      request, name: name, folder: folder.isEmpty ? (isAbsolute ? "/" : ".") : folder, overwrite,
      options)
  }

  // MARK: Parts

  private func download(
    _ request: APIRequest, name: String, folder: String, _ overwrite: Bool,
    _ options: RequestOptions
  ) async throws(FigraniumError) -> DownloadedFile {
    // Before the request: what cannot be written need not be sent.
    let file = try await onDisk {
      try NewFile(name, in: folder, replaces: overwrite)
    }
    do {
      let stream = try await bytes(
        of: request, mayBePage: FileName.isPage(name), options: options)
      var count: Int64 = 0
      var pieces = stream.makeAsyncIterator()
      while let piece = try await pieces.next() {
        try await onDisk { try file.write(piece.span) }
        count += Int64(piece.count)
      }
      try await onDisk { try file.finish() }
      // From here on it is there or not, whoever is cancelled.
      try await onDisk(toEnd: true) { try file.commit() }
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      return DownloadedFile(
        url: URL(filePath: path), byteCount: count, contentType: stream.contentType)
    } catch {
      file.discard()
      throw error
    }
  }

  /// Runs what may wait for a disk on a thread of its own.
  private func onDisk<Value: Sendable>(
    toEnd: Bool = false, _ work: @escaping @Sendable () throws -> Value
  ) async throws(FigraniumError) -> Value {
    do {
      return toEnd ? try await OwnThread.runToEnd(work) : try await OwnThread.run(work)
    } catch let error as SystemError {
      throw Self.fileError(error)
    } catch is CancellationError {
      throw FigraniumError(message: "The download was cancelled.", kind: .requestAborted)
    } catch {
      throw FigraniumError(
        message: "No thread could be started to write the file.", kind: .fileError)
    }
  }

  private static func path(of url: URL) throws(FigraniumError) -> String {
    let path = url.path(percentEncoded: false)
    guard url.isFileURL, !path.isEmpty, !path.utf8.contains(0) else {
      throw FigraniumError(
        message: "A download needs the path of a file or folder on this machine.",
        kind: .invalidInput, hint: "Make it with URL(filePath:).")
    }
    return path
  }

  private static func noFile(_ path: String) -> FigraniumError {
    FigraniumError(message: "\(PlainText.line(path)) is no path of a file.", kind: .invalidInput)
  }

  private static func fileError(_ error: SystemError) -> FigraniumError {
    let isThere = error.alreadyExists
    return FigraniumError(
      message: PlainText.line(error.description), kind: isThere ? .fileExists : .fileError,
      hint: isThere ? "Choose another name, or allow replacing the file." : nil)
  }
}
