import AppIntents

/// A thing that a search finds and that can be run.
struct SearchRow: Sendable, Equatable {
  /// What is run; also what the desktop calls the row by.
  enum Target: Sendable, Hashable {
    /// A shortcut, by the name of its action.
    case shortcut(String)
    /// An intent, by its identifier.
    case intent(String)
    /// An intent with an entity as its one parameter.
    case entity(intent: String, parameter: String, id: String)
  }

  let target: Target
  let title: String
  let subtitle: String
}

extension SearchRow.Target {
  /// The text that stands for it on the bus: it means the same after a restart of the service.
  var text: String {
    switch self {
    case .shortcut(let name): "s:\(Self.escaped(name))"
    case .intent(let identifier): "i:\(Self.escaped(identifier))"
    case .entity(let intent, let parameter, let id):
      "e:\(Self.escaped(intent)):\(Self.escaped(parameter)):\(id)"
    }
  }

  /// Reads such a text; nil for any other.
  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
      .map(String.init)
    switch (parts.first, parts.count) {
    case ("s", 2): self = .shortcut(Self.unescaped(parts[1]))
    case ("i", 2): self = .intent(Self.unescaped(parts[1]))
    case ("e", 4):
      self = .entity(
        intent: Self.unescaped(parts[1]), parameter: Self.unescaped(parts[2]), id: parts[3])
    default: return nil
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing(":", with: "%3A")
  }

  private static func unescaped(_ text: String) -> String {
    text.replacing("%3A", with: ":").replacing("%25", with: "%")
  }
}
