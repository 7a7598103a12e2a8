import GLibBridge

/// The two task lists.
extension DemoCore {
  func tasks(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    switch (request.served.method, segments) {
    case ("GET", ["api", "tasks", "list"]):
      if let refusal = refusalWithoutKey(request) { return refusal }
      let tasks = configuration.tasks.map(\.summaryJSON).joined(separator: ",")
      return DemoReply.json(200, "{\"tasks\":[\(tasks)]}")
    case ("GET", ["api", "tasks"]):
      let refusal =
        dialect == .documented
        ? refusalWithoutKey(request)
        : refusalWithoutSession(request, keyWillDo: dialect == .v019)
      if let refusal { return refusal }
      return DemoReply.json(
        200, "[\(configuration.tasks.map(\.fullJSON).joined(separator: ","))]")
    default: return nil
    }
  }
}

extension DemoTask {
  private var nameMembers: String {
    "\"id\":\(JSONText.string(id)),\"name\":\(JSONText.string(name))"
  }

  private var descriptionMember: String {
    description.map { ",\"description\":\(JSONText.string($0))" } ?? ""
  }

  var summaryJSON: String { "{\(nameMembers)\(descriptionMember)}" }

  var fullJSON: String {
    let more = members.isEmpty ? "" : ",\(members)"
    return "{\(nameMembers)\(descriptionMember),\"url\":\(JSONText.string(url)),"
      + "\"mode\":\(JSONText.string(mode))\(more),\"versions\":[]}"
  }
}
