// A task's versions: `/api/tasks/{id}/versions` and `/rollback`. All of it is granted to a signed-in
// session only.

extension TasksResource {
  /// Lists a task's versions (`GET /api/tasks/{id}/versions`).
  ///
  /// - Parameters:
  ///   - id: The task's identifier: any text.
  ///   - options: Headers and limit for this call.
  /// - Returns: The versions in the server's order.
  /// - Throws: `TASK_NOT_FOUND`, `SESSION_REQUIRED`; transport failures.
  public func versions(
    _ id: String, options: RequestOptions = .init()
  ) async throws -> [TaskVersion] {
    let request = APIRequest.session(.get, try path(id) + "/versions", repeatability: .read)
    return try await client.value(of: request, options: options) {
      value throws(ModelMismatch) in
      try value.list(maybeIn: "versions")
    }
  }

  /// Reads one version of a task (`GET /api/tasks/{id}/versions/{versionId}`).
  ///
  /// - Parameters:
  ///   - id: The task's identifier: any text.
  ///   - versionID: The version's identifier.
  ///   - options: Headers and limit for this call.
  /// - Returns: The task as it was, and which version it is.
  /// - Throws: `TASK_NOT_FOUND`, `VERSION_NOT_FOUND`, `SESSION_REQUIRED`; transport failures.
  public func version(
    _ id: String, versionID: String, options: RequestOptions = .init()
  ) async throws -> TaskVersionSnapshot {
    let request = APIRequest.session(.get, try path(id, versionID), repeatability: .read)
    return try await client.value(
      of: request, options: options, TaskVersionSnapshot.init(server:))
  }

  /// Deletes one version of a task (`DELETE /api/tasks/{id}/versions/{versionId}`).
  ///
  /// - Parameters:
  ///   - id: The task's identifier: any text.
  ///   - versionID: The version's identifier.
  ///   - options: Headers and limit for this call.
  /// - Throws: `TASK_NOT_FOUND`, `VERSION_NOT_FOUND`, `NOT_DONE`, `SESSION_REQUIRED`; transport
  ///   failures.
  public func deleteVersion(
    _ id: String, versionID: String, options: RequestOptions = .init()
  ) async throws {
    try await client.perform(
      .session(.delete, try path(id, versionID), repeatability: .idempotent), options: options)
  }

  /// Deletes all versions of a task, but not the task (`POST /api/tasks/{id}/versions/clear`).
  ///
  /// - Parameters:
  ///   - id: The task's identifier: any text.
  ///   - options: Headers and limit for this call.
  /// - Throws: `TASK_NOT_FOUND`, `NOT_DONE`, `SESSION_REQUIRED`; transport failures.
  public func clearVersions(_ id: String, options: RequestOptions = .init()) async throws {
    try await client.perform(
      .session(
        .post, try path(id) + "/versions/clear", body: .noMembers, repeatability: .idempotent),
      options: options)
  }

  /// Makes a task what it was (`POST /api/tasks/{id}/rollback`).
  ///
  /// The server keeps the state before among the task's versions, each time.
  ///
  /// - Parameters:
  ///   - id: The task's identifier: any text.
  ///   - versionID: The version's identifier.
  ///   - options: Headers and limit for this call.
  /// - Returns: The task as it is now.
  /// - Throws: `TASK_NOT_FOUND`, `VERSION_NOT_FOUND`, `SESSION_REQUIRED`; transport failures. Never
  ///   repeated once the server may have seen it.
  @discardableResult
  public func rollback(
    _ id: String, versionID: String, options: RequestOptions = .init()
  ) async throws -> Task {
    let request = APIRequest.session(
      .post, try path(id) + "/rollback",
      body: try client.encoded(["versionId": .string(versionID)]), repeatability: .once)
    return try await client.value(of: request, options: options, Task.init(server:))
  }

  private func path(_ id: String, _ versionID: String) throws(FigraniumError) -> String {
    try path(id) + "/versions/" + client.identifier(versionID, of: "version")
  }
}
