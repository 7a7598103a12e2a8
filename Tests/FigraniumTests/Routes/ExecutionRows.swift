import Figranium
import FoundationEssentials

// Executions and schedules.

private let execution = #"""
  {"id":"exec/1","timestamp":1777863721500,"method":"POST","path":"/api/tasks/t/api","status":499,
  "durationMs":1500,"source":"api","mode":"agent","taskId":"t","taskName":"T","url":"u",
  "outcome":"stopped","phase":"finished","startedAt":1777863720000,"finishedAt":1777863721500,
  "taskSnapshot":{"id":"t"},"result":{"data":1,"hasFullResult":true},"later":1}
  """#

private func described(_ execution: Execution) -> JSONValue {
  let status: JSONValue =
    switch execution.status {
    case .number(let number)?: .integer(Int64(number))
    case .word(let word)?: .string(word)
    case nil: .null
    }
  return [
    .string(execution.id), value(execution.timestamp),
    value(execution.method), value(execution.path), status, value(execution.duration),
    value(execution.source), value(execution.mode), value(execution.taskID),
    value(execution.taskName), value(execution.url), value(execution.outcome),
    value(execution.phase), value(execution.startedAt),
    value(execution.finishedAt), value(execution.taskSnapshot?.id),
    execution.result ?? .null, value(execution.hasFullResult), .string(execution.statusText),
  ]
}

private let isExecution: JSONValue = [
  "exec/1", .number(1_777_863_721.5), "POST", "/api/tasks/t/api", 499, 1.5, "api", "agent", "t",
  "T", "u", "stopped", "finished", .number(1_777_863_720), .number(1_777_863_721.5), "t",
  ["data": 1, "hasFullResult": true], true, "stopped",
]

private let scheduleText = #"""
  {"enabled":true,"frequency":"weekly","intervalMinutes":90,"hour":3,"minute":4,
  "daysOfWeek":[1,5],"dayOfMonth":2,"cron":"4 3 * * 1,5","lastRun":1777863721500,
  "lastRunStatus":"error","lastRunDurationMs":250,"nextRun":1777863722500,"later":1}
  """#
private let schedule = Schedule(
  frequency: .weekly, interval: .seconds(90 * 60), hour: 3, minute: 4, daysOfWeek: [1, 5],
  dayOfMonth: 2, cron: "4 3 * * 1,5")
private let scheduleBody: JSONValue = [
  "enabled": true, "frequency": "weekly", "intervalMinutes": 90, "hour": 3, "minute": 4,
  "daysOfWeek": [1, 5], "dayOfMonth": 2, "cron": "4 3 * * 1,5",
]

private func described(_ schedule: Schedule?) -> JSONValue {
  guard let schedule else { return nil }
  return [
    value(schedule.enabled), value(schedule.frequency), value(schedule.interval),
    value(schedule.hour), value(schedule.minute),
    .array((schedule.daysOfWeek ?? []).map { .integer(Int64($0)) }), value(schedule.dayOfMonth),
    value(schedule.cron), value(schedule.lastRun),
    value(schedule.lastRunStatus), value(schedule.lastRunDuration),
    value(schedule.nextRun),
  ]
}

private let isSchedule: JSONValue = [
  true, "weekly", .number(5_400), 3, 4, [1, 5], 2, "4 3 * * 1,5", .number(1_777_863_721.5),
  "error", 0.25, .number(1_777_863_722.5),
]

private func described(_ status: ScheduleStatus) -> JSONValue {
  [
    described(status.schedule), value(status.cron), value(status.description),
    value(status.isValid), value(status.nextRun),
  ]
}

extension RouteRow {
  static let executions: [RouteRow] = [
    RouteRow(
      "list executions", "GET", "/api/executions/list", .key, .read,
      #"{"executions":[\#(execution)]}"#, expected: [isExecution]
    ) { .array(try await $0.executions.list().map(described)) },
    RouteRow(
      "read an execution", "GET", "/api/executions/exec%2F1", .keyElseSession, .read,
      #"{"execution":\#(execution)}"#, expected: isExecution, errors: [.noExecution]
    ) { described(try await $0.executions.get("exec/1")) },
    RouteRow(
      "read an execution, unwrapped", "GET", "/api/executions/exec%2F1", .keyElseSession, .read,
      execution, expected: isExecution, errors: [.noExecution]
    ) { described(try await $0.executions.get("exec/1")) },
    RouteRow(
      "read a whole result", "GET", "/api/executions/exec%2F1/result", .keyElseSession, .read,
      #"{"result":{"outcome":"success","data":{"n":[1,2]}}}"#,
      expected: ["success", ["n": [1, 2]]],
      errors: [
        .noExecution, RouteError(404, "FULL_RESULT_NOT_AVAILABLE", "has no more of this result"),
      ]
    ) {
      let result: ExecutionResult<JSONValue> = try await $0.executions.result("exec/1")
      return [value(result.outcome), result.data ?? .null]
    },
    RouteRow(
      "stop", "POST", "/api/executions/stop", body: ["runId": "run 1"], .session, .idempotent,
      #"{"success":true}"#, expected: nil,
      errors: [
        .noExecution, RouteError(400, "MISSING_RUN_ID", "wants the identifier of a run"),
        RouteError(200, #"{"success":false}"#, code: "NOT_STOPPED", "did not stop the run"),
      ]
    ) {
      try await $0.executions.stop(runID: "run 1")
      return nil
    },
    RouteRow(
      "delete an execution", "DELETE", "/api/executions/exec%2F1", .session, .idempotent,
      #"{"success":true}"#, expected: nil, errors: [.noExecution, .notDone]
    ) {
      try await $0.executions.delete("exec/1")
      return nil
    },
    RouteRow(
      "clear executions", "POST", "/api/executions/clear", body: [:], .session, .idempotent,
      #"{"success":true}"#, expected: nil, errors: [.notDone]
    ) {
      try await $0.executions.clear()
      return nil
    },
  ]

  static let schedules: [RouteRow] = [
    RouteRow(
      "list schedules", "GET", "/api/schedules", .session, .read,
      #"{"schedules":[{"taskId":"t","taskName":"T","mode":"agent","schedule":\#(scheduleText)}]}"#,
      expected: [["t", "T", "agent", isSchedule]]
    ) {
      .array(
        try await $0.schedules.list().map {
          [.string($0.id), value($0.taskName), value($0.mode), described($0.schedule)]
        })
    },
    RouteRow(
      "set a schedule", "POST", "/api/schedules/t%2F2%20%C3%BC", body: scheduleBody, .session,
      .idempotent, #"{"schedule":\#(scheduleText),"description":"d","nextRun":1777863722500}"#,
      expected: [isSchedule, "4 3 * * 1,5", "d", nil, .number(1_777_863_722.5)],
      errors: [.noTask, RouteError(400, "INVALID_SCHEDULE", "can make no time of this schedule")]
    ) { described(try await $0.schedules.set("t/2 ü", schedule: schedule)) },
    RouteRow(
      "delete a schedule", "DELETE", "/api/schedules/t", .session, .idempotent,
      #"{"success":true,"schedule":null}"#, expected: nil, errors: [.noTask, .notDone]
    ) {
      try await $0.schedules.delete("t")
      return nil
    },
    RouteRow(
      "a schedule's status", "GET", "/api/schedules/t/status", .session, .read,
      #"{"schedule":{},"cron":null,"description":null,"isValid":false}"#,
      expected: [
        [nil, nil, nil, nil, nil, [], nil, nil, nil, nil, nil, nil], nil, nil, false, nil,
      ],
      errors: [.noTask]
    ) { described(try await $0.schedules.status("t")) },
    RouteRow(
      "describe a schedule", "POST", "/api/schedules/t/describe", body: scheduleBody, .session,
      .idempotent,
      #"{"valid":true,"cron":"4 3 * * 1,5","description":"d","nextRun":1777863722500}"#,
      expected: [nil, "4 3 * * 1,5", "d", true, .number(1_777_863_722.5)]
    ) { described(try await $0.schedules.describe("t", schedule: schedule)) },
    RouteRow(
      "what is planned", "GET", "/api/schedules/status/all", .session, .read,
      #"""
      {"running":true,"scheduledCount":1,"tasks":[{"taskId":"t","cron":"* * * * *",
      "nextRun":"2026-05-04T03:02:01.500Z","nextRunMs":1777863721500}]}
      """#,
      expected: [true, 1, ["t", "* * * * *", .number(1_777_863_721.5)]]
    ) {
      let status = try await $0.schedules.overallStatus()
      return [
        value(status.isRunning), value(status.scheduledCount),
        .array(
          status.tasks.flatMap {
            [.string($0.id), value($0.cron), value($0.nextRun)]
          }),
      ]
    },
  ]
}
