import Figranium

/// The tasks and executions that a ``FakeFigraniumServer`` answers for by itself.
struct FakeContent: Sendable {
  struct Task: Sendable {
    let id: String
    let name: String
    let result: JSONValue
  }

  private(set) var tasks: [Task] = []
  var executions: [String: JSONObject] = [:]

  private static let taskList = FakeRoute("GET /api/tasks/list")
  private static let allTasks = FakeRoute("GET /api/tasks")
  private static let run = FakeRoute("POST /api/tasks/*/api")
  private static let execution = FakeRoute("GET /api/executions/*")
  private static let stop = FakeRoute("POST /api/executions/stop")

  mutating func add(_ task: Task) {
    if let place = tasks.firstIndex(where: { $0.id == task.id }) {
      tasks[place] = task
    } else {
      tasks.append(task)
    }
  }

  /// The answer to a request for what is there; nil for routes that are not.
  func answer(to request: FakeRequest) -> FakeAnswer? {
    if !tasks.isEmpty {
      let list = tasks.map { ["id": .string($0.id), "name": .string($0.name)] as JSONValue }
      if Self.taskList.parameters(of: request) != nil { return .json(["tasks": .array(list)]) }
      if Self.allTasks.parameters(of: request) != nil { return .json(.array(list)) }
      if let id = Self.run.parameters(of: request)?.first {
        let task = tasks.first { $0.id == id }
        return task.map { .json($0.result) } ?? .error(.taskNotFound, status: 404)
      }
    }
    if !executions.isEmpty {
      if Self.stop.parameters(of: request) != nil {
        let id = request.json?["runId"]?.stringValue ?? ""
        return executions[id] == nil
          ? .error(.executionNotFound, status: 404) : .json(["success": true])
      }
      if let id = Self.execution.parameters(of: request)?.first {
        guard var members = executions[id] else {
          return .error(.executionNotFound, status: 404)
        }
        members["id"] = .string(id)
        return .json(["execution": .object(members)])
      }
    }
    return nil
  }
}
