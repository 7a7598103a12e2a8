public import FoundationEssentials

// Earlier states of a task, and the answer to a change.

/// An earlier state of a task, in short.
public struct TaskVersion: ServerModel, Identifiable {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// The version's identifier.
  public var id: String { members.word("id") ?? "" }
  /// When it was kept.
  public var timestamp: Date? { members.date("timestamp") }
  /// The task's name then.
  public var name: String? { members.word("name") }
  /// The task's mode then.
  public var mode: TaskMode? { members.serverWord("mode") }
}

/// An earlier state of a task, whole.
public struct TaskVersionSnapshot: ServerModel {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// The task as it was.
  public var snapshot: Task? { members.model("snapshot") }
  /// Which version it is.
  public var metadata: TaskVersion? { members.model("metadata") }
}

/// What a server answers to a change of some of a task's members.
public struct TaskPatch: ServerModel, Identifiable {
  /// Every member, by the server's name.
  public var members: JSONObject

  /// Wraps members.
  ///
  /// - Parameter members: Every member, by the server's name.
  public init(members: JSONObject) { self.members = members }

  /// The task's identifier.
  public var id: String { members.word("id") ?? "" }
  /// When it was changed.
  public var updatedAt: Date? { members.date("updatedAt") }
  /// The server's word on it, such as `success`.
  public var status: String? { members.word("status") }
  /// The task as it is now.
  public var task: Task? { members.model("task") }
}

extension TaskVersion: ServerValue {}
extension TaskVersionSnapshot: ServerValue {}
extension TaskPatch: ServerValue {}
