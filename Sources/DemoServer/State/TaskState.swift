/// The tasks as users have saved them, with their versions.
struct TaskState: Sendable {
  /// A task as it was at some time.
  struct Version: Sendable {
    let id: String
    let timestamp: Int64
    let snapshot: JSONMembers

    var json: JSONNode {
      ["id": .string(id), "timestamp": .number(timestamp), "snapshot": snapshot.node]
    }
  }

  /// A task: every member as it was sent, and its versions, newest last.
  struct Stored: Sendable {
    var members: JSONMembers
    var versions: [Version] = []

    var id: String { members.string("id") ?? "" }

    /// The full task.
    var json: JSONNode {
      var members = members
      members["versions"] = .array(versions.map(\.json))
      return members.node
    }

    /// The full task without its versions.
    var jsonWithoutVersions: JSONNode {
      var members = members
      members["versions"] = nil
      return members.node
    }

    var summary: JSONNode {
      var summary: JSONMembers = [
        "id": .string(id), "name": .string(members.string("name") ?? id),
      ]
      if let description = members.string("description"), !description.isEmpty {
        summary["description"] = .string(description)
      }
      return summary.node
    }

    /// What a run of it needs to know.
    var task: DemoTask {
      DemoTask(
        id: id, name: members.string("name") ?? id, description: members.string("description"),
        mode: members.string("mode") ?? "agent", url: members.string("url") ?? "", members: "")
    }
  }

  private var order: [String] = []
  private var byID: [String: Stored] = [:]

  init(_ tasks: [DemoTask]) {
    for task in tasks { put(Stored(members: Self.members(task))) }
  }

  /// All, in the order they were made.
  var all: [Stored] { order.compactMap { byID[$0] } }

  /// The task with this id; nil takes it away.
  subscript(id: String) -> Stored? {
    get { byID[id] }
    set {
      if let newValue {
        put(newValue)
      } else if byID.removeValue(forKey: id) != nil {
        order.removeAll { $0 == id }
      }
    }
  }

  private mutating func put(_ task: Stored) {
    if byID.updateValue(task, forKey: task.id) == nil { order.append(task.id) }
  }

  private static func members(_ task: DemoTask) -> JSONMembers {
    var members: JSONMembers = ["id": .string(task.id), "name": .string(task.name)]
    members["description"] = task.description.map { .string($0) }
    members["url"] = .string(task.url)
    members["mode"] = .string(task.mode)
    let more = try? JSONReader.value(of: "{\(task.members)}")
    precondition(more != nil, "not the members of a JSON object: \(task.members)")
    for member in more?.members?.list ?? [] { members[member.key] = member.value }
    return members
  }
}
