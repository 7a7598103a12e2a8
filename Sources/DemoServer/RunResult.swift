/// What a run answers.
enum RunResult {
  private static let html = "<h1 id=\"t\">Hello\n</h1>"

  /// The name of the screenshot of a run that has ended.
  static func captureName(_ run: DemoRun) -> String {
    "\(run.runID)_\(run.task.mode)_\(run.startedAt + (run.durationMs ?? 0)).png"
  }

  /// The result in full.
  static func body(_ run: DemoRun, _ dialect: DemoDialect) -> RunBody {
    switch run.status {
    case 504: return RunBody("{\"error\":\"EXECUTION_TIMEOUT\",\"outcome\":\"crashed\"}")
    case 500:
      let failure: JSONNode = [
        "error": "Agent failed", "details": .string(run.plan.failure ?? ""),
      ]
      return RunBody(failure.text)
    default: break
    }
    var before = JSONMembers()
    var after = JSONMembers()
    if dialect == .documented {
      before["runId"] = .string(run.runID)
      before["executionId"] = .string(run.executionID)
    }
    // 0.9 does not tell how a run ended.
    if dialect != .v09 { before["outcome"] = run.outcome.map { .string($0) } }
    let capture = JSONNode.string("/captures/\(captureName(run))")
    if dialect == .documented {
    } else if run.task.mode == "scrape" {
      before["title"] = ""
      before["url"] = .string(run.task.url)
      before["html"] = .string(html)
      after = [
        "is_partial": false, "selector_used": "body (default)", "links": [],
        "screenshot_url": capture,
      ]
    } else {
      before["final_url"] = .string(run.task.url)
      before["logs"] = []
      before["html"] = .string(html)
      after = ["screenshot_url": capture]
    }
    return joined(before, data(run.plan), after)
  }

  /// What a late server keeps of a result that is too large for its list.
  static func cut(_ run: DemoRun) -> RunBody {
    var members: JSONMembers = [:]
    members["outcome"] = run.outcome.map { .string($0) }
    members[run.task.mode == "scrape" ? "url" : "final_url"] = .string(run.task.url)
    members["screenshot_url"] = .string("/captures/\(captureName(run))")
    members["logs"] = []
    members["truncated"] = true
    members["hasFullResult"] = true
    return RunBody(members.node.text)
  }

  private static func data(_ plan: DemoRunPlan) -> [UInt8]? {
    plan.dataRows > 0 ? RowData.rows(plan.dataRows) : plan.data.map { Array($0.utf8) }
  }

  /// One object of the members before the data, the data, and those after it.
  private static func joined(
    _ before: JSONMembers, _ data: [UInt8]?, _ after: JSONMembers
  ) -> RunBody {
    guard let data else {
      return RunBody(JSONMembers(before.list + after.list).node.text)
    }
    let start = before.node.text.dropLast() + (before.list.isEmpty ? "" : ",") + "\"data\":"
    let end = (after.list.isEmpty ? "" : ",") + after.node.text.dropFirst()
    return RunBody([Array(start.utf8), data, Array(end.utf8)])
  }
}
