import AppIntents

/// All rows, ready to be searched: folded titles side by side, and what rows have in common once.
///
/// Immutable. A new one is made in the background when the rows have changed.
struct SearchIndex: Sendable {
  /// A row that was found.
  struct Hit: Sendable, Equatable {
    let row: SearchRow
    /// From 0 to 100; 100 is the very title.
    let score: Int
  }

  private(set) var rows: [SearchRow] = []
  private var text: [UInt8] = []
  private var starts: [Int32] = [0]
  private var commonOfRow: [UInt16] = []
  private var common: [[UInt8]] = []

  /// Adds rows that share words beside their titles: the intent's title and phrases.
  mutating func add(_ rows: [SearchRow], common words: [String]) {
    guard !rows.isEmpty, common.count < Int(UInt16.max) else { return }
    common.append(words.flatMap { SearchText.folded($0) })
    let group = UInt16(common.count - 1)
    for row in rows where text.count < Int(Int32.max) - 65_536 {
      self.rows.append(row)
      text += SearchText.folded(row.title)
      starts.append(Int32(text.count))
      commonOfRow.append(group)
    }
  }

  /// The rows that hold every word, best first: in their title, else in what they share.
  ///
  /// - Parameters:
  ///   - terms: What was typed; words of it in any order.
  ///   - limit: How many at most.
  func search(_ terms: [String], limit: Int) -> [Hit] {
    let words = SearchText.words(terms)
    guard !words.isEmpty, limit > 0 else { return [] }
    let inCommon = common.map { text in
      words.map { SearchText.position(of: $0, in: text, 0..<text.count) != .absent }
    }
    let whole = words.reduce(into: [UInt8]()) { $0 += [0x20] + $1 }
    var found = [[Int32]](repeating: [], count: 101)
    for row in rows.indices {
      let range = Int(starts[row])..<Int(starts[row + 1])
      guard let score = score(words, whole, inCommon[Int(commonOfRow[row])], range) else {
        continue
      }
      // More than the limit of one score is never shown.
      if found[score].count < limit { found[score].append(Int32(row)) }
    }
    var hits: [Hit] = []
    for score in found.indices.reversed() {
      for row in found[score] where hits.count < limit {
        hits.append(Hit(row: rows[Int(row)], score: score))
      }
    }
    return hits
  }

  private func score(
    _ words: [[UInt8]], _ whole: [UInt8], _ inCommon: [Bool], _ range: Range<Int>
  ) -> Int? {
    var worst = SearchText.Position.first
    var inTitle = 0
    var startsTitle = false
    for (word, isCommon) in zip(words, inCommon) {
      let position = SearchText.position(of: word, in: text, range)
      if position == .absent {
        guard isCommon else { return nil }
      } else {
        inTitle += 1
      }
      if position == .first { startsTitle = true }
      worst = min(worst, position)
    }
    if worst == .absent { return inTitle == 0 ? 20 : 40 }
    if range.count == whole.count, text[range].elementsEqual(whole) { return 100 }
    return (worst == .inside ? 60 : 75) + (startsTitle ? 10 : 0)
  }

  /// The row of a target, if there is one now.
  func row(of target: SearchRow.Target) -> SearchRow? { rows.first { $0.target == target } }

  /// The rows of several targets, `nil` for those that are not there.
  func rows(of targets: [SearchRow.Target?]) -> [SearchRow?] {
    var wanted = Set(targets.compactMap(\.self))
    var found: [SearchRow.Target: SearchRow] = [:]
    for row in rows {
      if wanted.isEmpty { break }
      if wanted.remove(row.target) != nil { found[row.target] = row }
    }
    return targets.map { target in target.flatMap { found[$0] } }
  }
}
