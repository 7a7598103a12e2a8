import GLibBridge

/// The two task lists.
extension DemoCore {
  func tasks(_ request: DemoRequest, _ segments: [String]) -> ServedReply? {
    switch (request.method, segments) {
    case ("GET", ["api", "tasks", "list"]):
      if let refusal = refusalWithoutKey(request, .read) { return refusal }
      let tasks = request.settings.tasks.map(\.summaryJSON).joined(separator: ",")
      return DemoReply.json(200, text: "{\"tasks\":[\(tasks)]}")
    case ("GET", ["api", "tasks"]):
      if let refusal = refusalWithoutSession(request, orKey: .read) { return refusal }
      return DemoReply.json(
        200, text: "[\(request.settings.tasks.map(\.fullJSON).joined(separator: ","))]")
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
