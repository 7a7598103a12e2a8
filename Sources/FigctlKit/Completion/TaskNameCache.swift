package import Figranium
import FoundationEssentials
import GLibBridge
import SystemBridge

/// The ids and names of a server's tasks as it last told them, for completion.
///
/// A file of mode 0600 a profile in the user's cache folder: the server's origin, then a line
/// `ID<tab>NAME` a task. Commands that list tasks anyway write it; completion reads it, and never
/// asks a server. `run` starts a task at once whose id is in it, and asks for its name meanwhile. It
/// holds no description and no key, and nothing fails for its being old.
package struct TaskNameCache: Sendable {
  /// One task.
  package struct Name: Sendable, Hashable {
    package var id: String
    package var name: String

    package init(id: String, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// What is read at most; a larger file is none of ours.
  private static let limit = 8 << 20
  private let folder: String?

  package init() {
    folder = XDGDirectories.cache.map { $0 + "/figranium/tasks" }
  }

  /// What a profile's server last listed; nothing when the profile now names another server.
  package func names(of profile: Profile) -> [Name] {
    guard let bytes = bytes(of: profile.name), let origin = origin(of: profile) else { return [] }
    var lines = bytes.split(separator: 0x0a)[...]
    guard let first = lines.popFirst(), first.elementsEqual(origin.utf8) else { return [] }
    return lines.compactMap { line in
      guard let tab = line.firstIndex(of: 0x09) else { return nil }
      return Name(
        id: String(decoding: line[..<tab], as: UTF8.self),
        name: String(decoding: line[line.index(after: tab)...], as: UTF8.self))
    }
  }

  /// The task that a profile's server has listed under this id.
  package func task(_ id: String, of profile: Profile) -> TaskSummary? {
    names(of: profile).first { $0.id == id }.map { TaskSummary(id: $0.id, name: $0.name) }
  }

  /// Notes what a profile's server has listed; a name that is more than one line is left out.
  package func remember(_ tasks: [TaskSummary], of profile: Profile, _ console: Console) {
    guard let folder, let origin = origin(of: profile) else { return }
    var lines = [origin]
    for task in tasks where Self.isOneLine(task.id) && Self.isOneLine(task.name) {
      lines.append("\(task.id)\t\(task.name)")
    }
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    guard text.count <= Self.limit, bytes(of: profile.name) != text else { return }
    do {
      try XDGDirectories.create(folder)
      // Made with mode 0600; replaces the old one as a whole.
      let file = try NewFile(profile.name, in: folder, replaces: true)
      try file.write(text.span)
      try file.commit()
    } catch {
      console.trace("The names of the tasks were not noted in \(folder): \(error)")
    }
  }

  /// Forgets a profile's.
  package func forget(_ profile: String) {
    if let folder { DataFile.remove("\(folder)/\(profile)") }
  }

  private func bytes(of profile: String) -> [UInt8]? {
    guard let folder, let file = try? DataFile(path: "\(folder)/\(profile)", .reading),
      let size = try? file.size, size <= Self.limit
    else { return nil }
    return try? file.read(at: 0, count: size)
  }

  private func origin(of profile: Profile) -> String? {
    try? ServerOrigin(of: profile.server).description
  }

  private static func isOneLine(_ text: String) -> Bool {
    !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f }
  }
}
