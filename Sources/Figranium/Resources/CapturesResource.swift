// Captures: `/api/data` for what there is, `/captures` for the bytes.

/// Pictures and recordings that runs made.
public struct CapturesResource: Sendable {
  let client: Figranium

  /// Lists captures (`GET /api/data/captures`).
  ///
  /// - Parameters:
  ///   - runID: The run whose captures are wanted; all when `nil`.
  ///   - options: Headers and limit for this call.
  /// - Returns: The captures, the newest first.
  /// - Throws: `SESSION_REQUIRED` from servers that grant it to no API key; the codes for a refused
  ///   key; transport failures.
  public func list(
    runID: String? = nil, options: RequestOptions = .init()
  ) async throws -> [Capture] {
    let path = "/api/data/captures" + queryString([("runId", runID)])
    return try await captures(.keyElseSession(.get, path, repeatability: .read), options)
  }

  /// Lists the pictures among the captures (`GET /api/data/screenshots`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The pictures, the newest first.
  /// - Throws: `SESSION_REQUIRED`; transport failures.
  public func screenshots(options: RequestOptions = .init()) async throws -> [Capture] {
    try await captures(
      .session(.get, "/api/data/screenshots", repeatability: .read), options)
  }

  /// Deletes a capture (`DELETE /api/data/captures/{name}`).
  ///
  /// - Parameters:
  ///   - name: Its name, without a path.
  ///   - options: Headers and limit for this call.
  /// - Throws: `INVALID_NAME`, `CAPTURE_NOT_FOUND`, `NOT_DONE`, `SESSION_REQUIRED`; transport
  ///   failures. Servers of the 0.20 line say yes to any name.
  public func delete(_ name: String, options: RequestOptions = .init()) async throws {
    let segment = try client.identifier(name, of: "capture")
    var request = APIRequest.session(
      .delete, "/api/data/captures/\(segment)", repeatability: .idempotent)
    request.missingThing = .captureNotFound
    try await client.perform(request, options: options)
  }

  /// Deletes all captures, recordings too (`POST /api/data/clear-screenshots`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Throws: `NOT_DONE`, `SESSION_REQUIRED`; transport failures.
  public func clearScreenshots(options: RequestOptions = .init()) async throws {
    let request = APIRequest.session(
      .post, "/api/data/clear-screenshots", body: .noMembers, repeatability: .idempotent)
    try await client.perform(request, options: options)
  }

  private func captures(
    _ request: APIRequest, _ options: RequestOptions
  ) async throws(FigraniumError) -> [Capture] {
    try await client.value(of: request, options: options) {
      value throws(ModelMismatch) in
      // The two lists have different names in different versions.
      try value.list(maybeIn: value["captures"] == nil ? "screenshots" : "captures")
    }
  }
}
