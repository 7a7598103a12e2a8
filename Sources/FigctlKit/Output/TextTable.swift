/// Rows in columns that line up, as `systemctl list-units` prints them.
package struct TextTable: Sendable {
  private var rows: [[String]]

  /// Starts a table with its head line.
  package init(_ head: [String]) {
    rows = [head]
  }

  /// Adds a row; control characters in it become visible.
  package mutating func add(_ cells: [String]) {
    rows.append(cells.map { VisibleText.escaping($0) })
  }

  /// The lines, without spaces at their ends, none longer than the terminal is wide as long as no
  /// single cell is.
  ///
  /// Columns that do not fit beside the others go below their row, each cell with its head:
  /// nothing is cut off. A cell that says nothing (`-`) is left out there.
  ///
  /// - Parameter width: The terminal's columns; `nil` for as wide as it gets.
  package func lines(fitting width: Int?) -> [String] {
    guard let width, let head = rows.first,
      let longest = lines().map(Self.width).max(), longest > width
    else { return lines() }
    var kept = head.count
    while kept > 1 {
      kept -= 1
      let part = TextTable(rows: rows.map { Array($0.prefix(kept)) })
      if part.lines().allSatisfy({ Self.width(of: $0) <= width }) { break }
    }
    let shown = TextTable(rows: rows.map { Array($0.prefix(kept)) }).lines()
    var lines = [shown[0]]
    for (index, row) in rows.enumerated().dropFirst() {
      lines.append(shown[index])
      var line = ""
      for (name, cell) in zip(head, row).dropFirst(kept) where !["-", ""].contains(cell) {
        let text = "\(name.lowercased()): \(cell)"
        if !line.isEmpty, Self.width(of: line) + 2 + Self.width(of: text) > width {
          lines.append(line)
          line = ""
        }
        line += "  " + text
      }
      if !line.isEmpty { lines.append(line) }
    }
    return lines
  }

  private init(rows: [[String]]) { self.rows = rows }

  /// The lines, without spaces at their ends.
  ///
  /// - Parameter width: The columns there are; `nil` for no limit. In fewer than the table takes, the
  ///   last column goes on below itself; where it had too little room for that, columns go below their
  ///   row (``lines(fitting:)``); and where not even that fits, each cell has a line of its own.
  package func lines(width: Int? = nil) -> [String] {
    let plain = aligned()
    guard let width, plain.contains(where: { Self.width(of: $0) > width }) else { return plain }
    let last = (rows.map(\.count).max() ?? 1) - 1
    let before = (0..<last).reduce(0) { before, column in
      before + 2
        + (rows.map { $0.indices.contains(column) ? Self.width(of: $0[column]) : 0 }.max() ?? 0)
    }
    guard width - before < Self.narrowest else {
      return plain.flatMap { WrappedText.lines($0, width: width, hanging: before) }
    }
    let below = lines(fitting: width)
    return below.allSatisfy { Self.width(of: $0) <= width } ? below : stacked(width)
  }

  /// The fewest columns that words are put into.
  private static let narrowest = 16

  private func stacked(_ width: Int) -> [String] {
    let head = rows[0]
    return rows.dropFirst().enumerated().flatMap { number, row -> [String] in
      let cells = row.enumerated().filter { !$0.element.isEmpty }.flatMap { column, cell in
        let name = head.indices.contains(column) ? head[column] : ""
        return WrappedText.lines(name.isEmpty ? cell : "\(name): \(cell)", width: width, hanging: 2)
      }
      return number == 0 ? cells : [""] + cells
    }
  }

  private func aligned() -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { $0.indices.contains(column) ? Self.width(of: $0[column]) : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (index, cell) in row.enumerated() {
        line += cell
        if index < row.count - 1 {
          line += String(repeating: " ", count: widths[index] - Self.width(of: cell) + 2)
        }
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// How many columns of a terminal a text takes: two for the wide scripts of East Asia and for
  /// emoji.
  ///
  /// A rule of thumb, good enough to line up a list.
  package static func width(of text: String) -> Int {
    text.reduce(0) { width, character in
      guard let scalar = character.unicodeScalars.first else { return width }
      switch scalar.value {
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
        return width + 2
      default: return width + 1
      }
    }
  }
}
