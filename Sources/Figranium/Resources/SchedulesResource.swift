// Schedules: `/api/schedules`. All of it is granted to a signed-in session only.

/// When the server's tasks run by themselves.
///
/// Every call needs a signed-in session; with an API key alone it fails with `SESSION_REQUIRED`.
public struct SchedulesResource: Sendable {
  let client: Figranium

  /// Lists the tasks that have a schedule, on or off (`GET /api/schedules`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The tasks with their schedules.
  /// - Throws: `SESSION_REQUIRED`; transport failures.
  public func list(options: RequestOptions = .init()) async throws -> [ScheduledTask] {
    let request = APIRequest.session(.get, "/api/schedules", repeatability: .read)
    return try await client.value(of: request, options: options) {
      value throws(ModelMismatch) in
      try value.list(maybeIn: "schedules")
    }
  }

  /// Gives a task a schedule, or changes the members of the one it has
  /// (`POST /api/schedules/{taskId}`).
  ///
  /// - Parameters:
  ///   - taskID: The task's identifier.
  ///   - schedule: The schedule.
  ///   - options: Headers and limit for this call.
  /// - Returns: The schedule as the server keeps it, with when it runs next.
  /// - Throws: `TASK_NOT_FOUND`, `INVALID_SCHEDULE` when the server can make no time of it,
  ///   `SESSION_REQUIRED`; transport failures.
  @discardableResult
  public func set(
    _ taskID: String, schedule: Schedule, options: RequestOptions = .init()
  ) async throws -> ScheduleStatus {
    let request = APIRequest.session(
      .post, try path(taskID), body: try client.encoded(schedule.members, of: "schedule"),
      repeatability: .idempotent)
    return try await client.value(of: request, options: options, ScheduleStatus.init(server:))
  }

  /// Takes a task's schedule away (`DELETE /api/schedules/{taskId}`).
  ///
  /// - Parameters:
  ///   - taskID: The task's identifier.
  ///   - options: Headers and limit for this call.
  /// - Throws: `TASK_NOT_FOUND`, `NOT_DONE`, `SESSION_REQUIRED`; transport failures.
  public func delete(_ taskID: String, options: RequestOptions = .init()) async throws {
    let request = APIRequest.session(.delete, try path(taskID), repeatability: .idempotent)
    try await client.perform(request, options: options)
  }

  /// Reads what the server makes of a task's schedule (`GET /api/schedules/{taskId}/status`).
  ///
  /// - Parameters:
  ///   - taskID: The task's identifier.
  ///   - options: Headers and limit for this call.
  /// - Returns: The schedule, its cron expression and its description.
  /// - Throws: `TASK_NOT_FOUND`, `SESSION_REQUIRED`; transport failures.
  public func status(
    _ taskID: String, options: RequestOptions = .init()
  ) async throws -> ScheduleStatus {
    let request = APIRequest.session(.get, try path(taskID) + "/status", repeatability: .read)
    return try await client.value(of: request, options: options, ScheduleStatus.init(server:))
  }

  /// Asks what the server would make of a schedule, without saving it
  /// (`POST /api/schedules/{taskId}/describe`).
  ///
  /// - Parameters:
  ///   - taskID: The task's identifier.
  ///   - schedule: The schedule.
  ///   - options: Headers and limit for this call.
  /// - Returns: ``ScheduleStatus/isValid``, the cron expression, its description and the next time.
  /// - Throws: `SESSION_REQUIRED`; transport failures. A schedule that makes no sense is no error
  ///   here.
  public func describe(
    _ taskID: String, schedule: Schedule, options: RequestOptions = .init()
  ) async throws -> ScheduleStatus {
    let request = APIRequest.session(
      .post, try path(taskID) + "/describe",
      body: try client.encoded(schedule.members, of: "schedule"), repeatability: .idempotent)
    return try await client.value(of: request, options: options, ScheduleStatus.init(server:))
  }

  /// Reads what the server has planned (`GET /api/schedules/status/all`).
  ///
  /// - Parameter options: Headers and limit for this call.
  /// - Returns: The planned tasks, each with its next time.
  /// - Throws: `SESSION_REQUIRED`; transport failures.
  public func overallStatus(options: RequestOptions = .init()) async throws -> SchedulerStatus {
    let request = APIRequest.session(.get, "/api/schedules/status/all", repeatability: .read)
    return try await client.value(of: request, options: options, SchedulerStatus.init(server:))
  }

  private func path(_ taskID: String) throws(FigraniumError) -> String {
    "/api/schedules/\(try client.identifier(taskID, of: "task"))"
  }
}
