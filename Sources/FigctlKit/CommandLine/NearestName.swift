/// Finds what was probably meant.
package enum NearestName {
  /// The known names nearest to `name`, best first.
  ///
  /// - Parameters:
  ///   - name: What was typed.
  ///   - known: What there is.
  ///   - limit: The most names to return.
  /// - Returns: Names that begin with what was typed, or that differ from it by at most a third
  ///   of its letters (one at least); none when nothing is near.
  package static func nearest(to name: String, among known: [String], limit: Int = 3) -> [String] {
    let wanted = Array(name.lowercased())
    let allowed = max(1, wanted.count / 3)
    let scored: [(name: String, distance: Int)] = known.compactMap { candidate in
      let letters = Array(candidate.lowercased())
      let distance = distance(wanted, letters)
      if distance <= allowed { return (candidate, distance) }
      if wanted.count >= 2, letters.starts(with: wanted) { return (candidate, allowed + 1) }
      return nil
    }
    return scored.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(limit)
      .map(\.name)
  }

  /// How many letters to insert, delete, change or swap with their neighbour (Damerau's distance,
  /// in the form that edits no part twice).
  package static func distance(_ left: [Character], _ right: [Character]) -> Int {
    if left.isEmpty { return right.count }
    if right.isEmpty { return left.count }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, leftLetter) in left.enumerated() {
      var current = [row + 1]
      for (column, rightLetter) in right.enumerated() {
        var best = min(
          last[column + 1] + 1, current[column] + 1,
          last[column] + (leftLetter == rightLetter ? 0 : 1))
        if row > 0, column > 0, leftLetter == right[column - 1], left[row - 1] == rightLetter {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
