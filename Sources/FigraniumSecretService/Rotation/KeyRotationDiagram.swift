extension KeyRotation {
  /// The table as a Mermaid state diagram, as web pages and code forges draw it.
  ///
  /// A line for each way between two states: the events, and the kinds where not all take it.
  public static var diagram: String {
    var lines = ["stateDiagram-v2", "  [*] --> \(State.ready.rawValue)"]
    for row in table {
      var label = row.events.map(\.rawValue).joined(separator: ", ")
      if row.kinds.count < Kind.allCases.count {
        let kinds = Kind.allCases.filter(row.kinds.contains).map(\.rawValue)
        label += " (\(kinds.joined(separator: ", ")))"
      }
      lines.append("  \(row.from.rawValue) --> \(row.to.rawValue): \(label)")
    }
    lines += State.allCases.filter(\.isEnd).map { "  \($0.rawValue) --> [*]" }
    return lines.joined(separator: "\n") + "\n"
  }
}
