import AppIntents

/// All rows, ready to be searched: folded titles side by side, and what rows have in common once.
///
/// Immutable. A new one is made in the background when the rows have changed. Rows of entities are
/// made when they are found: thousands of them would be a megabyte that lies there for nothing.
struct SearchIndex: Sendable {
  /// A row that was found.
  struct Hit: Sendable, Equatable {
    let row: SearchRow
    /// From 0 to 100; 100 is the very title.
    let score: Int
  }

  /// Rows that share words beside their titles.
  private struct Group: Sendable {
    enum Content: Sendable {
      case rows([SearchRow])
      /// An intent with each of these as the value of its one parameter.
      case entities(CatalogueCache.Source, intentTitle: String, [IntentChoice])
    }

    let content: Content
    let common: [UInt8]
    /// The places of its rows among all.
    let range: Range<Int>

    func row(at index: Int) -> SearchRow {
      switch content {
      case .rows(let rows): return rows[index - range.lowerBound]
      case .entities(let source, let title, let choices):
        let choice = choices[index - range.lowerBound]
        return SearchRow(
          target: .entity(intent: source.intent, parameter: source.parameter, id: choice.id),
          title: choice.title, subtitle: choice.subtitle.map { "\(title) · \($0)" } ?? title)
      }
    }
  }

  private var groups: [Group] = []
  private var text: [UInt8] = []
  private var starts: [Int32] = [0]

  /// How many rows there are.
  var count: Int { starts.count - 1 }

  /// Adds rows that share words beside their titles: the intent's title and phrases.
  mutating func add(_ rows: [SearchRow], common words: [String]) {
    add(.rows(rows), titles: rows.lazy.map(\.title), words)
  }

  /// Adds a row for each entity that an intent can be run with.
  mutating func add(
    _ choices: [IntentChoice], of source: CatalogueCache.Source, intentTitle: String,
    common words: [String]
  ) {
    add(
      .entities(source, intentTitle: intentTitle, choices), titles: choices.lazy.map(\.title), words
    )
  }

  private mutating func add(
    _ content: Group.Content, titles: some Sequence<String>, _ words: [String]
  ) {
    let first = count
    for title in titles where text.count < Int(Int32.max) - 65_536 {
      text += SearchText.folded(title)
      starts.append(Int32(text.count))
    }
    guard count > first else { return }
    groups.append(
      Group(
        content: content, common: words.flatMap { SearchText.folded($0) }, range: first..<count))
  }

  /// The rows that hold every word, best first: in their title, else in what they share.
  ///
  /// - Parameters:
  ///   - terms: What was typed; words of it in any order.
  ///   - limit: How many at most.
  func search(_ terms: [String], limit: Int) -> [Hit] {
    let words = SearchText.words(terms)
    guard !words.isEmpty, limit > 0 else { return [] }
    let whole = words.reduce(into: [UInt8]()) { $0 += [0x20] + $1 }
    // By scores; more than the limit of one score is never shown.
    var found = [[(group: Int, row: Int)]](repeating: [], count: 101)
    for (number, group) in groups.enumerated() {
      let isCommon = words.map {
        SearchText.position(of: $0, in: group.common, 0..<group.common.count) != .absent
      }
      for row in group.range {
        let range = Int(starts[row])..<Int(starts[row + 1])
        guard let score = score(words, whole, isCommon, range), found[score].count < limit
        else { continue }
        found[score].append((number, row))
      }
    }
    var hits: [Hit] = []
    for score in found.indices.reversed() {
      for (group, row) in found[score] where hits.count < limit {
        hits.append(Hit(row: groups[group].row(at: row), score: score))
      }
    }
    return hits
  }

  private func score(
    _ words: [[UInt8]], _ whole: [UInt8], _ isCommon: [Bool], _ range: Range<Int>
  ) -> Int? {
    var worst = SearchText.Position.first
    var inTitle = 0
    var startsTitle = false
    for (word, isCommon) in zip(words, isCommon) {
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
  func row(of target: SearchRow.Target) -> SearchRow? { rows(of: [target])[0] }

  /// The rows of several targets, `nil` for those that are not there.
  func rows(of targets: [SearchRow.Target?]) -> [SearchRow?] {
    var found: [SearchRow.Target: SearchRow] = [:]
    for group in groups {
      switch group.content {
      case .rows(let rows):
        for row in rows where found[row.target] == nil { found[row.target] = row }
      case .entities(let source, _, let choices):
        var wanted: Set<String> = []
        for case .entity(source.intent, source.parameter, let id)? in targets { wanted.insert(id) }
        for (offset, choice) in choices.prefix(group.range.count).enumerated() {
          if wanted.isEmpty { break }
          guard wanted.remove(choice.id) != nil else { continue }
          let row = group.row(at: group.range.lowerBound + offset)
          found[row.target] = row
        }
      }
    }
    return targets.map { target in target.flatMap { found[$0] } }
  }
}
