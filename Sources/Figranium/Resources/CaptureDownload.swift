public import FoundationEssentials

// The bytes of captures: `GET /captures/{name}`.

extension CapturesResource {
  /// Downloads a capture to a file, in constant memory (`GET /captures/{name}`).
  ///
  /// The file is there as a whole or not at all: whatever fails before, or a cancelled Swift task,
  /// leaves what was there as it was.
  ///
  /// - Parameters:
  ///   - name: Its name, without a path.
  ///   - file: The file to write, on this machine.
  ///   - overwrite: Whether to replace a file that is there, in one step.
  ///   - options: Headers and limit for this call. Without a limit the client's holds until the
  ///     bytes begin to come, and its limit on silence after that.
  /// - Returns: The file.
  /// - Throws: `CAPTURE_NOT_FOUND`, `FILE_EXISTS`, `FILE_ERROR`, `SESSION_REQUIRED` from servers that
  ///   grant it to no API key; the codes for a refused key; transport failures.
  @discardableResult
  public func download(
    _ name: String, to file: URL, overwrite: Bool = true, options: RequestOptions = .init()
  ) async throws -> DownloadedFile {
    try await client.download(
      try request(name), to: file, overwrite: overwrite, options: options)
  }

  /// Downloads a capture into a folder, under its own name.
  ///
  /// - Parameters:
  ///   - capture: The capture.
  ///   - folder: The folder, which must be there.
  ///   - overwrite: Whether to replace a file that is there, in one step.
  ///   - options: Headers and limit for this call.
  /// - Returns: The file.
  /// - Throws: `UNSAFE_FILE_NAME` when its name leads out of the folder, before anything is sent;
  ///   else as ``download(_:to:overwrite:options:)``.
  @discardableResult
  public func download(
    _ capture: Capture, into folder: URL, overwrite: Bool = true,
    options: RequestOptions = .init()
  ) async throws -> DownloadedFile {
    try await client.download(
      try request(capture.name), named: capture.name, into: folder, overwrite: overwrite,
      options: options)
  }

  /// Reads a capture's bytes while they come (`GET /captures/{name}`).
  ///
  /// - Parameters:
  ///   - name: Its name, without a path.
  ///   - options: Headers and limit for this call.
  /// - Returns: The bytes, in pieces; for one reader. A slow reader holds the server back.
  /// - Throws: As ``download(_:to:overwrite:options:)``, files apart.
  public func bytes(
    of name: String, options: RequestOptions = .init()
  ) async throws -> ByteStream {
    try await client.bytes(of: try request(name), options: options)
  }

  private func request(_ name: String) throws(FigraniumError) -> APIRequest {
    var request = APIRequest.keyElseSession(
      .get, "/captures/\(try client.identifier(name, of: "capture"))", repeatability: .read)
    request.missingThing = .captureNotFound
    request.isThingAlone = true
    return request
  }
}
